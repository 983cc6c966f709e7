/// The calibration of a session, found again from the rows that calibration.json names, with the analysis's own attitudes.
struct RiderCalibration: Sendable {
  var frame: RiderFrame
  var method: RiderAxes.Method
  var neutral: NeutralCalibration
  /// Angle between the neutral up direction that the run used and this one.
  var neutralDisagreementDegrees: Measured<Double>
  /// Angle between the sensor-to-rider rotation that the run used and this one.
  var axesDisagreementDegrees: Measured<Double>
  /// How far the lean that checks the axes is from where they have it.
  var checkDegrees: Double
  /// What the rows do not bear out.
  var doubts: [String] = []

  /// Finds it again. `attitudes` has one for each row of `gyro`, the valid rows of `stream`.
  ///
  /// Unavailable where the document lacks neutral or axes, where the rows are not there, and where the leans do not fit
  /// together.
  static func find(
    _ calibration: Calibration, stream: MotionStream, gyro: SampledVectors, attitudes: [Quaternion],
    parameters: CalibrationParameters
  ) -> Measured<RiderCalibration> {
    guard let neutralEntry = calibration.neutral else {
      return .unavailable(CalibrationReason.noNeutral)
    }
    guard let axesEntry = calibration.axes, let method = RiderAxes.Method(rawValue: axesEntry.method) else {
      return .unavailable(CalibrationReason.noAxes)
    }
    guard let liveAttitude = rotation(neutralEntry.quaternion),
      let liveAxes = rotation(axesEntry.sensorToRider)
    else { return .unavailable(CalibrationReason.badRotation) }
    func samples(_ rows: CalibrationRows) -> [OrientedSample] {
      guard let numbers = rows[stream.description.name] else { return [] }
      return gyro.rows(numbers, of: stream).filter { attitudes[$0].norm.isFinite }.map {
        OrientedSample(time: gyro.times[$0], attitude: attitudes[$0], rate: gyro.vectors[$0])
      }
    }
    guard let neutral = NeutralCalibration(samples(neutralEntry.rows)) else {
      return .unavailable(CalibrationReason.noNeutralRows)
    }
    func gesture(_ entry: Calibration.Gesture?) -> GestureCalibration? {
      guard let entry else { return nil }
      let tilts = samples(entry.rows).compactMap {
        GestureCalibration.tilt($0.attitude, neutral: neutral.attitude, up: neutral.up)
      }
      return GestureCalibration(tilts: tilts, up: neutral.up)
    }
    var doubts: [String] = []
    if let problem = neutral.problem(parameters) { doubts.append("neutral: \(problem.reason)") }
    let found: (rotation: Quaternion, check: Double)
    switch axes(
      method, neutral: neutral, left: gesture(axesEntry.left), forward: gesture(axesEntry.forward),
      parameters: parameters, doubts: &doubts)
    {
    case .value(let value): found = value
    case .unavailable(let reason): return .unavailable(reason)
    }
    func disagreement(_ radians: Double) -> Measured<Double> {
      calibration.isOfAnotherSensor
        ? .unavailable(CalibrationReason.otherSensor) : .value(radians * 180 / .pi)
    }
    let liveUp = liveAttitude.conjugate.rotate(Vector3(0, 0, 1))
    return .value(
      RiderCalibration(
        frame: RiderFrame(neutral: neutral.attitude, sensorToRider: found.rotation), method: method,
        neutral: neutral,
        neutralDisagreementDegrees: disagreement(liveUp.angle(to: neutral.up)),
        axesDisagreementDegrees: disagreement(liveAxes.angle(to: found.rotation)), checkDegrees: found.check,
        doubts: doubts))
  }

  private static func axes(
    _ method: RiderAxes.Method, neutral: NeutralCalibration, left: GestureCalibration?,
    forward: GestureCalibration?, parameters: CalibrationParameters, doubts: inout [String]
  ) -> Measured<(rotation: Quaternion, check: Double)> {
    guard let left else { return .unavailable(CalibrationReason.noLeftRows) }
    do throws(CalibrationProblem) {
      let axes: RiderAxes
      switch method {
      case .gestures:
        guard let forward else { return .unavailable(CalibrationReason.noForwardRows) }
        axes = try RiderAxes.gestures(up: neutral.up, left: left, forward: forward, parameters: parameters)
      case .standard:
        axes = try RiderAxes.standard(up: neutral.up, left: left, parameters: parameters)
      }
      return .value((axes.sensorToRider, axes.checkDegrees))
    } catch {
      // Found just beyond a limit that the run found it within: the axes are still those of the left lean.
      guard error.kind == .skewed, let off = error.numbers["forward_off_deg"]?.double,
        let rotation = RiderAxes.rotation(up: neutral.up, leanLeft: left.axis)
      else {
        return .unavailable(CalibrationReason.leansDisagree(problem: error.reason))
      }
      doubts.append("axes: \(error.reason)")
      return .value((rotation, off))
    }
  }

  /// A rotation from a document; nil where the numbers are none.
  private static func rotation(_ numbers: [Double]) -> Quaternion? {
    guard numbers.count == 4 else { return nil }
    let q = Quaternion(x: numbers[0], y: numbers[1], z: numbers[2], w: numbers[3])
    return abs(q.norm - 1) < 1e-3 ? q.normalized : nil
  }
}
