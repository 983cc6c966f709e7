import MotionCore

/// Every command that is in the build. Help, usage errors and dispatch all come from here.
enum CommandRegistry {
  static let commands: [CommandSpec] = [
    RunCommand.spec, RehearseCommand.spec, CheckCommand.spec, DevicesCommand.spec, SessionsCommand.spec,
    AnalyzeCommand.spec, CompareCommand.spec, NotesCommand.spec, RecoverCommand.spec, VerifyCommand.spec,
    ExportCommand.spec,
    LatencyCommand.spec, VoiceCommand.spec, DoctorCommand.spec,
  ]

  /// What `drillrunner --help` prints, in lines of at most `width` columns.
  static func helpText(width: Int) -> String {
    let list = HelpText.list(
      commands.map { ("\($0.name) \($0.arguments)", $0.summary) }, width: width)
    let more = HelpText.list(
      [
        ("drillrunner COMMAND --help", "the options of a command"),
        ("drillrunner --version", "the version"),
      ], width: width)
    let head = """
      usage: drillrunner COMMAND [options]

      Runs spoken-cue movement drills and measures how the body answers.

      commands:
      """
    let codes = """
      Results go to stdout, messages to stderr.
      Exit codes: 0 done, 2 usage, 3 not complete, or not without loss, 4 no usable sensor, 5 no usable sound,
      6 it could not be saved, 7 bad or unreadable input, or a difference was found.
      """
    return
      (HelpText.filled(head, width: width) + list + ["", "more:"] + more + [""]
      + HelpText.filled(codes, width: width)).joined(separator: "\n") + "\n"
  }

  /// Runs the command that `words` (the command line without the program's name) ask for.
  static func main(_ words: [String], console: Console) -> ExitCode {
    guard let name = words.first else {
      console.usage { helpText(width: $0) }
      return .usage
    }
    if ["--help", "-h", "help"].contains(name) {
      let spec = words.dropFirst().first.flatMap { named in commands.first { $0.name == named } }
      console.help { spec?.helpText(width: $0) ?? helpText(width: $0) }
      return .done
    }
    if name == "--version" {
      console.document("drillrunner \(Version.number)")
      return .done
    }
    if let code = HiddenCommands.run(words, console: console) { return code }
    guard let spec = commands.first(where: { $0.name == name }) else {
      let near = Suggestion.nearest(to: name, among: commands.map(\.name))
      console.error(
        UsageError("", .unknownCommand(name, meant: near)))
      return .usage
    }
    return run(spec, Array(words.dropFirst()), console: console)
  }

  private static func run(_ spec: CommandSpec, _ words: [String], console: Console) -> ExitCode {
    do {
      let invocation = try Invocation(words, command: spec.name, flags: spec.allFlags)
      if invocation.has(.help) {
        console.help { spec.helpText(width: $0) }
        return .done
      }
      guard spec.argumentCount.contains(invocation.arguments.count) else {
        throw UsageError(
          spec.name,
          invocation.arguments.count < spec.argumentCount.lowerBound
            ? .argumentMissing(spec.arguments, usage: spec.usage) : .tooManyArguments(usage: spec.usage))
      }
      return try spec.run(invocation, console)
    } catch {
      console.error(error)
      return ExitCode(for: error)
    }
  }
}
