import MotionCore

/// What the tables of `verify` and `recover` say of a session's files.
enum FileWord: Hashable, Sendable {
  case asSealed
  case differs
  case notThere
  case nothingKept
  case afterStart(seconds: String)
}

extension FileWord: CatalogueMessage {
  static let section = MessageSection("file-word", "What verify and recover say of files", .result)
  static let examples: [FileWord] = [
    .asSealed, .differs, .notThere, .nothingKept, .afterStart(seconds: "81.204"),
  ]

  var wording: MessageWording {
    switch self {
    case .asSealed:
      MessageWording("as sealed", cause: "size, SHA-256 and count agree", next: "nothing needs to be done")
    case .differs:
      MessageWording(
        "DIFFERS", cause: "the file is not what was sealed, as said below the table",
        next: "use a copy that verifies")
    case .notThere:
      MessageWording("not there", cause: "the file cannot be read", next: "use a copy that has it")
    case .nothingKept:
      MessageWording("no row", cause: "no whole row of it reached the disk", next: "see the other files")
    case .afterStart(let seconds):
      MessageWording(
        "\(seconds) s after the start", cause: "its last whole row is from then",
        next: "what came later did not reach the disk")
    }
  }
}
