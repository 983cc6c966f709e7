import MotionCore

/// What a run is doing, in a word or two: the big word of the live view.
enum ViewState: String, Hashable, Sendable, CaseIterable {
  case ready
  case speaking
  case getReady = "get ready"
  case holdStill = "hold still"
  case rest
  case calibrating
  case countdown
  case sitStill = "sit still"
  case cues
  case question
  case sensorLost = "sensor lost"
  case paused
  case stopping
  case saving
  case notSaved = "not saved"
  case saved
  case finished
}

extension ViewState: CatalogueMessage {
  static let section = MessageSection("view-state", "The big word of the live view", .view)
  static let examples = allCases

  var wording: MessageWording {
    let words: (cause: String, next: String) =
      switch self {
      case .ready: ("sensor and sound are there, and nothing has begun", "wait for the voice")
      case .speaking: ("the voice says something beside the cues", "listen")
      case .getReady: ("a block begins, or goes on, when the words are over", "wait for the first word")
      case .holdStill: ("a stationary phase: noise and bias are measured", "do not move until it is over")
      case .rest: ("nothing is asked for", "move as you like until the voice speaks")
      case .calibrating: ("a step of the calibration is asked for or watched", "do what the voice asks for")
      case .countdown: ("the start is counted down", "sit down and look ahead; `s` starts at once")
      case .sitStill:
        ("the start waits for a rider who sits still", "sit upright and keep still; `s` starts at once")
      case .cues: ("a block is under way", "move as each word says")
      case .question: ("a question was asked", "press what answers it")
      case .sensorLost: ("the sensor is gone, and waited for", "connect it again, or press its button")
      case .paused: ("somebody paused the run; the capture goes on", "`p` goes on")
      case .stopping: ("the run ends, and sounds are taken back", "wait until it is saved")
      case .saving: ("the session is being sealed", "leave the machine on")
      case .notSaved:
        ("sealing failed, and is tried again", "leave the machine on; see the message for the reason")
      case .saved: ("the session is sealed", "get off; the report follows")
      case .finished: ("the run is over", "read the report")
      }
    return MessageWording(rawValue, cause: words.cause, next: words.next)
  }
}
