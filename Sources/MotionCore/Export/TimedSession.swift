/// A session with its analysis, and its rows' times in seconds since its start: the times that the analysis uses.
struct TimedSession {
  let session: MotionSession
  let analyzed: AnalyzedSession
  var analysis: Analysis { analyzed.analysis }
  /// Second zero.
  let origin: HostTime
  /// What second zero is.
  let originSource: String

  /// Analyses the session with the default configuration.
  init(_ session: MotionSession) {
    self.session = session
    analyzed = MotionAnalyzer().analyzed(session)
    origin = analyzed.analysis.session.start ?? HostTime(nanoseconds: 0)
    originSource =
      session.manifest.anchors.contains { $0.at == .start }
      ? "the start anchor" : "the first receipt, or the first event: the manifest has no start anchor"
  }

  func seconds(_ time: HostTime) -> Double {
    Double(time.nanoseconds &- origin.nanoseconds) / 1e9
  }

  /// The times of a stream's rows.
  func times(of stream: MotionStream) -> RowTimes {
    let clock = session.manifest.clocks.first { $0.name == stream.description.clock }
    let line = TimeLine(
      stream: stream, clock: clock,
      mapping: analysis.sampling.first { $0.name == stream.description.name }?.mapping,
      deviceTimes: DeviceTime(stream: stream, clock: clock), origin: origin)
    return RowTimes(
      seconds: (0..<stream.count).map(line.seconds), source: line.source, reason: line.reason,
      residualNs: line.residualNs)
  }
}

/// Times of the rows of a stream.
struct RowTimes {
  /// Seconds since the session's start; NaN for a row without a possible time.
  var seconds: [Double]
  var source: SampledVectors.TimeSource
  /// Why the device's own time is not used, where it is not.
  var reason: UnavailableReason?
  /// 99th percentile of receipt − mapped time, ns.
  var residualNs: Double?

  /// One word for the source.
  var word: String {
    switch source {
    case .mappedDevice: "mapped"
    case .kernel: "kernel"
    case .indexLine: "index_line"
    case .receipt: "receipt"
    }
  }

  var json: JSONValue {
    var object: JSONObject = ["source": .string(word)]
    if let reason { object.append("reason", .string(reason.text)) }
    if let residualNs { object.append("mapping_residual_ns", .finite(residualNs)) }
    return .object(object)
  }
}
