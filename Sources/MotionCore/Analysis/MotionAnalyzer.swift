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
    var clocks: [String: SessionVectors.StreamClock] = [:]
    let sampling = session.streams.map { stream -> Analysis.StreamSampling in
      let clock = session.manifest.clocks.first { $0.name == stream.description.clock }
      let result = SamplingSummary.compute(stream: stream, clock: clock)
      clocks[stream.description.name] = SessionVectors.StreamClock(
        clock: clock, mapping: result.mapping, times: result.times)
      let losses = session.manifest.streams.first { $0.description.name == stream.description.name }?.losses
      return Analysis.StreamSampling(
        name: stream.description.name, kind: stream.description.kind,
        requestedHz: stream.description.requestedHz, statistics: result.statistics, mapping: result.mapping,
        noMapping: stream.description.clock == "host" ? .hostClock : .fewToMap, losses: losses ?? [:],
        badRows: stream.badRows.count + stream.invalid.count,
        sequenceHoles: zip(stream.sequence.dropFirst(), stream.sequence).count { $0 != $1 &+ 1 },
        derivedTimes: stream.description.clock == "host" && stream.description.timestampSource == .receipt
          && stream.count > 0
          ? TimeLine.indexLine(stream, result.times, originNs: stream.receiptNs[0]) : nil)
    }

    let vectors = SessionVectors(
      session, clocks: clocks,
      polynomial: LocalPolynomial(
        order: configuration.localPolynomialOrder,
        halfWidthSeconds: configuration.localPolynomialHalfWidthSeconds))
    limitations.add(vectors)
    var orientation: Measured<SessionOrientation>?
    let rider = CalibratedRider.find(
      session, stream: vectors.rateStream, gyro: vectors.rate,
      attitudes: {
        let derived = vectors.orientation(configuration.orientation)
        orientation = derived
        return vectors.attitudes(derived: derived)
      }, parameters: configuration.calibration)

    let lateral = LateralAnalysis(
      vectors, timeline: timeline, configuration: configuration, rider: rider)
    let tilt =
      vectors.rate.value == nil
      ? GravityTilt.measure(vectors.up, timeline: timeline, configuration: configuration)
      : .unavailable(MovementReason.tiltNotNeeded)
    if tilt.value != nil { limitations.addTiltOnly() }
    limitations.add(calibration: lateral.movement.calibration, configuration.calibration)
    limitations.add(lateral)
    limitations.add(frozen: vectors.rate.value, configuration)
    limitations.add(trials: lateral.trials)
    let smoothness = SmoothnessAnalysis.metrics(
      of: lateral.transitions, gyro: vectors.rate, movement: lateral.movement,
      forward: rider.map { $0.traces.direction(.forward) }, configuration: configuration)
    let isMatched = session.manifest.audio?["tick"]?.bool == true
    let asked = Set(lateral.trials.map(\.cue.expect))
    if asked.isSuperset(of: [.left, .right]), !isMatched { limitations.addUnmatchedStimulus() }
    let analysis = Analysis(
      session: MotionSessionIdentity(session), configuration: configuration, trials: lateral.trials,
      catchTrials: lateral.catches, transitions: lateral.transitions, smoothness: smoothness,
      summary: SessionSummary(
        trials: lateral.trials, transitions: lateral.transitions, smoothness: smoothness,
        isStimulusMatched: isMatched, parameters: configuration.summary), sampling: sampling,
      movement: lateral.movement, tilt: tilt, decisions: lateral.decisions,
      diagnostics: SensorDiagnostics(
        session: session, vectors: vectors, trials: lateral.trials, transitions: lateral.transitions,
        smoothness: smoothness, configuration: configuration),
      limitations: limitations.list)
    return AnalyzedSession(
      analysis: analysis, rider: rider, orientation: orientation, vectors: vectors,
      lateralAngles: lateral.angles)
  }

  /// Why the primary sensor has no stream of `kind`.
  static func missingReason(_ kind: StreamKind, in session: MotionSession) -> SourceReason {
    let entry = session.manifest.streams.first { $0.description.kind == kind }
    switch entry?.description.capability {
    case .unavailable(let reason): return .missing(kind: kind.rawValue, reason: reason)
    case .invalid(let reason): return .invalid(kind: kind.rawValue, reason: reason)
    case .available, nil: return .noStream(kind: kind.rawValue)
    }
  }
}

/// An analysis with what it was made from.
struct AnalyzedSession: Sendable {
  var analysis: Analysis
  var rider: Measured<CalibratedRider>
  /// Nil where it was not needed.
  var orientation: Measured<SessionOrientation>?
  var vectors: SessionVectors
  /// Radians, one for each row of the angular velocity; NaN where it is not known.
  var lateralAngles: Measured<[Double]>
}
