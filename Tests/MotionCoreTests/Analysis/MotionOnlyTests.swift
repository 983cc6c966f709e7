import Foundation
import Testing

@testable import MotionCore

/// Sessions of phones and watches, whose only stream is the device's own fusion: analysed for movement as raw ones are.
@Suite struct MotionOnlyTests {
  // MARK: The same transitions

  /// The same rates and accelerations, from other columns: the same transitions. The tolerances are those that
  /// docs/watch-readiness.md states.
  @Test(arguments: ["linux", "leans"]) func aRotationRateGivesTheTransitionsOfTheRawSession(name: String)
    throws
  {
    let raw = try Self.raw(name)
    let session = try #require(MotionOnlySession().derived(from: raw))
    let (before, after) = (MotionAnalyzer().analyze(raw), MotionAnalyzer().analyze(session))
    #expect(before.movement.rateSource == .value(.gyroscope))
    #expect(before.movement.accelerationSource == .value(.accelerometer))
    #expect(after.movement.rateSource == .value(.rotationRate))
    #expect(after.movement.accelerationSource == .value(.gravityAndUserAcceleration))
    #expect(after.movement.angleSource == before.movement.angleSource)
    #expect(
      after.limitations.contains(.rotationRate))
    try Self.expectAlike(before, after, onset: 0.001, degrees: 0.01)
    #expect(after.trials.map(\.verdict) == before.trials.map(\.verdict))
  }

  /// From attitudes alone, differentiated: onsets within 10 ms, angles within 0.3°.
  @Test func theDerivativeOfTheAttitudeGivesThemWithinItsTolerance() throws {
    let raw = try Self.raw("leans")
    let session = try #require(MotionOnlySession(without: ["rotation_rate"]).derived(from: raw))
    let (before, after) = (MotionAnalyzer().analyze(raw), MotionAnalyzer().analyze(session))
    #expect(after.movement.rateSource == .value(.attitudeDerivative))
    #expect(after.limitations.contains(.attitudeDerivative))
    try Self.expectAlike(before, after, onset: 0.010, degrees: 0.3)
    // The noise of a derivative is that of no sensor.
    #expect(after.diagnostics.phases.first?.gyroscope.value == nil)
    #expect(before.diagnostics.phases.first?.gyroscope.value != nil)
  }

  private static func raw(_ name: String) throws -> MotionSession {
    guard name == "leans" else { return try SessionReader.read(SchemaFixture.example(name)) }
    var lean = LeanSession.standard
    lean.mounting = (Vector3(1, -2, 0.5), 0.9)
    lean.noiseDegPerSecond = 0.05
    lean.deviceDriftPPM = 40
    return lean.build()
  }

  private static func expectAlike(
    _ a: Analysis, _ b: Analysis, onset: Double, degrees: Double
  ) throws {
    try #require(!a.transitions.isEmpty && a.transitions.count == b.transitions.count)
    for (one, other) in zip(a.transitions, b.transitions) {
      #expect(one.direction.value == other.direction.value && one.flags == other.flags)
      let times = (try #require(one.onset.value), try #require(other.onset.value))
      #expect(abs((times.1 - times.0).inSeconds) < onset)
      for value in [\Transition.startDegrees, \.endDegrees, \.peakDegrees, \.rangeDegrees] {
        let values = (try #require(one[keyPath: value].value), try #require(other[keyPath: value].value))
        #expect(abs(values.0 - values.1) < degrees)
      }
    }
  }

  // MARK: Known rotations

  /// A rider who is still, then leans 20° to the left at 8.4 s and back at 12.4 s, 18° to the right at 16.4 s and back.
  private static var rider: SyntheticRider {
    var rider = SyntheticRider()
    rider.mounting = Quaternion(axis: Vector3(1, -2, 0.7), radians: 1.4)
    rider.seconds = 26
    for (start, by) in [(8.4, 20.0), (12.4, -20), (16.4, -18), (20.4, 18)] {
      rider.moves.append(SyntheticRider.Move(start: start, by: (by, 0, 0)))
    }
    return rider
  }

  private static func session(cues offset: Double = 0) -> MotionSession {
    var lean = LeanSession()
    lean.cues = [
      LeanSession.Cue(at: 4 + offset, expect: .center), LeanSession.Cue(at: 8 + offset, expect: .left),
      LeanSession.Cue(at: 12 + offset, expect: .center), LeanSession.Cue(at: 16 + offset, expect: .right),
      LeanSession.Cue(at: 20 + offset, expect: .center),
    ]
    lean.stationary = 0.5...3.5
    return lean.session(streams: [])
  }

  /// Known rotation, known angle, onset and range, without a calibration: latency 400 ms, 20° and 18°. The rates are means
  /// over 10 ms, so that they are 5 ms late.
  @Test(arguments: [[], ["rotation_rate"], ["user_acceleration"]] as [Set<String>])
  func anUncalibratedRiderIsMeasured(without: Set<String>) throws {
    var device = MotionOnlySession(without: without)
    device.hasInvalidHeading = true
    let analysis = MotionAnalyzer().analyze(device.rider(Self.rider, in: Self.session()))
    #expect(
      analysis.movement.rateSource
        == .value(without.contains("rotation_rate") ? .attitudeDerivative : .rotationRate))
    #expect(
      analysis.movement.accelerationSource
        == .value(without.contains("user_acceleration") ? .gravity : .gravityAndUserAcceleration))
    #expect(analysis.movement.angleSource == .value("gravity"))
    let answers = analysis.trials.dropFirst().compactMap { $0.transition.map { analysis.transitions[$0] } }
    try #require(answers.count == 4)
    for (answer, truth) in zip(answers, [(0.0, 20.0), (20, 0), (0, -18), (-18, 0)]) {
      #expect(abs(try #require(answer.startDegrees.value) - truth.0) < 0.3)
      #expect(abs(try #require(answer.endDegrees.value) - truth.1) < 0.3)
      #expect(abs(try #require(answer.rangeDegrees.value) - abs(truth.1 - truth.0)) < 0.3)
    }
    for trial in analysis.trials.dropFirst() {
      #expect(trial.verdict == .valid)
      #expect(abs(try #require(trial.latencyMilliseconds.value) - 400) < 20)
    }
  }

  /// Calibrated by leans whose rows are those of the motion stream: the rider's own axes, from the device's own attitude,
  /// every row within 0.1°.
  @Test(arguments: [[], ["rotation_rate"]] as [Set<String>])
  func aCalibratedRiderIsMeasuredByTheDevicesAttitude(without: Set<String>) throws {
    var rider = SyntheticRider.calibrating
    rider.mounting = Self.rider.mounting
    rider.seconds = 38
    rider.moves += Self.rider.moves.map {
      SyntheticRider.Move(start: $0.start + 12, duration: $0.duration, by: $0.by)
    }
    var led = LedCalibration(rider)
    led.all()
    var session = MotionOnlySession(without: without).rider(rider, in: Self.session(cues: 12))
    // The rows have the numbers of the raw ones that the calibration was led with.
    let document = led.session.calibration.document.text()
      .replacing("\"gyroscope\":", with: "\"motion\":")
    session.calibration = Calibration(json: try JSONValue.parse(Array(document.utf8)))
    let analyzed = MotionAnalyzer().analyzed(session)
    let analysis = analyzed.analysis
    let use = try #require(
      analysis.movement.calibration.value, "\(analysis.movement.calibration.reason ?? "")")
    #expect(use.attitudeSource == "device, sensor_to_reference" && use.doubts.isEmpty)
    #expect(use.frame.sensorToRider.angle(to: rider.mounting) * 180 / .pi < 0.1)
    let vectors = try #require(analyzed.vectors.rate.value)
    let traces = try #require(analyzed.rider.value?.traces)
    for (row, t) in vectors.times.enumerated() {
      // Second zero is the first receipt, 1 ms after the first row.
      let truth = rider.angles(t + 0.001)
      #expect(abs(traces.lateral[row] * 180 / .pi - truth.lateral) < 0.1)
      #expect(abs(traces.forward[row] * 180 / .pi - truth.forward) < 0.1)
    }
    let ends = analysis.trials.compactMap { trial in
      trial.transition.flatMap { analysis.transitions[$0].endDegrees.value }
    }
    #expect(ends.count == 4)
    for (end, truth) in zip(ends, [20.0, 0, -18, 0]) { #expect(abs(end - truth) < 0.2) }
    for trial in analysis.trials.dropFirst() {
      #expect(abs(try #require(trial.latencyMilliseconds.value) - 400) < 20)
    }
  }

  /// Where the attitude is not there, the filter makes one of the rotation rate and the acceleration.
  @Test func withoutAnAttitudeItIsDerivedFromTheDevicesRates() throws {
    let session = MotionOnlySession(without: ["attitude"]).rider(Self.rider, in: Self.session())
    let vectors = MotionAnalyzer().analyzed(session).vectors
    let orientation = try #require(vectors.orientation(.default).value)
    #expect(orientation.streamNames == ["motion"])
    for (row, t) in Self.rider.times.enumerated() where row > 0 {
      let up = orientation.track[row].conjugate.rotate(Vector3(0, 0, 1))
      let truth = Self.rider.attitude(t).conjugate.rotate(Vector3(0, 0, 1))
      #expect(up.angle(to: truth) * 180 / .pi < 0.1)
    }
  }

  // MARK: The derivative

  /// 1.3 rad/s about an oblique axis of the sensor, at intervals from 5 to 15 ms, the sign of every third quaternion
  /// turned, with a gap of 0.3 s in which the rate changes to −0.8 rad/s.
  @Test(arguments: [AttitudeReading.sensorToReference, .referenceToSensor])
  func theDerivativeIsTheAngularVelocityOnRealTimestamps(reading: AttitudeReading) throws {
    let axis = try #require(Vector3(2, -1, 0.5).normalized)
    var random = SplitMix(state: 9)
    var times: [Double] = []
    var t = 0.0
    while t < 4 {
      if t < 2 || t > 2.3 { times.append(t) }
      t += 0.005 + 0.010 * random.uniform()
    }
    // Not upright at the start, so that gravity tells how the attitude is to be read.
    let start = Quaternion(axis: Vector3(1, 1, 0), radians: 0.6)
    func attitude(_ t: Double) -> Quaternion {
      start * Quaternion(axis: axis, radians: t < 2.15 ? 1.3 * t : 1.3 * 2.15 - 0.8 * (t - 2.15))
    }
    let ns = times.map { Int64(($0 * 1e9).rounded()) }
    let raw = MotionStream(
      description: SyntheticRider.gyroscope, sequence: ns.indices.map(Int64.init), deviceTime: .integers(ns),
      receiptNs: ns, values: [])
    let rows = times.enumerated().map { place, t -> MotionOnlySession.Row in
      let q = attitude(t)
      return (place % 3 == 0 ? -q : q, q.conjugate.rotate(Vector3(0, 0, 1)), .zero)
    }
    var stream = MotionOnlySession(without: ["rotation_rate"]).stream(rows, timesOf: raw)
    if reading == .referenceToSensor {
      // The device gives the inverse rotation: its vector part is negated.
      for i in 0..<3 { stream.values[i] = .reals(stream.values[i].doubles.map { -$0 }) }
    }
    let session = MotionOnlySession.replacing(LeanSession().session(streams: []), by: stream)
    let vectors = MotionAnalyzer().analyzed(session).vectors
    #expect(vectors.rateSource == .value(.attitudeDerivative))
    let rate = try #require(vectors.rate.value)
    #expect(rate.segments.count == 2 && rate.times.count == times.count)
    for (time, value) in zip(rate.times, rate.vectors) {
      #expect((value - (time < 2.15 ? 1.3 : -0.8) * axis).norm < 1e-5)
    }
  }

  // MARK: What cannot be had

  /// Each with what is missing, and why nothing stands in for it.
  @Test func whatCannotBeHadSaysWhy() throws {
    func movement(_ without: Set<String>, convention: String? = "gravity") -> Analysis.Movement {
      var device = MotionOnlySession(without: without)
      device.convention = convention
      return MotionAnalyzer().analyze(device.rider(Self.rider, in: Self.session())).movement
    }
    let nothing = movement(["rotation_rate", "attitude"])
    #expect(
      nothing.rateSource
        == .unavailable(
          """
          no gyroscope: the test's device has device motion alone; the motion stream has no rotation_rate: the test's \
          device has none, and it has no attitude
          """))
    #expect(nothing.axis.value == nil && nothing.bias.value == nil)
    // An attitude that gravity cannot verify is not guessed.
    let unverified = movement(["rotation_rate", "gravity"])
    #expect(unverified.rateSource.reason?.text.contains("its attitude cannot be verified") == true)
    let unstated = movement([], convention: nil)
    #expect(unstated.rateSource == .value(.rotationRate))
    #expect(
      unstated.accelerationSource.reason?.text.contains("the convention of gx gy gz is not stated") == true)
    #expect(unstated.angleSource == .value("centre"))
    // Five rows a second: no two neighbours within the half-width.
    var slow = Self.rider
    slow.hz = 5
    let few = MotionAnalyzer().analyze(
      MotionOnlySession(without: ["rotation_rate"]).rider(slow, in: Self.session()))
    #expect(few.movement.rateSource.reason?.text.contains("too slowly to be differentiated") == true)
    #expect(few.trials.allSatisfy { $0.verdict == .invalid || $0.verdict == .notRequired })
  }

  /// The axes of a mount matrix are not those of the motion stream.
  @Test func aTurnedStreamIsNotMixedWithTheMotionStream() throws {
    let rider = Self.rider
    var session = MotionOnlySession().rider(rider, in: Self.session())
    var turned = rider.streams[0]
    turned.description.mountMatrix = [[0, 1, 0], [1, 0, 0], [0, 0, -1]]
    session.streams.append(turned)
    let analysis = MotionAnalyzer().analyze(session)
    #expect(analysis.movement.rateSource == .value(.rotationRate))
    #expect(analysis.movement.accelerationSource == .value(.gravityAndUserAcceleration))
  }

  // MARK: Real recordings

  /// docs/examples/iphone: 200 rows of Core Motion, the first 45 ms before the second.
  @Test func theRealPhoneIsReadAsWhatItIs() throws {
    let session = try SessionReader.read(SchemaFixture.example("iphone"))
    let analyzed = MotionAnalyzer().analyzed(session)
    let movement = analyzed.analysis.movement
    #expect(movement.rateSource == .value(.rotationRate))
    #expect(movement.accelerationSource == .value(.gravityAndUserAcceleration))
    #expect(movement.gaps == 1 && movement.badValues == 0 && movement.badTimes == 0)
    let vectors = analyzed.vectors
    let rate = try #require(vectors.rate.value)
    #expect(rate.times.count == 200)
    // By hand from the second row of the file: rotation rate, and −(gravity + user acceleration).
    #expect(rate.vectors[1] == Vector3(1.4665401, -2.2537975, -0.49772084))
    let force = try #require(vectors.force.value)
    let expected = Vector3(0.21928675 - 0.10974391, -0.94625092 - 0.021018961, 0.23774458 - 0.086224802)
    #expect((force.vectors[1] - expected).norm < 1e-12)
    // The derivative of Core Motion's attitude, once gravity has verified it, beside its rotation rate. The phone shakes in a
    // pocket: the local cubic takes 12.08 % (RMS) off. Computed with NumPy (`polyfit` of the four components over ±52 ms).
    var without = session
    without.streams[0].description.fields = try Self.removing("rotation_rate", session.streams[0])
    let derivative = MotionAnalyzer().analyzed(without).vectors
    #expect(derivative.rateSource == .value(.attitudeDerivative))
    let derived = try #require(derivative.rate.value)
    var squares = (difference: 0.0, rate: 0.0)
    for (time, value) in zip(derived.times, derived.vectors) {
      let row = rate.firstIndex(atOrAfter: time)
      squares.difference += (value - rate.vectors[row]).dot(value - rate.vectors[row])
      squares.rate += rate.vectors[row].dot(rate.vectors[row])
    }
    #expect(derived.times.count == 199 && derivative.rateStream?.description.name == "motion")
    #expect(abs((squares.difference / squares.rate).squareRoot() - 0.12076) < 0.0005)
    // There are no cues, so that nobody knows which way is left.
    #expect(movement.axis.reason?.text.contains("no left or right cue") == true)
  }

  private static func removing(_ field: String, _ stream: MotionStream) throws -> JSONValue {
    var fields = try #require(stream.description.fields?.object)
    fields[field] = ["keys": [], "unit": "rad/s", "capability": "unavailable", "reason": "left out"]
    return .object(fields)
  }

  /// The watch has a gyroscope and an accelerometer: they are what is used.
  @Test func rawStreamsComeFirst() throws {
    let session = try SessionReader.read(SchemaFixture.example("apple_watch"))
    let movement = MotionAnalyzer().analyze(session).movement
    #expect(movement.rateSource == .value(.gyroscope))
    #expect(movement.accelerationSource == .value(.accelerometer))
  }
}
