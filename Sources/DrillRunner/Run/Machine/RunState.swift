import MotionCore

/// Where a run stands: idle → preparing → calibrating → ready → recording ↔ paused → finalizing → saved, or a save
/// error that is tried again.
enum RunState: String, Sendable, CaseIterable {
  case idle
  /// Words and phases before the first block.
  case preparing
  case calibrating
  /// Waiting for the start: a countdown, or the rider sitting still.
  case ready
  /// From the first block on.
  case recording
  case paused
  /// The capture is over; the bundle is being sealed.
  case finalizing
  case saved
  /// The bundle could not be sealed. It is tried again, a few times.
  case saveError = "save error"
}

extension RunState: CatalogueMessage {
  static let section = MessageSection("run-state", "Where a run stands", .view)
  static let examples = allCases

  var wording: MessageWording {
    let words: (cause: String, next: String) =
      switch self {
      case .idle: ("the run has not begun", "wait for the voice")
      case .preparing: ("words and phases before the first block", "do as the voice says")
      case .calibrating: ("the centre and the rider's axes are being found", "do as the voice says")
      case .ready: ("the start is counted down, or waits for a still rider", "sit still")
      case .recording: ("the first block has begun", "move as each word says")
      case .paused: ("somebody paused the run", "`p`, a button or a double tap goes on")
      case .finalizing: ("the capture is over, and the session is being sealed", "wait until it is saved")
      case .saved: ("the session is sealed", "get off; the report follows")
      case .saveError:
        ("the session could not be sealed", "leave the machine on; it is tried again, and can be recovered")
      }
    return MessageWording(rawValue, cause: words.cause, next: words.next)
  }
}

extension RunMachine {
  /// Where the run stands. A lost sensor interrupts a state and does not change it.
  var state: RunState {
    switch activity {
    case .idle: return .idle
    case .paused: return .paused
    case .stopping, .sealing: return .finalizing
    case .retrying: return .saveError
    case .finished: return isSaved ? .saved : .saveError
    default: break
    }
    if isSaved { return .saved }
    if ending != nil { return .saveError }
    if isRecording { return .recording }
    guard plan.steps.indices.contains(stepIndex) else { return .preparing }
    switch plan.steps[stepIndex] {
    case .calibrate: return .calibrating
    case .start: return .ready
    default: return .preparing
    }
  }

  /// Whether a lost sensor is being waited for.
  var waitsForSensor: Bool {
    switch activity {
    case .suspended: true
    case .paused: sensorIsGone
    default: false
    }
  }
}
