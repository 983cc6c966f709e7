/// One thing that the rider is asked to do for a calibration.
public enum CalibrationStep: String, Hashable, Sendable, CaseIterable {
  /// Sit still and upright, as at rest on the machine.
  case neutral
  /// Lean to the left and come back. Needs a neutral.
  case leanLeft = "lean_left"
  /// Lean forward and come back. Needs the left lean; fits the rider's axes.
  case leanForward = "lean_forward"
  /// The sensor is worn in its standard mounting: a lean to the left and back checks the signs. Needs a neutral.
  case standard

  /// What to say to the rider. The step begins after these words.
  public var prompt: String {
    switch self {
    case .neutral: "Sit upright and keep still."
    case .leanLeft, .standard: "Lean to the left, and come back."
    case .leanForward: "Lean forward, and come back."
    }
  }

  /// Whether the rider moves in it.
  public var isLean: Bool { self != .neutral }
}

/// Why a step of the calibration failed, for the rider and for the record.
public struct CalibrationProblem: Error, Hashable, Sendable {
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    // Any step.
    /// Nothing came from the sensor.
    case noSamples = "no_samples"
    /// Interruptions of the sensor never let the step be judged.
    case gaps
    /// Gyroscope or accelerometer is missing.
    case noOrientation = "no_orientation"
    // Neutral.
    /// One movement away from the first posture.
    case moved
    /// Unrest without one movement.
    case notStill = "not_still"
    // Leans.
    case noNeutral = "no_neutral"
    /// The forward lean was asked for before the left one.
    case wrongOrder = "wrong_order"
    case neverMoved = "never_moved"
    case tooSmall = "too_small"
    case tooLarge = "too_large"
    case notReturned = "not_returned"
    /// The lean went this way and that.
    case notStraight = "not_straight"
    // Both leans together.
    /// The forward lean went sideways.
    case nearCollinear = "near_collinear"
    /// The forward lean went obliquely.
    case skewed
    /// Backward, or the first lean to the right, or both leans in the wrong order: the three look the same.
    case opposite
    // The standard mounting.
    /// The sensor does not sit as the standard mounting says.
    case notStandard = "not_standard"
    /// The lean was to the right, or the sensor sits back to front.
    case wrongSide = "wrong_side"
  }

  /// What to tell the rider: what was wrong, and what to do.
  public var advice: CalibrationAdvice
  /// The numbers behind it.
  public var numbers: JSONObject
  /// The stream rows that it was judged from.
  public var rows: CalibrationRows
  /// The step to go back to.
  public var redo: CalibrationStep

  public var kind: Reason { advice.kind }
  /// The key of the reason, as it stands in files.
  public var reason: String { kind.rawValue }
  public var sentence: String { advice.text }

  init(_ advice: CalibrationAdvice, redo: CalibrationStep, numbers: JSONObject = [:]) {
    self.advice = advice
    self.numbers = numbers
    self.redo = redo
    rows = CalibrationRows()
  }
}

/// What became of one attempt at a step.
public struct CalibrationAttempt: Hashable, Sendable {
  public var step: CalibrationStep
  /// Nil: passed.
  public var problem: CalibrationProblem?
  /// The numbers behind the outcome.
  public var numbers: JSONObject
  /// The stream rows that it was judged from.
  public var rows: CalibrationRows
  public var began: HostTime
  public var decided: HostTime

  public var passed: Bool { problem == nil }

  /// "passed" or "failed", as events and files say it.
  public var outcome: String { passed ? "passed" : "failed" }

  /// The entry of `attempts` in calibration.json. The event of the step has the same members.
  public var json: JSONValue { .object(fields) }

  /// The members of `json`.
  public var fields: JSONObject {
    var object: JSONObject = [
      "step": .string(step.rawValue), "outcome": .string(outcome),
      "reason": problem.map { .string($0.reason) } ?? .null, "rows": rows.json,
      "began_ns": .integer(began.nanoseconds), "decided_ns": .integer(decided.nanoseconds),
    ]
    if let problem { object.append("sentence", .string(problem.sentence)) }
    for member in numbers.members { object.append(member.key, member.value) }
    return object
  }
}

/// Numbers as a rider hears them.
enum SpokenNumber {
  /// "4 degrees", of an angle in degrees.
  static func degrees(_ value: Double) -> String {
    let whole = value.isFinite ? Int(min(abs(value), 180).rounded()) : 180
    return whole == 0 ? "less than one degree" : whole == 1 ? "one degree" : "\(whole) degrees"
  }

  /// "after one second".
  static func after(seconds: Double) -> String {
    let whole = seconds.isFinite ? Int(min(max(seconds, 0), 3600).rounded()) : 0
    return whole == 0 ? "right at the start" : whole == 1 ? "after one second" : "after \(whole) seconds"
  }
}
