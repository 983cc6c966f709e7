import MotionCore

/// What keeps a run from starting, beside what the sensor, the sound and the store say themselves.
enum RunError: DiagnosedError, Hashable {
  case sensorSilent(String)
  case sensorLostBeforeRun(String)
  case soundLostBeforeRun(String)
  case stoppedBeforeRun(String)

  var failure: String {
    switch self {
    case .sensorSilent: "the sensor delivers nothing"
    case .sensorLostBeforeRun: "the sensor was lost before the run began"
    case .soundLostBeforeRun: "the sound output was lost before the run began"
    case .stoppedBeforeRun: "the run was stopped before it began; nothing was recorded"
    }
  }

  var cause: String {
    switch self {
    case .sensorSilent(let reason), .sensorLostBeforeRun(let reason), .soundLostBeforeRun(let reason):
      reason
    case .stoppedBeforeRun(let signal): signal
    }
  }

  var remedy: String? {
    switch self {
    case .sensorSilent: "wake the sensor (press its button), check its cable or its pairing, then try again"
    case .sensorLostBeforeRun: "connect it again; drillrunner devices shows whether it is seen"
    case .soundLostBeforeRun: "check the output; drillrunner devices lists those that can be used"
    case .stoppedBeforeRun: nil
    }
  }
}

extension RunError {
  var exitCode: ExitCode {
    switch self {
    case .sensorSilent, .sensorLostBeforeRun: .sensorUnavailable
    case .soundLostBeforeRun: .audioUnavailable
    case .stoppedBeforeRun: .notComplete
    }
  }
}
