/// How far the onsets of a session may be trusted, measured on the session itself: its median movement, of each
/// `StartShape` in turn, is laid over stretches of its rest, and found and fitted as the real ones are. What the
/// stated intervals hold of these known onsets corrects them (the principle of split conformal prediction: V. Vovk,
/// A. Gammerman, G. Shafer, Algorithmic Learning in a Random World, 2005). So neither the noise model nor the
/// normal approximation has to be right for the intervals to hold.
struct OnsetSelfTest: Hashable, Sendable {
  /// What the uncertainty has to be multiplied by, so that the interval holds 95 % of the onsets of all shapes.
  var interval: Double
  /// The same for that of the noise alone and the minimum-jerk onsets.
  var noise: Double
  /// Onsets that were tried.
  var count: Int

  /// For sessions without rest long enough to try: the usual factors of simulated sessions.
  static let usual = OnsetSelfTest(interval: 1.2, noise: 1.4, count: 0)

  /// Fewer tries say nothing about 95 %.
  private static let leastCount = 20
}

extension OnsetSelfTest {
  /// Tries movements of `size` (rad) and `duration` in the rows of `rest`.
  static func run(
    _ detector: TransitionDetector, in motion: LateralMotion, rest: [Range<Int>], noise: RestNoise,
    size: Double,
    duration: Double
  ) -> OnsetSelfTest {
    let configuration = detector.configuration
    let lead = Double(noise.order) * noise.stepSeconds
    let longest = lead + configuration.onsetRestSeconds + 0.3 + duration
    let shortest = lead + 0.25 + duration
    var places: [Range<Int>] = []
    for rows in rest {
      // From the end of a stretch backwards, as long as there is enough.
      var end = rows.upperBound
      while end > rows.lowerBound + 1 {
        let start = max(
          rows.lowerBound, motion.gyro.firstIndex(atOrAfter: motion.times[end - 1] - longest))
        guard motion.times[end - 1] - motion.times[start] >= shortest else { break }
        places.append(start..<end)
        end = start
      }
    }
    let wanted = min(configuration.selfTestPlaces, places.count)
    var fit = OnsetFit(noise: noise, configuration: configuration)
    var intervals: [Double] = []
    var noises: [Double] = []
    for n in 0..<wanted {
      let place = places[n * places.count / wanted]
      for shape in StartShape.allCases {
        let start = motion.times[place.upperBound - 1] - 0.05 - duration
        let sign: Double = n % 2 == 0 ? 1 : -1
        let part = motion.part(place) { time in
          sign * size / duration * shape.speed((time - start) / duration)
        }
        guard let estimate = detector.largestOnset(in: part, fit: &fit) else { continue }
        let error = abs(estimate.time - start)
        intervals.append(error / (1.96 * estimate.uncertaintySeconds))
        if shape == .minimumJerk { noises.append(error / (1.96 * estimate.noiseSeconds)) }
      }
    }
    guard noises.count >= leastCount else { return usual }
    func factor(_ values: [Double]) -> Double {
      let sorted = values.sorted()
      return min(max(Statistics.nearestRank(percent: 95, sorted: sorted) ?? 1, 0.5), 5)
    }
    return OnsetSelfTest(interval: factor(intervals), noise: factor(noises), count: intervals.count)
  }

  func corrected(_ estimate: OnsetEstimate) -> OnsetEstimate {
    var estimate = estimate
    estimate.noiseSeconds *= noise
    // What is known of the shape can never be better than the noise.
    estimate.uncertaintySeconds = max(estimate.noiseSeconds, interval * estimate.uncertaintySeconds)
    return estimate
  }
}

extension TransitionDetector {
  /// The fitted onset of the largest movement of a short trace without gaps.
  fileprivate func largestOnset(in motion: LateralMotion, fit: inout OnsetFit) -> OnsetEstimate? {
    let largest = movements(in: motion, segment: motion.times.indices).max {
      abs($0.excursion) < abs($1.excursion)
    }
    guard let largest, let (_, rise) = rise(of: largest, in: motion, earlierEnd: -.infinity) else {
      return nil
    }
    return fit.mixture(rise, in: motion)?.estimate
  }
}

extension LateralMotion {
  /// The motion of `rows` alone, with `rate` (rad/s, by the seconds of the time line) added.
  fileprivate func part(_ rows: Range<Int>, adding rate: (Double) -> Double) -> LateralMotion {
    var part = self
    part.gyro.times = Array(times[rows])
    part.gyro.vectors = []
    part.gyro.segments = [0..<rows.count]
    part.unfilteredRate = rows.map { unfilteredRate[$0] + rate(times[$0]) }
    let fit = polynomial.fit(times: part.gyro.times, values: part.unfilteredRate)
    part.rate = fit.value
    part.rateChange = fit.first
    part.integral = [0]
    for i in 1..<rows.count {
      part.integral.append(
        part.integral[i - 1] + 0.5 * (part.unfilteredRate[i] + part.unfilteredRate[i - 1])
          * (part.times[i] - part.times[i - 1]))
    }
    part.angle = part.integral
    return part
  }
}
