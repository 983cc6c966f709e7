/// Why a session's calibration cannot be used, or there are no angles of the rider.
public enum CalibrationReason: Hashable, Sendable {
  case notCalibrated
  case unreadable
  case noNeutral
  case noAxes
  case badRotation
  case noNeutralRows
  case noLeftRows
  case noForwardRows
  case leansDisagree(problem: String)
  case otherSensor
  // While a run is calibrated.
  case neutralNotYet
  case axesNotYet
  case upsideDown
  case sensorLacks([String])
}

extension CalibrationReason: CatalogueMessage {
  public static let section = MessageSection(
    "no-calibration", "Why there is no calibration, or no angle", .result, .file, .view)
  public static let examples: [CalibrationReason] = [
    .notCalibrated, .unreadable, .noNeutral, .noAxes, .badRotation, .noNeutralRows, .noLeftRows,
    .noForwardRows,
    .leansDisagree(problem: "too_small"), .otherSensor, .neutralNotYet, .axesNotYet, .upsideDown,
    .sensorLacks(["gyroscope", "accelerometer"]),
  ]

  public var wording: MessageWording {
    let drill = "put calibrate: neutral and calibrate: axes into the drill (docs/protocols.md)"
    let verify = "`drillrunner verify` tells whether the files are as they were sealed"
    let again = "calibrate again: lean further, straight, and back to neutral"
    return switch self {
    case .notCalibrated:
      MessageWording(
        "the session was not calibrated", cause: "the drill has no calibrate step, or it did not pass",
        next: drill)
    case .unreadable:
      MessageWording(
        "calibration.json cannot be read", cause: "it is damaged, or not there any more", next: verify)
    case .noNeutral:
      MessageWording(
        "neutral was not calibrated", cause: "calibration.json has no neutral posture", next: drill)
    case .noAxes:
      MessageWording(
        "the rider's axes were not calibrated",
        cause: "calibration.json has no axes, or of an unknown method",
        next: drill)
    case .badRotation:
      MessageWording(
        "calibration.json holds a rotation that is none",
        cause: "a quaternion in it does not have length one",
        next: verify)
    case .noNeutralRows:
      MessageWording(
        "the rows of the neutral posture are not there, or have no attitude",
        cause: "the calibration is found again from the rows that it names", next: verify)
    case .noLeftRows:
      MessageWording(
        "the rows of the lean to the left are not there",
        cause: "the calibration is found again from the rows that it names", next: verify)
    case .noForwardRows:
      MessageWording(
        "the rows of the lean forward are not there",
        cause: "the calibration is found again from the rows that it names", next: verify)
    case .leansDisagree(let problem):
      MessageWording(
        "the leans do not bear it out: \(problem)",
        cause: "with all rows at hand the leans do not pass their limits", next: again)
    case .otherSensor:
      MessageWording(
        "the run calibrated another sensor",
        cause: "of several sensors a run watches one while the rider leans",
        next: "nothing: this sensor's own rows of those leans were used")
    case .neutralNotYet:
      MessageWording("neutral is not calibrated", cause: "the step has not passed yet", next: drill)
    case .axesNotYet:
      MessageWording("the rider's axes are not calibrated", cause: "the step has not passed yet", next: drill)
    case .upsideDown:
      MessageWording(
        "the body is upside down", cause: "half a turn from neutral a lean has no direction",
        next: "sit up: the angles are there again")
    case .sensorLacks(let kinds):
      MessageWording(
        "the sensor has no \(kinds.joined(separator: " and no "))",
        cause: "an attitude is derived from gyroscope and accelerometer together",
        next: "use a sensor that has both (docs/sensors.md)")
    }
  }
}
