/// An error that a person can act on: what failed, why, and what to do next.
public protocol DiagnosedError: Error, Sendable, CustomStringConvertible {
  /// What failed, and on what: "cannot open /dev/input/event5".
  var failure: String { get }
  /// Why: "permission denied".
  var cause: String { get }
  /// The next step; nil where none is known.
  var remedy: String? { get }
}

extension DiagnosedError {
  /// All of it, safe to show: names in it may come from files. Only the remedy may have several lines.
  public var description: String {
    let text = Printable.text(summary)
    guard let remedy else { return text }
    return text + "\n"
      + Printable.lines(remedy).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().map { ($0 == 0 ? "  → " : "    ") + $1 }.joined(separator: "\n")
  }

  /// What failed and why, without the next step: for a message that has its own.
  public var summary: String { "\(failure): \(cause)" }
}

/// The system's own word for an errno value (strerror(3)).
public func systemErrorText(_ errno: Int32) -> String {
  String(cString: strerror(errno))
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
