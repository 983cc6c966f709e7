import CueAudio
import IMUDriver
import MotionCore

extension Invocation {
  /// The seed that was asked for; nil where none was.
  func seed(command: String) throws -> UInt64? {
    guard let text = value(.seed) else { return nil }
    guard let seed = UInt64(text), Drill.seeds.contains(seed) else {
      throw UsageError(
        command: command, cause: "\(Printable.text(text)) is not a seed",
        remedy: "give a whole number from 0 to \(Drill.seeds.upperBound)")
    }
    return seed
  }

  /// The sessions folder: the one given, or the user's own.
  var store: SessionStore { SessionStore(folder: value(.sessions) ?? SessionStore.defaultFolder()) }
}

extension ExitCode {
  /// The code that an error that ends a command has.
  init(for error: any Error) {
    switch error {
    case is UsageError, is SensorSelectorError: self = .usage
    case is SensorError, is SerialError: self = .sensorUnavailable
    case is ReplayError, is CSVError: self = .badInput
    case is AudioError, is ClipError: self = .audioUnavailable
    case let error as RunError: self = error.exitCode
    case let error as ExportError:
      switch error.kind {
      case .request: self = .usage
      case .input: self = .badInput
      case .output: self = .notSaved
      }
    case is SealError, is FileError, is DiskSpaceError: self = .notSaved
    default: self = .badInput
    }
  }
}
