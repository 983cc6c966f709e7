/// How regularly a stream was sampled: the numbers of docs/metrics.md, "Sampling", with the keys of the
/// manifest's `statistics`. Computed from times in delivered order; nothing is sorted, joined or filled in.
public struct SamplingStatistics: Hashable, Sendable {
  /// Finite timestamps.
  public var count: Int
  public var durationSeconds: Measured<Double>
  public var meanHz: Measured<Double>
  public var medianHz: Measured<Double>
  public var intervalMinSeconds: Measured<Double>
  public var intervalMaxSeconds: Measured<Double>
  /// Population standard deviation.
  public var intervalSDSeconds: Measured<Double>
  /// Nearest-rank percentiles.
  public var intervalP95Seconds: Measured<Double>
  public var intervalP99Seconds: Measured<Double>
  /// Intervals ≤ 0; left out of the interval summaries.
  public var nonpositive: Int
  /// Timestamps that were not finite; left out, with both intervals that touch them.
  public var nonfinite: Int
  /// An interval above 2.5 × the median interval is a gap.
  public var gapThresholdSeconds: Measured<Double>
  public var gapCount: Measured<Int>
  /// Gaps per positive interval, in per cent.
  public var gapPercent: Measured<Double>
  /// Σ round(gap / median interval) − 1: an estimate, because a gap does not prove a loss.
  public var missingEstimate: Measured<Int>
  /// Receipt − mapped device time; only with a validated mapping. Not physical latency.
  public var ageMedianSeconds: Measured<Double>
  public var ageP99Seconds: Measured<Double>

  /// An interval longer than this many median intervals is a gap.
  public static let gapFactor = 2.5

  /// Statistics of `times` in `unit`. `ages` are receipt − mapped time in ns, one a row, in any order.
  public init(times: DeviceTime, unit: TimeUnit, ages: Measured<[Double]>) {
    let ticksPerSecond = 1e9 / unit.nanoseconds
    var positive: [Double] = []
    positive.reserveCapacity(times.count)
    var finite = 0
    nonpositive = 0
    var first: Int?
    var last: Int?
    for i in 0..<times.count {
      guard times.isFinite(i) else { continue }
      finite += 1
      if first == nil { first = i }
      last = i
      guard i > 0, times.isFinite(i - 1) else { continue }
      let step = times.step(to: i)
      if step > 0 { positive.append(step) } else { nonpositive += 1 }
    }
    count = finite
    nonfinite = times.count - finite

    let tooFew = UnavailableReason(SamplingReason.fewTimestamps)
    if finite >= 2, let first, let last {
      let duration = times.since(times.double(first), last) / ticksPerSecond
      durationSeconds = .value(duration)
      meanHz =
        duration > 0
        ? .value(Double(finite - 1) / duration) : .unavailable(SamplingReason.notAfterFirst)
    } else {
      durationSeconds = .unavailable(tooFew)
      meanHz = .unavailable(tooFew)
    }

    let noInterval = finite < 2 ? tooFew : UnavailableReason(SamplingReason.noPositiveInterval)
    func interval(_ ticks: Double?) -> Measured<Double> {
      Measured(ticks.map { $0 / ticksPerSecond }, else: noInterval)
    }
    // In ticks, where sums of integers are exact; divided once at the end.
    intervalSDSeconds = interval(Statistics.populationSD(positive))
    let median = Statistics.median(positive)
    medianHz = Measured(median.map { ticksPerSecond / $0 }, else: noInterval)
    intervalMinSeconds = interval(positive.min())
    intervalMaxSeconds = interval(positive.max())
    intervalP95Seconds = interval(Statistics.nearestRank(percent: 95, reordering: &positive))
    intervalP99Seconds = interval(Statistics.nearestRank(percent: 99, reordering: &positive))
    let threshold = median.map { SamplingStatistics.gapFactor * $0 }
    gapThresholdSeconds = interval(threshold)
    if let median, let threshold {
      let gaps = positive.filter { $0 > threshold }
      gapCount = .value(gaps.count)
      gapPercent = .value(100 * Double(gaps.count) / Double(positive.count))
      // A clock that jumps by ages must not overflow the estimate.
      let missing = gaps.reduce(0) { $0 + ($1 / median).rounded() - 1 }
      missingEstimate = Measured(Int(exactly: missing), else: SamplingReason.gapTooLong)
    } else {
      gapCount = .unavailable(noInterval)
      gapPercent = .unavailable(noInterval)
      missingEstimate = .unavailable(noInterval)
    }

    ageMedianSeconds = ages.map { (Statistics.median($0) ?? .nan) / 1e9 }
    ageP99Seconds = ages.map { ages in
      var ages = ages
      return (Statistics.nearestRank(percent: 99, reordering: &ages) ?? .nan) / 1e9
    }
  }

  /// The manifest's `statistics`. `nonfinite` stands only where there are any.
  public var json: JSONObject {
    var object: JSONObject = [
      "count": .integer(Int64(count)), "duration_s": durationSeconds.json, "mean_hz": meanHz.json,
      "median_hz": medianHz.json, "interval_min_s": intervalMinSeconds.json,
      "interval_max_s": intervalMaxSeconds.json, "interval_sd_s": intervalSDSeconds.json,
      "interval_p95_s": intervalP95Seconds.json, "interval_p99_s": intervalP99Seconds.json,
      "nonpositive": .integer(Int64(nonpositive)), "gap_threshold_s": gapThresholdSeconds.json,
      "gap_count": gapCount.json, "gap_percent": gapPercent.json, "missing_estimate": missingEstimate.json,
      "age_median_s": ageMedianSeconds.json, "age_p99_s": ageP99Seconds.json,
    ]
    if nonfinite > 0 { object.append("nonfinite", .integer(Int64(nonfinite))) }
    return object
  }
}
