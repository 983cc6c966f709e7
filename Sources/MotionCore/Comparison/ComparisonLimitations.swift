extension SessionComparison {
  /// What the reader must know of the two clocks, in one sentence.
  public var synchronisation: String { synchronised.text }

  private var synchronised: Synchronisation {
    switch relation {
    case .oneClock: .oneClock
    case .separate(let reason): .separate(reason)
    case .simultaneous(let overlap): alignment.value == nil ? .simultaneous(overlap) : .aligned(overlap)
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
