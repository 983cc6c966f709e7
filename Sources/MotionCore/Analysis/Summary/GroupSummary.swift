/// One group of trials: sizes first, then latencies, and the movements that answered.
public struct GroupSummary: Sendable {
  public struct Exclusion: Hashable, Sendable {
    public var reason: Trial.Reason
    public var count: Int
  }

  public var trials: Int
  public var notRequired: Int
  /// Valid and attention, ms.
  public var counted: LatencyDistribution
  public var validOnly: LatencyDistribution
  /// Invalid trials by reason; a trial with two reasons stands under both.
  public var excluded: [Exclusion]
  /// Of the movements that answered counted trials. Empty for parts of a group that only have latencies.
  public var movements: [(metric: MovementMetric, distribution: Distribution, repeatability: Repeatability)] =
    []
  public var latencyRepeatability: Repeatability
  /// The same for each block and each intent of the session's blocks, in order of their first cue.
  public var blocks: [(name: String, summary: GroupSummary)] = []
  public var intents: [(name: String, summary: GroupSummary)] = []

  /// A trial with the movement that answered it.
  struct Entry {
    var trial: Trial
    /// Minutes after the first cue.
    var minutes: Double
    var transition: Transition?
    var smoothness: SmoothnessMetrics?
  }

  init(_ entries: [Entry], withMovements: Bool, parameters: SummaryParameters) {
    trials = entries.count
    notRequired = entries.count { $0.trial.verdict == .notRequired }
    let counting = entries.filter(\.trial.counts)
    let latencies = counting.compactMap { entry in
      entry.trial.latencyMilliseconds.value.map { (value: $0, minutes: entry.minutes) }
    }
    counted = LatencyDistribution(latencies.map(\.value), parameters: parameters)
    latencyRepeatability = Repeatability(
      latencies.map(\.value), minutes: latencies.map(\.minutes), parameters: parameters)
    let valid = counting.filter { $0.trial.verdict == .valid }.compactMap(\.trial.latencyMilliseconds.value)
    validOnly =
      valid.count == latencies.count ? counted : LatencyDistribution(valid, parameters: parameters)
    excluded = Trial.Reason.allCases.compactMap { reason in
      guard reason.verdict == .invalid else { return nil }
      let count = entries.count { $0.trial.verdict == .invalid && $0.trial.reasons.contains(reason) }
      return count > 0 ? Exclusion(reason: reason, count: count) : nil
    }
    guard withMovements else { return }
    movements = MovementMetric.all.map { metric in
      let found = counting.compactMap { entry -> (value: Double, minutes: Double)? in
        guard let transition = entry.transition, let smoothness = entry.smoothness else { return nil }
        return metric.value(transition, smoothness).map { ($0, entry.minutes) }
      }
      let values = found.map(\.value)
      return (
        metric, Distribution(values, none: .noCountedTrialHasIt),
        Repeatability(values, minutes: found.map(\.minutes), parameters: parameters)
      )
    }
  }

  /// With its blocks and intents.
  init(whole entries: [Entry], parameters: SummaryParameters) {
    self.init(entries, withMovements: true, parameters: parameters)
    let whole = self
    func parts(
      by key: (Entry) -> String, withMovements: Bool
    ) -> [(name: String, summary: GroupSummary)] {
      var names: [String] = []
      var known: Set<String> = []
      for entry in entries where known.insert(key(entry)).inserted { names.append(key(entry)) }
      if names.count == 1 {
        var only = whole
        if !withMovements { only.movements = [] }
        return [(names[0], only)]
      }
      let groups = Dictionary(grouping: entries, by: key)
      return names.map { name in
        (name, GroupSummary(groups[name] ?? [], withMovements: withMovements, parameters: parameters))
      }
    }
    blocks = parts(by: \.trial.cue.block, withMovements: false)
    intents = parts(by: \.trial.cue.intent, withMovements: true)
  }

  var json: JSONValue {
    var object: JSONObject = [
      "trials": .integer(Int64(trials)), "not_required": .integer(Int64(notRequired)),
      "excluded": .object(JSONObject(excluded.map { ($0.reason.rawValue, .integer(Int64($0.count))) })),
      "latency_ms": counted.json, "latency_valid_only_ms": validOnly.json,
    ]
    var repeatability: JSONObject = ["latency_ms": latencyRepeatability.json]
    if !movements.isEmpty {
      object.append(
        "movements", .object(JSONObject(movements.map { ($0.metric.key, .object($0.distribution.json)) })))
      for entry in movements { repeatability.append(entry.metric.key, entry.repeatability.json) }
    }
    object.append("repeatability", .object(repeatability))
    if !blocks.isEmpty {
      object.append("blocks", .object(JSONObject(blocks.map { ($0.name, $0.summary.json) })))
    }
    if !intents.isEmpty {
      object.append("intents", .object(JSONObject(intents.map { ($0.name, $0.summary.json) })))
    }
    return .object(object)
  }
}
