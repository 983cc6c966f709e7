import MotionCore

/// How a run ended, as a person is told: the reason in words, and what to do next. The session itself keeps the reason
/// as it is recorded.
struct RunEnd: Hashable, Sendable {
  var state: SessionState
  /// As it is recorded.
  var reason: String?
  /// How a command names the session: "last", or its path.
  var session: String

  /// The reason in words; nil where there is none.
  var words: String? {
    guard let reason else { return nil }
    switch RunReason(recorded: reason) {
    case .signal("SIGINT"): return "stopped by Ctrl-C"
    case .signal("SIGHUP"): return "the terminal was closed"
    case .signal(let name): return "stopped by \(name)"
    case .calibrationFailed(let step, let why):
      return "the calibration failed at \(RunEnd.name(ofStep: step)): \(RunEnd.calibration(why).cause)"
    default: return reason
    }
  }

  /// What to do after a run that is not complete.
  var next: NextStep {
    guard let reason else { return .seeWhatIsMissing(session: session) }
    if let known = RunReason(recorded: reason) { return NextStep(after: known, session: session) }
    if RunEnd.isOf(reason, StoreTrouble.diskFull(file: RunEnd.gap).text) { return .freeDisk }
    let gaveUp = StoreTrouble.gaveUp(call: RunEnd.gap, file: RunEnd.gap, reason: RunEnd.gap, why: RunEnd.gap)
    if RunEnd.isOf(reason, gaveUp.text) { return .replaceDisk(session: session) }
    return .seeWhatIsThere(session: session)
  }

  /// What helps against a failed calibration.
  static func advice(_ reason: RunReason) -> String {
    guard case .calibrationFailed(_, let why) = reason else { return reason.wording.nextStep ?? "" }
    return calibration(why).nextStep ?? ""
  }

  private static func calibration(_ reason: String) -> MessageWording {
    if let known = CalibrationProblem.Reason(rawValue: reason) { return known.wording }
    return MessageWording(
      SpokenSentence.failedNoOutcome.worded.cause, cause: SpokenSentence.failedNoOutcome.worded.cause,
      next: "strap the sensor on anew")
  }

  private static func name(ofStep step: String) -> String {
    switch CalibrationStep(rawValue: step) {
    case .neutral: "the neutral posture"
    case .leanLeft: "the lean to the left"
    case .leanForward: "the lean forward"
    case .standard: "the lean that checks the mounting"
    case nil: step
    }
  }

  /// Stands in a message for what the moment fills in.
  private static let gap = "\u{0}"

  /// Whether a text is that of a message, whatever the moment has filled in.
  private static func isOf(_ text: String, _ message: String) -> Bool {
    var rest = text[...]
    for part in message.components(separatedBy: gap) {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return text.hasPrefix(message.components(separatedBy: gap)[0])
  }
}

extension RunReason {
  /// The reason that a session has recorded; nil for words that are none of a run's own.
  init?(recorded text: String) {
    let plain: [RunReason] =
      [
        .terminalGone, .sensorLost, .sensorSilent, .sensorNeverBack, .soundLost, .recordingOver, .neverStill,
        .noAnswer, .outputGone, .outputSilent, .notInTime, .cancelled, .paused,
      ] + RunSource.allCases.map { .byHand($0) }
    let why = CalibrationProblem.Reason.allCases.map(\.rawValue) + ["no_outcome"]
    let calibrations = CalibrationStep.allCases.flatMap { step in
      why.map { RunReason.calibrationFailed(step: step.rawValue, reason: $0) }
    }
    if let known = (plain + calibrations).first(where: { $0.text == text }) {
      self = known
    } else if text.hasPrefix("SIG"), !text.contains(" ") {
      self = .signal(text)
    } else {
      return nil
    }
  }
}
