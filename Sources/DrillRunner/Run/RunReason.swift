import MotionCore

/// Why a run ended early, and why a sound did not come or was taken back: recorded in the session's events, and shown
/// with the result. What a sensor or an output says of its own loss stands in their own sections.
enum RunReason: Hashable, Sendable {
  // Why a run ended.
  case signal(String)
  case byHand(RunSource)
  case terminalGone
  case sensorLost
  case sensorSilent
  case sensorNeverBack
  case soundLost
  case recordingOver
  case calibrationFailed(step: String, reason: String)
  case neverStill
  case noAnswer
  // Why a sound did not come, or a trial is repeated.
  case outputGone
  case outputSilent
  case notInTime
  case cancelled
  case paused
  case noticeSaid(String)
}

extension RunReason: CatalogueMessage {
  static let section = MessageSection("run-reason", "Why a run ended or a sound did not come", .file, .result)
  static let examples: [RunReason] = [
    .signal("SIGINT"), .byHand(.key), .terminalGone, .sensorLost, .sensorSilent, .sensorNeverBack, .soundLost,
    .recordingOver,
    .calibrationFailed(step: "lean_left", reason: "too_small"), .neverStill, .noAnswer, .outputGone,
    .outputSilent, .notInTime, .cancelled, .paused, .noticeSaid("The disk is nearly full."),
  ]

  var wording: MessageWording {
    switch self {
    case .signal(let name):
      MessageWording(
        name, cause: "Ctrl-C or another program ended the run by a signal",
        next: "what was recorded is sealed as interrupted; run again")
    case .byHand(let source):
      MessageWording(
        "stopped by a \(source.rawValue)", cause: "somebody ended the run by hand",
        next: "what was recorded is sealed as interrupted; run again")
    case .terminalGone:
      MessageWording(
        "the terminal is gone",
        cause: "the window or the connection was closed while the start was waited for",
        next: "start it again, with --yes where nobody can press Return")
    case .sensorLost:
      MessageWording(
        "the sensor was lost",
        cause: "the sensor was disconnected or fell silent; the drill may say on_loss: stop",
        next: "mend the connection; with `sensor: wait 20 s then stop` a run waits for it")
    case .sensorSilent:
      MessageWording(
        "it delivers nothing", cause: "its node is there, and no row has come for two seconds",
        next: "wake it with its button, or connect it again")
    case .sensorNeverBack:
      MessageWording(
        "the sensor did not come back", cause: "the lost sensor was waited for as long as the drill says",
        next: "mend the connection, and run again; what was recorded is saved")
    case .soundLost:
      MessageWording(
        "the sound output was lost",
        cause: "the output was unplugged or its server ended, and the drill says stop",
        next: "check the output with `drillrunner devices`, and run again")
    case .recordingOver:
      MessageWording(
        "the replayed recording is over", cause: "the recording given by --imu is shorter than the drill",
        next: "replay it with the drill that it was recorded with")
    case .calibrationFailed(let step, let reason):
      MessageWording(
        "the calibration failed: \(step): \(reason)",
        cause: "a required step of the calibration failed three times",
        next: "the reason stands under calibration problems; strap the sensor on anew, and run again")
    case .neverStill:
      MessageWording(
        "the rider was never still", cause: "the start by stillness was waited for two minutes",
        next: "let nothing shake the sensor, or start by countdown")
    case .noAnswer:
      MessageWording(
        "no answer in time", cause: "nobody answered a question of the drill",
        next: "add what you wanted to say with `drillrunner notes`")
    case .outputGone:
      MessageWording(
        "the sound output is gone", cause: "the output was lost before these words could be played",
        next: "cues without sound have no latency; mend the output, and run again")
    case .outputSilent:
      MessageWording(
        "the output said nothing of it",
        cause: "the output did not report within five seconds what became of a cue",
        next: "restart the sound server; `drillrunner doctor` checks the output")
    case .notInTime:
      MessageWording(
        "it did not end in time", cause: "a sentence took much longer than it lasts",
        next: "restart the sound server; `drillrunner doctor` checks the output")
    case .cancelled:
      MessageWording(
        "cancelled", cause: "the sound was taken back before it left: by a stop, a pause or a lost sensor",
        next: "nothing needs to be done: the cue is accounted for as cancelled")
    case .paused:
      MessageWording(
        "paused", cause: "a pause interrupted a trial or an attempt of the calibration",
        next: "nothing needs to be done: it is repeated after the pause")
    case .noticeSaid(let text):
      MessageWording(
        "a notice was said: \(text)", cause: "the voice had to say something, and never says it into a trial",
        next: "nothing needs to be done: the open trial is repeated at the end of its block")
    }
  }
}
