/// Two sensors by the same analysis: what the one gives that the other does not (R21). Derived; nothing is written.
///
/// A and B are two sensors of one session, or of two. Both are analysed anew with one configuration. Differences are
/// A − B.
public struct SessionComparison: Sendable {
  /// Version of the computation; it changes with anything that changes a number beside the analysis itself.
  public static let version = "1"

  public var a: ComparedSensor
  public var b: ComparedSensor
  public var configuration: AnalysisConfiguration
  public var relation: RecordingRelation
  /// How B's clock runs against A's; unavailable where it was not asked for, or could not be found.
  public var alignment: Measured<ClockAlignment>
  public var pairs: Measured<MovementPairs>
  public var rows: [ComparisonRow]

  /// Compares `a` and `b`, each a session with one sensor (`MotionSession.choosing`). With `aligning` the clocks of two
  /// recordings that were made at the same time are brought together by their angular speeds, and a recording without cues
  /// takes those of the other.
  public init(
    _ a: MotionSession, _ b: MotionSession, configuration: AnalysisConfiguration = .default,
    aligning: Bool = false
  ) {
    self.configuration = configuration
    relation = RecordingRelation.of(a, b)
    var first = ComparedSensor(a, configuration: configuration)
    var second = ComparedSensor(b, configuration: configuration)
    alignment =
      aligning
      ? SessionComparison.align(first, second, relation)
      : .unavailable(relation.noAlignment)
    // Without cues there is no axis, so no movement to match: the other recording knows what was asked.
    if let alignment = alignment.value, relation != .oneClock {
      func uncertainty(_ time: HostTime) -> Double { alignment.uncertaintySeconds(at: time) * 1e9 }
      if first.cues == .own, second.cues == .none {
        second = ComparedSensor(
          b.taking(eventsOf: a, uncertaintyNs: uncertainty, time: alignment.hostB),
          configuration: configuration,
          cues: .moved)
      } else if second.cues == .own, first.cues == .none {
        first = ComparedSensor(
          a.taking(eventsOf: b, uncertaintyNs: { uncertainty(alignment.hostA($0)) }, time: alignment.hostA),
          configuration: configuration, cues: .moved)
      }
    }
    self.a = first
    self.b = second
    pairs = SessionComparison.pairs(first, second, relation, alignment, configuration)
    let hasSharedCues = relation == .oneClock || first.cues == .moved || second.cues == .moved
    rows =
      SamplingRows.rows(first.session, second.session, parameters: configuration.summary)
      + StationaryRows.rows(first, second, configuration: configuration)
      + MovementRows(
        first, second, pairs: pairs.value, hasSharedCues: hasSharedCues, parameters: configuration.summary
      ).rows
  }

  private static func align(
    _ a: ComparedSensor, _ b: ComparedSensor, _ relation: RecordingRelation
  ) -> Measured<ClockAlignment> {
    let nominal: (a: HostTime, b: HostTime)
    let searchSeconds: Double
    switch relation {
    case .separate: return .unavailable(relation.noAlignment)
    case .oneClock:
      nominal = (HostTime(nanoseconds: 0), HostTime(nanoseconds: 0))
      searchSeconds = WallOverlap.synchronisedError
    case .simultaneous(let overlap):
      nominal = (overlap.instantA, overlap.instantB)
      searchSeconds = overlap.errorSeconds
    }
    switch (a.angularSpeed, b.angularSpeed) {
    case (.value(let first), .value(let second)):
      return AlignmentSearch.align(first, second, nominal: nominal, searchSeconds: searchSeconds)
    case (.unavailable(let reason), _): return .unavailable(AlignmentReason.sideHas(side: "A", reason))
    case (_, .unavailable(let reason)): return .unavailable(AlignmentReason.sideHas(side: "B", reason))
    }
  }

  private static func pairs(
    _ a: ComparedSensor, _ b: ComparedSensor, _ relation: RecordingRelation,
    _ alignment: Measured<ClockAlignment>, _ configuration: AnalysisConfiguration
  ) -> Measured<MovementPairs> {
    for (name, sensor) in [("A", a), ("B", b)] where sensor.analysis.transitions.isEmpty {
      return .unavailable(AlignmentReason.noMovements(side: name, sensor.noMovement))
    }
    if relation == .oneClock {
      return .value(MovementPairs(a, b, configuration: configuration) { $0 })
    }
    return alignment.map { MovementPairs(a, b, configuration: configuration, hostA: $0.hostA) }
  }
}

extension RecordingRelation {
  /// Whether both ran at the same time.
  public var isSimultaneous: Bool {
    if case .separate = self { false } else { true }
  }

  /// Why recordings are not aligned: they are separate, or nobody asked for it.
  fileprivate var noAlignment: AlignmentReason {
    if case .separate(let reason) = self { .notSimultaneous(reason) } else { .notAskedFor }
  }
}
