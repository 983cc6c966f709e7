/// A calibrated rider in the analysis: the axes, and the traces in them.
struct CalibratedRider: Sendable {
  var calibration: RiderCalibration
  var attitudes: SessionAttitudes
  var traces: RiderTraces

  /// From the session's calibration. `gyro` are the valid rows of `stream`.
  static func find(
    _ session: MotionSession, stream: MotionStream?, gyro: Measured<SampledVectors>,
    attitudes: () -> Measured<SessionAttitudes>, parameters: CalibrationParameters
  ) -> Measured<CalibratedRider> {
    guard let document = session.calibration else {
      let isDamaged = session.problems.contains { $0.file == Calibration.fileName }
      return .unavailable(isDamaged ? CalibrationReason.unreadable : .notCalibrated)
    }
    guard let gyro = gyro.value, let stream else {
      return .unavailable(gyro.reason ?? .notKnown)
    }
    let attitudes = attitudes()
    guard let known = attitudes.value else { return .unavailable(attitudes.reason ?? .notKnown) }
    return RiderCalibration.find(
      document, stream: stream, gyro: gyro, attitudes: known.attitudes, parameters: parameters
    ).map {
      CalibratedRider(
        calibration: $0, attitudes: known, traces: RiderTraces(frame: $0.frame, attitudes: known))
    }
  }
}

extension Analysis {
  /// How the session's calibration was used, and what speaks against it.
  public struct CalibrationUse: Sendable {
    public var frame: RiderFrame
    public var method: RiderAxes.Method
    /// Where the attitudes come from.
    public var attitudeSource: String
    public var heading: HeadingQuality
    /// RMS difference of the inclination between the device's own attitude and the derived one.
    public var attitudeDisagreementDegrees: Measured<Double>
    /// Why the device's own attitude is not used, where there is one.
    public var fusedReason: UnavailableReason?
    /// Between what the run used and what its rows give here.
    public var neutralDisagreementDegrees: Measured<Double>
    public var axesDisagreementDegrees: Measured<Double>
    /// How far the checking lean is from where the axes have it.
    public var checkDegrees: Double
    public var doubts: [String]
    /// Angle between the main axis of the movement after the cues, with the sign that the cues give it, and a lean to the
    /// left.
    public var mainAxisOffDegrees: Measured<Double>
    public var mounting: MountingCheck

    init(_ rider: CalibratedRider, mainAxis: Measured<LateralAxis>, mounting: MountingCheck) {
      let calibration = rider.calibration
      frame = calibration.frame
      method = calibration.method
      attitudeSource = rider.attitudes.source
      heading = rider.attitudes.heading
      attitudeDisagreementDegrees = rider.attitudes.disagreementDegrees
      fusedReason = rider.attitudes.fusedReason
      neutralDisagreementDegrees = calibration.neutralDisagreementDegrees
      axesDisagreementDegrees = calibration.axesDisagreementDegrees
      checkDegrees = calibration.checkDegrees
      doubts = calibration.doubts
      let left = rider.traces.direction(.lateral)
      mainAxisOffDegrees = mainAxis.map { $0.direction.angle(to: left) * 180 / .pi }
      self.mounting = mounting
    }

    var json: JSONValue {
      var object: JSONObject = [
        "method": .string(method.rawValue),
        "neutral_q": .array(frame.neutral.components.map(JSONValue.finite)),
        "sensor_to_rider": .array(frame.sensorToRider.components.map(JSONValue.finite)),
        "attitude_source": .string(attitudeSource), "heading": .string(heading.rawValue),
        "attitude_disagreement_deg": attitudeDisagreementDegrees.json,
        "neutral_disagreement_deg": neutralDisagreementDegrees.json,
        "axes_disagreement_deg": axesDisagreementDegrees.json, "check_deg": .finite(checkDegrees),
        "main_axis_off_deg": mainAxisOffDegrees.json, "mounting": mounting.json,
        "doubts": .array(doubts.map { .string($0) }),
      ]
      if let fusedReason { object.append("device_attitude", .unavailable(fusedReason)) }
      return .object(object)
    }
  }
}
