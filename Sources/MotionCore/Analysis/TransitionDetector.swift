/// Finds the movements in a lateral trace: a state machine over the rows of each stretch without a gap.
///
///     rest ──speed ≥ onset speed──▶ rising ──for the minimum onset──▶ moving ──speed < settle speed,
///       ▲                             │ sooner below it                 │      or the other direction
///       └─────────────────────────────┴─────────────────────────────────┘
///
/// The threshold onset is the first crossing of the confirmed run, not its confirmation.
struct TransitionDetector {
  var configuration: AnalysisConfiguration
  /// rad/s.
  var onsetSpeed: Double
  /// Standard deviation of the lateral rate at rest, rad/s.
  var restSD: Double

  /// A movement on the rows of the trace; times in seconds on its time line.
  struct Movement {
    var sign: Double
    /// The rows from the crossing of the onset speed to the end of the run.
    var rows: Range<Int>
    var segment: Range<Int>
    var threshold: Double
    var onset: Measured<OnsetEstimate>
    var peak: Int
    var settle: Measured<Double>
    var hold: Measured<Double>
    /// Integral of the rate over `rows`, rad.
    var excursion: Double
    var flags: [Transition.Flag]

    /// The estimate, or the threshold crossing where there is none.
    var bestOnset: Double { onset.value?.time ?? threshold }
    var isMain: Bool { !flags.contains(.smallExcursion) && !flags.contains(.correction) }
  }

  func movements(in motion: LateralMotion) -> [Movement] {
    var movements = motion.gyro.segments.flatMap { runs(in: motion, segment: $0) }
    flagSmallOnes(&movements, in: motion)
    for i in movements.indices where movements[i].isMain {
      let next = movements[(i + 1)...].first(where: \.isMain)?.rows.lowerBound
      movements[i].hold = hold(of: movements[i], before: next, in: motion)
    }
    return movements
  }

  private func runs(in motion: LateralMotion, segment: Range<Int>) -> [Movement] {
    let settleSpeed = min(configuration.settleSpeedDegPerSecond * .pi / 180, onsetSpeed)
    var found: [Movement] = []
    var i = segment.lowerBound
    while i < segment.upperBound {
      guard abs(motion.rate[i]) >= onsetSpeed else {
        i += 1
        continue
      }
      let start = i
      let sign: Double = motion.rate[i] > 0 ? 1 : -1
      while i < segment.upperBound, sign * motion.rate[i] >= onsetSpeed { i += 1 }
      let threshold = crossing(motion, start, segment, sign, level: onsetSpeed)
      let runEnd = i < segment.upperBound ? motion.times[i] : motion.times[i - 1]
      guard runEnd - threshold >= configuration.minimumOnsetSeconds else { continue }
      while i < segment.upperBound, sign * motion.rate[i] >= settleSpeed { i += 1 }
      let earliest = found.last?.rows.upperBound ?? segment.lowerBound
      found.append(
        movement(
          motion, rows: start..<i, segment: segment, earliest: earliest, sign: sign, threshold: threshold))
    }
    return found
  }

  private func movement(
    _ motion: LateralMotion, rows: Range<Int>, segment: Range<Int>, earliest: Int, sign: Double,
    threshold: Double
  ) -> Movement {
    var flags: [Transition.Flag] = []
    let startsInside = rows.lowerBound > segment.lowerBound
    let endsInside = rows.upperBound < segment.upperBound
    if !startsInside { flags.append(.truncatedStart) }
    if !endsInside { flags.append(.truncatedEnd) }
    let peak = rows.max { sign * motion.rate[$0] < sign * motion.rate[$1] }!
    let onset =
      startsInside
      ? OnsetEstimate.extrapolate(
        motion, peak: firstPeak(motion, rows, sign), step: -1, sign: sign,
        limits: max(segment.lowerBound, earliest - 1)..<rows.upperBound, restSD: restSD,
        shapeUncertainty: configuration.startShapeUncertainty) : nil
    let settle =
      endsInside
      ? OnsetEstimate.extrapolate(
        motion, peak: lastPeak(motion, rows, sign), step: 1, sign: sign,
        limits: rows.lowerBound..<segment.upperBound, restSD: restSD,
        shapeUncertainty: configuration.startShapeUncertainty) : nil
    let last = min(rows.upperBound, segment.upperBound - 1)
    return Movement(
      sign: sign, rows: rows, segment: segment, threshold: threshold,
      onset: Measured(
        onset, else: startsInside ? "the rise of the rate is not whole" : "the movement began before the data"
      ),
      peak: peak,
      settle: Measured(
        settle?.time,
        else: endsInside ? "the fall of the rate is not whole" : "the data end before the movement"),
      hold: .unavailable("not a transition of its own"),
      excursion: motion.integral[last] - motion.integral[rows.lowerBound], flags: flags)
  }

  /// The first maximum of the speed that is followed by a fall of a tenth: later bursts belong to the movement,
  /// but not to its start.
  private func firstPeak(_ motion: LateralMotion, _ rows: Range<Int>, _ sign: Double) -> Int {
    var best = rows.lowerBound
    for i in rows {
      if sign * motion.rate[i] > sign * motion.rate[best] { best = i }
      if sign * motion.rate[i] < 0.9 * sign * motion.rate[best] { break }
    }
    return best
  }

  private func lastPeak(_ motion: LateralMotion, _ rows: Range<Int>, _ sign: Double) -> Int {
    var best = rows.upperBound - 1
    for i in rows.reversed() {
      if sign * motion.rate[i] > sign * motion.rate[best] { best = i }
      if sign * motion.rate[i] < 0.9 * sign * motion.rate[best] { break }
    }
    return best
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

  private func flagSmallOnes(_ movements: inout [Movement], in motion: LateralMotion) {
    let band = configuration.neutralBandDegrees * .pi / 180
    var primary: Int?
    for i in movements.indices {
      let size = abs(movements[i].excursion)
      if size < band { movements[i].flags.append(.smallExcursion) }
      if let primary {
        let end = motion.times[min(movements[i - 1].rows.upperBound, motion.times.count - 1)]
        let close = movements[i].threshold - end <= configuration.correctionWithinSeconds
        if close, movements[primary].segment == movements[i].segment,
          size < 0.5 * abs(movements[primary].excursion)
        {
          movements[i].flags.append(.correction)
          continue
        }
      }
      if size >= band { primary = i }
    }
    let main = movements.indices.filter { movements[$0].isMain }
    for (this, next) in zip(main, main.dropFirst()) {
      let end = motion.times[min(movements[this].rows.upperBound, motion.times.count - 1)]
      if movements[this].sign != movements[next].sign, movements[this].segment == movements[next].segment,
        movements[next].threshold - end < configuration.settleDwellSeconds,
        abs(movements[next].excursion) >= 0.7 * abs(movements[this].excursion),
        abs(movements[next].excursion) < 1.5 * abs(movements[this].excursion)
      {
        movements[this].flags.append(.aborted)
      }
    }
  }

  /// Start of the first stretch after the movement, and before row `next`, in which speed and angle stay
  /// within the settle limits for the dwell.
  private func hold(of movement: Movement, before next: Int?, in motion: LateralMotion) -> Measured<Double> {
    let speed = configuration.settleSpeedDegPerSecond * .pi / 180
    let variation = configuration.settleAngleDegrees * .pi / 180
    let end = min(next ?? .max, movement.segment.upperBound)
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
      if abs(motion.rate[i]) > speed || high - low > variation {
        // The angle's limits are the stretch's own: begin again after the row that broke it.
        start = abs(motion.rate[i]) > speed ? i + 1 : start + 1
        i = start
        low = .infinity
        high = -.infinity
        continue
      }
      if motion.times[i] - motion.times[start] >= configuration.settleDwellSeconds {
        return .value(motion.times[start])
      }
      i += 1
    }
    return .unavailable(
      next.map { $0 <= end } == true ? "no dwell before the next movement" : "no dwell before the data end")
  }
}
