import MotionCore

/// A command line that was not understood. Exit code 2.
struct UsageError: DiagnosedError, Hashable {
  var command: String
  var cause: String
  var remedy: String?

  var failure: String { command.isEmpty ? "drillrunner" : "drillrunner \(command)" }

  static func unknownOption(_ name: String, command: String, flags: [Flag]) -> UsageError {
    let bare = String(name.drop { $0 == "-" }.prefix { $0 != "=" })
    let near = Suggestion.nearest(to: bare, among: flags.map(\.name))
    return UsageError(
      command: command, cause: "unknown option \(name)",
      remedy: near.map { "did you mean --\($0)?" } ?? "drillrunner \(command) --help lists the options")
  }
}
