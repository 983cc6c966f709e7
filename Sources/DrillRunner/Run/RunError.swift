import MotionCore

/// What keeps a run from starting, beside what the sensor, the sound and the store say themselves.
enum RunError: DiagnosedError, Hashable {
  case sensorSilent(String)
  case sensorLostBeforeRun(String)
  case stoppedBeforeRun(String)
  case unsupportedDrill(String)

  var failure: String {
    switch self {
    case .sensorSilent: "the sensor delivers nothing"
    case .sensorLostBeforeRun: "the sensor was lost before the run began"
    case .stoppedBeforeRun: "the run was stopped before it began; nothing was recorded"
    case .unsupportedDrill(let file): "cannot run \(file)"
    }
  }

  var cause: String {
    switch self {
    case .sensorSilent(let reason), .sensorLostBeforeRun(let reason): reason
    case .stoppedBeforeRun(let signal): signal
    case .unsupportedDrill: "it has steps that this version cannot run"
    }
  }

  var remedy: String? {
    switch self {
    case .sensorSilent: "wake the sensor (press its button), check its cable or its pairing, then try again"
    case .sensorLostBeforeRun: "connect it again; drillrunner devices shows whether it is seen"
    case .stoppedBeforeRun: nil
    case .unsupportedDrill: "remove the steps named above"
    }
  }
}
