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

  struct Parameter: Sendable {
    var key: String
    var path: WritableKeyPath<AnalysisConfiguration, Double> & Sendable
    var range: ClosedRange<Double>
  }

  /// The keys of the real-valued parameters, with what each may be.
  static let parameters: [Parameter] =
    [
      Parameter(
        key: "local_polynomial_half_width_s", path: \.localPolynomialHalfWidthSeconds, range: 0.001...1),
      Parameter(key: "onset_speed_deg_s", path: \.onsetSpeedDegPerSecond, range: 0.01...1000),
      Parameter(key: "onset_mad_factor", path: \.onsetMADFactor, range: 0...100),
      Parameter(key: "minimum_onset_s", path: \.minimumOnsetSeconds, range: 0...10),
      Parameter(key: "settle_speed_deg_s", path: \.settleSpeedDegPerSecond, range: 0.01...1000),
      Parameter(key: "settle_angle_deg", path: \.settleAngleDegrees, range: 0.001...180),
      Parameter(key: "settle_dwell_s", path: \.settleDwellSeconds, range: 0.01...10),
      Parameter(key: "neutral_band_deg", path: \.neutralBandDegrees, range: 0.01...90),
      Parameter(key: "correction_within_s", path: \.correctionWithinSeconds, range: 0...10),
      Parameter(key: "correction_at_least_deg", path: \.correctionAtLeastDegrees, range: 0.001...90),
      Parameter(key: "correction_at_least_s", path: \.correctionAtLeastSeconds, range: 0...10),
      Parameter(key: "aborted_at_least", path: \.abortedAtLeast, range: 0...1),
      Parameter(key: "aborted_below", path: \.abortedBelow, range: 1...100),
      Parameter(key: "search_before_s", path: \.searchBeforeSeconds, range: 0...10),
      Parameter(key: "search_after_s", path: \.searchAfterSeconds, range: 0.01...60),
      Parameter(key: "anticipation_s", path: \.anticipationSeconds, range: 0...10),
      Parameter(key: "still_rate_deg_s", path: \.stillRateDegPerSecond, range: 0.01...100),
      Parameter(key: "still_window_s", path: \.stillWindowSeconds, range: 0.05...10),
      Parameter(key: "onset_rest_s", path: \.onsetRestSeconds, range: 0.05...10),
      Parameter(key: "onset_peak_fraction", path: \.onsetPeakFraction, range: 0.5...1),
      Parameter(key: "noise_step_s", path: \.noiseStepSeconds, range: 0.001...0.2),
      Parameter(key: "rest_margin_s", path: \.restMarginSeconds, range: 0...10),
      Parameter(key: "start_shape_uncertainty", path: \.startShapeUncertainty, range: 0...10),
    ] + SmoothnessParameters.parameters + SummaryParameters.parameters

  static let orientationKey = "orientation"
  static let calibrationKey = "calibration"

  struct IntegerParameter: Sendable {
    var key: String
    var path: WritableKeyPath<AnalysisConfiguration, Int> & Sendable
    var range: ClosedRange<Int64>
  }

  /// The keys of the whole-numbered parameters, with what each may be.
  static let integerParameters: [IntegerParameter] =
    [
      IntegerParameter(key: "local_polynomial_order", path: \.localPolynomialOrder, range: 1...5),
      IntegerParameter(key: "noise_order", path: \.noiseOrder, range: 1...20),
      IntegerParameter(key: "self_test_places", path: \.selfTestPlaces, range: 20...1000),
    ] + SummaryParameters.integerParameters
}
