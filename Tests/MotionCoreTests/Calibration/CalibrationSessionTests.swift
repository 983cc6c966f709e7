import Foundation
import Testing

@testable import MotionCore

/// A rider calibrated live, from rows to angles.
@Suite struct CalibrationSessionTests {
  /// A1 from rows to angles: a calibration by leans in any mounting, and then each movement has its sign and size.
  @Test(arguments: 0..<8) func anyMountingIsCalibrated(part: Int) throws {
    var random = SeededRandom(seed: UInt64(part) + 60)
    for _ in 0..<25 {
      var rider = SyntheticRider.calibrating
      rider.mounting = SyntheticRider.randomRotation(&random)
      rider.heading = 6 * random.uniform()
      rider.hz = 50
      let targets: [(lateral: Double, forward: Double, axial: Double)] = [
        (20, 0, 0), (-20, 0, 0), (0, 15, 0), (0, -15, 0), (0, 0, 15), (0, 0, -15),
      ]
      var at = 11.0
      for target in targets {
        rider.moves.append(SyntheticRider.Move(start: at, by: target))
        rider.moves.append(
          SyntheticRider.Move(start: at + 1, by: (-target.lateral, -target.forward, -target.axial)))
        at += 2
      }
      rider.seconds = at
      var led = LedCalibration(rider)
      led.all()
      #expect(led.attempts.map(\.outcome) == ["passed", "passed", "passed"])
      for (place, target) in targets.enumerated() {
        led.run(to: 11.0 + 2 * Double(place) + 0.95)
        let angles = try #require(led.session.angles.value)
        #expect(abs(angles.lateralDegrees - target.lateral) < 0.1)
        #expect(abs(angles.forwardDegrees - target.forward) < 0.1)
        #expect(abs(angles.axialDegrees - target.axial) < 0.1)
        #expect(angles.heading == .drifting)
      }
    }
  }

  /// The standard mounting and an oblique one give the same signed angles for the same movement.
  @Test func standardMountingAgreesWithGestures() throws {
    var rider = SyntheticRider.calibrating
    rider.moves.append(SyntheticRider.Move(start: 11, by: (-20, 10, 5)))
    rider.seconds = 13
    // The standard mounting sits 8° off: neutral up is +Z nevertheless.
    rider.mounting = Quaternion(axis: Vector3(0, 1, 0), radians: 8 * .pi / 180)
    var standard = LedCalibration(rider)
    standard.step(.neutral, at: 1.5)
    standard.step(.standard, at: 4.1)
    standard.run(to: 13)
    rider.mounting = Quaternion(axis: Vector3(3, -1, 2), radians: 2)
    var oblique = LedCalibration(rider)
    oblique.all()
    oblique.run(to: 13)
    let a = try #require(standard.session.angles.value)
    let b = try #require(oblique.session.angles.value)
    #expect(abs(a.lateralDegrees - b.lateralDegrees) < 0.1 && abs(a.lateralDegrees + 20) < 0.1)
    #expect(abs(a.forwardDegrees - b.forwardDegrees) < 0.1 && abs(a.forwardDegrees - 10) < 0.1)
    #expect(abs(a.axialDegrees - b.axialDegrees) < 0.1 && abs(a.axialDegrees - 5) < 0.1)
  }

  @Test func neutralNotesTheBiasAndTheRowsOfItsEvidence() throws {
    var rider = SyntheticRider.calibrating
    rider.bias = Vector3(0.01, -0.02, 0.005)
    var led = LedCalibration(rider)
    led.all()
    let neutral = try #require(led.session.calibration.neutral)
    let bias = try #require(neutral.gyroBiasRadiansPerSecond)
    #expect(abs(bias[0] - 0.01) < 1e-9 && abs(bias[1] + 0.02) < 1e-9 && abs(bias[2] - 0.005) < 1e-9)
    // Received from 1.5 s on: rows are received 1 ms after they are measured; 2.5 s of them, both ends included.
    #expect(neutral.rows["gyroscope"] == 150...400)
    #expect(
      neutral.rows["accelerometer"].map { $0.lowerBound == 150 && abs($0.upperBound - 400) <= 1 } == true)
    let axes = try #require(led.session.calibration.axes)
    // The filter knows only part of the bias after a few seconds.
    #expect(abs(try #require(axes.left?.angleDegrees) - 15) < 0.5)
    #expect(abs(try #require(axes.forward?.angleDegrees) - 12) < 0.5)
  }

  @Test func thereAreNoAnglesBeforeAndTheReasonIsTold() {
    var led = LedCalibration(.calibrating)
    led.run(to: 1.5)
    #expect(led.session.angles == .unavailable(CalibrationReason.neutralNotYet))
    led.step(.neutral, at: 1.5)
    #expect(led.session.angles == .unavailable(CalibrationReason.axesNotYet))
    led.step(.leanLeft, at: 4.1)
    led.step(.leanForward, at: 7.1)
    #expect(led.session.angles.value != nil)
  }

  /// The device's own attitude, half a turn from neutral.
  @Test func upsideDownThereAreNoAngles() throws {
    let rider = CalibratedSession.rider()
    let motion = CalibratedSession.motionStream(rider) { rider.attitude($0) }.description
    var session = CalibrationSession(
      streams: [SyntheticRider.accelerometer, SyntheticRider.gyroscope, motion], clocks: [.host()])
    func device(_ attitude: Quaternion, _ t: Double) -> MotionSample {
      MotionSample(
        deviceTime: .integer(rider.host(t).nanoseconds), receipt: rider.host(t + 0.001),
        values: attitude.components.map { .real($0) })
    }
    var steps: [(at: Double, step: CalibrationStep)] = [
      (1.5, .neutral), (4.1, .leanLeft), (7.1, .leanForward),
    ]
    for t in rider.times where t < 11 {
      if let next = steps.first, t >= next.at {
        session.begin(next.step, at: rider.host(t))
        steps.removeFirst()
      }
      session.add(rider.sample(rider.values(t).force, t), stream: 0)
      session.add(rider.sample(rider.values(t).rate, t), stream: 1)
      session.add(device(rider.attitude(t), t), stream: 2)
    }
    #expect(session.angles.value != nil)
    let neutral = try #require(session.calibration.neutral).quaternion
    let axes = try #require(session.calibration.axes).sensorToRider
    let (n, b) = (
      Quaternion(x: neutral[0], y: neutral[1], z: neutral[2], w: neutral[3]),
      Quaternion(x: axes[0], y: axes[1], z: axes[2], w: axes[3])
    )
    session.add(device(n * b.conjugate * Quaternion(x: 1, y: 0, z: 0, w: 0) * b, 11), stream: 2)
    #expect(session.angles == .unavailable(CalibrationReason.upsideDown))
  }

  @Test func stillIsTheLastSecond() {
    var led = LedCalibration(.calibrating)
    led.run(to: 0.5)
    #expect(!led.session.isStill)
    led.run(to: 3)
    #expect(led.session.isStill)
    led.run(to: 5)
    #expect(!led.session.isStill)
    led.run(to: 7.4)
    #expect(led.session.isStill)
  }

  /// An outcome is told once, and a step that was never begun has none.
  @Test func anOutcomeIsToldOnce() {
    var led = LedCalibration(.calibrating)
    led.run(to: 1.5)
    #expect(led.session.outcome(at: SyntheticRider().host(1.5)) == nil)
    #expect(led.passes(.neutral, at: 1.5) == true)
    #expect(led.session.outcome(at: SyntheticRider().host(5)) == nil)
  }

  /// Half a second without rows in the middle of the neutral posture: the 2.5 s begin anew after it.
  @Test func aGapBeginsTheNeutralAnew() throws {
    var rider = SyntheticRider()
    rider.gaps = [3.0...3.5]
    var led = LedCalibration(rider)
    let found = led.step(.neutral, at: 1.5)
    let attempt = try #require(found)
    #expect(attempt.passed)
    #expect(attempt.decided >= rider.host(6.0) && attempt.decided < rider.host(6.2))
    // Rows at 1.5 … 2.99 s are 150 … 299; the first after the gap, at 3.51 s, is 300.
    #expect(attempt.rows["gyroscope"].map { $0.lowerBound >= 300 && $0.lowerBound <= 302 } == true)
  }

  /// A loss in the middle of a lean: the lean is judged anew, and the attitude's new heading does not matter.
  @Test func aGapBeginsALeanAnew() throws {
    var rider = SyntheticRider()
    rider.moves = SyntheticRider.lean(4.5, lateral: 15) + SyntheticRider.lean(8.5, lateral: 14)
    rider.gaps = [4.8...6.5]
    var led = LedCalibration(rider)
    #expect(led.passes(.neutral, at: 1.5) == true)
    let found = led.step(.leanLeft, at: 4.1)
    let attempt = try #require(found)
    #expect(attempt.passed && attempt.rows["gyroscope"].map { $0.lowerBound >= 480 } == true)
    #expect(abs((attempt.numbers["angle_deg"]?.double ?? 0) - 14) < 0.2)
  }

  @Test func aSilentSensorFailsTheStep() throws {
    var rider = SyntheticRider()
    rider.gaps = [2.0...30.0]
    var led = LedCalibration(rider)
    let found = led.step(.neutral, at: 1.5)
    let attempt = try #require(found)
    #expect(attempt.problem?.kind == CalibrationProblem.Reason.noSamples && attempt.decided < rider.host(4.5))
  }

  @Test func endlessInterruptionsFailTheStep() throws {
    var rider = SyntheticRider()
    rider.seconds = 40
    rider.gaps = (2..<40).map { Double($0)...(Double($0) + 0.4) }
    var led = LedCalibration(rider)
    let found = led.step(.neutral, at: 1.5)
    let attempt = try #require(found)
    #expect(attempt.problem?.kind == CalibrationProblem.Reason.gaps)
    #expect(attempt.json["sentence"]?.string?.isEmpty == false)
  }

  /// A later attempt that fails leaves axes and neutral as they were; all attempts are kept.
  @Test func aFailedAttemptKeepsTheEarlierCalibration() throws {
    var rider = SyntheticRider.calibrating
    rider.moves.append(SyntheticRider.Move(start: 11.5, by: (6, 0, 0)))
    rider.seconds = 30
    var led = LedCalibration(rider)
    led.all()
    let before = led.session.calibration
    #expect(led.passes(.neutral, at: 10.5) == false)
    #expect(led.passes(.leanLeft, at: 14) == false)
    #expect(led.passes(.leanForward, at: 20) == false)
    let after = led.session.calibration
    #expect(after.neutral == before.neutral && after.axes == before.axes)
    let attempts = try #require(after.document["attempts"]?.array)
    #expect(attempts.count == 6)
    #expect(attempts[3]["outcome"]?.string == "failed" && attempts[3]["reason"]?.string == "moved")
  }

  /// A second neutral, a little different, becomes +Z of the axes that stand; one far from it ends them.
  @Test func aSecondNeutralKeepsOrEndsTheAxes() throws {
    for (moved, kept) in [(3.0, true), (12.0, false)] {
      var rider = SyntheticRider.calibrating
      rider.moves.append(SyntheticRider.Move(start: 10.2, by: (0, moved, 0)))
      rider.seconds = 20
      var led = LedCalibration(rider)
      led.all()
      #expect(led.passes(.neutral, at: 12) == true)
      #expect((led.session.calibration.axes != nil) == kept)
      guard kept else { continue }
      let angles = try #require(led.session.angles.value)
      #expect(abs(angles.lateralDegrees) < 0.05 && abs(angles.forwardDegrees) < 0.05)
    }
  }

  /// The document says what the reader understands, and nothing is lost on the way.
  @Test func theDocumentIsReadBack() throws {
    var led = LedCalibration(.calibrating)
    led.all()
    let calibration = led.session.calibration
    let text = calibration.document.text(.indented)
    let read = try #require(Calibration(json: try JSONValue.parse(Array(text.utf8))))
    #expect(read == calibration)
    #expect(read.neutral?.rows["gyroscope"] == calibration.neutral?.rows["gyroscope"])
    #expect(read.axes?.left?.rows.isEmpty == false)
  }

  /// A document of an earlier version, with the least that it had.
  @Test func anOlderDocumentIsReadAsBefore() throws {
    let old: JSONValue = [
      "version": 1, "neutral": ["q": [0, 0, 0, 1]],
      "axes": ["method": "standard", "sensor_to_rider": [0, 0, 0, 1]], "attempts": [], "more": 5,
    ]
    let read = try #require(Calibration(json: old))
    #expect(read.neutral?.quaternion == [0, 0, 0, 1] && read.neutral?.rows.isEmpty == true)
    #expect(read.axes?.method == "standard" && read.axes?.left == nil && read.document == old)
    #expect(Calibration(json: ["neutral": [:]]) == nil)
  }
}
