import MotionCore

/// What keeps a run from starting, beside what the sensor, the sound and the store say themselves.
enum RunError: DiagnosedError, Hashable {
  case sensorSilent(streams: [String], seconds: Int)
  /// It was to be compared, and delivered less than two rows.
  case tooFewRows(seconds: Int)
  case sensorLostBeforeRun(String)
  case soundLostBeforeRun(String)
  case stoppedBeforeRun(RunReason)

  var failure: String {
    switch self {
    case .sensorSilent, .tooFewRows: "the sensor delivers nothing"
    case .sensorLostBeforeRun: "the sensor was lost before the run began"
    case .soundLostBeforeRun: "the sound output was lost before the run began"
    case .stoppedBeforeRun: "the run was stopped before it began; nothing was recorded"
    }
  }

  var cause: String {
    switch self {
    case .sensorSilent(let streams, let seconds):
      "no row of \(streams.joined(separator: ", ")) in \(seconds) s"
    case .tooFewRows(let seconds): "fewer than two rows in \(seconds) s"
    case .sensorLostBeforeRun(let reason), .soundLostBeforeRun(let reason): reason
    case .stoppedBeforeRun(let reason): reason.text
    }
  }

  var remedy: String? {
    switch self {
    case .sensorSilent, .tooFewRows:
      "wake the sensor (press its button), check its cable or its pairing, then try again"
    case .sensorLostBeforeRun: "connect it again; drillrunner devices shows whether it is seen"
    case .soundLostBeforeRun: "check the output; drillrunner devices lists those that can be used"
    case .stoppedBeforeRun: "start it again when everything is ready"
    }
  }
}

extension RunError: CatalogueMessage {
  static let section = MessageSection("run", "Starting a run", .error)
  static let examples: [RunError] = [
    .sensorSilent(streams: ["gyroscope", "accelerometer"], seconds: 5), .tooFewRows(seconds: 3),
    .sensorLostBeforeRun("the device was disconnected"),
    .soundLostBeforeRun("the sound card was unplugged or its driver removed"),
    .stoppedBeforeRun(.signal("SIGINT")),
  ]
}

extension RunError {
  var exitCode: ExitCode {
    switch self {
    case .sensorSilent, .tooFewRows, .sensorLostBeforeRun: .sensorUnavailable
    case .soundLostBeforeRun: .audioUnavailable
    case .stoppedBeforeRun: .notComplete
    }
  }
}
