/// A number of a transition that is summarised over a session.
public enum MovementMetric: Hashable, Sendable {
  case range, duration, settling, overshoot, peakSpeed
  case smoothness(SmoothnessMetrics.Metric)

  /// All, in the order of the document.
  public static let all: [MovementMetric] =
    [.range, .duration, .settling, .overshoot, .peakSpeed]
    + SmoothnessMetrics.Metric.allCases.filter { !$0.isOfMethod }.map(MovementMetric.smoothness)

  /// Those whose left and right are compared.
  static let compared: [MovementMetric] =
    [.range, .duration, .settling, .peakSpeed]
    + [.integratedSquaredJerk, .rmsJerk, .normalizedJerk, .ldlj, .sparc, .highFrequencyShare, .symmetry]
    .map(MovementMetric.smoothness)

  /// The key of the transition's own object, or of its `smoothness`.
  public var key: String {
    switch self {
    case .range: "range_deg"
    case .duration: "duration_s"
    case .settling: "settling_s"
    case .overshoot: "overshoot_deg"
    case .peakSpeed: "peak_speed_deg_s"
    case .smoothness(let metric): metric.rawValue
    }
  }

  /// Its value for a transition.
  func value(_ transition: Transition, _ smoothness: SmoothnessMetrics) -> Double? {
    switch self {
    case .range: transition.rangeDegrees.value
    case .duration: transition.durationSeconds.value
    case .settling: transition.settlingSeconds.value
    case .overshoot: transition.overshootDegrees.value
    case .peakSpeed: transition.peakSpeedDegPerSecond
    case .smoothness(let metric): smoothness[metric].value
    }
  }
}
