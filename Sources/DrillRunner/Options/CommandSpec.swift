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

  /// What `drillrunner NAME --help` prints, in lines of at most `width` columns.
  func helpText(width: Int) -> String {
    let options = HelpText.list(
      allFlags.map { ($0.usage, $0.help + ($0.repeats ? " (repeatable)" : "")) }, width: width)
    let head = TextColumns.wrapped(usage, width: width, first: "usage: ", rest: "         ")
    return (head + [""] + HelpText.filled(details, width: width) + ["", "options:"] + options).joined(
      separator: "\n") + "\n"
  }
}

/// Lays out help for a terminal.
enum HelpText {
  /// A first column that is wider stands on a line of its own.
  private static let widestColumn = 28

  /// Names with what they mean beside them.
  static func list(_ entries: [(name: String, text: String)], width: Int) -> [String] {
    let column = entries.map(\.name.count).filter { $0 <= widestColumn }.max() ?? 0
    let rest = String(repeating: " ", count: column + 4)
    return entries.flatMap { name, text -> [String] in
      let first = "  " + name.padded(to: column + 2)
      guard name.count > column else {
        return TextColumns.wrapped(text, width: width, first: first, rest: rest)
      }
      return ["  " + name] + TextColumns.wrapped(text, width: width, first: rest, rest: rest)
    }
  }

  /// Paragraphs filled to `width`; a line with columns of its own, three spaces apart, stays a line.
  static func filled(_ text: String, width: Int) -> [String] {
    text.components(separatedBy: "\n\n").enumerated().flatMap { index, paragraph -> [String] in
      let lines = paragraph.split(separator: "\n").map(String.init)
      let filled =
        lines.contains { $0.contains("   ") }
        ? lines.flatMap { Console.wrapped($0, columns: width).components(separatedBy: "\n") }
        : TextColumns.wrapped(lines.joined(separator: " "), width: width)
      return (index > 0 ? [""] : []) + filled
    }
  }
}
