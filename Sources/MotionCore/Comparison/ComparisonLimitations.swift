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
  public var limitations: [ComparisonLimitation] {
    var list: [ComparisonLimitation] = []
    let sides = [("A", a), ("B", b)]
    for (name, sensor) in sides where sensor.session.manifest.synthetic {
      list.append(.synthetic(side: name))
    }
    for (name, sensor) in sides where sensor.session.state != .complete {
      list.append(.notComplete(side: name, state: sensor.session.state))
    }
    for (name, sensor) in sides {
      if let problem = sensor.session.problems.first {
        list.append(.damaged(side: name, problem: problem.description))
      }
    }
    let drills = (a.session.manifest.drill, b.session.manifest.drill)
    if relation != .oneClock, drills.0.sha256 != drills.1.sha256, a.cues == .own, b.cues == .own {
      list.append(.otherDrill(a: drills.0.title, b: drills.1.title))
    }
    if case .separate = relation { list.append(.otherMovements) }
    if alignment.value != nil, relation != .oneClock { list.append(.fittedTogether) }
    for (name, sensor) in sides {
      if sensor.cues == .moved { list.append(.cuesOfTheOther(side: name)) }
      if sensor.session.calibration?.isOfAnotherSensor == true {
        list.append(.calibratedByTheOther(side: name))
      }
    }
    let axes = sides.map { $0.1.analysis.movement.axis.value?.source }
    if let first = axes[0], let second = axes[1], first != second {
      list.append(.otherAxes(calibrated: first == .calibration ? "A" : "B"))
    }
    return list + [.medianOfDifferences, .oneIntervalAtATime, .ofOneSession]
  }
}
