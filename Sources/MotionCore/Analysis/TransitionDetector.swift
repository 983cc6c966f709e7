/// Finds the movements in a lateral or forward trace: a state machine over the rows of each stretch without a
/// gap.
///
///     rest ──speed ≥ onset speed──▶ rising ──for the minimum onset──▶ moving ──speed < settle speed,
///      ▲ ▲                            │ sooner below it                 │      or the other direction
///      │ └────────────────────────────┘                                 ▼
///      └──────────── the next movement ◀── holding ◀──dwell──────── settling
///
/// The threshold onset is the first crossing of the confirmed run, not its confirmation. A run of less than the
/// neutral band is no transition; one that follows another closely and is small against it belongs to it.
struct TransitionDetector {
  var configuration: AnalysisConfiguration
  /// rad/s.
  var onsetSpeed: Double
  /// Standard deviation of the rate at rest, rad/s.
  var restSD: Double

  /// A movement on the rows of the trace; times in seconds on its time line.
  struct Movement {
    var sign: Double
    /// The rows from the crossing of the onset speed to the end of the run.
    var rows: Range<Int>
    var segment: Range<Int>
    var threshold: Double
    var onset: Measured<OnsetEstimate> = .unavailable("")
    var peak: Int
    var settle: Measured<Double> = .unavailable("")
    var hold: Measured<Double> = .unavailable("")
    /// Until when it was held, where it was.
    var holdEnd: Measured<Double> = .unavailable("")
    /// Signed excursion beyond the settled target, in the movement's direction, rad.
    var overshoot: Measured<Double> = .unavailable("")
    var corrections: Measured<[Reversal]> = .unavailable("")
    /// Integral of the rate over `rows`, rad.
    var excursion: Double
    var flags: [Transition.Flag] = []

    /// The estimate, or the threshold crossing where there is none.
    var bestOnset: Double { onset.value?.time ?? threshold }
  }

  /// A turn back, s and rad.
  struct Reversal: Hashable {
    var begin: Double
    var seconds: Double
    var magnitude: Double
  }

  struct Result {
    var movements: [Movement] = []
    /// In order of time.
    var steps: [DetectionStep] = []
    /// The noise of the rest, where there was enough of it.
    var noise: RestNoise?
    /// What the uncertainties were corrected by, where onsets were fitted.
    var selfTest: OnsetSelfTest?
  }

  func detect(in motion: LateralMotion) -> Result {
    var log = StepLog(gyro: motion.gyro)
    var runs = motion.gyro.segments.flatMap { self.runs(in: motion, segment: $0, log: &log) }
    sort(&runs, in: motion, log: &log)
    var result = Result()
    let rest = motion.restRows(outside: busy(runs, in: motion))
    result.noise = motion.restNoise(rest, configuration: configuration)
    result.selfTest = result.noise.map { selfTest(runs, in: motion, rest: rest, noise: $0) }
    result.movements = boundaries(of: runs, in: motion, result, log: &log)
    SettlingPhase(configuration: configuration).complete(&result.movements, in: motion, log: &log)
    flagAborted(&result.movements, in: motion, log: &log)
    result.steps = log.sorted
    return result
  }

  // MARK: Runs

  /// A confirmed run above the onset speed.
  private struct Run {
    enum Role { case small, part, transition }

    var movement: Movement
    var role = Role.small
  }

  private func runs(in motion: LateralMotion, segment: Range<Int>, log: inout StepLog) -> [Run] {
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

  // MARK: Which runs are transitions

  private func sort(_ runs: inout [Run], in motion: LateralMotion, log: inout StepLog) {
    let band = configuration.neutralBandDegrees * .pi / 180
    var primary: Int?
    for i in runs.indices {
      let movement = runs[i].movement
      let size = abs(movement.excursion)
      let end = endTime(movement, in: motion)
      if let primary, runs[primary].movement.segment == movement.segment {
        let gap = movement.threshold - endTime(runs[i - 1].movement, in: motion)
        let whole = abs(runs[primary].movement.excursion)
        if gap <= configuration.correctionWithinSeconds, size < 0.5 * whole {
          runs[i].role = .part
          log.add(
            end, .settling, .corrects(excursion: log.degrees(size), primary: log.degrees(whole), after: gap))
          continue
        }
      }
      let limit = configuration.neutralBandDegrees
      if size < band {
        log.add(end, .rest, .small(excursion: log.degrees(size), limit: limit))
      } else {
        runs[i].role = .transition
        primary = i
        log.add(end, .settling, .transition(excursion: log.degrees(size), limit: limit))
      }
    }
  }

  private func endTime(_ movement: Movement, in motion: LateralMotion) -> Double {
    motion.times[min(movement.rows.upperBound, motion.times.count - 1)]
  }

  /// When the rider moved, with a margin on both sides: what lies between is rest.
  private func busy(_ runs: [Run], in motion: LateralMotion) -> [ClosedRange<Double>] {
    var ranges: [ClosedRange<Double>] = []
    for run in runs where run.role != .small {
      let margin = configuration.restMarginSeconds
      let range = run.movement.threshold - margin...endTime(run.movement, in: motion) + margin
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// The self-test with the median movement of the session. A run from the onset speed to the settle speed is about
  /// 0.87 of a minimum-jerk movement of 20° in 1 s.
  private func selfTest(
    _ runs: [Run], in motion: LateralMotion, rest: [Range<Int>], noise: RestNoise
  ) -> OnsetSelfTest {
    let whole = runs.map(\.movement).filter {
      $0.flags.isEmpty && abs($0.excursion) >= configuration.neutralBandDegrees * .pi / 180
    }
    guard let size = Statistics.median(whole.map { abs($0.excursion) }),
      let length = Statistics.median(whole.map { endTime($0, in: motion) - $0.threshold })
    else { return .usual }
    return OnsetSelfTest.run(
      self, in: motion, rest: rest, noise: noise, size: size, duration: length / 0.87)
  }

  /// The movements of one stretch, without what needs the rest around them.
  func movements(in motion: LateralMotion, segment: Range<Int>) -> [Movement] {
    var log = StepLog(gyro: motion.gyro)
    return runs(in: motion, segment: segment, log: &log).map(\.movement)
  }

  // MARK: Onset and settling

  private func boundaries(
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
      return .unavailable("the movement began before the data")
    }
    guard let (guess, rise) = rise(of: movement, in: motion, earlierEnd: earlierEnd) else {
      return .unavailable("the rise of the rate is not whole")
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
      return .unavailable("the data end before the movement")
    }
    let flank = OnsetEstimate.extrapolate(
      motion, peak: firstPeak(motion, movement.rows.reversed(), movement.sign), step: 1, sign: movement.sign,
      limits: movement.rows.lowerBound..<movement.segment.upperBound, restSD: restSD,
      shapeUncertainty: configuration.startShapeUncertainty)
    return Measured(flank?.time, else: "the fall of the rate is not whole")
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

  private func flagAborted(_ movements: inout [Movement], in motion: LateralMotion, log: inout StepLog) {
    for (this, next) in zip(movements.indices, movements.indices.dropFirst()) {
      let size = abs(movements[this].excursion)
      let back = abs(movements[next].excursion)
      let after = movements[next].threshold - endTime(movements[this], in: motion)
      if movements[this].sign != movements[next].sign, movements[this].segment == movements[next].segment,
        after < configuration.settleDwellSeconds, back >= configuration.abortedAtLeast * size,
        back < configuration.abortedBelow * size
      {
        movements[this].flags.append(.aborted)
        log.add(
          movements[next].threshold, .rising,
          .takenBack(excursion: log.degrees(size), by: log.degrees(back), after: after))
      }
    }
  }
}

/// The decisions as they are made.
struct StepLog {
  private let gyro: SampledVectors
  private var steps: [DetectionStep] = []

  init(gyro: SampledVectors) { self.gyro = gyro }

  mutating func add(
    _ seconds: Double, _ state: DetectionStep.State, _ observation: DetectionStep.Observation
  ) {
    steps.append(DetectionStep(time: gyro.host(seconds), state: state, observation: observation))
  }

  func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

  /// In order of time; of equal times in the order in which they were decided.
  var sorted: [DetectionStep] {
    steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }.map { steps[$0] }
  }
}
