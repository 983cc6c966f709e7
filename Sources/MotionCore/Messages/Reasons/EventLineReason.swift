/// Why a line of a session's events is none.
public enum EventLineReason: Error, Hashable, Sendable {
  case notJSON(JSONError)
  case beyondRange(key: String)
  case membersMissing
}

extension EventLineReason: CatalogueMessage {
  public static let section = MessageSection("event-line", "Lines that are no events", .notice, .file)
  public static let examples: [EventLineReason] = [
    .notJSON(JSONError(cause: "the JSON document has an improper structure", offset: 14)),
    .beyondRange(key: "audible_ns"), .membersMissing,
  ]

  public var wording: MessageWording {
    let verify = "`drillrunner verify` tells whether the files are as they were sealed"
    return switch self {
    case .notJSON(let error):
      MessageWording(error.cause, cause: "the line is cut or was changed", next: verify)
    case .beyondRange(let key):
      MessageWording(
        "\(key) lies beyond 2^61 ns", cause: "no clock counts so far: the number was changed", next: verify)
    case .membersMissing:
      MessageWording(
        "n, kind, label or host_ns is missing",
        cause: "every event has these members (docs/session-schema.md)",
        next: verify)
    }
  }
}
