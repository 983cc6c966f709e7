/// The manual page drillrunner(1), made from the registry of commands and flags; `drillrunner --man` prints it.
enum ManPage {
  /// The page in the language of man(7).
  static func text(_ commands: [CommandSpec]) -> String {
    var page = """
      .TH DRILLRUNNER 1 \(Version.date) "drillrunner \(Version.number)" "User Commands"
      .SH NAME
      drillrunner \\- spoken\\-cue movement drills, measured by an inertial sensor
      .SH SYNOPSIS
      .B drillrunner
      .I COMMAND
      .RI [ options ]

      """
    page += section(
      "DESCRIPTION",
      [
        "DrillRunner speaks the cues of a movement drill through ALSA, records an inertial sensor beside it into a "
          + "session, and measures how long the body took to answer.",
        "Results go to standard output, messages to standard error. With --json one document is printed.",
      ])
    page += ".SH COMMANDS\n"
    for command in commands {
      page += ".SS \(escaped(command.name))\n"
      page += ".B drillrunner \(escaped(command.name))\n"
      if !command.arguments.isEmpty { page += ".I \(escaped(command.arguments))\n" }
      page += ".RI [ options ]\n.PP\n" + paragraph(command.details)
      for flag in command.allFlags { page += entry(flag) }
    }
    page += ".SH \"EXIT STATUS\"\nThe first that applies:\n"
    for code in ExitCode.allCases {
      page += ".TP\n.B \(code.rawValue)\n" + paragraph(code.meaning)
    }
    page += ".SH FILES\n"
    for (name, text) in files { page += ".TP\n.I \(escaped(name))\n" + paragraph(text) }
    page += ".SH \"SEE ALSO\"\n.BR udevadm (8),\n.BR aplay (1),\n.BR flite (1)\n"
    return page
  }

  private static let files = [
    (
      "$XDG_DATA_HOME/drillrunner/sessions",
      "The sessions (default: ~/.local/share/drillrunner/sessions), where --sessions names no other folder."
    ),
    ("protocols/NAME.yaml", "A drill of the present folder that is named without a path."),
    (
      "PREFIX/share/drillrunner/protocols",
      "The drills that came with the program; PREFIX is where it is installed. They are found by their names."
    ),
    (
      "PREFIX/share/drillrunner/clips",
      "Spoken cues of these drills as sound files: --voice with this folder uses them."
    ),
    ("70-drillrunner.rules", "The udev rules that let the person at the machine read motion sensors."),
  ]

  private static func section(_ name: String, _ paragraphs: [String]) -> String {
    ".SH \(name)\n" + paragraphs.map(paragraph).joined(separator: ".PP\n")
  }

  private static func entry(_ flag: Flag) -> String {
    var head = flag.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
    head += "\\fB\(escaped("--" + flag.name))\\fR"
    if let argument = flag.argument { head += " \\fI\(escaped(argument))\\fR" }
    return ".TP\n\(head)\n" + paragraph(flag.help + (flag.repeats ? " (repeatable)" : ""))
  }

  /// One filled paragraph: a line for each sentence would be nicer to compare, and makes no difference when read.
  private static func paragraph(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: true)
      .map { escaped($0.trimmingPrefix { $0 == " " }) + "\n" }.joined()
  }

  /// Text as roff takes it: no control lines, minus signs that can be copied, characters beyond ASCII by number
  /// (groff_char(7)).
  static func escaped(_ text: some StringProtocol) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "'" where out.isEmpty, "." where out.isEmpty: out += "\\&" + String(scalar)
      case "'": out += "\\(aq"
      case _ where scalar.isASCII: out.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        out += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return out
  }
}
