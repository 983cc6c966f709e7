/// Computes an `Analysis` from a session that was read: a pure function of the session and the configuration.
public struct MotionAnalyzer: Sendable {
  public var configuration: AnalysisConfiguration

  public init(configuration: AnalysisConfiguration = .default) {
    self.configuration = configuration
  }

  /// Analyses `session`. Whatever cannot be had is unavailable with a reason; nothing is thrown, because a
  /// session without a gyroscope, without cues or without rows still has its sampling and its cues.
  public func analyze(_ session: MotionSession) -> Analysis { analyzed(session).analysis }

  /// The analysis, and what it was made from that is too much for the document. `rider` has the traces of a calibrated
  /// rider, `orientation` the derived attitudes where they were needed.
  func analyzed(_ session: MotionSession) -> AnalyzedSession {
    let timeline = SessionTimeline(session)
    var limitations = Limitations(session)
    limitations.add(timeline)
    var computed: [String: (mapping: ClockMapping?, times: DeviceTime)] = [:]
    let sampling = session.streams.map { stream -> Analysis.StreamSampling in
      let clock = session.manifest.clocks.first { $0.name == stream.description.clock }
      let result = SamplingSummary.compute(stream: stream, clock: clock)
      computed[stream.description.name] = (result.mapping, result.times)
      let losses = session.manifest.streams.first { $0.description.name == stream.description.name }?.losses
      return Analysis.StreamSampling(
        name: stream.description.name, kind: stream.description.kind,
        requestedHz: stream.description.requestedHz, statistics: result.statistics, mapping: result.mapping,
        losses: losses ?? [:], badRows: stream.badRows.count + stream.invalid.count,
        sequenceHoles: zip(stream.sequence.dropFirst(), stream.sequence).count { $0 != $1 &+ 1 },
        derivedTimes: stream.description.clock == "host" && stream.description.timestampSource == .receipt
          && stream.count > 0
          ? TimeLine.indexLine(stream, result.times, originNs: stream.receiptNs[0]) : nil)
    }

    func vectors(_ kind: StreamKind, origin: HostTime?) -> Measured<SampledVectors> {
      guard let stream = session.stream(kind) else {
        return .unavailable(Self.missingReason(kind, in: session))
      }
      let clock = session.manifest.clocks.first { $0.name == stream.description.clock }
      guard let (mapping, times) = computed[stream.description.name] else {
        return .unavailable("the stream \(stream.description.name) could not be read")
      }
      do {
        return .value(
          try SampledVectors(
            stream: stream, clock: clock, mapping: mapping, deviceTimes: times, units: kind.units,
            origin: origin))
      } catch {
        return .unavailable(error.reason)
      }
    }
    let gyro = vectors(.gyroscope, origin: nil)
    let delivered = vectors(.accelerometer, origin: gyro.value?.origin)
    var accelerometer = delivered
    if session.stream(.accelerometer)?.description.convention == .gravity, var turned = accelerometer.value {
      for i in turned.vectors.indices { turned.vectors[i] = -turned.vectors[i] }
      accelerometer = .value(turned)
    }

    var orientation: Measured<SessionOrientation>?
    func rows(_ kind: StreamKind, _ vectors: Measured<SampledVectors>) -> Measured<SessionOrientation.Rows> {
      switch (vectors, session.stream(kind)) {
      case (.value(let vectors), let stream?): .value((stream, vectors))
      default: .unavailable(vectors.reason ?? "there is no \(kind.rawValue)")
      }
    }
    let rider = CalibratedRider.find(
      session, stream: session.stream(.gyroscope), gyro: gyro,
      attitudes: {
        let derived = SessionOrientation.derive(
          gyroscope: rows(.gyroscope, gyro), accelerometer: rows(.accelerometer, delivered),
          magnetometer: configuration.orientation.usesMagnetometer
            ? rows(.magnetometer, vectors(.magnetometer, origin: gyro.value?.origin))
            : .unavailable("the parameters leave it out"), parameters: configuration.orientation)
        orientation = derived
        guard let gyro = gyro.value else { return .unavailable(gyro.reason ?? "there is no gyroscope") }
        let fused = session.stream(.motion).flatMap { stream -> SessionAttitudes.FusedRows? in
          guard let (mapping, times) = computed[stream.description.name] else { return nil }
          let clock = session.manifest.clocks.first { $0.name == stream.description.clock }
          return SessionAttitudes.FusedRows(
            stream,
            line: TimeLine(
              stream: stream, clock: clock, mapping: mapping, deviceTimes: times, origin: gyro.origin))
        }
        return SessionAttitudes.choose(
          derived: derived, fused: fused, gyro: gyro, accelerometer: accelerometer.value)
      }, parameters: configuration.calibration)

    let lateral = LateralAnalysis(
      gyro: gyro, accelerometer: accelerometer, timeline: timeline, configuration: configuration,
      rider: rider)
    limitations.add(calibration: lateral.movement.calibration, configuration.calibration)
    limitations.add(lateral)
    limitations.add(trials: lateral.trials)
    let smoothness = SmoothnessAnalysis.metrics(
      of: lateral.transitions, gyro: gyro, movement: lateral.movement,
      forward: rider.map { $0.traces.direction(.forward) }, configuration: configuration)
    let isMatched = session.manifest.audio?["tick"]?.bool == true
    if !lateral.trials.isEmpty, !isMatched { limitations.addUnmatchedStimulus() }
    let analysis = Analysis(
      session: MotionSessionIdentity(session), configuration: configuration, trials: lateral.trials,
      catchTrials: lateral.catches, transitions: lateral.transitions, smoothness: smoothness,
      summary: SessionSummary(
        trials: lateral.trials, transitions: lateral.transitions, smoothness: smoothness,
        isStimulusMatched: isMatched, parameters: configuration.summary), sampling: sampling,
      movement: lateral.movement, decisions: lateral.decisions,
      diagnostics: SensorDiagnostics(
        session: session, gyro: gyro, accelerometer: accelerometer, trials: lateral.trials,
        transitions: lateral.transitions, smoothness: smoothness, configuration: configuration),
      limitations: limitations.list)
    return AnalyzedSession(analysis: analysis, rider: rider, orientation: orientation)
  }

  /// Why the primary sensor has no stream of `kind`.
  static func missingReason(_ kind: StreamKind, in session: MotionSession) -> String {
    let entry = session.manifest.streams.first { $0.description.kind == kind }
    switch entry?.description.capability {
    case .unavailable(let reason): return "no \(kind.rawValue): \(reason)"
    case .invalid(let reason): return "the \(kind.rawValue) is invalid: \(reason)"
    case .available, nil: return "the session has no \(kind.rawValue) stream"
    }
  }
}

/// An analysis with what it was made from.
struct AnalyzedSession: Sendable {
  var analysis: Analysis
  var rider: Measured<CalibratedRider>
  /// Nil where it was not needed.
  var orientation: Measured<SessionOrientation>?
}
