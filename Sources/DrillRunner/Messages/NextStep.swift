import MotionCore

/// What to do when a run is over: one step for each way of ending.
enum NextStep: Hashable, Sendable {
  // It is complete. `session` is how a command names it.
  case keepNotes(session: String)
  case seeWhyNoneCounts(session: String, trial: Int)
  case mendConnection
  case runForReal(drill: String)
  // It is not.
  case runAgain
  case reconnectSensor
  case checkSound
  case replayWhole
  case calibrateAnew(advice: String)
  case sitStill
  case freeDisk
  case replaceDisk(session: String)
  case seeWhatIsMissing(session: String)
  case seeWhatIsThere(session: String)
}

extension NextStep {
  /// What follows from the reason for which a run ended early.
  init(after reason: RunReason, session: String) {
    self =
      switch reason {
      case .signal, .byHand, .terminalGone: .runAgain
      case .sensorLost, .sensorSilent, .sensorNeverBack: .reconnectSensor
      case .soundLost, .outputGone, .outputSilent: .checkSound
      case .recordingOver: .replayWhole
      case .calibrationFailed: .calibrateAnew(advice: RunEnd.advice(reason))
      case .neverStill: .sitStill
      case .noAnswer, .notInTime, .cancelled, .paused, .noticeSaid: .seeWhatIsThere(session: session)
      }
  }
}

extension NextStep: CatalogueMessage {
  static let section = MessageSection("next", "What to do after a run", .result)
  static let examples: [NextStep] = [
    .keepNotes(session: "last"), .seeWhyNoneCounts(session: "last", trial: 1), .mendConnection,
    .runForReal(drill: "garage.yaml"), .runAgain, .reconnectSensor, .checkSound, .replayWhole,
    .calibrateAnew(advice: "lean with the word now"), .sitStill, .freeDisk, .replaceDisk(session: "last"),
    .seeWhatIsMissing(session: "last"), .seeWhatIsThere(session: "last"),
  ]

  var wording: MessageWording {
    let (cause, step) = causeAndStep
    return MessageWording("Next: \(step).", cause: cause, next: step)
  }

  private var causeAndStep: (cause: String, step: String) {
    switch self {
    case .keepNotes(let session):
      (
        "the run is complete",
        "keep what you noticed: drillrunner notes \(session) --add \"…\""
      )
    case .seeWhyNoneCounts(let session, let trial):
      (
        "the run is complete, and no movement counts",
        "see why none counts: drillrunner analyze \(session) --explain \(trial)"
      )
    case .mendConnection:
      (
        "the run is complete, and the sensor or its connection lost rows",
        "use a cable or move the sensor closer, then run again where the losses matter"
      )
    case .runForReal(let drill):
      (
        "a rehearsal shows what the drill does, and measures nobody",
        "run it for real: drillrunner run \(drill)"
      )
    case .runAgain:
      ("somebody ended the run, and what was recorded is kept", "run again when everything is ready")
    case .reconnectSensor:
      (
        "the sensor was lost, and the drill waits no longer for it",
        "connect or wake the sensor (drillrunner devices shows whether it is seen), then run again"
      )
    case .checkSound:
      (
        "the output is gone, and the drill says stop",
        "choose an output that works (drillrunner devices lists them), then run again"
      )
    case .replayWhole:
      (
        "the recording that was replayed is shorter than the drill",
        "replay it with the drill that it was recorded with"
      )
    case .calibrateAnew(let advice):
      ("a step that the drill requires failed three times", "\(advice); then run again")
    case .sitStill:
      (
        "the start by stillness was waited for two minutes",
        "let nothing shake the sensor, or write countdown: in the place of wait: still, then run again"
      )
    case .freeDisk:
      (
        "the disk or your quota on it has no room left",
        "free disk space (drillrunner doctor says how much there is), then run again"
      )
    case .replaceDisk(let session):
      (
        "the disk takes nothing any more",
        "copy the session to another disk (drillrunner export \(session) --to tar), and replace this one"
      )
    case .seeWhatIsMissing(let session):
      (
        "the session is sealed, and something of it did not reach the disk",
        "see what is missing: drillrunner verify \(session)"
      )
    case .seeWhatIsThere(let session):
      (
        "the run ended early, and what was recorded is kept",
        "see what there is: drillrunner analyze \(session)"
      )
    }
  }
}
