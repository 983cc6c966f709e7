/// Turns detected movements into `Transition` values: host times, angles in degrees, groups.
struct TransitionBuilder {
  var motion: LateralMotion
  var configuration: AnalysisConfiguration
  /// Why angles cannot be had, where they cannot.
  var angleReason: String?

  func transition(_ movement: TransitionDetector.Movement) -> Transition {
    let gyro = motion.gyro
    let settleEnd = movement.settle.value
    let endTime = movement.hold.value ?? settleEnd
    let start =
      movement.flags.contains(.truncatedStart)
      ? .unavailable("the movement began before the data") : angle(at: movement.bestOnset)
    let end: Measured<Double> =
      endTime.map { angle(at: $0) } ?? .unavailable(movement.settle.reason ?? "the end is not known")
    var range = Measured<Double>.unavailable(start.reason ?? end.reason ?? "")
    var direction = Measured<Transition.Group>.unavailable(start.reason ?? end.reason ?? "")
    if let a = start.value, let b = end.value {
      range = .value(abs(b - a))
      direction = .value(group(from: a, to: b))
    }
    let peak = Measured(
      peakAngle(movement, until: endTime), else: angleReason ?? "the angle is not known")
    let duration =
      movement.onset.value.flatMap { onset in settleEnd.map { $0 - onset.time } }
    return Transition(
      trial: .unavailable("it answers no cue"), onset: movement.onset.map { gyro.host($0.time) },
      onsetUncertaintyNs: movement.onset.map { $0.uncertaintySeconds * 1e9 },
      onsetThreshold: movement.flags.contains(.truncatedStart)
        ? .unavailable("the movement began before the data") : .value(gyro.host(movement.threshold)),
      peak: gyro.host(motion.times[movement.peak]), settle: movement.settle.map { gyro.host($0) },
      hold: movement.hold.map { gyro.host($0) }, direction: direction, sign: movement.sign > 0 ? 1 : -1,
      startDegrees: start, endDegrees: end, peakDegrees: peak, rangeDegrees: range,
      peakSpeedDegPerSecond: abs(motion.rate[movement.peak]) * 180 / .pi,
      durationSeconds: Measured(
        duration, else: movement.onset.reason ?? movement.settle.reason ?? "the end is not known"),
      settlingSeconds: Measured(
        movement.hold.value.flatMap { hold in settleEnd.map { hold - $0 } },
        else: movement.hold.reason ?? movement.settle.reason ?? "no hold"),
      flags: movement.flags, excursionDegrees: movement.excursion * 180 / .pi)
  }

  /// The angle at `time` in degrees.
  func angle(at time: Double) -> Measured<Double> {
    Measured(
      motion.angle(at: time).map { $0 * 180 / .pi }, else: angleReason ?? "no angle at this time")
  }

  /// What a movement from `a` to `b` (degrees) did. It is direct where both ends lie clearly on opposite sides;
  /// else it goes outward or comes back, by which end lies further from neutral.
  func group(from a: Double, to b: Double) -> Transition.Group {
    let clear = max(configuration.neutralBandDegrees, abs(b - a) / 4)
    if a * b < 0, min(abs(a), abs(b)) > clear { return a > 0 ? .directLeftRight : .directRightLeft }
    if abs(b) >= abs(a) { return b > 0 ? .outboundLeft : .outboundRight }
    return a > 0 ? .returnFromLeft : .returnFromRight
  }

  private func peakAngle(_ movement: TransitionDetector.Movement, until end: Double?) -> Double? {
    let last = end.map { motion.gyro.firstIndex(atOrAfter: $0) } ?? movement.rows.upperBound
    let rows =
      movement.rows.lowerBound..<max(movement.rows.upperBound, min(last, movement.segment.upperBound))
    let extreme = rows.lazy.map { movement.sign * motion.angle[$0] }.max { $0 < $1 }
    return extreme.flatMap { $0.isFinite ? movement.sign * $0 * 180 / .pi : nil }
  }
}
