/// Every limit of the calibration (docs/metrics.md, "Calibration"). A value: it is stored with each result, and the
/// analysis judges the same rows by the same limits.
public struct CalibrationParameters: Hashable, Sendable {
  public static let schemaName = "drillrunner.calibration-parameters"
  public static let schemaVersion: Int64 = 1

  /// Length of the neutral posture.
  public var neutralSeconds = 2.5
  /// Still: RMS of the rate, less its mean, below this …
  public var stillRateDegPerSecond = 3.0
  /// … the attitudes' RMS angle to their mean below this, and no attitude farther from it than the excursion.
  public var dispersionDegrees = 1.0
  public var excursionDegrees = 3.0

  /// Smallest leans of the gestures.
  public var leanLeftDegrees = 10.0
  public var leanForwardDegrees = 8.0
  /// The lean must be so large within this time …
  public var leanSeconds = 4.0
  /// … and the rider back within `returnDegrees` of neutral within this time after.
  public var returnSeconds = 4.0
  public var returnDegrees = 5.0
  /// So long the rider must be back for the gesture to have ended.
  public var returnDwellSeconds = 0.25
  /// A smaller movement is none.
  public var noMovementDegrees = 3.0
  /// A larger one is no lean: the sensor was taken off, or fell.
  public var largestLeanDegrees = 60.0
  /// Largest spread across the lean's direction, as a share of the spread along it.
  public var largestCrossShare = 0.4

  /// The axes of the two gestures are apart by an angle within these …
  public var smallestAxesDegrees = 60.0
  public var largestAxesDegrees = 120.0
  /// … and the forward one lies so close to where the left one says that it is.
  public var forwardCheckDegrees = 15.0

  /// In the standard mounting the sensor's Z is so close to up, and the axis of a left lean to the sensor's −X.
  public var standardUpDegrees = 30.0
  public var standardLeanDegrees = 30.0

  /// After an interval longer than this a judgement begins anew.
  public var gapSeconds = 0.25
  /// A sensor that is silent for so long fails the step, and so does one that never lets it be decided.
  public var silentSeconds = 2.0
  public var decisionSeconds = 20.0
  /// Attempts at each step.
  public var attempts = 3
  /// A still rider at centre whose gravity points so far from neutral no longer wears the sensor as before.
  public var mountingChangeDegrees = 8.0

  /// A calibration that the analysis finds farther than this from the one that the run used is told.
  public var disagreementDegrees = 2.0
  /// So is a main axis of the movement after the cues that lies farther than this from the calibrated one.
  public var mainAxisDegrees = 30.0

  public init() {}

  public static let `default` = CalibrationParameters()

  /// The parameters by their keys, with what each may be.
  static let table = ParameterTable(
    schemaName: schemaName, schemaVersion: schemaVersion,
    document: .calibration,
    defaults: CalibrationParameters(),
    parameters: [
      .real("neutral_s", \.neutralSeconds, 0.5...60),
      .real("still_rate_deg_s", \.stillRateDegPerSecond, 0.01...100),
      .real("dispersion_deg", \.dispersionDegrees, 0.01...45),
      .real("excursion_deg", \.excursionDegrees, 0.01...90),
      .real("lean_left_deg", \.leanLeftDegrees, 1...60),
      .real("lean_forward_deg", \.leanForwardDegrees, 1...60),
      .real("lean_s", \.leanSeconds, 0.5...60),
      .real("return_s", \.returnSeconds, 0.5...60),
      .real("return_deg", \.returnDegrees, 0.1...30),
      .real("return_dwell_s", \.returnDwellSeconds, 0...5),
      .real("no_movement_deg", \.noMovementDegrees, 0.1...30),
      .real("largest_lean_deg", \.largestLeanDegrees, 10...120),
      .real("largest_cross_share", \.largestCrossShare, 0.01...1),
      .real("smallest_axes_deg", \.smallestAxesDegrees, 5...90),
      .real("largest_axes_deg", \.largestAxesDegrees, 90...175),
      .real("forward_check_deg", \.forwardCheckDegrees, 0.1...85),
      .real("standard_up_deg", \.standardUpDegrees, 1...90),
      .real("standard_lean_deg", \.standardLeanDegrees, 1...90),
      .real("gap_s", \.gapSeconds, 0.01...10),
      .real("silent_s", \.silentSeconds, 0.1...60),
      .real("decision_s", \.decisionSeconds, 1...600),
      .real("mounting_change_deg", \.mountingChangeDegrees, 0.5...90),
      .real("disagreement_deg", \.disagreementDegrees, 0.01...90),
      .real("main_axis_deg", \.mainAxisDegrees, 1...180),
      .integer("attempts", \.attempts, 1...100),
    ])

  /// The parameters, all of them.
  public var json: JSONValue { Self.table.json(of: self) }

  /// Reads parameters; one that is not named keeps its default.
  ///
  /// - Throws: `ParametersError` for a missing or unknown schema, an unknown key, a value of a wrong type, or one out of
  ///   range.
  public init(json: JSONValue) throws(ParametersError) { self = try Self.table.read(json) }
}
