import MotionCore

/// An error that no part of the program has a word for: of the Swift runtime or of Foundation.
struct UnexpectedError: DiagnosedError, Hashable {
  var cause: String

  init(_ error: any Error) { cause = "\(error.localizedDescription)" }

  var failure: String { "something failed that should not" }
  var remedy: String? {
    "free disk space and memory, then run it again; if it happens again, report it with the command and this line"
  }
}

extension UnexpectedError: CatalogueMessage {
  static let section = MessageSection("unexpected", "What nobody expected", .error)
  static let examples = [UnexpectedError(FileError(call: "read", path: "/dev/urandom", code: 5))]
}
