import MotionCore

/// A command line that was not understood. Exit code 2.
struct UsageError: DiagnosedError, Hashable {
  /// The command; empty for the program itself.
  var command: String
  var problem: Problem

  init(_ command: String, _ problem: Problem) {
    self.command = command
    self.problem = problem
  }

  enum Problem: Hashable, Sendable {
    // Of every command.
    case unknownCommand(String, meant: String?)
    case argumentMissing(String, usage: String)
    case tooManyArguments(usage: String)
    case unknownOption(String, meant: String?)
    case needsArgument(option: String)
    case takesNoArgument(option: String)
    case givenTwice(option: String)
    case notWholeNumber(option: String, text: String, low: Int, high: Int)
    case notSeed(text: String, high: UInt64)
    case notVoice(text: String)
    case buttonsWithOthers
    case sensorsOfOneName(String)
    // devices
    case watchAndTest
    case listeningAlone
    case buttonsAlone
    case matchedOfOther
    // analyze
    case sessionMissing
    case explainAndJSON
    case printConfigAlone
    case noTrial(text: String, lowest: Int?, highest: Int?)
    // compare
    case sameSensor(known: [String])
    case notSessionAndSensor(text: String)
    // notes
    case emptyNote
    case longNote(limit: Int)
    // latency
    case notMilliseconds(option: String, text: String)
    // voice
    case previewAlone
    // export
    case formatMissing
    case unknownFormat(text: String, meant: String?)
    case labelsOfBIDS
    case labelWithoutEquals(text: String)
    case labelOfOther(asked: String)
    case labelOfTooMuch(text: String)
    case emptyOutput
    case oneArchive(sessions: Int)
    // What packaging and the shells ask for.
    case shellMissing(known: [String])
    case clipsOfNothing
  }

  var failure: String { command.isEmpty ? "drillrunner" : "drillrunner \(command)" }

  var cause: String {
    switch problem {
    case .unknownCommand(let name, _): "unknown command \(name)"
    case .argumentMissing(let name, _): "\(name) is missing"
    case .tooManyArguments: "too many arguments"
    case .unknownOption(let name, _): "unknown option \(name)"
    case .needsArgument(let option): "\(option) needs an argument"
    case .takesNoArgument(let option): "\(option) takes no argument"
    case .givenTwice(let option): "\(option) was given twice"
    case .notWholeNumber(let option, let text, _, _), .notMilliseconds(let option, let text):
      "\(option) cannot be \(text)"
    case .notSeed(let text, _): "\(text) is not a seed"
    case .notVoice(let text): "\(text) is not a voice"
    case .buttonsWithOthers: "--buttons auto and none go with nothing else"
    case .sensorsOfOneName(let name): "two sensors are called \(name)"
    case .watchAndTest: "--watch and --test exclude each other"
    case .listeningAlone: "--imu belongs to --test or --watch, and --matched to --test"
    case .buttonsAlone: "--buttons belongs to --watch"
    case .matchedOfOther: "--matched compares settings of a controller or a chip, and this is neither"
    case .sessionMissing: "SESSION is missing"
    case .explainAndJSON: "--explain is text; --json has no part of it"
    case .printConfigAlone: "--print-config prints the default parameters and analyses nothing"
    case .noTrial(let text, _, _): "the session has no trial \(text)"
    case .sameSensor: "A and B are the same sensor of the same session"
    case .notSessionAndSensor(let text): "\(text) is not SESSION@SENSOR"
    case .emptyNote: "the note is empty"
    case .longNote(let limit): "the note is longer than \(limit) characters"
    case .previewAlone: "--audio and --output belong to --preview"
    case .formatMissing: "--to is missing"
    case .unknownFormat(let text, _): "\(text) is not a format"
    case .labelsOfBIDS: "--subject and --label belong to --to bids"
    case .labelWithoutEquals(let text): "--label \(text) has no \"=\""
    case .labelOfOther(let asked): "--label names \(asked), which is not exported"
    case .labelOfTooMuch(let text): "--label \(text) has more than a subject and a label"
    case .emptyOutput: "-o is empty"
    case .oneArchive(let sessions): "one archive cannot hold \(sessions) sessions"
    case .shellMissing: "it needs a shell"
    case .clipsOfNothing: "FOLDER and DRILL are missing"
    }
  }

  var remedy: String? {
    let formats = "--to csv, --to bids or --to tar"
    return switch problem {
    case .unknownCommand(_, let meant):
      meant.map { "did you mean \($0)?" } ?? "drillrunner --help lists the commands"
    case .argumentMissing(_, let usage), .tooManyArguments(let usage): "usage: \(usage)"
    case .unknownOption(_, let meant):
      meant.map { "did you mean --\($0)?" } ?? "drillrunner \(command) --help lists the options"
    case .needsArgument: "drillrunner \(command) --help shows it"
    case .takesNoArgument: "write it alone; drillrunner \(command) --help lists the options"
    case .givenTwice: "give it once"
    case .notWholeNumber(_, _, let low, let high): "give a whole number from \(low) to \(high)"
    case .notMilliseconds: "give milliseconds, from -1000 to 1000"
    case .notSeed(_, let high): "give a whole number from 0 to \(high)"
    case .notVoice: "flite, flite:rms, espeak-ng, espeak-ng:de, or a folder of clips written with a slash"
    case .buttonsWithOthers: "name every device: drillrunner devices lists them"
    case .sensorsOfOneName: "give each its own name: --imu wrist=…"
    case .watchAndTest: "give one of them"
    case .listeningAlone: "drillrunner devices --test --imu auto"
    case .buttonsAlone: "drillrunner devices --watch --buttons auto"
    case .matchedOfOther: "leave out --matched, or name a connected sensor"
    case .sessionMissing: "drillrunner analyze last"
    case .explainAndJSON: "leave one of them out"
    case .printConfigAlone: "drillrunner analyze --print-config > FILE, then analyze SESSION --config FILE"
    case .noTrial(_, let lowest?, let highest?): "its trials are \(lowest) to \(highest)"
    case .noTrial: "it has no cue that asks for a position"
    case .sameSensor(let known) where known.count > 1:
      "name one with @: " + known.map { "@\($0)" }.joined(separator: ", ")
    case .sameSensor: "the session has no other sensor; name another session"
    case .notSessionAndSensor:
      "drillrunner compare last@NAME OTHER; `drillrunner sessions` lists the sessions"
    case .emptyNote: "--add \"what you want to say\""
    case .longNote: "write it into a file of its own, and name that in the note"
    case .previewAlone: "drillrunner voice PROTOCOL --preview --output DIR"
    case .formatMissing: formats
    case .unknownFormat(_, let meant): meant.map { "did you mean \($0)?" } ?? formats
    case .labelsOfBIDS: "leave them out"
    case .labelWithoutEquals: "--label last=01, or --label last=01/morning"
    case .labelOfOther: "name it as among the sessions"
    case .labelOfTooMuch: "--label SESSION=SUBJECT/LABEL, once for each session"
    case .emptyOutput: "name a folder"
    case .oneArchive: "name a folder with -o; each session becomes an archive in it"
    case .shellMissing(let known): "one of: " + known.joined(separator: ", ")
    case .clipsOfNothing: "drillrunner --render-clips FOLDER DRILL…"
    }
  }

  static func unknownOption(_ name: String, command: String, flags: [Flag]) -> UsageError {
    let bare = String(name.drop { $0 == "-" }.prefix { $0 != "=" })
    return UsageError(
      command, .unknownOption(name, meant: Suggestion.nearest(to: bare, among: flags.map(\.name))))
  }
}

extension UsageError: CatalogueMessage {
  static let section = MessageSection("usage", "The command line", .error)
  static let examples = [
    UsageError("", .unknownCommand("recor", meant: "recover")),
    UsageError("check", .argumentMissing("PROTOCOL", usage: "drillrunner check PROTOCOL [options]")),
    UsageError("sessions", .tooManyArguments(usage: "drillrunner sessions [options]")),
    UsageError("run", .unknownOption("--sed", meant: "seed")),
    UsageError("run", .needsArgument(option: "--seed")), UsageError("run", .takesNoArgument(option: "--yes")),
    UsageError("run", .givenTwice(option: "--seed")),
    UsageError("latency", .notWholeNumber(option: "--clicks", text: "many", low: 30, high: 300)),
    UsageError("run", .notSeed(text: "-1", high: 9_007_199_254_740_991)),
    UsageError("run", .notVoice(text: "festival")), UsageError("run", .buttonsWithOthers),
    UsageError("run", .sensorsOfOneName("wrist")), UsageError("devices", .watchAndTest),
    UsageError("devices", .listeningAlone), UsageError("devices", .buttonsAlone),
    UsageError("devices", .matchedOfOther), UsageError("analyze", .sessionMissing),
    UsageError("analyze", .explainAndJSON), UsageError("analyze", .printConfigAlone),
    UsageError("analyze", .noTrial(text: "99", lowest: 1, highest: 12)),
    UsageError("compare", .sameSensor(known: ["torso", "wrist"])),
    UsageError("compare", .notSessionAndSensor(text: "last@")),
    UsageError("notes", .emptyNote), UsageError("notes", .longNote(limit: 4000)),
    UsageError("latency", .notMilliseconds(option: "--path-ms", text: "3 m")),
    UsageError("voice", .previewAlone),
    UsageError("export", .formatMissing), UsageError("export", .unknownFormat(text: "cvs", meant: "csv")),
    UsageError("export", .labelsOfBIDS), UsageError("export", .labelWithoutEquals(text: "last")),
    UsageError("export", .labelOfOther(asked: "first")),
    UsageError("export", .labelOfTooMuch(text: "last=1/a/b")),
    UsageError("export", .emptyOutput), UsageError("export", .oneArchive(sessions: 2)),
    UsageError("--completions", .shellMissing(known: ["bash", "zsh", "fish"])),
    UsageError("--render-clips", .clipsOfNothing),
  ]
  static var variants: Any.Type { Problem.self }
  var variant: String { EnumCase.name(of: problem) ?? "" }
}
