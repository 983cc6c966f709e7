import Testing

@testable import MotionCore

/// Sessions of a rider who is calibrated, and then hears cues.
enum CalibratedSession {
  /// A rider who is calibrated in the first eleven seconds, then hears CENTER, LEFT, CENTER, RIGHT, CENTER four seconds
  /// apart, and leans 20° to the left and 18° to the right, 0.4 s after each cue.
  static func rider(_ mounting: Quaternion = Quaternion(axis: Vector3(1, -2, 0.7), radians: 1.4))
    -> SyntheticRider
  {
    var rider = SyntheticRider.calibrating
    rider.mounting = mounting
    rider.seconds = 36
    for (start, by) in [(20.4, 20.0), (24.4, -20), (28.4, -18), (32.4, 18)] {
      rider.moves.append(SyntheticRider.Move(start: start, by: (by, 0, 0)))
    }
    return rider
  }

  static let cues = [
    LeanSession.Cue(at: 16, expect: .center), LeanSession.Cue(at: 20, expect: .left),
    LeanSession.Cue(at: 24, expect: .center), LeanSession.Cue(at: 28, expect: .right),
    LeanSession.Cue(at: 32, expect: .center),
  ]

  static func session(
    _ rider: SyntheticRider, cues: [LeanSession.Cue] = cues, extra: [MotionStream] = []
  ) -> MotionSession {
    var led = LedCalibration(rider)
    led.all()
    var lean = LeanSession()
    lean.stationary = nil
    lean.cues = cues
    var session = lean.session(streams: rider.streams + extra)
    session.calibration = led.session.calibration
    return session
  }

  static func use(_ session: MotionSession) throws -> Analysis.CalibrationUse {
    let analysis = MotionAnalyzer().analyze(session)
    return try #require(
      analysis.movement.calibration.value, "\(analysis.movement.calibration.reason ?? "")")
  }

  static func motionStream(
    _ rider: SyntheticRider, _ attitude: (Double) -> Quaternion
  ) -> MotionStream {
    var builder = MotionStreamBuilder(
      StreamDescription(
        name: "motion", kind: .motion, sensor: "imu", clock: "host", timestampSource: .kernel, unit: .one,
        scale: [1], valueKeys: ["qx", "qy", "qz", "qw"],
        fields: [
          "attitude": [
            "keys": ["qx", "qy", "qz", "qw"], "unit": "1", "scale": 1, "offset": 0,
            "convention": "unverified", "capability": "available",
          ]
        ]))
    // At other times than the gyroscope's rows, and at half the rate.
    for t in rider.times.dropFirst().enumerated().filter({ $0.offset % 2 == 0 }).map({ $0.element - 0.003 }) {
      builder.append(
        MotionSample(
          deviceTime: .integer(rider.host(t).nanoseconds), receipt: rider.host(t + 0.002),
          values: attitude(t).components.map { .real($0) }))
    }
    return builder.stream
  }
}
