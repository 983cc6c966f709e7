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
    for segment in motion.gyro.segments where segment.lowerBound > 0 {
      let before = motion.times[segment.lowerBound - 1]
      log.add(before, .rest, .gap(seconds: motion.times[segment.lowerBound] - before))
    }
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

  /// The self-test with the median movement of the session. A run from the onset speed to the settle speed is about
  /// 0.87 of a minimum-jerk movement of 20° in 1 s.
  func selfTest(
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
