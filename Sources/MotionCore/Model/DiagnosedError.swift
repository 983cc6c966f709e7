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
  public var description: String {
    let text = "\(failure): \(cause)"
    guard let remedy else { return text }
    return text + "\n"
      + remedy.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().map { ($0 == 0 ? "  → " : "    ") + $1 }.joined(separator: "\n")
  }
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
