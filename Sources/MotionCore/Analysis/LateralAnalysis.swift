/// From the gyroscope to scored cues: bias, axis, angle, movements, trials.
struct LateralAnalysis {
  var movement: Analysis.Movement
  var transitions: [Transition] = []
  var trials: [Trial] = []
  var catches: [CatchTrial] = []
  var timeSource: SampledVectors.TimeSource?
  var neutralFromPhase = false
  var hasTorsoPhase: Bool
  var loweredOrder = 0
  /// The calibrated rider's axes in the sensor frame and angles about them; `traces.motion(.forward, …)` is the movement
  /// forward and backward.
  var traces: Measured<RiderTraces>

  init(
    gyro: Measured<SampledVectors>, accelerometer: Measured<SampledVectors>, timeline: SessionTimeline,
    configuration: AnalysisConfiguration, rider: Measured<CalibratedRider>
  ) {
    movement = Analysis.Movement(gyro: gyro, noCalibration: rider.reason)
    traces = rider.map(\.traces)
    timeSource = gyro.value?.timeSource
    hasTorsoPhase = !timeline.stationaryTorso.isEmpty
    var found: [TransitionDetector.Movement] = []
    var builder = Measured<TransitionBuilder>.unavailable(gyro.reason ?? "")
    if let gyro = gyro.value {
      builder = prepare(
        gyro, accelerometer: accelerometer, timeline: timeline, configuration: configuration, rider: rider,
        found: &found)
    }
    if let builder = builder.value { transitions = found.map(builder.transition) }
    let scorer = CueScorer(
      timeline: timeline, configuration: configuration, builder: builder, movements: found,
      transitions: transitions)
    (trials, catches) = scorer.score(transitions: transitions)
    for trial in trials {
      guard let place = trial.transition else { continue }
      transitions[place].trial = Measured(trial.cue.trial, else: "the cue has no trial number")
    }
  }

  private mutating func prepare(
    _ gyro: SampledVectors, accelerometer: Measured<SampledVectors>, timeline: SessionTimeline,
    configuration: AnalysisConfiguration, rider: Measured<CalibratedRider>,
    found: inout [TransitionDetector.Movement]
  ) -> Measured<TransitionBuilder> {
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
        return .unavailable(mainAxis.reason ?? "no lateral axis")
      }
      motion = LateralMotion(gyro: gyro, bias: zero, axis: axis, configuration: configuration)
      source = LateralAngle.apply(
        to: &motion, accelerometer: accelerometer, axis: axis, periods: periods, timeline: timeline,
        neutralFromPhase: &neutralFromPhase)
    }
    loweredOrder = motion.loweredOrder
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
    found = detector.movements(in: motion)
    return .value(
      TransitionBuilder(motion: motion, configuration: configuration, angleReason: source.reason))
  }
}

extension Analysis.Movement {
  /// What is known before the axis is: the rest is unavailable for the reason that the gyroscope gives.
  init(gyro: Measured<SampledVectors>, noCalibration: String?) {
    let reason = gyro.reason ?? "no lateral axis"
    self.init(
      calibration: .unavailable(noCalibration ?? reason),
      axis: .unavailable(reason), bias: .unavailable(reason), angleSource: .unavailable(reason),
      onsetSpeedDegPerSecond: .unavailable(reason), restSDDegPerSecond: .unavailable(reason),
      timeSource: gyro.map(\.timeSource.rawValue), gaps: (gyro.value?.segments.count ?? 1) - 1,
      badValues: gyro.value?.badValues ?? 0, badTimes: gyro.value?.badTimes ?? 0)
  }
}
