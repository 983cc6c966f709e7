/// Calibrates a rider live: takes the rows of the primary sensor as they come, judges one step at a time, and gives the
/// document for calibration.json.
///
/// Give it every row that is recorded, from the first, so that its counts are the rows' numbers `i`. A step that fails
/// leaves what was calibrated before as it was.
public struct CalibrationSession: Sendable {
  private enum Judge: Sendable {
    case neutral([OrientedSample])
    case lean(GestureJudge)
  }

  public let parameters: CalibrationParameters
  private let streams: [StreamDescription]
  private var orientation: LiveOrientation
  private var counts: [Int64]
  private var samples: [OrientedSample] = []
  private var latest: OrientedSample?
  private var latestReceipt: HostTime?
  private var recent = RecentRates()

  private var neutral: (result: NeutralCalibration, rows: CalibrationRows)?
  private var axes: (result: RiderAxes, left: Gesture, forward: Gesture?)?
  private var leftLean: Gesture?
  private var frame: RiderFrame?
  private var attempts: [CalibrationAttempt] = []

  private var step: CalibrationStep?
  private var began = HostTime(nanoseconds: 0)
  private var judge: Judge?
  private var lastJudged: Double?
  private var rows = CalibrationRows()
  private var decided: CalibrationAttempt?

  struct Gesture: Sendable {
    var result: GestureCalibration
    var rows: CalibrationRows
  }

  /// `streams` as the manifest has them; those of the first one's sensor are used.
  public init(
    streams: [StreamDescription], clocks: [ClockDescription], parameters: CalibrationParameters = .default
  ) {
    self.init(streams: streams, clocks: clocks, parameters: parameters, orientation: .default)
  }

  /// With parameters of the filter.
  public init(
    streams: [StreamDescription], clocks: [ClockDescription], parameters: CalibrationParameters,
    orientation: OrientationParameters
  ) {
    self.parameters = parameters
    self.streams = streams
    self.orientation = LiveOrientation(streams: streams, clocks: clocks, parameters: orientation)
    counts = [Int64](repeating: 0, count: streams.count)
  }

  /// Takes a row of `stream`, an index into the streams. `row` is its number `i`; without it rows are counted.
  public mutating func add(_ sample: MotionSample, stream: Int, row: Int64? = nil) {
    guard streams.indices.contains(stream) else { return }
    let number = row ?? counts[stream]
    counts[stream] = number + 1
    latestReceipt = max(latestReceipt ?? sample.receipt, sample.receipt)
    if judge != nil, sample.receipt >= began, streams[stream].sensor == streams[0].sensor {
      rows.include(number, of: streams[stream].name)
    }
    samples.removeAll(keepingCapacity: true)
    orientation.add(sample, stream: stream, row: number, into: &samples)
    for sample in samples {
      latest = sample
      recent.add(sample)
      take(sample)
    }
  }

  /// Begins a step at `time`: rows received from then on are judged. A step that is still open is given up.
  public mutating func begin(_ step: CalibrationStep, at time: HostTime) {
    self.step = step
    began = time
    rows = CalibrationRows()
    decided = nil
    judge = nil
    if let problem = obstacle(to: step) {
      decide(problem, [:], at: time)
      return
    }
    if step == .neutral { orientation.chooseSource() }
    startJudging()
  }

  /// The outcome of the step, once: nil before it is decided and after it was asked for. `now` is the time, by which a
  /// silent sensor is told.
  public mutating func outcome(at now: HostTime) -> CalibrationAttempt? {
    if judge != nil, decided == nil {
      let silent = now - max(began, latestReceipt ?? began)
      if silent.inSeconds > parameters.silentSeconds {
        decide(problem(.noSamples), [:], at: now)
      } else if (now - began).inSeconds > parameters.decisionSeconds {
        decide(
          problem(.gaps), [:], at: now)
      }
    }
    defer { decided = nil }
    return decided
  }

  /// What is calibrated so far, with all attempts.
  public var calibration: Calibration {
    Calibration(
      neutral: neutral.map { neutral in
        Calibration.Neutral(
          attitude: neutral.result.attitude, rows: neutral.rows,
          dispersionDegrees: neutral.result.dispersionDegrees, gyroBias: neutral.result.gyroBias,
          settings: settings)
      },
      axes: axes.map { axes in
        Calibration.Axes(
          method: axes.result.method.rawValue, sensorToRider: axes.result.sensorToRider,
          left: Calibration.Gesture(rows: axes.left.rows, angleDegrees: axes.left.result.angleDegrees),
          forward: axes.forward.map {
            Calibration.Gesture(rows: $0.rows, angleDegrees: $0.result.angleDegrees)
          }, settings: settings)
      }, attempts: attempts.map(\.json))
  }

  /// The rider's angles now.
  public var angles: Measured<RiderAngles> {
    if let reason = orientation.unavailable { return .unavailable(reason) }
    if neutral == nil { return .unavailable(CalibrationReason.neutralNotYet) }
    guard let frame, let latest else { return .unavailable(CalibrationReason.axesNotYet) }
    return Measured(
      frame.angles(latest.attitude, heading: .drifting), else: CalibrationReason.upsideDown)
  }

  /// Whether the sensor has been still over the last second; false where less than that is known.
  public var isStill: Bool { recent.isStill(limitDegPerSecond: parameters.stillRateDegPerSecond) }
}

extension CalibrationSession {
  private var settings: JSONValue {
    [
      "calibration": parameters.json,
      "source": .string(orientation.fused.map { "device, \($0.rawValue)" } ?? "filter, online, six-axis"),
      "filter_version": .string(OrientationParameters.filterVersion),
    ]
  }

  private func problem(_ advice: CalibrationAdvice, redo: CalibrationStep? = nil) -> CalibrationProblem {
    CalibrationProblem(advice, redo: redo ?? step ?? .neutral)
  }

  /// Why a step cannot begin.
  private func obstacle(to step: CalibrationStep) -> CalibrationProblem? {
    if let reason = orientation.unavailable {
      return problem(.noOrientation(reason: reason.text))
    }
    if step.isLean, neutral == nil {
      return problem(.noNeutral, redo: .neutral)
    }
    if step == .leanForward, leftLean == nil {
      return problem(.wrongOrder, redo: .leanLeft)
    }
    return nil
  }

  private mutating func startJudging() {
    rows = CalibrationRows()
    lastJudged = nil
    guard let step else { return }
    if step == .neutral {
      judge = .neutral([])
    } else if let neutral {
      judge = .lean(GestureJudge(step: step, neutral: neutral.result, parameters: parameters))
    }
  }

  /// Judges one sample of the open step.
  private mutating func take(_ sample: OrientedSample) {
    guard judge != nil, sample.receipt >= began else { return }
    if let last = lastJudged, !(sample.time > last && sample.time - last <= parameters.gapSeconds) {
      // What was before the gap, and how the rider moved in it, says nothing of now.
      startJudging()
    }
    lastJudged = sample.time
    switch judge {
    case .neutral(var all):
      judge = nil
      all.append(sample)
      if sample.time - all[0].time >= parameters.neutralSeconds {
        finishNeutral(all)
      } else {
        judge = .neutral(all)
      }
    case .lean(var lean):
      judge = nil
      let decision = lean.add(sample)
      judge = .lean(lean)
      switch decision {
      case .failed(let problem): decide(problem, problem.numbers, at: sample.receipt)
      case .done(let gesture): finish(gesture, at: sample.receipt)
      case nil: break
      }
    case nil: break
    }
  }

  private mutating func finishNeutral(_ all: [OrientedSample]) {
    guard let last = all.last, let result = NeutralCalibration(all) else { return }
    if let problem = result.problem(parameters) {
      decide(problem, result.numbers, at: last.receipt)
      return
    }
    neutral = (result, rows)
    leftLean = nil
    // The axes belong to the sensor's place on the body: they stand, unless the sensor lies otherwise now.
    if let old = axes {
      axes = old.result.relevelled(up: result.up, limit: parameters.returnDegrees).map {
        ($0, old.left, old.forward)
      }
    }
    setFrame()
    decide(nil, result.numbers, at: last.receipt)
  }

  private mutating func finish(_ gesture: GestureCalibration, at time: HostTime) {
    guard let step, let neutral else { return }
    let found = Gesture(result: gesture, rows: rows)
    var numbers = gesture.numbers
    do throws(CalibrationProblem) {
      switch step {
      case .neutral: return
      case .leanLeft: leftLean = found
      case .leanForward:
        guard let left = leftLean else { return }
        let result = try RiderAxes.gestures(
          up: neutral.result.up, left: left.result, forward: gesture, parameters: parameters)
        numbers.append("forward_off_deg", .finite(result.checkDegrees))
        axes = (result, left, found)
      case .standard:
        let result = try RiderAxes.standard(up: neutral.result.up, left: gesture, parameters: parameters)
        numbers.append("lean_off_deg", .finite(result.checkDegrees))
        axes = (result, found, nil)
      }
      setFrame()
      decide(nil, numbers, at: time)
    } catch {
      if error.redo == .leanLeft { leftLean = nil }
      decide(error, error.numbers, at: time)
    }
  }

  private mutating func setFrame() {
    frame = nil
    if let neutral, let axes {
      frame = RiderFrame(neutral: neutral.result.attitude, sensorToRider: axes.result.sensorToRider)
    }
  }

  private mutating func decide(_ problem: CalibrationProblem?, _ numbers: JSONObject, at time: HostTime) {
    guard let step else { return }
    var problem = problem
    problem?.rows = rows
    let attempt = CalibrationAttempt(
      step: step, problem: problem, numbers: numbers, rows: rows, began: began, decided: time)
    attempts.append(attempt)
    decided = attempt
    judge = nil
  }
}
