/// The movements that both sensors saw, one by one. Only where one clock stamped both, or an alignment brought the clocks
/// together.
public struct MovementPairs: Sendable {
  public struct Pair: Hashable, Sendable {
    /// Places in the transitions of A and of B.
    public var a: Int
    public var b: Int
  }

  /// A number that is compared movement by movement.
  public enum Quantity: String, Sendable, CaseIterable {
    case onset = "onset_ms"
    case peak = "peak_ms"
    case settle = "settle_ms"
    case hold = "hold_ms"
    case range = "range_deg"
    case peakSpeed = "peak_speed_deg_s"
    case duration = "duration_s"
  }

  public struct Difference: Sendable {
    public var quantity: Quantity
    /// A − B.
    public var distribution: Distribution
    /// Bootstrap 95 % interval of its median.
    public var medianInterval: Measured<Bootstrap.Interval>
  }

  public var pairs: [Pair]
  /// Movements in the time that both recorded that the other did not see, or saw elsewhere.
  public var onlyA: Int
  public var onlyB: Int
  public var matchSeconds: Double
  public var differences: [Difference]

  /// Matches by onset, the nearest first, each movement at most once, within the configuration's `label_match_s`; about the
  /// same axis to the same side. `hostA` takes B's clock to A's.
  init(
    _ a: ComparedSensor, _ b: ComparedSensor, configuration: AnalysisConfiguration,
    hostA: (HostTime) -> HostTime
  ) {
    let limit = configuration.summary.labelMatchSeconds
    func begin(_ transition: Transition) -> HostTime? {
      transition.onset.value ?? transition.onsetThreshold.value
    }
    func span(_ sensor: ComparedSensor, _ time: (HostTime) -> HostTime) -> ClosedRange<HostTime>? {
      sensor.session.rowSpan.map { time($0.lowerBound)...max(time($0.lowerBound), time($0.upperBound)) }
    }
    let starts = (
      a: a.analysis.transitions.map(begin), b: b.analysis.transitions.map { begin($0).map(hostA) }
    )
    var candidates: [(distance: Double, pair: Pair)] = []
    let orderB = starts.b.indices.filter { starts.b[$0] != nil }.sorted { starts.b[$0]! < starts.b[$1]! }
    for i in starts.a.indices {
      guard let start = starts.a[i] else { continue }
      let earliest = start - Duration(fromSeconds: limit)
      var low = 0
      var high = orderB.count
      while low < high {
        let middle = (low + high) / 2
        if starts.b[orderB[middle]]! < earliest { low = middle + 1 } else { high = middle }
      }
      while low < orderB.count {
        let j = orderB[low]
        let distance = (starts.b[j]! - start).inSeconds
        guard distance <= limit else { break }
        let (first, second) = (a.analysis.transitions[i], b.analysis.transitions[j])
        if first.axis == second.axis, first.sign == second.sign {
          candidates.append((abs(distance), Pair(a: i, b: j)))
        }
        low += 1
      }
    }
    candidates.sort { ($0.distance, $0.pair.a, $0.pair.b) < ($1.distance, $1.pair.a, $1.pair.b) }
    var taken = (a: Set<Int>(), b: Set<Int>())
    pairs = []
    for candidate in candidates
    where !taken.a.contains(candidate.pair.a) && !taken.b.contains(candidate.pair.b) {
      taken.a.insert(candidate.pair.a)
      taken.b.insert(candidate.pair.b)
      pairs.append(candidate.pair)
    }
    pairs.sort { $0.a < $1.a }
    func alone(_ starts: [HostTime?], _ taken: Set<Int>, _ other: ClosedRange<HostTime>?) -> Int {
      starts.indices.count { place in
        guard !taken.contains(place), let start = starts[place], let other else { return false }
        return other.contains(start)
      }
    }
    onlyA = alone(starts.a, taken.a, span(b, hostA))
    onlyB = alone(starts.b, taken.b, span(a) { $0 })
    matchSeconds = limit
    let bootstrap = Bootstrap(configuration.summary)
    let matched = pairs.map { (a.analysis.transitions[$0.a], b.analysis.transitions[$0.b]) }
    differences = Quantity.allCases.map { quantity in
      let values = matched.compactMap { quantity.difference($0, $1, hostA: hostA) }
      let least = configuration.summary.intervalMinimum
      return Difference(
        quantity: quantity, distribution: Distribution(values, none: .noMatchedMovementHasBoth),
        medianInterval: values.count < least
          ? .unavailable(SummaryReason.fewerMatched(least))
          : Measured(bootstrap.median(values), else: .notKnown))
    }
  }
}

extension MovementPairs.Quantity {
  /// A − B of one movement; nil where one side does not have it.
  fileprivate func difference(
    _ a: Transition, _ b: Transition, hostA: (HostTime) -> HostTime
  ) -> Double? {
    func milliseconds(_ a: HostTime?, _ b: HostTime?) -> Double? {
      guard let a, let b else { return nil }
      return (a - hostA(b)).inSeconds * 1e3
    }
    func less(_ a: Double?, _ b: Double?) -> Double? {
      guard let a, let b else { return nil }
      return a - b
    }
    switch self {
    case .onset: return milliseconds(a.onset.value, b.onset.value)
    case .peak: return milliseconds(a.peak, b.peak)
    case .settle: return milliseconds(a.settle.value, b.settle.value)
    case .hold: return milliseconds(a.hold.value, b.hold.value)
    case .range: return less(a.rangeDegrees.value, b.rangeDegrees.value)
    case .peakSpeed: return a.peakSpeedDegPerSecond - b.peakSpeedDegPerSecond
    case .duration: return less(a.durationSeconds.value, b.durationSeconds.value)
    }
  }
}
