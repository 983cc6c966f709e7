/// The latencies of one group of trials: sizes first, then the distribution.
public struct LatencySummary: Hashable, Sendable {
  /// A distribution in milliseconds. SD has the divisor n − 1; quartiles are of type 7.
  public struct Distribution: Hashable, Sendable {
    public var count: Int
    public var median: Measured<Double>
    public var lowerQuartile: Measured<Double>
    public var upperQuartile: Measured<Double>
    public var interquartileRange: Measured<Double>
    public var mean: Measured<Double>
    public var sd: Measured<Double>
    public var minimum: Measured<Double>
    public var maximum: Measured<Double>

    public init(_ values: [Double]) {
      let sorted = values.sorted()
      count = sorted.count
      func measured(_ value: Double?) -> Measured<Double> { Measured(value, else: "no trial counts") }
      let lower = Statistics.quantile(0.25, sorted: sorted)
      let upper = Statistics.quantile(0.75, sorted: sorted)
      median = measured(Statistics.median(sorted: sorted))
      lowerQuartile = measured(lower)
      upperQuartile = measured(upper)
      interquartileRange = measured(lower.flatMap { low in upper.map { $0 - low } })
      mean = measured(Statistics.mean(sorted))
      sd = Measured(
        Statistics.sampleSD(sorted), else: sorted.isEmpty ? "no trial counts" : "only one trial counts")
      minimum = measured(sorted.first)
      maximum = measured(sorted.last)
    }
  }

  /// The group that the trials asked for; nil for all of them.
  public var group: Transition.Group?
  public var trials: Int
  public var notRequired: Int
  /// Valid and attention.
  public var counted: Distribution
  public var validOnly: Distribution
  /// Invalid trials by reason; a trial with two reasons stands under both.
  public var excluded: [Exclusion]

  public struct Exclusion: Hashable, Sendable {
    public var reason: Trial.Reason
    public var count: Int
  }

  public init(group: Transition.Group?, trials: [Trial]) {
    self.group = group
    self.trials = trials.count
    notRequired = trials.count { $0.verdict == .notRequired }
    counted = Distribution(trials.filter(\.counts).compactMap(\.latencyMilliseconds.value))
    validOnly = Distribution(
      trials.filter { $0.verdict == .valid }.compactMap(\.latencyMilliseconds.value))
    excluded = Trial.Reason.allCases.compactMap { reason in
      guard reason.verdict == .invalid else { return nil }
      let count = trials.count { $0.verdict == .invalid && $0.reasons.contains(reason) }
      return count > 0 ? Exclusion(reason: reason, count: count) : nil
    }
  }

  /// All trials, then each group that occurs, in the order of `Transition.Group`.
  public static func all(_ trials: [Trial]) -> [LatencySummary] {
    [LatencySummary(group: nil, trials: trials)]
      + Transition.Group.allCases.compactMap { group in
        let members = trials.filter { ($0.asked.value ?? $0.direction.value) == group }
        return members.isEmpty ? nil : LatencySummary(group: group, trials: members)
      }
  }
}
