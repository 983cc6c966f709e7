import MotionCore

/// What the list of sessions says in words of what it cannot tell.
enum SessionListWord: Hashable, Sendable {
  case unreadable
  case whyUnreadable(name: String, reason: String)
  case durationUnknown
}

extension SessionListWord: CatalogueMessage {
  static let section = MessageSection("session-list", "What the list of sessions says", .result)
  static let examples: [SessionListWord] = [
    .unreadable, .whyUnreadable(name: "20261130T101502Z-5c0a1f22", reason: "there is no manifest.json"),
    .durationUnknown,
  ]

  var wording: MessageWording {
    switch self {
    case .unreadable:
      MessageWording(
        "unreadable", cause: "the folder is among the sessions, and cannot be read as one",
        next: "see the reason beside it; leave the folder as it is")
    case .whyUnreadable(let name, let reason):
      MessageWording(
        "\(name): \(reason)", cause: "the folder is among the sessions, and cannot be read as one",
        next: "`drillrunner verify` says more; leave the folder as it is")
    case .durationUnknown:
      MessageWording(
        "unknown", cause: "neither an end anchor nor a row tells how long it lasted",
        next: "`drillrunner recover` seals what is there")
    }
  }
}
