/// An export that could not be made. The sessions and an existing target are then as they were.
public struct ExportError: DiagnosedError, Hashable {
  public enum Kind: Sendable {
    /// What was asked for cannot be done as asked: a label, a target inside of a session.
    case request
    /// A session cannot be read.
    case input
    /// The result cannot be saved.
    case output
  }

  public var kind: Kind
  public var failure: String
  public var cause: String
  public var remedy: String?

  static func request(_ cause: String, remedy: String?) -> ExportError {
    ExportError(kind: .request, failure: "cannot export as asked", cause: cause, remedy: remedy)
  }

  static func input(_ path: String, _ cause: String, remedy: String? = nil) -> ExportError {
    ExportError(kind: .input, failure: "cannot export the session \(path)", cause: cause, remedy: remedy)
  }

  static func output(_ target: String, _ cause: String, remedy: String?) -> ExportError {
    ExportError(kind: .output, failure: "the export \(target) was not made", cause: cause, remedy: remedy)
  }

  /// A file call that failed while the result was written to `target`.
  static func output(_ target: String, _ error: FileError) -> ExportError {
    let remedy: String? =
      if error.isDiskFull {
        "free some disk space, or choose another place with -o; the sessions are as they were"
      } else {
        "choose another place with -o; the sessions are as they were"
      }
    return .output(target, "\(error.failure): \(error.cause)", remedy: remedy)
  }

  /// An error that reading a session gave.
  static func input(_ path: String, error: any Error) -> ExportError {
    if let error = error as? any DiagnosedError { return .input(path, error.cause, remedy: error.remedy) }
    return .input(path, "\(error)")
  }
}
