/// Every parameter of the orientation filter. A value: the same rows and the same parameters give the same attitudes,
/// and what is derived with them carries them.
///
/// The defaults are those of D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation estimation with bias
/// estimation and magnetic disturbance rejection", Information Fusion 91, 2023, doi:10.1016/j.inffus.2022.10.014
/// (table of parameters). Gaps are this project's addition.
public struct OrientationParameters: Hashable, Sendable {
  public static let schemaName = "drillrunner.orientation-parameters"
  public static let schemaVersion: Int64 = 1
  /// Version of the computation; it changes with anything that changes an attitude.
  public static let filterVersion = "1"

  /// Time constant of the inclination correction.
  public var accelerometerSeconds = 3.0
  /// Time constant of the heading correction.
  public var magnetometerSeconds = 9.0
  /// Whether a magnetometer, where there is one, corrects the heading.
  public var usesMagnetometer = true

  /// Whether the gyroscope's bias is estimated during movement, from the inclination correction.
  public var estimatesBiasInMotion = true
  /// Whether it is estimated at rest, from the mean rate.
  public var estimatesBiasAtRest = true
  /// Standard deviation of the bias before anything is known.
  public var biasInitialDegPerSecond = 0.5
  /// Time in which the bias becomes uncertain by 0.1 °/s.
  public var biasForgettingSeconds = 100.0
  /// No component of the bias is larger.
  public var biasLimitDegPerSecond = 2.0
  /// Standard deviation to which the bias converges in movement, and at rest.
  public var biasMotionDegPerSecond = 0.1
  public var biasRestDegPerSecond = 0.03
  /// Weight, in movement, of holding the vertical component, which gravity cannot show, where it is.
  public var biasVerticalForgetting = 1e-4

  /// Rest: both the rate and the acceleration stay this close to their own low-pass, for this time.
  public var restMinimumSeconds = 1.5
  public var restFilterSeconds = 0.5
  public var restRateDegPerSecond = 2.0
  public var restAccelerationMetresPerSecondSquared = 0.5

  /// Whether a field that is not the accepted one is kept from the heading.
  public var rejectsMagneticDisturbances = true
  /// Time constants of the field's norm and dip, and of the accepted reference of both.
  public var magneticFieldSeconds = 0.05
  public var magneticReferenceSeconds = 20.0
  /// The field is the accepted one within this share of its norm, and this angle of its dip.
  public var magneticNormShare = 0.1
  public var magneticDipDegrees = 10.0
  /// A steady field is accepted as new after this time of movement faster than the rate below; the first one sooner.
  public var magneticNewSeconds = 20.0
  public var magneticFirstSeconds = 5.0
  public var magneticNewRateDegPerSecond = 20.0
  /// So long the field must have been the accepted one before it is trusted.
  public var magneticUndisturbedSeconds = 0.5
  /// A disturbed field is ignored at most so long, and then used with the time constant times the factor.
  public var magneticRejectionSeconds = 60.0
  public var magneticRejectionFactor = 2.0

  /// An interval above this many nominal ones is a gap.
  public var gapFactor = SamplingStatistics.gapFactor
  /// A gap in the gyroscope up to this long is bridged by the mean of the rates at its ends. After a longer one the
  /// inclination starts anew from the accelerometer, and the heading is what it was before.
  public var bridgedGapSeconds = 0.5

  public init() {}

  public static let `default` = OrientationParameters()

  struct Parameter: Sendable {
    var key: String
    var path: WritableKeyPath<OrientationParameters, Double> & Sendable
    var range: ClosedRange<Double>
  }

  struct Switch: Sendable {
    var key: String
    var path: WritableKeyPath<OrientationParameters, Bool> & Sendable
  }

  static let switches: [Switch] = [
    Switch(key: "uses_magnetometer", path: \.usesMagnetometer),
    Switch(key: "estimates_bias_in_motion", path: \.estimatesBiasInMotion),
    Switch(key: "estimates_bias_at_rest", path: \.estimatesBiasAtRest),
    Switch(key: "rejects_magnetic_disturbances", path: \.rejectsMagneticDisturbances),
  ]

  /// The keys of the real-valued parameters, with what each may be.
  static let parameters: [Parameter] = [
    Parameter(key: "accelerometer_s", path: \.accelerometerSeconds, range: 0.01...1000),
    Parameter(key: "magnetometer_s", path: \.magnetometerSeconds, range: 0.01...1000),
    Parameter(key: "bias_initial_deg_s", path: \.biasInitialDegPerSecond, range: 0.0001...100),
    Parameter(key: "bias_forgetting_s", path: \.biasForgettingSeconds, range: 0.01...1e6),
    Parameter(key: "bias_limit_deg_s", path: \.biasLimitDegPerSecond, range: 0.001...1000),
    Parameter(key: "bias_motion_deg_s", path: \.biasMotionDegPerSecond, range: 0.0001...100),
    Parameter(key: "bias_rest_deg_s", path: \.biasRestDegPerSecond, range: 0.0001...100),
    Parameter(key: "bias_vertical_forgetting", path: \.biasVerticalForgetting, range: 1e-10...1),
    Parameter(key: "rest_minimum_s", path: \.restMinimumSeconds, range: 0.01...1000),
    Parameter(key: "rest_filter_s", path: \.restFilterSeconds, range: 0.01...100),
    Parameter(key: "rest_rate_deg_s", path: \.restRateDegPerSecond, range: 0.001...1000),
    Parameter(
      key: "rest_acceleration_m_s2", path: \.restAccelerationMetresPerSecondSquared, range: 0.001...1000),
    Parameter(key: "magnetic_field_s", path: \.magneticFieldSeconds, range: 0.001...100),
    Parameter(key: "magnetic_reference_s", path: \.magneticReferenceSeconds, range: 0.01...10000),
    Parameter(key: "magnetic_norm_share", path: \.magneticNormShare, range: 0.001...10),
    Parameter(key: "magnetic_dip_deg", path: \.magneticDipDegrees, range: 0.01...180),
    Parameter(key: "magnetic_new_s", path: \.magneticNewSeconds, range: 0...10000),
    Parameter(key: "magnetic_first_s", path: \.magneticFirstSeconds, range: 0...10000),
    Parameter(key: "magnetic_new_rate_deg_s", path: \.magneticNewRateDegPerSecond, range: 0...10000),
    Parameter(key: "magnetic_undisturbed_s", path: \.magneticUndisturbedSeconds, range: 0...1000),
    Parameter(key: "magnetic_rejection_s", path: \.magneticRejectionSeconds, range: 0...100000),
    Parameter(key: "magnetic_rejection_factor", path: \.magneticRejectionFactor, range: 1...1000),
    Parameter(key: "gap_factor", path: \.gapFactor, range: 1.1...1000),
    Parameter(key: "bridged_gap_s", path: \.bridgedGapSeconds, range: 0...10),
  ]
}
