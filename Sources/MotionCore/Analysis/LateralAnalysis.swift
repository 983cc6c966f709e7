/// From the gyroscope to scored cues: bias, axis, angle, movements, trials.
struct LateralAnalysis {
  var movement: Analysis.Movement
  var transitions: [Transition] = []
  var trials: [Trial] = []
  var catches: [CatchTrial] = []
  var decisions: [DetectionStep] = []
  var timeSource: SampledVectors.TimeSource?
  var neutralFromPhase = false
  var hasTorsoPhase: Bool
  var loweredOrder = 0

  init(
    gyro: Measured<SampledVectors>, accelerometer: Measured<SampledVectors>, timeline: SessionTimeline,
    configuration: AnalysisConfiguration
  ) {
    movement = Analysis.Movement(gyro: gyro)
    timeSource = gyro.value?.timeSource
    hasTorsoPhase = !timeline.stationaryTorso.isEmpty
    var track = gyro.value.flatMap {
      prepare($0, accelerometer: accelerometer, timeline: timeline, configuration: configuration)
    }
    var forward: MovementTrack?
    transitions = MovementTrack.joined(&track, &forward)
    decisions = track?.decisions ?? []
    let scorer = CueScorer(
      timeline: timeline, configuration: configuration,
      lateral: Measured(track, else: gyro.reason ?? movement.axis.reason ?? "no lateral axis"),
      forward: .unavailable("movement forward and back is not scored by this version"))
    (trials, catches) = scorer.score()
    for trial in trials {
      guard let place = trial.transition else { continue }
      transitions[place].trial = Measured(trial.cue.trial, else: "the cue has no trial number")
    }
  }

  private mutating func prepare(
    _ gyro: SampledVectors, accelerometer: Measured<SampledVectors>, timeline: SessionTimeline,
    configuration: AnalysisConfiguration
  ) -> MovementTrack? {
    let degree = Double.pi / 180
    let stillLimit = configuration.stillRateDegPerSecond * degree
    func seconds(_ ranges: [ClosedRange<HostTime>]) -> [ClosedRange<Double>] {
      ranges.map { gyro.seconds($0.lowerBound)...gyro.seconds($0.upperBound) }
    }
    let torso = seconds(timeline.stationaryTorso)
    let windows = StillParts.windows(of: gyro, seconds: configuration.stillWindowSeconds)
    let bias = GyroBias.estimate(
      windows: windows, gyro: gyro, stationary: torso + seconds(timeline.stationaryElsewhere),
      limit: stillLimit)
    movement.bias = Measured(bias, else: "the sensor was never still")
    let zero = bias?.radiansPerSecond ?? .zero

    movement.axis = LateralAxis.find(
      gyro: gyro, bias: zero, timeline: timeline, configuration: configuration)
    guard let axis = movement.axis.value?.direction else { return nil }
    var motion = LateralMotion(gyro: gyro, bias: zero, axis: axis, configuration: configuration)
    loweredOrder = motion.loweredOrder
    let periods = StillParts.periods(
      windows, gyro: gyro, bias: zero, limit: stillLimit,
      boundaries: LateralAngle.centreRanges(gyro: gyro, timeline: timeline, torso: torso)
        .flatMap { [$0.lowerBound, $0.upperBound] })
    let source = LateralAngle.apply(
      to: &motion, accelerometer: accelerometer, axis: axis, periods: periods, timeline: timeline,
      neutralFromPhase: &neutralFromPhase)
    movement.angleSource = source.map(\.rawValue)

    let inTorso = periods.filter { period in
      torso.contains { $0.lowerBound <= period.start && period.end <= $0.upperBound }
    }
    let rest = (inTorso.isEmpty ? periods : inTorso).flatMap { motion.rate[$0.rows] }.filter(\.isFinite)
    let speeds = rest.map { abs($0) }
    var threshold = configuration.onsetSpeedDegPerSecond * degree
    if let median = Statistics.median(speeds), let mad = Statistics.medianAbsoluteDeviation(speeds) {
      threshold = max(threshold, median + configuration.onsetMADFactor * mad)
    }
    let restSD = Statistics.populationSD(rest)
    movement.onsetSpeedDegPerSecond = .value(threshold / degree)
    movement.restSDDegPerSecond = Measured(restSD.map { $0 / degree }, else: "the sensor was never still")
    let detector = TransitionDetector(
      configuration: configuration, onsetSpeed: threshold, restSD: restSD ?? 0)
    return MovementTrack(
      builder: TransitionBuilder(motion: motion, configuration: configuration, angleReason: source.reason),
      detector: detector)
  }
}

extension Analysis.Movement {
  /// What is known before the axis is: the rest is unavailable for the reason that the gyroscope gives.
  init(gyro: Measured<SampledVectors>) {
    let reason = gyro.reason ?? "no lateral axis"
    self.init(
      axis: .unavailable(reason), bias: .unavailable(reason), angleSource: .unavailable(reason),
      onsetSpeedDegPerSecond: .unavailable(reason), restSDDegPerSecond: .unavailable(reason),
      timeSource: gyro.map(\.timeSource.rawValue), gaps: (gyro.value?.segments.count ?? 1) - 1,
      badValues: gyro.value?.badValues ?? 0, badTimes: gyro.value?.badTimes ?? 0)
  }
}
