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

  struct Parameter: Sendable {
    var key: String
    var path: WritableKeyPath<CalibrationParameters, Double> & Sendable
    var range: ClosedRange<Double>
  }

  /// The keys of the real-valued parameters, with what each may be.
  static let parameters: [Parameter] = [
    Parameter(key: "neutral_s", path: \.neutralSeconds, range: 0.5...60),
    Parameter(key: "still_rate_deg_s", path: \.stillRateDegPerSecond, range: 0.01...100),
    Parameter(key: "dispersion_deg", path: \.dispersionDegrees, range: 0.01...45),
    Parameter(key: "excursion_deg", path: \.excursionDegrees, range: 0.01...90),
    Parameter(key: "lean_left_deg", path: \.leanLeftDegrees, range: 1...60),
    Parameter(key: "lean_forward_deg", path: \.leanForwardDegrees, range: 1...60),
    Parameter(key: "lean_s", path: \.leanSeconds, range: 0.5...60),
    Parameter(key: "return_s", path: \.returnSeconds, range: 0.5...60),
    Parameter(key: "return_deg", path: \.returnDegrees, range: 0.1...30),
    Parameter(key: "return_dwell_s", path: \.returnDwellSeconds, range: 0...5),
    Parameter(key: "no_movement_deg", path: \.noMovementDegrees, range: 0.1...30),
    Parameter(key: "largest_lean_deg", path: \.largestLeanDegrees, range: 10...120),
    Parameter(key: "largest_cross_share", path: \.largestCrossShare, range: 0.01...1),
    Parameter(key: "smallest_axes_deg", path: \.smallestAxesDegrees, range: 5...90),
    Parameter(key: "largest_axes_deg", path: \.largestAxesDegrees, range: 90...175),
    Parameter(key: "forward_check_deg", path: \.forwardCheckDegrees, range: 0.1...85),
    Parameter(key: "standard_up_deg", path: \.standardUpDegrees, range: 1...90),
    Parameter(key: "standard_lean_deg", path: \.standardLeanDegrees, range: 1...90),
    Parameter(key: "gap_s", path: \.gapSeconds, range: 0.01...10),
    Parameter(key: "silent_s", path: \.silentSeconds, range: 0.1...60),
    Parameter(key: "decision_s", path: \.decisionSeconds, range: 1...600),
    Parameter(key: "mounting_change_deg", path: \.mountingChangeDegrees, range: 0.5...90),
    Parameter(key: "disagreement_deg", path: \.disagreementDegrees, range: 0.01...90),
    Parameter(key: "main_axis_deg", path: \.mainAxisDegrees, range: 1...180),
  ]

  static let attemptsKey = "attempts"
  static let attemptsRange: ClosedRange<Int64> = 1...100
}

extension CalibrationParameters {
  /// The parameters, all of them.
  public var json: JSONValue {
    var object: JSONObject = [
      "schema": ["name": .string(Self.schemaName), "version": .integer(Self.schemaVersion)]
    ]
    for entry in Self.parameters { object.append(entry.key, .real(self[keyPath: entry.path])) }
    object.append(Self.attemptsKey, .integer(Int64(attempts)))
    return .object(object)
  }

  /// Reads parameters; one that is not named keeps its default.
  ///
  /// - Throws: `ParametersError` for a missing or unknown schema, an unknown key, a value of a wrong type,
  ///   or one out of range.
  public init(json: JSONValue) throws(ParametersError) {
    guard let object = json.object else {
      throw ParametersError(.calibration, .notObject)
    }
    self.init()
    guard object["schema"]?["name"]?.string == Self.schemaName,
      let version = object["schema"]?["version"]?.integer
    else {
      throw ParametersError(
        .calibration, .wrongSchema(name: Self.schemaName, version: Self.schemaVersion))
    }
    guard version == Self.schemaVersion else {
      throw ParametersError(
        .calibration, .otherVersion(found: version, known: Self.schemaVersion))
    }
    for member in object.members where member.key != "schema" { try set(member.key, member.value) }
  }

  private mutating func set(_ key: String, _ json: JSONValue) throws(ParametersError) {
    if key == Self.attemptsKey {
      guard let value = json.integer, Self.attemptsRange.contains(value) else {
        throw ParametersError(.calibration, .notInteger(key, Self.attemptsRange))
      }
      attempts = Int(value)
      return
    }
    guard let entry = Self.parameters.first(where: { $0.key == key }) else {
      throw ParametersError(.calibration, .unknownKey(key))
    }
    guard let value = json.double else { throw ParametersError(.calibration, .notNumber(key: key)) }
    guard entry.range.contains(value) else {
      throw ParametersError(.calibration, .outOfRange(key, value, entry.range))
    }
    self[keyPath: entry.path] = value
  }
}
