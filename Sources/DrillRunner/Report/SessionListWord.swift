import MotionCore

/// What the list of sessions says in words of what it cannot tell.
enum SessionListWord: Hashable, Sendable {
  case unreadable
  case whyUnreadable(name: String, reason: String)
  case durationUnknown
  // Why it is not known how many trials are valid.
  case notAnalysed
  case analysisUnreadable
  case otherAnalysis
}

extension SessionListWord: CatalogueMessage {
  static let section = MessageSection("session-list", "What the list of sessions says", .result)
  static let examples: [SessionListWord] = [
    .unreadable, .whyUnreadable(name: "20261130T101502Z-5c0a1f22", reason: "there is no manifest.json"),
    .durationUnknown,
    .notAnalysed, .analysisUnreadable, .otherAnalysis,
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
    case .notAnalysed:
      MessageWording(
        "it has not been analysed", cause: "the list analyses nothing itself",
        next: "`drillrunner analyze` does")
    case .analysisUnreadable:
      MessageWording(
        "its analysis cannot be read", cause: "the stored document is damaged or of another form",
        next: "`drillrunner analyze` computes it anew")
    case .otherAnalysis:
      MessageWording(
        "its analysis is of another version", cause: "it was stored by another version of the program",
        next: "`drillrunner analyze` computes it anew")
    }
  }
}
