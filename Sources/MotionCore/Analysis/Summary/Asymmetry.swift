/// Left against right in one number of the movements, or in the latency.
public struct Asymmetry: Hashable, Sendable {
  public var leftCount: Int
  public var rightCount: Int
  /// Means of the magnitudes.
  public var left: Measured<Double>
  public var right: Measured<Double>
  /// Left − right.
  public var difference: Measured<Double>
  public var differenceInterval: Measured<Bootstrap.Interval>
  /// (L − R) / ((L + R) / 2).
  public var normalized: Measured<Double>
  public var normalizedInterval: Measured<Bootstrap.Interval>

  /// Compares the magnitudes of `left` and `right`.
  public init(left: [Double], right: [Double], parameters: SummaryParameters) {
    let left = left.map { abs($0) }
    let right = right.map { abs($0) }
    leftCount = left.count
    rightCount = right.count
    self.left = Measured(Statistics.mean(left), else: SummaryReason.noneLeft)
    self.right = Measured(Statistics.mean(right), else: SummaryReason.noneRight)
    guard let l = self.left.value, let r = self.right.value else {
      let reason = self.left.reason ?? self.right.reason ?? .notKnown
      difference = .unavailable(reason)
      differenceInterval = .unavailable(reason)
      normalized = .unavailable(reason)
      normalizedInterval = .unavailable(reason)
      return
    }
    difference = .value(l - r)
    let middle = (l + r) / 2
    let spread = max(Statistics.sampleSD(left) ?? 0, Statistics.sampleSD(right) ?? 0)
    let isNearZero = middle <= parameters.nearZeroPart * spread || middle == 0
    normalized = isNearZero ? .unavailable(SummaryReason.bothNearZero) : .value((l - r) / middle)
    guard min(left.count, right.count) >= parameters.intervalMinimum,
      let intervals = Bootstrap(
        resamples: parameters.bootstrapResamples, seed: UInt64(clamping: parameters.bootstrapSeed)
      ).difference(left, right)
    else {
      let reason = UnavailableReason(
        SummaryReason.fewerOnASide(parameters.intervalMinimum, what: "values"))
      differenceInterval = .unavailable(reason)
      normalizedInterval = .unavailable(reason)
      return
    }
    differenceInterval = .value(intervals.difference)
    normalizedInterval =
      isNearZero
      ? .unavailable(SummaryReason.bothNearZero) : Measured(intervals.normalized, else: .notKnown)
  }

  var json: JSONValue {
    func interval(_ value: Measured<Bootstrap.Interval>) -> JSONValue {
      value.json { ["low": .real($0.low), "high": .real($0.high)] }
    }
    return [
      "n_left": .integer(Int64(leftCount)), "n_right": .integer(Int64(rightCount)), "left": left.json,
      "right": right.json, "difference": difference.json,
      "difference_interval_95": interval(differenceInterval), "normalized": normalized.json,
      "normalized_interval_95": interval(normalizedInterval),
    ]
  }
}
