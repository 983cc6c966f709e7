/// Where the speed is high for long enough, and what such a run is.
extension TransitionDetector {
  /// A confirmed run above the onset speed.
  struct Run {
    enum Role { case small, part, transition }

    var movement: Movement
    var role = Role.small
  }

  /// The runs of one stretch, in order, their roles not yet told.
  func runs(in motion: LateralMotion, segment: Range<Int>, log: inout StepLog) -> [Run] {
    let settleSpeed = min(configuration.settleSpeedDegPerSecond * .pi / 180, onsetSpeed)
    var found: [Run] = []
    var i = segment.lowerBound
    while i < segment.upperBound {
      guard abs(motion.rate[i]) >= onsetSpeed else {
        i += 1
        continue
      }
      let start = i
      let sign: Double = motion.rate[i] > 0 ? 1 : -1
      let threshold = crossing(motion, start, segment, sign, level: onsetSpeed)
      log.add(
        threshold, .rising,
        .reachedOnsetSpeed(
          speed: log.degrees(abs(motion.rate[i])), limit: log.degrees(onsetSpeed), sign: sign))
      while i < segment.upperBound, sign * motion.rate[i] >= onsetSpeed { i += 1 }
      let runEnd = i < segment.upperBound ? motion.times[i] : motion.times[i - 1]
      let above = runEnd - threshold
      if i == segment.upperBound, above < configuration.minimumOnsetSeconds {
        log.add(runEnd, .rest, .cut(atStart: false, gap: segment.upperBound < motion.times.count))
        continue
      }
      guard above >= configuration.minimumOnsetSeconds else {
        log.add(runEnd, .rest, .tooShort(seconds: above, limit: configuration.minimumOnsetSeconds))
        continue
      }
      log.add(
        threshold + configuration.minimumOnsetSeconds, .moving,
        .confirmed(seconds: above, limit: configuration.minimumOnsetSeconds))
      while i < segment.upperBound, sign * motion.rate[i] >= settleSpeed { i += 1 }
      let rows = start..<i
      let peak = rows.max { sign * motion.rate[$0] < sign * motion.rate[$1] }!
      let last = min(i, segment.upperBound - 1)
      var movement = Movement(
        sign: sign, rows: rows, segment: segment, threshold: threshold, peak: peak,
        excursion: motion.integral[last] - motion.integral[start])
      log.add(motion.times[peak], .moving, .peak(speed: log.degrees(abs(motion.rate[peak]))))
      flagCuts(&movement, in: motion, log: &log)
      if i < segment.upperBound {
        let speed = sign * motion.rate[i]
        log.add(
          motion.times[i], .settling,
          speed < 0
            ? .changedDirection
            : .belowSettleSpeed(speed: log.degrees(speed), limit: log.degrees(settleSpeed)))
      }
      found.append(Run(movement: movement))
    }
    return found
  }

  private func flagCuts(_ movement: inout Movement, in motion: LateralMotion, log: inout StepLog) {
    let segment = movement.segment
    if movement.rows.lowerBound == segment.lowerBound {
      movement.flags.append(.truncatedStart)
      let gap = segment.lowerBound > 0
      if gap { movement.flags.append(.gapCrossing) }
      log.add(motion.times[segment.lowerBound], .moving, .cut(atStart: true, gap: gap))
    }
    if movement.rows.upperBound == segment.upperBound {
      movement.flags.append(.truncatedEnd)
      let gap = segment.upperBound < motion.times.count
      if gap, !movement.flags.contains(.gapCrossing) { movement.flags.append(.gapCrossing) }
      log.add(motion.times[segment.upperBound - 1], .rest, .cut(atStart: false, gap: gap))
    }
  }

  /// When the speed crossed `level` on its way up to row `i`.
  private func crossing(
    _ motion: LateralMotion, _ i: Int, _ segment: Range<Int>, _ sign: Double, level: Double
  ) -> Double {
    guard i > segment.lowerBound, motion.rate[i - 1].isFinite else { return motion.times[i] }
    let before = sign * motion.rate[i - 1]
    let part = (level - before) / (sign * motion.rate[i] - before)
    return motion.times[i - 1] + part * (motion.times[i] - motion.times[i - 1])
  }
}
