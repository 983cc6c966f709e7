import MotionCore

/// A drill that cannot run: every error in it, as a compiler shows them.
struct DrillProblems: DiagnosedError {
  var path: String
  var problems: [DrillError]

  var failure: String { "the drill \(path) cannot run" }
  var cause: String { "\(problems.fatal.count) error\(problems.fatal.count == 1 ? "" : "s")" }
  var remedy: String? { nil }
  var description: String { problems.rendered }
}

extension DrillFile {
  /// Reads a drill that can run, by its path or its name (`InstalledDrills`); warnings go to `warn`. Throws `DrillFileError` or `DrillProblems`.
  static func loadRunnable(_ path: String, warn: (String) -> Void) throws -> (DrillFile, Drill) {
    let file = try DrillFile.load(InstalledDrills.standard.path(of: path))
    guard let drill = file.drill, file.problems.fatal.isEmpty else {
      throw DrillProblems(path: file.path, problems: file.problems)
    }
    if !file.problems.isEmpty { warn(file.problems.rendered) }
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
