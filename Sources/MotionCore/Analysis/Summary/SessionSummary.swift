/// The distributions of a session: for all trials and for each direction, and left against right.
public struct SessionSummary: Sendable {
  /// A pair of directions that are each other's mirror image.
  public enum Pair: String, Sendable, CaseIterable {
    case outbound
    case returning = "return"
    case direct

    var left: Transition.Group {
      switch self {
      case .outbound: .outboundLeft
      case .returning: .returnFromLeft
      case .direct: .directRightLeft
      }
    }

    var right: Transition.Group {
      switch self {
      case .outbound: .outboundRight
      case .returning: .returnFromRight
      case .direct: .directLeftRight
      }
    }
  }

  /// Left against right of one pair.
  public struct Comparison: Sendable {
    public var pair: Pair
    public var latency: Asymmetry
    public var movements: [(metric: MovementMetric, asymmetry: Asymmetry)]
    /// Median time from a clip's onset to its peak, ms, over the cues of each side.
    public var leftRiseMilliseconds: Measured<Double>
    public var rightRiseMilliseconds: Measured<Double>
  }

  /// All trials (nil), then each direction that was asked for, in the order of `Transition.Group`.
  public var groups: [(group: Transition.Group?, summary: GroupSummary)]
  public var comparisons: [Comparison]
  /// Whether every cue began with the same tick, so that left and right words begin alike.
  public var isStimulusMatched: Bool

  public init(
    trials: [Trial], transitions: [Transition], smoothness: [SmoothnessMetrics], isStimulusMatched: Bool,
    parameters: SummaryParameters
  ) {
    func instant(_ trial: Trial) -> HostTime? {
      trial.cue.times.audible ?? trial.cue.times.dispatched ?? trial.cue.scheduled
    }
    let first = trials.compactMap(instant).first
    let entries = trials.map { trial in
      GroupSummary.Entry(
        trial: trial,
        minutes: first.flatMap { first in instant(trial).map { ($0 - first).inSeconds / 60 } } ?? 0,
        transition: trial.transition.map { transitions[$0] },
        smoothness: trial.transition.map { smoothness[$0] })
    }
    let byGroup = Dictionary(grouping: entries) { $0.trial.asked.value ?? $0.trial.direction.value }
    groups =
      [(nil, GroupSummary(whole: entries, parameters: parameters))]
      + Transition.Group.allCases.compactMap { group in
        byGroup[group].map { (group, GroupSummary(whole: $0, parameters: parameters)) }
      }
    self.isStimulusMatched = isStimulusMatched
    let counted = Dictionary(grouping: entries.filter(\.trial.counts)) { $0.trial.direction.value }
    comparisons = Pair.allCases.compactMap { pair in
      let left = counted[pair.left] ?? []
      let right = counted[pair.right] ?? []
      guard !left.isEmpty || !right.isEmpty else { return nil }
      func compare(_ value: (GroupSummary.Entry) -> Double?) -> Asymmetry {
        Asymmetry(left: left.compactMap(value), right: right.compactMap(value), parameters: parameters)
      }
      func rise(_ entries: [GroupSummary.Entry]) -> Measured<Double> {
        Measured(
          Statistics.median(
            entries.compactMap { $0.trial.cue.clip.map { Double($0.peakNs - $0.onsetNs) / 1e6 } }),
          else: SummaryReason.noClipOnSide)
      }
      return Comparison(
        pair: pair, latency: compare(\.trial.latencyMilliseconds.value),
        movements: MovementMetric.compared.map { metric in
          (
            metric,
            compare { entry in
              entry.transition.flatMap { transition in
                entry.smoothness.flatMap { metric.value(transition, $0) }
              }
            }
          )
        }, leftRiseMilliseconds: rise(left), rightRiseMilliseconds: rise(right))
    }
  }

  var json: JSONValue {
    .object(JSONObject(groups.map { ($0.group?.rawValue ?? "all", $0.summary.json) }))
  }

  var asymmetryJSON: JSONValue {
    .object(
      JSONObject(
        comparisons.map { comparison in
          var object: JSONObject = [
            "stimulus": .string(isStimulusMatched ? "matched" : "not matched"),
            "clip_rise_left_ms": comparison.leftRiseMilliseconds.json,
            "clip_rise_right_ms": comparison.rightRiseMilliseconds.json,
            "latency_ms": comparison.latency.json,
          ]
          for entry in comparison.movements { object.append(entry.metric.key, entry.asymmetry.json) }
          return (comparison.pair.rawValue, .object(object))
        }))
  }
}
