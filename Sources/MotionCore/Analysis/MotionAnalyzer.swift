/// Computes an `Analysis` from a session that was read: a pure function of the session and the configuration.
public struct MotionAnalyzer: Sendable {
  public var configuration: AnalysisConfiguration

  public init(configuration: AnalysisConfiguration = .default) {
    self.configuration = configuration
  }

  /// Analyses `session`. Whatever cannot be had is unavailable with a reason; nothing is thrown, because a
  /// session without a gyroscope, without cues or without rows still has its sampling and its cues.
  public func analyze(_ session: MotionSession) -> Analysis {
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
        sequenceHoles: zip(stream.sequence.dropFirst(), stream.sequence).count { $0 != $1 &+ 1 })
    }

    func vectors(
      _ kind: StreamKind, units: Set<MeasurementUnit>, origin: HostTime?
    ) -> Measured<SampledVectors> {
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
            stream: stream, clock: clock, mapping: mapping, deviceTimes: times, units: units, origin: origin))
      } catch {
        return .unavailable(error.reason)
      }
    }
    let gyro = vectors(.gyroscope, units: [.radiansPerSecond, .degreesPerSecond], origin: nil)
    var accelerometer = vectors(
      .accelerometer, units: [.g, .metresPerSecondSquared], origin: gyro.value?.origin)
    if session.stream(.accelerometer)?.description.convention == .gravity, var turned = accelerometer.value {
      for i in turned.vectors.indices { turned.vectors[i] = -turned.vectors[i] }
      accelerometer = .value(turned)
    }

    let lateral = LateralAnalysis(
      gyro: gyro, accelerometer: accelerometer, timeline: timeline, configuration: configuration)
    limitations.add(lateral)
    limitations.add(trials: lateral.trials)
    let smoothness = SmoothnessAnalysis.metrics(
      of: lateral.transitions, gyro: gyro, movement: lateral.movement, configuration: configuration)
    let isMatched = session.manifest.audio?["tick"]?.bool == true
    if !lateral.trials.isEmpty, !isMatched { limitations.addUnmatchedStimulus() }
    return Analysis(
      session: MotionSessionIdentity(session), configuration: configuration, trials: lateral.trials,
      catchTrials: lateral.catches, transitions: lateral.transitions, smoothness: smoothness,
      summary: SessionSummary(
        trials: lateral.trials, transitions: lateral.transitions, smoothness: smoothness,
        isStimulusMatched: isMatched, parameters: configuration.summary), sampling: sampling,
      movement: lateral.movement,
      diagnostics: SensorDiagnostics(
        session: session, gyro: gyro, accelerometer: accelerometer, trials: lateral.trials,
        transitions: lateral.transitions, smoothness: smoothness, configuration: configuration),
      limitations: limitations.list)
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
