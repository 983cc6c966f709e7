/// The exit codes of the program: one meaning each, for every command.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// The command line was not understood.
  case usage = 2
  /// A run that did not end `complete`, or observed losses under `--strict`.
  case notComplete = 3
  /// No usable sensor, before recording.
  case sensorUnavailable = 4
  /// No usable sound, before recording.
  case audioUnavailable = 5
  /// The bundle could not be created or sealed.
  case notSaved = 6
  /// Bad or unreadable input: a drill file, a session, a configuration.
  case badInput = 7

  /// What it says, for the manual page.
  var meaning: String {
    switch self {
    case .usage: "The command line was not understood."
    case .badInput:
      "Bad or unreadable input: a drill, a session, a configuration; or verify found a difference."
    case .sensorUnavailable: "No usable sensor, before recording."
    case .audioUnavailable: "No usable sound, before recording."
    case .notSaved: "It could not be saved."
    case .notComplete:
      "A run that did not end complete, losses under --strict, a lossy recovery, or a machine that doctor found unfit."
    case .done: "Done."
    }
  }
}
