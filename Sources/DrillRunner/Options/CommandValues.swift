import CueAudio
import IMUDriver
import MotionCore

extension Invocation {
  /// The seed that was asked for; nil where none was.
  func seed(command: String) throws -> UInt64? {
    guard let text = value(.seed) else { return nil }
    guard let seed = UInt64(text), Drill.seeds.contains(seed) else {
      throw UsageError(command, .notSeed(text: text, high: Drill.seeds.upperBound))
    }
    return seed
  }

  /// The voice that was asked for; nil where none was.
  func voice(command: String) throws -> Voice? {
    guard let text = value(.voice) else { return nil }
    if let voice = Voice(text) { return voice }
    throw UsageError(command, .notVoice(text: text))
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
    case is AudioError, is ClipError, is LoopRecorder.Failure: self = .audioUnavailable
    case is LatencyRefusal, is CancellationError: self = .notComplete
    case let error as LatencyStoreError:
      if case .notStored = error { self = .notSaved } else { self = .badInput }
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
