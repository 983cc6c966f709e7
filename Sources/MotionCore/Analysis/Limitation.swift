/// What the reader of an analysis must know of it: how it was come by, and what it cannot say.
public enum Limitation: Hashable, Sendable {
  // The session.
  case synthetic
  case notComplete(state: SessionState)
  case cut(entries: Int)
  case noCues
  // Time.
  case constantDelay
  case receiptTimes
  case derivedTimes
  case usesReceipt
  case rotationRate
  case attitudeDerivative
  case fusedAcceleration
  case fusedGravity
  case noMovement(reason: String)
  case noAudibleTime
  case stimulusNotMatched
  // The calibration.
  case noCalibration(reason: String)
  case gestureAxes
  case standardAxes
  case headingDrifts
  case ownAttitudeUnused(reason: String)
  case otherCalibration(neutralDegrees: Double, axesDegrees: Double)
  case calibrationDoubtful(String)
  case movementOpposite
  case mainAxisOff(degrees: Double)
  case mountingChanged(block: String, degrees: Double)
  // The movement.
  case biasFromStillParts
  case biasNotRemoved(reason: String)
  case noLateralMovement(reason: String)
  case signFromCues(agreeing: Int, of: Int)
  case signAgainstCues(agreeing: Int, of: Int)
  case noClearAxis(percent: Int)
  case anglesFromGravity
  case anglesFromCues
  case neutralByCues(hasTorsoPhase: Bool)
  case noLateralAngles(reason: String)
  case gaps(Int)
  case rowsLeftOut(badValues: Int, badTimes: Int)
  case loweredOrder(Int)
  case frozen(seconds: Double)
  case tiltOnly
  case startShape
}

extension Limitation: CatalogueMessage {
  public static let section = MessageSection("limit", "Limits of an analysis", .result, .file)
  public static let examples: [Limitation] = [
    .synthetic, .notComplete(state: .interrupted), .cut(entries: 10_000), .noCues, .constantDelay,
    .receiptTimes, .derivedTimes, .usesReceipt, .rotationRate, .attitudeDerivative, .fusedAcceleration,
    .fusedGravity, .noMovement(reason: "there is no gyroscope"), .noAudibleTime,
    .stimulusNotMatched,
    .noCalibration(reason: "the session was not calibrated"), .gestureAxes, .standardAxes, .headingDrifts,
    .ownAttitudeUnused(reason: "the device gives no attitude of its own"),
    .otherCalibration(neutralDegrees: 2.1, axesDegrees: 4), .calibrationDoubtful("neutral: moved"),
    .movementOpposite, .mainAxisOff(degrees: 31.5), .mountingChanged(block: "rapid", degrees: 11.2),
    .biasFromStillParts, .biasNotRemoved(reason: "the sensor was never still"),
    .noLateralMovement(reason: "the sensor did not turn after any cue"), .signFromCues(agreeing: 46, of: 50),
    .signAgainstCues(agreeing: 46, of: 50), .noClearAxis(percent: 48), .anglesFromGravity, .anglesFromCues,
    .neutralByCues(hasTorsoPhase: true), .noLateralAngles(reason: "no still period at centre"), .gaps(2),
    .rowsLeftOut(badValues: 1, badTimes: 2), .loweredOrder(14), .frozen(seconds: 12.5), .tiltOnly,
    .startShape,
  ]

  public var wording: MessageWording {
    func degrees(_ value: Double) -> String { "\((value * 10).rounded() / 10)°" }
    let known = "nothing: it is stated so that the numbers are read with it"
    return switch self {
    case .synthetic:
      MessageWording(
        "synthetic: the input was simulated; no person was measured",
        cause: "the session has a simulated rider",
        next: "use it to try things out, never as a result")
    case .notComplete(let state):
      MessageWording(
        "the session is \(state.rawValue); what it holds was analysed",
        cause: "the run ended before its drill did",
        next: "compare it with complete sessions only by trial")
    case .cut(let entries):
      MessageWording(
        "the session has more cues, phases, pauses or sentences than a drill can have; the first \(entries) of each "
          + "were analysed",
        cause: "the session was not made by a drill of this program",
        next: "split it where it was put together")
    case .noCues:
      MessageWording(
        "the session has no cue that expects a position",
        cause: "the drill asks for nothing, or the run ended before",
        next: "run a drill with cues that expect left, right or centre")
    case .constantDelay:
      MessageWording(
        "a constant delay of transport and sensor filter cannot be seen from the data; it is in no number here",
        cause: "every sensor and radio link delays its rows by a time that only another instrument shows",
        next: "compare latencies of one sensor and connection with each other, not with those of another")
    case .receiptTimes:
      MessageWording(
        "streams without a device clock have the times that the arrivals of all their rows show, where these follow a "
          + "line; else the arrivals",
        cause: "the sensor stamps no time of its own on these rows",
        next: "use a sensor with a clock for finer times")
    case .derivedTimes:
      MessageWording(
        "times are derived: the device gives none, and the arrivals of its rows follow a line",
        cause: "the sensor has no clock, and sends at a steady rate", next: known)
    case .usesReceipt:
      MessageWording(
        "times are receipt times: the device's clock was not usable, so delivery jitter is in them",
        cause: "the mapping of the sensor's clock to the computer's did not pass its checks",
        next: "`drillrunner devices --test` shows the clock; use a cable, or another sensor")
    case .rotationRate:
      MessageWording(
        "no gyroscope: the angular velocity is the rotation rate that the device computes, its bias removed; how it is "
          + "filtered and how late it is are not known",
        cause: "the recording holds the device's own fusion and no raw rows", next: known)
    case .attitudeDerivative:
      MessageWording(
        "no gyroscope and no rotation rate: the angular velocity is the derivative of the attitude that the device "
          + "computes, smoothed once more than others are; what is fast in it is weakened",
        cause: "the recording holds an attitude and nothing else that turns",
        next: "record the rotation rate or the gyroscope, too")
    case .fusedAcceleration:
      MessageWording(
        "no accelerometer: the acceleration is the device's gravity and user acceleration together",
        cause: "the recording holds the device's own fusion and no raw rows", next: known)
    case .fusedGravity:
      MessageWording(
        "no acceleration: up is where the device says that gravity comes from",
        cause: "the recording holds the device's gravity and no acceleration", next: known)
    case .noMovement(let reason):
      MessageWording(
        "no movement could be analysed: \(reason)",
        cause: "rows of the gyroscope are missing or have no usable time",
        next: "use a sensor with a gyroscope; see the problems that reading the session told")
    case .noAudibleTime:
      MessageWording(
        "cues without an audible time have no latency from it; they are searched from their dispatch",
        cause: "sound was off, lost, or of an output whose delay is unknown",
        next: "run with sound, and measure the output with `drillrunner latency`")
    case .stimulusNotMatched:
      MessageWording(
        "stimulus not matched: left and right words differ in how they rise after their onset",
        cause: "a word that rises later is recognised later, which looks like a slower side",
        next: "use clips or a voice whose words rise alike: `drillrunner voice` shows it")
    case .noCalibration(let reason):
      MessageWording(
        "no calibration: \(reason)",
        cause: "the session has no calibration that its rows bear out",
        next: "put calibrate: neutral and calibrate: axes into the drill")
    case .gestureAxes:
      MessageWording(
        "the rider's axes come from the leans of the calibration; that both went the opposite way would not show",
        cause: "two leans fix the axes, and nothing but the cues tells which way they went", next: known)
    case .standardAxes:
      MessageWording(
        "the rider's axes are those of the standard mounting, checked by one lean",
        cause: "the drill says axes: standard", next: known)
    case .headingDrifts:
      MessageWording(
        "axial angles drift: no magnetometer holds the heading; lateral and forward do not depend on it",
        cause: "turning about the vertical is integrated from the gyroscope alone",
        next: "use a sensor with a magnetometer where turning matters")
    case .ownAttitudeUnused(let reason):
      MessageWording(
        "the device's own attitude is not used: \(reason)",
        cause: "it is missing, or disagrees with its own sensors",
        next: "nothing: attitude is derived from the raw rows")
    case .otherCalibration(let neutral, let axes):
      MessageWording(
        "the rows of the calibration give another one than the run used: neutral is \(degrees(neutral)) "
          + "and the axes are \(degrees(axes)) off; the analysis uses its own",
        cause: "the run had to judge while rows came in; the analysis sees all of them",
        next: "see the attempts in calibration.json; a shaking mount is the usual reason")
    case .calibrationDoubtful(let doubt):
      MessageWording(
        "the calibration's rows do not pass its limits here: \(doubt)",
        cause: "with all rows at hand the step would have failed",
        next: "calibrate again before the next session")
    case .movementOpposite:
      MessageWording(
        "the movement after the cues is opposite to the calibration's left: the rider, the leans of the calibration "
          + "or the sensor's place were the wrong way round",
        cause: "most movements after left cues went to the calibrated right",
        next: "check the mounting; use the session only if you know which of the two was wrong")
    case .mainAxisOff(let off):
      MessageWording(
        "the main axis of the movement after the cues is \(degrees(off)) from the calibrated one: the sensor may have "
          + "turned on the body",
        cause: "the strap slipped, or the rider moved otherwise than in the calibration",
        next: "strap the sensor tight, and calibrate again")
    case .mountingChanged(let block, let off):
      MessageWording(
        "mounting changed? In block \(block) the rider's still posture at centre is \(degrees(off)) from neutral: the "
          + "sensor has moved, or the rider sits otherwise",
        cause: "the posture at rest drifted away from neutral",
        next: "strap the sensor tight; every run calibrates anew")
    case .biasFromStillParts:
      MessageWording(
        "the gyroscope's bias comes from the quietest parts: there is no still stationary phase",
        cause: "the drill has no stationary step, or the rider moved in it",
        next: "begin the drill with stationary: 5 s, and keep still")
    case .biasNotRemoved(let reason):
      MessageWording(
        "the gyroscope's bias was not removed: \(reason)", cause: "the sensor was never at rest",
        next: "begin the drill with stationary: 5 s, and keep still")
    case .noLateralMovement(let reason):
      MessageWording(
        "no lateral movement: \(reason)", cause: "nothing tells which axis is the rider's left and right",
        next: "calibrate, or use a drill with left and right cues")
    case .signFromCues(let agreeing, let all):
      MessageWording(
        "the lateral axis is the main axis of the movement after the cues, and left and right come from them: "
          + "\(agreeing) of \(all) movements after left and right cues agree",
        cause: "without a calibration only the cues tell which way is left",
        next: "calibrate: a rider who went the wrong way is then seen")
    case .signAgainstCues(let agreeing, let all):
      MessageWording(
        "\(agreeing) of \(all) movements after left and right cues went to the side of the cue",
        cause: "the calibration tells the sides, and the cues are held against it", next: known)
    case .noClearAxis(let percent):
      MessageWording(
        "the movement has no clear main axis: only \(percent) % of it is about the lateral one",
        cause: "the rider turned or bent beside leaning, or the sensor is loose",
        next: "strap the sensor tight; lean without turning")
    case .anglesFromGravity:
      MessageWording(
        "lateral angles: integrated rate, anchored to gravity in still periods",
        cause: "there is no calibration, and the accelerometer shows what is down", next: known)
    case .anglesFromCues:
      MessageWording(
        "lateral angles: integrated rate, set to zero in still periods where the cues say centre",
        cause: "there is neither a calibration nor an accelerometer",
        next: "use a sensor with an accelerometer")
    case .neutralByCues(let hasTorsoPhase):
      MessageWording(
        "neutral is where the rider sat still at centre by the cues: "
          + (hasTorsoPhase
            ? "the rider was not still in the stationary phase on the torso"
            : "the session has no stationary phase on the torso"),
        cause: "neutral is taken from a stationary phase on the torso where there is a still one",
        next: "put stationary: 5 s at the beginning of the drill, and keep still")
    case .noLateralAngles(let reason):
      MessageWording(
        "no lateral angles: \(reason)", cause: "the integration has nowhere to begin",
        next: "keep still for a moment at centre, before the first cue and in rests")
    case .gaps(let count):
      MessageWording(
        "\(count == 1 ? "1 gap" : "\(count) gaps") in the usable rows; nothing is computed across them",
        cause: "the sensor or its connection left out rows",
        next: "use a cable, or move the sensor closer")
    case .rowsLeftOut(let badValues, let badTimes):
      MessageWording(
        "\(badValues) rows without a valid value and \(badTimes) with a time out of order were left out",
        cause: "the sensor delivered rows that cannot be used", next: known)
    case .loweredOrder(let count):
      MessageWording(
        "\(count) samples had too few neighbours for the full order of the fit: rates there are smoothed more, "
          + "and movements begin and end less sharply",
        cause: "rows are sparse there: lost ones, gaps, or a low rate", next: "ask for a higher rate")
    case .tiltOnly:
      MessageWording(
        "there is no angular velocity: tilt comes from gravity alone, right for slow movements and held postures only; "
          + "there are no onsets and no latencies",
        cause: "an accelerometer feels the movement and gravity together",
        next: "use a sensor with a gyroscope (docs/sensors.md)")
    case .frozen(let seconds):
      MessageWording(
        "the angular velocity is exactly the same for \(FixedNumber.text(seconds, digits: 1)) s, all axes; trials in "
          + "such a stretch are no evidence that the rider did not move",
        cause: "the sensor hangs, or it holds its value at rest",
        next: "turn the sensor by hand and watch `drillrunner devices --test`: the numbers must change")
    case .startShape:
      MessageWording(
        "onset is fitted to the rise of the rate; its uncertainty includes that the start's shape is not known",
        cause: "no instrument sees the very first motion of a body through noise", next: known)
    }
  }
}
