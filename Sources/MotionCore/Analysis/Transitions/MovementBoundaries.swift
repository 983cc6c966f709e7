/// When a movement began and when it ended.
extension TransitionDetector {
  /// The transitions among `runs`, each with its onset and its end.
  func boundaries(
    of runs: [Run], in motion: LateralMotion, _ result: Result, log: inout StepLog
  ) -> [Movement] {
    var fit = result.noise.map { OnsetFit(noise: $0, configuration: configuration) }
    var movements: [Movement] = []
    var earlierEnd = -Double.infinity
    for run in runs where run.role != .small {
      var movement = run.movement
      defer { earlierEnd = endTime(movement, in: motion) }
      guard run.role == .transition else { continue }
      movement.onset = onset(
        of: movement, in: motion, fit: &fit, selfTest: result.selfTest ?? .usual, earlierEnd: earlierEnd)
      switch movement.onset {
      case .value(let onset):
        log.add(
          onset.time, .rising,
          .onset(
            before: movement.threshold - onset.time, uncertainty: onset.uncertaintySeconds,
            noise: onset.noiseSeconds, method: onset.method))
      case .unavailable(let reason): log.add(movement.threshold, .rising, .noOnset(reason))
      }
      movement.settle = settle(of: movement, in: motion)
      movements.append(movement)
    }
    return movements
  }

  private func onset(
    of movement: Movement, in motion: LateralMotion, fit: inout OnsetFit?, selfTest: OnsetSelfTest,
    earlierEnd: Double
  ) -> Measured<OnsetEstimate> {
    guard movement.rows.lowerBound > movement.segment.lowerBound else {
      return .unavailable(MovementReason.beganBeforeData)
    }
    guard let (guess, rise) = rise(of: movement, in: motion, earlierEnd: earlierEnd) else {
      return .unavailable(MovementReason.riseNotWhole)
    }
    return .value(fit?.mixture(rise, in: motion)?.estimate.map(selfTest.corrected) ?? guess)
  }

  /// The extrapolated onset, and what a fit of the rise starts from; `earlierEnd` is when the movement before it,
  /// or a correction of that, ended.
  func rise(
    of movement: Movement, in motion: LateralMotion, earlierEnd: Double
  ) -> (guess: OnsetEstimate, rise: OnsetFit.Rise)? {
    let segment = movement.segment
    let sign = movement.sign
    let peak = firstPeak(motion, Array(movement.rows), sign)
    let earliest = motion.gyro.firstIndex(atOrAfter: earlierEnd)
    guard
      let guess = OnsetEstimate.extrapolate(
        motion, peak: peak, step: -1, sign: sign,
        limits: max(segment.lowerBound, earliest - 1)..<movement.rows.upperBound, restSD: restSD,
        shapeUncertainty: configuration.startShapeUncertainty)
    else { return nil }
    var end = peak
    let level = configuration.onsetPeakFraction * sign * motion.rate[peak]
    while end + 1 < movement.rows.upperBound, sign * motion.rate[end] > level { end += 1 }
    return (
      guess,
      OnsetFit.Rise(
        segment: segment, sign: sign, guess: guess.time, peak: motion.times[peak], end: motion.times[end],
        earliest: earlierEnd)
    )
  }

  private func settle(of movement: Movement, in motion: LateralMotion) -> Measured<Double> {
    guard movement.rows.upperBound < movement.segment.upperBound else {
      return .unavailable(MovementReason.dataEndFirst)
    }
    let flank = OnsetEstimate.extrapolate(
      motion, peak: firstPeak(motion, movement.rows.reversed(), movement.sign), step: 1, sign: movement.sign,
      limits: movement.rows.lowerBound..<movement.segment.upperBound, restSD: restSD,
      shapeUncertainty: configuration.startShapeUncertainty)
    return Measured(flank?.time, else: MovementReason.fallNotWhole)
  }

  /// The first maximum of the speed, in the order of `rows`, that is followed by a fall of a tenth and of four
  /// standard deviations of the rest: later bursts belong to the movement, but not to its start.
  private func firstPeak(_ motion: LateralMotion, _ rows: [Int], _ sign: Double) -> Int {
    var best = rows[0]
    for i in rows {
      let speed = sign * motion.rate[i]
      let highest = sign * motion.rate[best]
      if speed > highest { best = i }
      if highest >= onsetSpeed, speed < highest - max(0.1 * highest, 4 * restSD) { break }
    }
    return best
  }
}
