/// From the angular velocity to scored cues: bias, axis, angle, movements, trials. `gyro` stands for its rows, wherever
/// they come from.
struct LateralAnalysis {
  var movement: Analysis.Movement
  var transitions: [Transition] = []
  var trials: [Trial] = []
  var catches: [CatchTrial] = []
  var decisions: [Transition.Axis: [DetectionStep]] = [:]
  var timeSource: SampledVectors.TimeSource?
  var neutralFromPhase = false
  var hasTorsoPhase: Bool
  var loweredOrder = 0
  /// The lateral angles, radians, one for each row of the angular velocity.
  var angles: Measured<[Double]>

  init(
    _ vectors: SessionVectors, timeline: SessionTimeline, configuration: AnalysisConfiguration,
    rider: Measured<CalibratedRider>
  ) {
    let gyro = vectors.rate
    movement = Analysis.Movement(vectors, noCalibration: rider.reason)
    angles = .unavailable(gyro.reason ?? UnavailableReason(MovementReason.noLateralAxis))
    timeSource = gyro.value?.timeSource
    hasTorsoPhase = !timeline.stationaryTorso.isEmpty
    var forward = Measured<MovementTrack>.unavailable(
      MovementReason.forwardUnknown(rider.reason ?? .notKnown))
    var track = gyro.value.flatMap {
      prepare(
        $0, up: vectors.up, timeline: timeline, configuration: configuration, rider: rider, forward: &forward)
    }
    var other = forward.value
    transitions = MovementTrack.joined(&track, &other)
    decisions = [.lateral: track?.decisions ?? [], .forward: other?.decisions ?? []]
    let scorer = CueScorer(
      timeline: timeline, configuration: configuration,
      lateral: Measured(track, else: gyro.reason ?? movement.axis.reason ?? .notKnown),
      forward: other.map(Measured.value) ?? forward)
    (trials, catches) = scorer.score()
    for trial in trials {
      guard let place = trial.transition else { continue }
      transitions[place].trial = Measured(trial.cue.trial, else: MovementReason.noTrialNumber)
    }
  }

  private mutating func prepare(
    _ gyro: SampledVectors, up: Measured<SampledVectors>, timeline: SessionTimeline,
    configuration: AnalysisConfiguration, rider: Measured<CalibratedRider>,
    forward: inout Measured<MovementTrack>
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
    movement.bias = Measured(bias, else: MovementReason.neverStill)
    let zero = bias?.radiansPerSecond ?? .zero
    let periods = StillParts.periods(
      windows, gyro: gyro, bias: zero, limit: stillLimit,
      boundaries: LateralAngle.centreRanges(gyro: gyro, timeline: timeline, torso: torso)
        .flatMap { [$0.lowerBound, $0.upperBound] })

    let mainAxis = LateralAxis.find(
      gyro: gyro, bias: zero, timeline: timeline, configuration: configuration)
    var motion: LateralMotion
    let source: Measured<LateralAngle.Source>
    if let rider = rider.value {
      movement.axis = .value(
        LateralAxis.calibrated(
          rider.traces.direction(.lateral), gyro: gyro, bias: zero, timeline: timeline,
          configuration: configuration))
      motion = rider.traces.motion(.lateral, gyro: gyro, bias: zero, configuration: configuration)
      source = .value(.calibration)
      movement.calibration = .value(
        Analysis.CalibrationUse(
          rider, mainAxis: mainAxis,
          mounting: MountingCheck(
            rider.traces, gyro: gyro,
            centre: LateralAngle.centrePeriods(periods, gyro: gyro, timeline: timeline), timeline: timeline,
            limitDegrees: configuration.calibration.mountingChangeDegrees)))
    } else {
      movement.axis = mainAxis
      guard let axis = mainAxis.value?.direction else {
        angles = .unavailable(mainAxis.reason ?? .notKnown)
        return nil
      }
      motion = LateralMotion(gyro: gyro, bias: zero, axis: axis, configuration: configuration)
      source = LateralAngle.apply(
        to: &motion, up: up, axis: axis, periods: periods, timeline: timeline,
        neutralFromPhase: &neutralFromPhase)
    }
    guard motion.rate.contains(where: \.isFinite) else {
      let reason = MovementReason.rowsTooFar(
        milliseconds: FixedNumber.text(1e3 * gyro.medianIntervalSeconds, digits: 0))
      movement.axis = .unavailable(reason)
      angles = .unavailable(reason)
      return nil
    }
    loweredOrder = motion.loweredOrder
    movement.angleSource = source.map(\.rawValue)
    angles = source.map { _ in motion.angle }

    let inTorso = periods.filter { period in
      torso.contains { $0.lowerBound <= period.start && period.end <= $0.upperBound }
    }
    let rest = (inTorso.isEmpty ? periods : inTorso).map(\.rows)
    let lateral = RestLevel(motion, rest: rest, configuration: configuration)
    movement.onsetSpeedDegPerSecond = .value(lateral.onsetSpeed / degree)
    movement.restSDDegPerSecond = Measured(
      lateral.sd.map { $0 / degree }, else: MovementReason.neverStill)
    if let rider = rider.value {
      let motion = rider.traces.motion(.forward, gyro: gyro, bias: zero, configuration: configuration)
      let level = RestLevel(motion, rest: rest, configuration: configuration)
      forward = .value(
        MovementTrack(
          builder: TransitionBuilder(motion: motion, axis: .forward, configuration: configuration),
          detector: level.detector(configuration)))
    }
    return MovementTrack(
      builder: TransitionBuilder(motion: motion, configuration: configuration, angleReason: source.reason),
      detector: lateral.detector(configuration))
  }
}

/// How fast a rate is at rest, and so how fast a movement must be.
private struct RestLevel {
  /// rad/s.
  var onsetSpeed: Double
  /// Standard deviation of the rate at rest, rad/s; nil where the sensor was never still.
  var sd: Double?

  init(_ motion: LateralMotion, rest: [Range<Int>], configuration: AnalysisConfiguration) {
    let rates = rest.flatMap { motion.rate[$0] }.filter(\.isFinite)
    let speeds = rates.map { abs($0) }
    onsetSpeed = configuration.onsetSpeedDegPerSecond * .pi / 180
    if let median = Statistics.median(speeds), let mad = Statistics.medianAbsoluteDeviation(speeds) {
      onsetSpeed = max(onsetSpeed, median + configuration.onsetMADFactor * mad)
    }
    sd = Statistics.populationSD(rates)
  }

  func detector(_ configuration: AnalysisConfiguration) -> TransitionDetector {
    TransitionDetector(configuration: configuration, onsetSpeed: onsetSpeed, restSD: sd ?? 0)
  }
}

extension Analysis.Movement {
  /// What is known before the axis is: the rest is unavailable for the reason that the gyroscope gives.
  init(_ vectors: SessionVectors, noCalibration: UnavailableReason?) {
    let gyro = vectors.rate
    let reason = gyro.reason ?? UnavailableReason(MovementReason.noLateralAxis)
    self.init(
      calibration: .unavailable(noCalibration ?? reason),
      axis: .unavailable(reason), bias: .unavailable(reason), angleSource: .unavailable(reason),
      onsetSpeedDegPerSecond: .unavailable(reason), restSDDegPerSecond: .unavailable(reason),
      rateSource: vectors.rateSource, accelerationSource: vectors.upSource,
      timeSource: gyro.map(\.timeSource.rawValue), recorded: gyro.value?.recorded,
      gaps: (gyro.value?.segments.count ?? 1) - 1,
      badValues: gyro.value?.badValues ?? 0, badTimes: gyro.value?.badTimes ?? 0)
  }
}
