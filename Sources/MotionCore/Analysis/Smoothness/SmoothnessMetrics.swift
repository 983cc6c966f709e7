/// What can be said about how smooth one transition was: candidates side by side, none of them a score, each
/// unavailable with a reason where it says nothing. docs/metrics.md has every formula.
public struct SmoothnessMetrics: Hashable, Sendable {
  /// The metrics, by their keys in the document and in the tables.
  public enum Metric: String, Sendable, CaseIterable {
    // Lateral rate and its derivatives by the local polynomial, onset to settle.
    case integratedSquaredJerk = "lateral_integrated_squared_jerk_rad2_s5"
    case peakJerk = "lateral_peak_jerk_rad_s3"
    case rmsJerk = "lateral_rms_jerk_rad_s3"
    case normalizedSquaredJerk = "lateral_normalized_squared_jerk"
    case normalizedJerk = "lateral_normalized_jerk"
    case dimensionlessJerk = "lateral_dimensionless_jerk"
    case ldlj = "lateral_ldlj"
    case sparc = "lateral_sparc"
    case sparcLastHz = "lateral_sparc_last_hz"
    // The unfiltered lateral rate on the uniform grid.
    case highFrequencyShare = "lateral_high_frequency_share"
    case sparcReference = "lateral_sparc_reference"
    case ldljReference = "lateral_ldlj_reference"
    case dimensionlessJerkReference = "lateral_dimensionless_jerk_reference"
    case normalizedJerkReference = "lateral_normalized_jerk_reference"
    // The corrections of the transition.
    case reversals = "lateral_reversals"
    case reversalDegrees = "lateral_reversal_deg"
    case largestReversalDegrees = "lateral_largest_reversal_deg"
    // The lateral speed profile, onset to settle.
    case speedPeaks = "lateral_speed_peaks"
    case peakTimingFraction = "lateral_peak_timing_fraction"
    case accelerationSeconds = "lateral_acceleration_s"
    case decelerationSeconds = "lateral_deceleration_s"
    case symmetry = "lateral_symmetry"
    case meanToPeakSpeed = "lateral_mean_to_peak_speed"
    // The whole angular velocity, by the local polynomial of each axis, onset to settle.
    case vectorIntegratedSquaredJerk = "vector_integrated_squared_jerk_rad2_s5"
    case vectorPeakJerk = "vector_peak_jerk_rad_s3"
    case vectorRMSJerk = "vector_rms_jerk_rad_s3"
    case vectorNormalizedSquaredJerk = "vector_normalized_squared_jerk"
    case vectorNormalizedJerk = "vector_normalized_jerk"
    case vectorLDLJ = "vector_ldlj"
    case vectorSPARC = "vector_sparc"
    case vectorSPARCLastHz = "vector_sparc_last_hz"
    /// Rate of the uniform grid that the spectral metrics of this transition used.
    case gridHz = "grid_hz"

    /// Whether it is a number of the method and not of the movement.
    var isOfMethod: Bool { self == .gridHz || self == .sparcLastHz || self == .vectorSPARCLastHz }
  }

  /// One value for each metric, in the order of `Metric.allCases`.
  private var values: [Measured<Double>]

  /// All unavailable, for one reason.
  public init(unavailable reason: UnavailableReason) {
    values = [Measured<Double>](repeating: .unavailable(reason), count: Metric.allCases.count)
  }

  public subscript(metric: Metric) -> Measured<Double> {
    get { values[SmoothnessMetrics.place[metric]!] }
    set {
      // What overflowed is no number, here already and not only when it is written.
      values[SmoothnessMetrics.place[metric]!] =
        newValue.value.map(\.isFinite) == false
        ? .unavailable(ValueReason.notFinite) : newValue
    }
  }

  private static let place = Dictionary(
    uniqueKeysWithValues: Metric.allCases.enumerated().map { ($0.element, $0.offset) })

  var json: JSONValue {
    .object(JSONObject(zip(Metric.allCases, values).map { ($0.rawValue, $1.json) }))
  }
}
