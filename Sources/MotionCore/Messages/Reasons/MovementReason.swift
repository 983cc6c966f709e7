/// Why the analysis has no bias, axis or angle, and why a number of a movement cannot be had.
public enum MovementReason: Hashable, Sendable {
  // Of the session.
  case neverStill
  case noLateralAxis
  case forwardUnknown(UnavailableReason)
  case noSamplesAfterCues
  case neverTurned
  case noMovementAfterCues(degrees: Double)
  case neverStillAtCentre
  case rowsTooFar(milliseconds: String)
  case tiltNotNeeded
  // Of a movement's beginning and end.
  case beganBeforeData
  case riseNotWhole
  case dataEndFirst
  case fallNotWhole
  case angleUnknown
  case noAngleThen
  // Of what follows it.
  case noDwellBeforeNext
  case noDwellBeforeGap
  case noDwellBeforeEnd
  case noTarget(UnavailableReason)
  case noHold(UnavailableReason)
  case gapBeforeNext
  case noneFollows
  // Of what it belongs to.
  case answersNoCue
  case noReturn
  case noneBefore
  case gapSinceBefore
  case sameWay
  case noTrialNumber
}

extension MovementReason: CatalogueMessage {
  public static let section = MessageSection("no-movement", "Numbers of movements", .result, .file)
  public static let examples: [MovementReason] = {
    let dwell = UnavailableReason(MovementReason.noDwellBeforeNext)
    return [
      .neverStill, .noLateralAxis, .forwardUnknown(UnavailableReason(CalibrationReason.notCalibrated)),
      .noSamplesAfterCues, .neverTurned, .noMovementAfterCues(degrees: 3), .neverStillAtCentre,
      .rowsTooFar(milliseconds: "200"), .tiltNotNeeded,
      .beganBeforeData,
      .riseNotWhole, .dataEndFirst, .fallNotWhole, .angleUnknown, .noAngleThen, .noDwellBeforeNext,
      .noDwellBeforeGap, .noDwellBeforeEnd, .noTarget(dwell), .noHold(dwell), .gapBeforeNext, .noneFollows,
      .answersNoCue, .noReturn, .noneBefore, .gapSinceBefore, .sameWay, .noTrialNumber,
    ]
  }()

  public var wording: MessageWording {
    let still = "begin the drill with stationary: 5 s, and keep still"
    let calibrate = "calibrate, or use a drill with left and right cues"
    let hold = "leave more time between words, and hold each position"
    let gap = "use a cable, or move the sensor closer"
    let none = "nothing: it says what the movement was"
    func dwell(_ text: String) -> MessageWording {
      MessageWording(
        text,
        cause:
          "speed and angle did not stay within settle_speed_deg_s and settle_angle_deg for settle_dwell_s",
        next: hold)
    }
    return switch self {
    case .neverStill:
      MessageWording("the sensor was never still", cause: "no window is below still_rate_deg_s", next: still)
    case .noLateralAxis:
      MessageWording(
        "no lateral axis", cause: "nothing tells which axis is the rider's left and right", next: calibrate)
    case .forwardUnknown(let reason):
      MessageWording(
        "which way is forward is not known: \(reason)", cause: "only a calibration tells it",
        next: "put calibrate: axes into the drill")
    case .noSamplesAfterCues:
      MessageWording(
        "no left or right cue has samples after it",
        cause: "the axis is that of the movement after such cues",
        next: calibrate)
    case .rowsTooFar(let milliseconds):
      MessageWording(
        "the rows are \(milliseconds) ms apart: too far for the rate of a movement",
        cause: "within 2.5 half-widths of the local polynomial lie fewer than three rows",
        next: "ask the sensor for 20 Hz or more; local_polynomial_half_width_s sets the half-width")
    case .tiltNotNeeded:
      MessageWording(
        "there is an angular velocity: angles are those of the movements",
        cause: "tilt by gravity alone stands in only where nothing else tells an angle", next: none)
    case .neverTurned:
      MessageWording(
        "the sensor did not turn after any cue", cause: "all rates in the search windows are zero",
        next: "look at the sensor with `drillrunner devices --test`: it may hang")
    case .noMovementAfterCues(let degrees):
      MessageWording(
        "no movement of \(degrees)° followed any left or right cue",
        cause: "nothing after a cue reached neutral_band_deg",
        next: "lean further, or strap the sensor to the chest")
    case .neverStillAtCentre:
      MessageWording(
        "no still period at centre", cause: "an angle is integrated from a posture that is known",
        next: "keep still for a moment at centre, before the first cue and in rests")
    case .beganBeforeData:
      MessageWording(
        "the movement began before the data",
        cause: "the recording, or a stretch after a gap, begins within it",
        next: gap)
    case .riseNotWhole:
      MessageWording(
        "the rise of the rate is not whole",
        cause: "the speed does not rise from below 20 % to its first peak",
        next: "begin each movement from rest")
    case .dataEndFirst:
      MessageWording(
        "the data end before the movement", cause: "the recording, or a stretch before a gap, ends within it",
        next: gap)
    case .fallNotWhole:
      MessageWording(
        "the fall of the rate is not whole",
        cause: "the speed does not fall from its last peak to below 20 %",
        next: "end each movement, and hold")
    case .angleUnknown:
      MessageWording(
        "the angle is not known", cause: "the integration has nowhere to begin there", next: still)
    case .noAngleThen:
      MessageWording(
        "no angle at this time", cause: "a stretch between gaps without a still period has none", next: still)
    case .noDwellBeforeNext: dwell("no dwell before the next movement")
    case .noDwellBeforeGap: dwell("no dwell before a gap")
    case .noDwellBeforeEnd: dwell("no dwell before the data end")
    case .noTarget(let reason):
      MessageWording(
        "no settled target: \(reason)", cause: "overshoot is measured beyond where the movement settled",
        next: hold)
    case .noHold(let reason):
      MessageWording("no hold: \(reason)", cause: "corrections are counted up to the hold", next: hold)
    case .gapBeforeNext:
      MessageWording(
        "a gap begins before the next movement", cause: "until when it was held lies in the gap", next: gap)
    case .noneFollows:
      MessageWording(
        "no movement follows", cause: "it is the last of its stretch: the hold has no end",
        next: "end the drill with a word back to the centre")
    case .answersNoCue:
      MessageWording("it answers no cue", cause: "no word asked for it in its search window", next: none)
    case .noReturn:
      MessageWording(
        "it is no return", cause: "it does not end closer to neutral on its own side", next: none)
    case .noneBefore:
      MessageWording("no movement was seen before it", cause: "it is the first one", next: none)
    case .gapSinceBefore:
      MessageWording(
        "a gap lies between it and the movement before", cause: "what happened in the gap is not known",
        next: gap)
    case .sameWay:
      MessageWording(
        "the movement before it went the same way", cause: "a return goes back the way of the one before",
        next: none)
    case .noTrialNumber:
      MessageWording(
        "the cue has no trial number", cause: "its event does not carry one",
        next: "`drillrunner verify` tells whether the files are as they were sealed")
    }
  }
}
