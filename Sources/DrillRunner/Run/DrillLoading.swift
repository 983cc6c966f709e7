import MotionCore

/// A drill that cannot run: every error in it, as a compiler shows them.
struct DrillProblems: DiagnosedError {
  var path: String
  var problems: [DrillError]

  var failure: String { "the drill \(path) cannot run" }
  var cause: String { "\(problems.fatal.count) error\(problems.fatal.count == 1 ? "" : "s")" }
  var remedy: String? { "correct the places shown; `drillrunner check` shows them again without running" }
  var description: String { problems.rendered }
}

extension DrillFile {
  /// Reads a drill that can run, by its path or its name (`InstalledDrills`); warnings go to `warn`. Throws `DrillFileError` or `DrillProblems`.
  static func loadRunnable(_ path: String, warn: (DrillProblems) -> Void) throws -> (DrillFile, Drill) {
    let file = try DrillFile.load(InstalledDrills.standard.path(of: path))
    guard let drill = file.drill, file.problems.fatal.isEmpty else {
      throw DrillProblems(path: file.path, problems: file.problems)
    }
    if !file.problems.isEmpty { warn(DrillProblems(path: file.path, problems: file.problems)) }
    return (file, drill)
  }
}

extension Drill {
  /// Everything that is said beside the cues.
  var sentences: [String] {
    steps.flatMap { step -> [String] in
      switch step {
      case .say(let text): [text]
      case .ask(let question): [question.text]
      case .block(let block): block.say.map { [$0] } ?? []
      case .calibrate, .countdown, .waitStill, .stationary, .rest: []
      }
    }
  }
}

extension DrillProblems: CatalogueMessage {
  static let section = MessageSection("drill", "Drills with errors", .error)
  static let examples = [
    DrillProblems(
      path: "mine.yaml",
      problems: [
        DrillError(
          severity: .error, file: "mine.yaml", location: SourceLocation(line: 3, column: 1, length: 5),
          problem: .value(.unknownKey("stpes", in: .drill, known: ["title", "steps"])), sourceLine: "stpes:")
      ])
  ]
}
