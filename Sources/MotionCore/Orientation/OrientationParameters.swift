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

  /// The parameters by their keys, with what each may be.
  static let table = ParameterTable(
    schemaName: schemaName, schemaVersion: schemaVersion,
    document: .orientation,
    defaults: OrientationParameters(),
    parameters: [
      .flag("uses_magnetometer", \.usesMagnetometer),
      .flag("estimates_bias_in_motion", \.estimatesBiasInMotion),
      .flag("estimates_bias_at_rest", \.estimatesBiasAtRest),
      .flag("rejects_magnetic_disturbances", \.rejectsMagneticDisturbances),
      .real("accelerometer_s", \.accelerometerSeconds, 0.01...1000),
      .real("magnetometer_s", \.magnetometerSeconds, 0.01...1000),
      .real("bias_initial_deg_s", \.biasInitialDegPerSecond, 0.0001...100),
      .real("bias_forgetting_s", \.biasForgettingSeconds, 0.01...1e6),
      .real("bias_limit_deg_s", \.biasLimitDegPerSecond, 0.001...1000),
      .real("bias_motion_deg_s", \.biasMotionDegPerSecond, 0.0001...100),
      .real("bias_rest_deg_s", \.biasRestDegPerSecond, 0.0001...100),
      .real("bias_vertical_forgetting", \.biasVerticalForgetting, 1e-10...1),
      .real("rest_minimum_s", \.restMinimumSeconds, 0.01...1000),
      .real("rest_filter_s", \.restFilterSeconds, 0.01...100),
      .real("rest_rate_deg_s", \.restRateDegPerSecond, 0.001...1000),
      .real("rest_acceleration_m_s2", \.restAccelerationMetresPerSecondSquared, 0.001...1000),
      .real("magnetic_field_s", \.magneticFieldSeconds, 0.001...100),
      .real("magnetic_reference_s", \.magneticReferenceSeconds, 0.01...10000),
      .real("magnetic_norm_share", \.magneticNormShare, 0.001...10),
      .real("magnetic_dip_deg", \.magneticDipDegrees, 0.01...180),
      .real("magnetic_new_s", \.magneticNewSeconds, 0...10000),
      .real("magnetic_first_s", \.magneticFirstSeconds, 0...10000),
      .real("magnetic_new_rate_deg_s", \.magneticNewRateDegPerSecond, 0...10000),
      .real("magnetic_undisturbed_s", \.magneticUndisturbedSeconds, 0...1000),
      .real("magnetic_rejection_s", \.magneticRejectionSeconds, 0...100000),
      .real("magnetic_rejection_factor", \.magneticRejectionFactor, 1...1000),
      .real("gap_factor", \.gapFactor, 1.1...1000),
      .real("bridged_gap_s", \.bridgedGapSeconds, 0...10),
    ])

  /// The parameters, all of them.
  public var json: JSONValue { Self.table.json(of: self) }

  /// Reads parameters; one that is not named keeps its default.
  ///
  /// - Throws: `ParametersError` for a missing or unknown schema, an unknown key, a value of a wrong type, or one out of
  ///   range.
  public init(json: JSONValue) throws(ParametersError) { self = try Self.table.read(json) }
}
