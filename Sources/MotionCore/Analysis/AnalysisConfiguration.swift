/// Every parameter of the analysis. A value: the same session and the same configuration give the same bytes,
/// and every result carries the configuration and its hash. docs/metrics.md says what each does.
public struct AnalysisConfiguration: Hashable, Sendable {
  public static let schemaName = "drillrunner.analysis-configuration"
  public static let schemaVersion: Int64 = 1

  /// Local polynomial of the lateral rate.
  public var localPolynomialOrder = 3
  public var localPolynomialHalfWidthSeconds = 0.052

  /// Onset speed is the larger of `onsetSpeed` and stationary median + `onsetMADFactor` · MAD.
  public var onsetSpeedDegPerSecond = 5.0
  public var onsetMADFactor = 6.0
  /// A run above the onset speed shorter than this is no movement.
  public var minimumOnsetSeconds = 0.10
  public var settleSpeedDegPerSecond = 2.0
  /// Largest change of the lateral angle within a dwell.
  public var settleAngleDegrees = 1.0
  public var settleDwellSeconds = 0.40
  /// Within this of neutral the rider sits at centre; a smaller excursion is no transition.
  public var neutralBandDegrees = 3.0
  /// A movement that begins this soon after another, with less than half its excursion, corrects it.
  public var correctionWithinSeconds = 0.5
  /// A reversal between the peak and the hold that is smaller or shorter than this is no correction.
  public var correctionAtLeastDegrees = 0.5
  public var correctionAtLeastSeconds = 0.060
  /// A movement is aborted when it is taken back within the dwell by this part of its excursion …
  public var abortedAtLeast = 0.7
  /// … to below this.
  public var abortedBelow = 1.5

  /// The search window opens this long before the audible time …
  public var searchBeforeSeconds = 0.5
  /// … and closes at the next audible cue, or this long after.
  public var searchAfterSeconds = 2.5
  /// An onset sooner than this after the audible time is an anticipation.
  public var anticipationSeconds = 0.100

  /// A window of `stillWindowSeconds` is still where the RMS of the bias-free rate is below this.
  public var stillRateDegPerSecond = 3.0
  public var stillWindowSeconds = 0.5

  /// The onset is fitted from this long before it (and before the previous movement's end never) …
  public var onsetRestSeconds = 0.6
  /// … to where the speed has fallen to this part of its first peak.
  public var onsetPeakFraction = 0.9
  /// Coefficients and step of the noise model of the rest, and how far from a movement rest begins.
  public var noiseOrder = 8
  public var noiseStepSeconds = 0.02
  public var restMarginSeconds = 0.4
  /// In how many places of the rest the uncertainty of the onset is tried.
  public var selfTestPlaces = 64

  /// Standard uncertainty of an extrapolated onset from the unknown shape of the start, per second of t80 − t20.
  public var startShapeUncertainty = OnsetEstimate.startShapeUncertainty

  /// Of the filter that derives the orientation, and of the calibration that is found again from its rows.
  public var orientation = OrientationParameters()
  public var calibration = CalibrationParameters()
  public var smoothness = SmoothnessParameters()
  public var summary = SummaryParameters()

  public init() {}

  public static let `default` = AnalysisConfiguration()

  /// The parameters by their keys, with what each may be.
  static let table = ParameterTable(
    schemaName: schemaName, schemaVersion: schemaVersion,
    document: .analysis,
    defaults: AnalysisConfiguration(),
    parameters: detection + SmoothnessParameters.parameters + SummaryParameters.parameters + [
      .table("orientation", \.orientation, OrientationParameters.table),
      .table("calibration", \.calibration, CalibrationParameters.table),
    ])

  private static let detection: [Parameter<AnalysisConfiguration>] = [
    .integer("local_polynomial_order", \.localPolynomialOrder, 1...5),
    .integer("noise_order", \.noiseOrder, 1...20),
    .integer("self_test_places", \.selfTestPlaces, 20...1000),
    .real("local_polynomial_half_width_s", \.localPolynomialHalfWidthSeconds, 0.001...1),
    .real("onset_speed_deg_s", \.onsetSpeedDegPerSecond, 0.01...1000),
    .real("onset_mad_factor", \.onsetMADFactor, 0...100),
    .real("minimum_onset_s", \.minimumOnsetSeconds, 0...10),
    .real("settle_speed_deg_s", \.settleSpeedDegPerSecond, 0.01...1000),
    .real("settle_angle_deg", \.settleAngleDegrees, 0.001...180),
    .real("settle_dwell_s", \.settleDwellSeconds, 0.01...10),
    .real("neutral_band_deg", \.neutralBandDegrees, 0.01...90),
    .real("correction_within_s", \.correctionWithinSeconds, 0...10),
    .real("correction_at_least_deg", \.correctionAtLeastDegrees, 0.001...90),
    .real("correction_at_least_s", \.correctionAtLeastSeconds, 0...10),
    .real("aborted_at_least", \.abortedAtLeast, 0...1),
    .real("aborted_below", \.abortedBelow, 1...100),
    .real("search_before_s", \.searchBeforeSeconds, 0...10),
    .real("search_after_s", \.searchAfterSeconds, 0.01...60),
    .real("anticipation_s", \.anticipationSeconds, 0...10),
    .real("still_rate_deg_s", \.stillRateDegPerSecond, 0.01...100),
    .real("still_window_s", \.stillWindowSeconds, 0.05...10),
    .real("onset_rest_s", \.onsetRestSeconds, 0.05...10),
    .real("onset_peak_fraction", \.onsetPeakFraction, 0.5...1),
    .real("noise_step_s", \.noiseStepSeconds, 0.001...0.2),
    .real("rest_margin_s", \.restMarginSeconds, 0...10),
    .real("start_shape_uncertainty", \.startShapeUncertainty, 0...10),
  ]

  /// The configuration with all its parameters.
  public var json: JSONValue { Self.table.json(of: self) }

  /// Reads a configuration; a parameter that is not named keeps its default.
  ///
  /// - Throws: `ParametersError` for a missing or unknown schema, an unknown key, a value of a wrong type, or one out of
  ///   range.
  public init(json: JSONValue) throws(ParametersError) { self = try Self.table.read(json) }

  /// SHA-256 of the configuration as one line of JSON with sorted keys.
  public var sha256: String {
    SHA256Hash.hex(Array(json.text(.line, sortedKeys: true).utf8))
  }
}
