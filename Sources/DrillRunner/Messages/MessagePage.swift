import MotionCore

/// docs/messages.md, made from the catalogue; `drillrunner --messages` prints it.
enum MessagePage {
  static var text: String {
    let entries = MessageCatalogue.all
    var page = """
      # Messages

      <!-- Made by `make messages` from the catalogue in the sources; do not edit. -->

      Everything that the program says, prints or writes for a person to read, with why it does and what to do next.
      What a moment fills in (names, numbers, the system's own words) is shown by an example. The words of a drill and
      of notes are their authors'; tables and help are no messages. An id names a message whatever its words are.

      \(entries.count) messages:

      """
    var section: MessageSection?
    for entry in entries where entry.section != section {
      section = entry.section
      page += "\n- [\(entry.section.title)](#\(anchor(entry.section.title)))"
    }
    section = nil
    for entry in entries {
      if entry.section != section {
        section = entry.section
        let places = entry.section.channels.map(name(of:)).joined(separator: "; ")
        page += "\n\n## \(entry.section.title)\n\nWhere: \(places).\n"
      }
      page += "\n" + text(of: entry)
    }
    return page + "\n"
  }

  private static func text(of entry: MessageEntry) -> String {
    let next = entry.wording.nextStep ?? ""
    return """
      **`\(entry.id)`**
      > \(quoted(entry.wording.text))

      Why: \(sentence(entry.wording.cause)) Next: \(sentence(next))

      """
  }

  /// Where messages of a channel are met.
  static func name(of channel: MessageChannel) -> String {
    switch channel {
    case .spoken: "said by the voice of a run"
    case .error: "on standard error, and the command ends"
    case .notice: "on standard error, and the command goes on"
    case .view: "in the live view, or as a line of `--plain`"
    case .result: "on standard output, in a result"
    case .file: "in the session's files or what is made of them"
    }
  }

  /// Text that Markdown shows as it is.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in Printable.lines(text) {
      if "\\`*_{}[]<>#|".contains(character) { out.append("\\") }
      out.append(character)
    }
    return out
  }

  private static func quoted(_ text: String) -> String {
    escaped(text).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\\n> ")
  }

  /// One line with one mark at its end.
  private static func sentence(_ text: String) -> String {
    var line = escaped(text).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.joined(
      separator: " ")
    while line.hasSuffix(".") || line.hasSuffix(" ") { line.removeLast() }
    return line.hasSuffix("?") || line.hasSuffix("…") ? line : line + "."
  }

  /// The anchor that a heading has on the page.
  private static func anchor(_ title: String) -> String {
    String(title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }).replacing(
      " ", with: "-")
  }
}
