/// Turns detected movements into `Transition` values: host times, angles in degrees, groups, links.
struct TransitionBuilder {
  var motion: LateralMotion
  var axis = Transition.Axis.lateral
  var configuration: AnalysisConfiguration
  /// Why angles cannot be had, where they cannot.
  var angleReason: UnavailableReason?

  /// The transitions of all movements, in order; `return_of` counts them from 0.
  func transitions(_ movements: [TransitionDetector.Movement]) -> [Transition] {
    var transitions = movements.map(transition)
    for i in transitions.indices { transitions[i].returnOf = outbound(of: i, in: transitions, movements) }
    return transitions
  }

  /// A return goes back the way of the movement just before it.
  private func outbound(
    of i: Int, in transitions: [Transition], _ movements: [TransitionDetector.Movement]
  ) -> Measured<Int> {
    guard let start = transitions[i].startDegrees.value, let end = transitions[i].endDegrees.value else {
      return .unavailable(
        transitions[i].startDegrees.reason ?? transitions[i].endDegrees.reason ?? .notKnown)
    }
    guard comesBack(from: start, to: end) else { return .unavailable(MovementReason.noReturn) }
    guard i > 0 else { return .unavailable(MovementReason.noneBefore) }
    guard movements[i].segment == movements[i - 1].segment else {
      return .unavailable(MovementReason.gapSinceBefore)
    }
    guard movements[i - 1].sign == -movements[i].sign else {
      return .unavailable(MovementReason.sameWay)
    }
    return .value(i - 1)
  }

  private func transition(_ movement: TransitionDetector.Movement) -> Transition {
    let gyro = motion.gyro
    let settleEnd = movement.settle.value
    let endTime = movement.hold.value ?? settleEnd
    let start =
      movement.flags.contains(.truncatedStart)
      ? .unavailable(MovementReason.beganBeforeData) : angle(at: movement.bestOnset)
    let end: Measured<Double> =
      endTime.map { angle(at: $0) } ?? .unavailable(movement.settle.reason ?? .notKnown)
    var range = Measured<Double>.unavailable(start.reason ?? end.reason ?? .notKnown)
    var direction = Measured<Transition.Group>.unavailable(start.reason ?? end.reason ?? .notKnown)
    if let a = start.value, let b = end.value {
      range = .value(abs(b - a))
      direction = .value(group(from: a, to: b))
    }
    let peak = Measured(
      peakAngle(movement, until: endTime), else: angleReason ?? UnavailableReason(MovementReason.angleUnknown)
    )
    let duration =
      movement.onset.value.flatMap { onset in settleEnd.map { $0 - onset.time } }
    var flags = movement.flags
    if let a = start.value, let b = end.value, comesBack(from: a, to: b),
      abs(b) > configuration.neutralBandDegrees
    {
      flags.append(.neutralDrift)
    }
    return Transition(
      axis: axis, trial: .unavailable(MovementReason.answersNoCue),
      onset: movement.onset.map { gyro.host($0.time) },
      onsetUncertaintyNs: movement.onset.map { $0.uncertaintySeconds * 1e9 },
      onsetNoiseNs: movement.onset.map { $0.noiseSeconds * 1e9 }, onsetMethod: movement.onset.map(\.method),
      onsetThreshold: movement.flags.contains(.truncatedStart)
        ? .unavailable(MovementReason.beganBeforeData) : .value(gyro.host(movement.threshold)),
      peak: gyro.host(motion.times[movement.peak]), settle: movement.settle.map { gyro.host($0) },
      hold: movement.hold.map { gyro.host($0) },
      holdSeconds: Measured(
        movement.hold.value.flatMap { hold in movement.holdEnd.value.map { $0 - hold } },
        else: movement.holdEnd.reason ?? movement.hold.reason ?? .notKnown),
      direction: direction, returnOf: .unavailable(MovementReason.noReturn), sign: movement.sign > 0 ? 1 : -1,
      startDegrees: start, endDegrees: end, peakDegrees: peak, rangeDegrees: range,
      peakSpeedDegPerSecond: abs(motion.rate[movement.peak]) * 180 / .pi,
      durationSeconds: Measured(
        duration, else: movement.onset.reason ?? movement.settle.reason ?? .notKnown),
      settlingSeconds: Measured(
        movement.hold.value.flatMap { hold in settleEnd.map { hold - $0 } },
        else: movement.hold.reason ?? movement.settle.reason ?? .notKnown),
      overshootDegrees: movement.overshoot.map { $0 * 180 / .pi },
      corrections: movement.corrections.map { reversals in
        reversals.map {
          Transition.Correction(
            begin: gyro.host($0.begin), seconds: $0.seconds, magnitudeDegrees: $0.magnitude * 180 / .pi)
        }
      },
      flags: flags, excursionDegrees: movement.excursion * 180 / .pi)
  }

  /// The angle at `time` in degrees.
  func angle(at time: Double) -> Measured<Double> {
    Measured(
      motion.angle(at: time).map { $0 * 180 / .pi },
      else: angleReason ?? UnavailableReason(MovementReason.noAngleThen))
  }

  /// What a movement from `a` to `b` (degrees) did. A lateral one is direct where both ends lie clearly on
  /// opposite sides; else it goes outward or comes back, by which end lies further from neutral.
  func group(from a: Double, to b: Double) -> Transition.Group {
    guard axis == .lateral else { return b > a ? .forward : .back }
    if isDirect(from: a, to: b) { return a > 0 ? .directLeftRight : .directRightLeft }
    if abs(b) >= abs(a) { return b > 0 ? .outboundLeft : .outboundRight }
    return a > 0 ? .returnFromLeft : .returnFromRight
  }

  private func isDirect(from a: Double, to b: Double) -> Bool {
    a * b < 0 && min(abs(a), abs(b)) > max(configuration.neutralBandDegrees, abs(b - a) / 4)
  }

  /// Whether a movement from `a` to `b` ends closer to neutral, and on no other side.
  func comesBack(from a: Double, to b: Double) -> Bool {
    !isDirect(from: a, to: b) && abs(b) < abs(a)
  }

  private func peakAngle(_ movement: TransitionDetector.Movement, until end: Double?) -> Double? {
    let last = end.map { motion.gyro.firstIndex(atOrAfter: $0) } ?? movement.rows.upperBound
    let rows =
      movement.rows.lowerBound..<max(movement.rows.upperBound, min(last, movement.segment.upperBound))
    let extreme = rows.lazy.map { movement.sign * motion.angle[$0] }.max { $0 < $1 }
    return extreme.flatMap { $0.isFinite ? movement.sign * $0 * 180 / .pi : nil }
  }
}
