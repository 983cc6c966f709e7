import MotionCore

/// How a clock of the machine did not go on as the others did.
enum HostClockChange: Hashable, Sendable, CaseIterable {
  case suspended
  case wallClockSet
}

extension HostClockChange: CatalogueMessage {
  static let section = MessageSection("host-clock", "Changes of the machine's clocks", .view, .file)
  static let examples = allCases

  var wording: MessageWording {
    switch self {
    case .suspended:
      MessageWording(
        "the machine was suspended",
        cause: "it went to sleep while it recorded: nothing was captured meanwhile",
        next: "leave the lid open and switch off automatic sleep")
    case .wallClockSet:
      MessageWording(
        "the wall clock was set", cause: "a person or a time service set it while it was recorded",
        next: "nothing: rows and cues are on another clock; the jump is recorded")
    }
  }
}
