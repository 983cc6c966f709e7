/// What follows the main part of a movement: corrections, overshoot, the first dwell, and how long it is held.
struct SettlingPhase {
  var configuration: AnalysisConfiguration

  /// Completes each movement with what lies between its end and the next one.
  func complete(
    _ movements: inout [TransitionDetector.Movement], in motion: LateralMotion, log: inout StepLog
  ) {
    for i in movements.indices {
      let next = i + 1 < movements.count ? movements[i + 1] : nil
      complete(&movements[i], next: next, in: motion, log: &log)
    }
  }

  private func complete(
    _ movement: inout TransitionDetector.Movement, next: TransitionDetector.Movement?,
    in motion: LateralMotion,
    log: inout StepLog
  ) {
    let follows = next?.segment == movement.segment ? next : nil
    let end = follows?.rows.lowerBound ?? movement.segment.upperBound
    let dwell = firstDwell(after: movement, before: end, in: motion)
    guard let dwell else {
      let reason = UnavailableReason(
        follows != nil
          ? MovementReason.noDwellBeforeNext
          : movement.segment.upperBound < motion.times.count ? .noDwellBeforeGap : .noDwellBeforeEnd)
      movement.hold = .unavailable(reason)
      movement.holdEnd = .unavailable(reason)
      movement.overshoot = .unavailable(MovementReason.noTarget(reason))
      movement.corrections = .unavailable(MovementReason.noHold(reason))
      movement.flags.append(.noStableHold)
      log.add(motion.times[max(end - 1, movement.peak)], .rest, .notHeld(reason))
      return
    }
    movement.hold = .value(motion.times[dwell.lowerBound])
    movement.holdEnd =
      follows.map { .value($0.bestOnset) }
      ?? .unavailable(
        movement.segment.upperBound < motion.times.count
          ? MovementReason.gapBeforeNext : .noneFollows)
    let target = motion.integral[dwell].reduce(0, +) / Double(dwell.count)
    let extreme = (movement.peak...dwell.lowerBound).map { movement.sign * motion.integral[$0] }.max() ?? 0
    movement.overshoot = .value(max(0, extreme - movement.sign * target))
    let reversals = reversals(after: movement.peak, to: dwell.lowerBound, sign: movement.sign, in: motion)
    movement.corrections = .value(reversals)
    for reversal in reversals {
      log.add(
        reversal.begin, .settling,
        .reversal(magnitude: log.degrees(reversal.magnitude), seconds: reversal.seconds))
    }
    log.add(
      motion.times[dwell.lowerBound], .holding,
      .held(
        seconds: configuration.settleDwellSeconds, angle: configuration.settleAngleDegrees,
        speed: configuration.settleSpeedDegPerSecond))
  }

  /// The rows of the first stretch after the movement, and before row `end`, in which speed and angle stay within
  /// the settle limits for the dwell.
  private func firstDwell(
    after movement: TransitionDetector.Movement, before end: Int, in motion: LateralMotion
  ) -> Range<Int>? {
    let speed = configuration.settleSpeedDegPerSecond * .pi / 180
    let variation = configuration.settleAngleDegrees * .pi / 180
    var start = movement.rows.upperBound
    // The end of the movement is extrapolated and may lie a little after its last row; nothing is held before it.
    if let settle = movement.settle.value {
      while start < end, motion.times[start] < settle { start += 1 }
    }
    var i = start
    var low = Double.infinity
    var high = -Double.infinity
    while i < end {
      let value = motion.integral[i]
      low = min(low, value)
      high = max(high, value)
      // A speed that could not be fitted is not known to be low.
      let moves = !(abs(motion.rate[i]) <= speed)
      if moves || high - low > variation {
        // The angle's limits are the stretch's own: begin again after the row that broke it.
        start = moves ? i + 1 : start + 1
        i = start
        low = .infinity
        high = -.infinity
        continue
      }
      if motion.times[i] - motion.times[start] >= configuration.settleDwellSeconds { return start..<i + 1 }
      i += 1
    }
    return nil
  }

  /// The turns of the angle between rows `peak` and `hold`: from one extreme to the next, at least so far and so
  /// long as the configuration says. A turn that has not gone so far yet is none, so noise on the way is not
  /// counted, and does not divide a correction.
  private func reversals(
    after peak: Int, to hold: Int, sign: Double, in motion: LateralMotion
  ) -> [TransitionDetector.Reversal] {
    let least = configuration.correctionAtLeastDegrees * .pi / 180
    var found: [TransitionDetector.Reversal] = []
    var direction = sign
    var extreme = peak
    var leg: Int?
    func close(at row: Int) {
      guard let begin = leg else { return }
      let reversal = TransitionDetector.Reversal(
        begin: motion.times[begin], seconds: motion.times[row] - motion.times[begin],
        magnitude: abs(motion.integral[row] - motion.integral[begin]))
      if reversal.seconds >= configuration.correctionAtLeastSeconds { found.append(reversal) }
    }
    for i in peak...max(peak, hold) {
      if direction * (motion.integral[i] - motion.integral[extreme]) >= 0 {
        extreme = i
      } else if direction * (motion.integral[extreme] - motion.integral[i]) >= least {
        close(at: extreme)
        leg = extreme
        direction = -direction
        extreme = i
      }
    }
    close(at: extreme)
    return found
  }
}
