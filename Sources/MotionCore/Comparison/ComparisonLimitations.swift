extension SessionComparison {
  /// What the reader must know of the two clocks, in one sentence.
  public var synchronisation: String {
    switch relation {
    case .oneClock:
      return
        "A and B are two sensors of one session: one host clock stamped the rows of both. The constant delay of each "
        + "sensor, its filter and its transport, cannot be seen and is in every difference of times."
    case .separate(let reason):
      return
        "A and B are separate recordings, and separate recordings are not synchronised (\(reason)): no time of the one "
        + "is held against a time of the other. Their movements are not the same movements."
    case .simultaneous(let overlap):
      let clocks =
        overlap.isSynchronised
        ? "both wall clocks say that they are synchronised"
        : "not both wall clocks say that they are synchronised"
      let told =
        "A and B are separate recordings whose wall clocks say that they overlap for "
        + "\(FixedNumber.text(overlap.seconds, digits: 0)) s (\(clocks); an error of "
        + "\(FixedNumber.text(overlap.errorSeconds, digits: 0)) s is thought possible). Simultaneous recording alone does "
        + "not synchronise clocks"
      guard alignment.value != nil else {
        return told + ": no time of the one is held against a time of the other."
      }
      return told + ": they were aligned by what both felt, and what rests on that is a derived result."
    }
  }

  /// What else the reader of the numbers must know, each thing once, in a fixed order.
  public var limitations: [String] {
    var list: [String] = []
    let sides = [("A", a), ("B", b)]
    for (name, sensor) in sides where sensor.session.manifest.synthetic {
      list.append("\(name) is synthetic: its input was simulated; no person was measured")
    }
    for (name, sensor) in sides where sensor.session.state != .complete {
      list.append("\(name) is \(sensor.session.state.rawValue): what it holds was compared")
    }
    for (name, sensor) in sides where !sensor.session.problems.isEmpty {
      list.append("\(name) has damage: " + sensor.session.problems[0].description)
    }
    let drills = (a.session.manifest.drill, b.session.manifest.drill)
    if relation != .oneClock, drills.0.sha256 != drills.1.sha256, a.cues == .own, b.cues == .own {
      list.append(
        "A and B ran different drills (\(drills.0.title); \(drills.1.title)): differences of movements are differences of "
          + "drills, too")
    }
    if case .separate = relation {
      list.append(
        "the rider of separate recordings moves otherwise each time: a difference of movements is not one of sensors alone"
      )
    }
    if alignment.value != nil, relation != .oneClock {
      list.append(
        "the alignment fits the onsets of both together: that the median of their differences is near zero says nothing, "
          + "how far they scatter does")
    }
    for (name, sensor) in sides {
      if sensor.cues == .moved {
        list.append(
          "\(name) has no cues of its own: it was held against those of the other recording, at the times that the alignment "
            + "gives; its latencies carry the alignment's uncertainty alike")
      }
      if sensor.session.calibration?.isOfAnotherSensor == true {
        list.append(
          "\(name) was calibrated by the rows that it delivered while the other sensor's leans were watched")
      }
    }
    let axes = sides.map { $0.1.analysis.movement.axis.value?.source }
    if let first = axes[0], let second = axes[1], first != second {
      list.append(
        "left and right of \(first == .calibration ? "A" : "B") are those of a calibration, of the other those of its main "
          + "axis of movement: their lateral axes need not be the same")
    }
    list.append(
      "medians of matched movements are medians of their differences, which need not be the difference of the medians"
    )
    list.append(
      "each interval holds the truth in 95 of 100 cases by itself: of many rows some exclude zero by chance")
    list.append("what limits the numbers of one session stands in `drillrunner analyze`")
    return list
  }
}
