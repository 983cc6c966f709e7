import MotionCore

/// One command of the program: what it is called with, what help says, and what it does.
struct CommandSpec: Sendable {
  var name: String
  /// Its arguments beside options, as help writes them: "PROTOCOL".
  var arguments: String
  /// How many of them there must be.
  var argumentCount: ClosedRange<Int>
  /// One line for the list of commands.
  var summary: String
  /// A few sentences for its own help.
  var details: String
  var flags: [Flag]
  var run: @Sendable (Invocation, Console) throws -> ExitCode

  /// The flags it understands, with those that every command has.
  var allFlags: [Flag] { flags + [.help] }

  /// "drillrunner run PROTOCOL [options]".
  var usage: String {
    ["drillrunner", name, arguments, "[options]"].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What `drillrunner NAME --help` prints.
  var helpText: String {
    let width = allFlags.map(\.usage.count).max() ?? 0
    let options = allFlags.map { flag in
      "  " + flag.usage.padding(toLength: width + 2) + flag.help + (flag.repeats ? " (repeatable)" : "")
    }
    return (["usage: \(usage)", "", details, "", "options:"] + options).joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text, filled with spaces up to `length` characters.
  func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
