/// What two sensors say of the movements that answered cues: response to slow and rapid movement, timing, range, speed,
/// smoothness, repeatability.
struct MovementRows {
  let a: ComparedSensor
  let b: ComparedSensor
  let parameters: SummaryParameters
  private let countedA: [ComparedSensor.Counted]
  private let countedB: [ComparedSensor.Counted]
  /// Counted movements that both saw; nil where movements are not matched.
  private let matched: [(a: ComparedSensor.Counted, b: ComparedSensor.Counted)]?
  /// Whether both are held against the same cues, trial by trial.
  private let hasSharedCues: Bool

  init(
    _ a: ComparedSensor, _ b: ComparedSensor, pairs: MovementPairs?, hasSharedCues: Bool,
    parameters: SummaryParameters
  ) {
    self.a = a
    self.b = b
    self.parameters = parameters
    self.hasSharedCues = hasSharedCues
    let (countedA, countedB) = (a.counted, b.counted)
    self.countedA = countedA
    self.countedB = countedB
    matched = pairs.map { pairs in
      func byPlace(_ counted: [ComparedSensor.Counted]) -> [Int: ComparedSensor.Counted] {
        Dictionary(
          counted.compactMap { entry in entry.place.map { ($0, entry) } },
          uniquingKeysWith: { first, _ in first }
        )
      }
      let (first, second) = (byPlace(countedA), byPlace(countedB))
      return pairs.pairs.compactMap { pair in
        guard let one = first[pair.a], let other = second[pair.b] else { return nil }
        return (one, other)
      }
    }
  }

  var rows: [ComparisonRow] { response + timing + movement + smoothness + repeatability }

  private typealias Number = (ComparedSensor, ComparedSensor.Counted) -> Double?

  /// Latency, and what is stated of the onset.
  private static func latency(_ sensor: ComparedSensor, _ counted: ComparedSensor.Counted) -> Double? {
    counted.trial.latencyMilliseconds.value
  }

  private static func onsetNoise(_ sensor: ComparedSensor, _ counted: ComparedSensor.Counted) -> Double? {
    counted.place.flatMap { sensor.analysis.transitions[$0].onsetNoiseNs.value }.map { $0 / 1e6 }
  }

  private static func number(_ metric: MovementMetric) -> Number { { $0.value(metric, $1) } }

  private static let metrics: [(metric: MovementMetric, unit: String)] = [
    (.range, "°"), (.peakSpeed, "°/s"), (.duration, "s"), (.settling, "s"),
  ]

  // MARK: Sections

  private var response: [ComparisonRow] {
    ["slow", "rapid"].flatMap { intent in
      [answered(intent)]
        + Self.metrics.dropLast().map { metric, unit in
          row(
            .response, metric.key, part: intent, unit, Self.number(metric),
            none: .noBlock(intent: intent)
          ) { $0.trial.cue.intent == intent }
        }
    }
  }

  /// How many of the trials of an intent a movement answered, in per cent.
  private func answered(_ intent: String) -> ComparisonRow {
    func shares(_ sensor: ComparedSensor) -> (hits: Int, count: Int) {
      let trials = sensor.analysis.trials.filter { $0.cue.intent == intent && $0.verdict != .notRequired }
      return (trials.count { $0.transition != nil }, trials.count)
    }
    let (first, second) = (shares(a), shares(b))
    func side(_ share: (hits: Int, count: Int)) -> ComparisonRow.Side {
      .init(
        value: share.count > 0
          ? .value(100 * Double(share.hits) / Double(share.count))
          : .unavailable(SummaryReason.noBlock(intent: intent)), count: share.count)
    }
    let difference = Measured.difference(side(first).value, side(second).value)
    let interval = Proportion.difference(first, second)
    return ComparisonRow(
      section: .response, key: "answered_percent", part: intent, unit: "%", statistic: "share",
      a: side(first), b: side(second), difference: difference,
      interval: Measured(
        interval.map { .init(low: 100 * $0.low, high: 100 * $0.high) }, else: difference.reason ?? .notKnown
      ), method: interval == nil ? .none : .newcombe, pairs: .unavailable(ComparisonRow.notMatched))
  }

  private var timing: [ComparisonRow] {
    byDirection(.timing, "latency_ms", "ms", Self.latency, canPair: hasSharedCues)
      + [row(.timing, "onset_noise_ms", part: "all", "ms", Self.onsetNoise) { _ in true }]
  }

  private var movement: [ComparisonRow] {
    Self.metrics.flatMap { metric, unit in byDirection(.movement, metric.key, unit, Self.number(metric)) }
  }

  private var smoothness: [ComparisonRow] {
    let metrics: [(SmoothnessMetrics.Metric, String)] = [
      (.rmsJerk, "rad/s³"), (.normalizedJerk, "1"), (.ldlj, "1"), (.sparc, "1"), (.highFrequencyShare, "1"),
      (.reversals, "count"), (.symmetry, "1"),
    ]
    return metrics.flatMap { metric, unit in
      byDirection(.smoothness, metric.rawValue, unit, Self.number(.smoothness(metric)))
    }
  }

  /// SD from one repetition to the next in the same direction, and its part of the mean.
  private var repeatability: [ComparisonRow] {
    let numbers: [(key: String, unit: String, number: Number)] = [
      ("latency_ms", "ms", Self.latency), ("range_deg", "°", Self.number(.range)),
      ("peak_speed_deg_s", "°/s", Self.number(.peakSpeed)), ("duration_s", "s", Self.number(.duration)),
    ]
    return numbers.map { entry in
      ComparisonRow.unpaired(
        .repeatability, entry.key, part: "all", unit: entry.unit, statistic: "SD within directions",
        lists(a, countedA, entry.number), lists(b, countedB, entry.number), parameters: parameters,
        of: PooledDeviation.of)
    }
  }

  private func lists(
    _ sensor: ComparedSensor, _ counted: [ComparedSensor.Counted], _ number: Number
  ) -> Measured<[[Double]]> {
    let lists = Transition.Group.allCases.map { group in
      counted.filter { $0.group == group }.compactMap { number(sensor, $0) }
    }
    return lists.contains { !$0.isEmpty } ? .value(lists) : .unavailable(sensor.noMovement)
  }

  // MARK: Rows

  private func byDirection(
    _ section: ComparisonRow.Section, _ key: String, _ unit: String, _ number: Number, canPair: Bool = true
  ) -> [ComparisonRow] {
    let groups = Transition.Group.allCases.filter { group in
      (countedA + countedB).contains { $0.group == group }
    }
    return [row(section, key, part: "all", unit, number, canPair: canPair) { _ in true }]
      + groups.map { group in
        row(
          section, key, part: group.rawValue, unit, number, none: .noCountedTrialOfDirection,
          canPair: canPair
        ) { $0.group == group }
      }
  }

  /// Medians of `number` over the counted movements for which `isPart` holds.
  private func row(
    _ section: ComparisonRow.Section, _ key: String, part: String, _ unit: String, _ number: Number,
    none: SummaryReason? = nil, canPair: Bool = true, isPart: (ComparedSensor.Counted) -> Bool
  ) -> ComparisonRow {
    func values(_ sensor: ComparedSensor, _ counted: [ComparedSensor.Counted]) -> Measured<[[Double]]> {
      let part = counted.filter(isPart)
      let values = part.compactMap { number(sensor, $0) }
      if !values.isEmpty { return .value([values]) }
      return .unavailable(
        counted.isEmpty || !part.isEmpty
          ? sensor.noMovement : none.map { UnavailableReason($0) } ?? sensor.noMovement)
    }
    let differences = matched.flatMap { matched -> [Double]? in
      guard canPair else { return nil }
      // A latency belongs to a cue: one movement may have been taken for the answer to two different ones.
      return matched.filter { pair in
        isPart(pair.a)
          && (section != .timing || !hasSharedCues || pair.a.trial.cue.trial == pair.b.trial.cue.trial)
      }.compactMap { pair in
        guard let one = number(a, pair.a), let other = number(b, pair.b) else { return nil }
        return one - other
      }
    }
    return ComparisonRow.unpaired(
      section, key, part: part, unit: unit, statistic: "median", values(a, countedA), values(b, countedB),
      parameters: parameters, of: { Statistics.median($0[0]) }
    ).paired(differences, parameters: parameters)
  }
}
