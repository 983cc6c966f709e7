import Foundation
import Testing

@testable import MotionCore

/// Sessions of a calibrated rider, analysed: the axes and the angles are the rider's own, and what speaks against them is told.
@Suite struct CalibratedAnalysisTests {
  /// A rider who is calibrated in the first eleven seconds, then hears CENTER, LEFT, CENTER, RIGHT, CENTER four seconds
  /// apart, and leans 20° to the left and 18° to the right, 0.4 s after each cue.
  private static func rider(_ mounting: Quaternion = Quaternion(axis: Vector3(1, -2, 0.7), radians: 1.4))
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

  private static let cues = [
    LeanSession.Cue(at: 16, expect: .center), LeanSession.Cue(at: 20, expect: .left),
    LeanSession.Cue(at: 24, expect: .center), LeanSession.Cue(at: 28, expect: .right),
    LeanSession.Cue(at: 32, expect: .center),
  ]

  private static func session(
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

  private static func use(_ session: MotionSession) throws -> Analysis.CalibrationUse {
    let analysis = MotionAnalyzer().analyze(session)
    return try #require(
      analysis.movement.calibration.value, "\(analysis.movement.calibration.reason ?? "")")
  }

  /// Writes a bundle as a killed run leaves it, with its calibration, and returns its path.
  private static func write(
    _ session: MotionSession, _ rider: SyntheticRider, _ manifest: Manifest, in folder: String
  ) throws -> String {
    let sink = try DirectRecorder(in: folder, plan: SessionFixture.plan(manifest), clock: VirtualClock())
    for t in rider.times {
      sink.record(rider.sample(rider.values(t).force, t), stream: 0)
      sink.record(rider.sample(rider.values(t).rate, t), stream: 1)
    }
    for event in session.events { sink.record(event) }
    sink.checkpoint()
    let document = try #require(session.calibration?.document)
    try Data((document.text(.indented) + "\n").utf8)
      .write(to: URL(fileURLWithPath: "\(sink.path)/\(Calibration.fileName)"))
    return sink.path
  }

  /// Calibrated live, written to a bundle with its events, read back, analysed and exported.
  @Test func aSyntheticRiderFromTheStepsToTheExport() throws {
    let rider = Self.rider()
    let made = Self.session(rider)
    let fixture = SessionFixture()
    var manifest = made.manifest
    manifest.state = .recording
    manifest.calibrationFile = Calibration.fileName
    let path = try Self.write(made, rider, manifest, in: fixture.folder)

    let session = try SessionReader.read(path)
    #expect(session.calibration == made.calibration)
    #expect(session.inputHashes[Calibration.fileName] != nil)
    let analyzed = MotionAnalyzer().analyzed(session)
    let analysis = analyzed.analysis
    let use = try #require(analysis.movement.calibration.value)
    #expect(use.method == .gestures && use.doubts.isEmpty && use.attitudeSource == "filter, offline")
    #expect(try #require(use.neutralDisagreementDegrees.value) < 0.1)
    #expect(try #require(use.axesDisagreementDegrees.value) < 0.2)
    #expect(use.frame.sensorToRider.angle(to: rider.mounting) * 180 / .pi < 0.1)
    #expect((use.mainAxisOffDegrees.value ?? 90) < 1)
    #expect(use.mounting.changed.isEmpty && use.mounting.blocks.map(\.name) == ["main"])
    #expect(analysis.movement.axis.value?.source == .calibration)
    #expect(analysis.movement.angleSource == .value("calibration"))

    // Every row within 0.1° of what the rider did, in all three angles.
    let traces = try #require(analyzed.rider.value?.traces)
    for (row, t) in rider.times.enumerated() where row > 0 {
      let truth = rider.angles(t)
      #expect(abs(traces.lateral[row] * 180 / .pi - truth.lateral) < 0.1)
      #expect(abs(traces.forward[row] * 180 / .pi - truth.forward) < 0.1)
      #expect(abs(traces.axial[row] * 180 / .pi - truth.axial) < 0.1)
    }
    let ends = analysis.trials.compactMap {
      $0.transition.flatMap { analysis.transitions[$0].endDegrees.value }
    }
    #expect(ends.count == 4)
    for (end, truth) in zip(ends, [20.0, 0, -18, 0]) { #expect(abs(end - truth) < 0.2) }
    for trial in analysis.trials.dropFirst() {
      #expect(abs(try #require(trial.latencyMilliseconds.value) - 400) < 15)
    }

    // The columns of the export are the traces.
    try fixture.export(.csv, [path], to: "\(fixture.folder)/csv")
    let rows = try SessionFixture.cells("\(fixture.folder)/csv/orientation.csv", separator: ",")
    #expect(rows[0].suffix(3) == ["lateral_rad", "forward_rad", "axial_rad"])
    #expect(rows.count == traces.lateral.count + 1)
    #expect(rows[2130][6] == "\(traces.lateral[2129])" && rows[2130][8] == "\(traces.axial[2129])")
    #expect(
      !(try SessionFixture.python("check_csv.py", [path, "\(fixture.folder)/csv"]).contains("DIFFERS")))
  }

  /// calibration.json is what docs/schema says, with passed and failed attempts and with none judged.
  @Test func theDocumentKeepsToItsSchema() throws {
    let fixture = SessionFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    var led = LedCalibration(Self.rider())
    led.session.begin(.leanLeft, at: SyntheticRider().host(0))
    led.all()
    led.step(.neutral, at: 20.2)
    led.step(.standard, at: 26)
    #expect(led.attempts.map(\.passed) == [true, true, true, false, false])
    let check = """
      import json, sys
      sys.path.insert(0, sys.argv[1])
      import validate_bundle
      print(validate_bundle.problems("calibration", json.load(open(sys.argv[2]))))
      """
    let file = "\(fixture.folder)/calibration.json"
    let text = led.session.calibration.document.text(.indented) + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let found = try SessionFixture.output(
      "\(SessionFixture.project)/.build/python/bin/python",
      ["-B", "-c", check, "\(SessionFixture.project)/Tests/readers", file])
    #expect(found == "[]\n")
  }

  @Test func withoutCalibrationTheMainAxisStands() throws {
    var session = Self.session(Self.rider())
    session.calibration = nil
    let analysis = MotionAnalyzer().analyze(session)
    #expect(analysis.movement.calibration.reason == "the session was not calibrated")
    #expect(analysis.movement.axis.value?.source == .movement)
    #expect(
      analysis.limitations.contains {
        $0.text.hasPrefix("no calibration: the session was not calibrated; the lateral axis is the main axis")
      })
  }

  /// Half of a calibration, rows that are not there, and leans that contradict each other are not used, and why is told.
  @Test func aCalibrationThatCannotBeUsedSaysWhy() throws {
    let session = Self.session(Self.rider())
    func reason(_ change: (inout MotionSession) -> Void) -> UnavailableReason? {
      var changed = session
      change(&changed)
      let analysis = MotionAnalyzer().analyze(changed)
      #expect(analysis.trials.compactMap(\.latencyMilliseconds.value).count == 4)
      return analysis.movement.calibration.reason
    }
    #expect(reason { $0.calibration?.neutral = nil } == "neutral was not calibrated")
    #expect(reason { $0.calibration?.axes = nil } == "the rider's axes were not calibrated")
    #expect(
      reason { $0.calibration?.neutral?.rows = CalibrationRows() }
        == "the rows of the neutral posture are not there, or have no attitude")
    #expect(
      reason { $0.calibration?.axes?.left = nil } == "the rows of the lean to the left are not there")
    let left = session.calibration?.axes?.left
    #expect(
      reason { $0.calibration?.axes?.forward = left } == "the leans do not bear it out: near_collinear")
    #expect(
      reason { $0.calibration?.axes?.sensorToRider = [1, 1, 1, 1] }
        == "calibration.json holds a rotation that is none")
  }

  /// The run used other axes than its rows give: the analysis uses its own and says how far apart they are.
  @Test func aDisagreementIsTold() throws {
    var session = Self.session(Self.rider())
    let right = try Self.use(session)
    let wrong = Quaternion(axis: Vector3(0, 0, 1), radians: 7 * .pi / 180) * right.frame.sensorToRider
    session.calibration?.axes?.sensorToRider = wrong.components
    let found = MotionAnalyzer().analyze(session)
    let use = try #require(found.movement.calibration.value)
    #expect(abs(try #require(use.axesDisagreementDegrees.value) - 7) < 0.2)
    #expect(use.frame == right.frame)
    #expect(found.limitations.contains { $0.text.contains("give another one than the run used") })
    // The rotations of another sensor are compared with nothing.
    session.calibration?.isOfAnotherSensor = true
    let other = try Self.use(session)
    #expect(other.axesDisagreementDegrees == .unavailable(CalibrationReason.otherSensor))
  }

  /// Both leans of the calibration the opposite way fit together; the movement after the cues gives it away.
  @Test func leansThatWereBothOppositeShowAfterTheCues() throws {
    var rider = Self.rider()
    rider.moves.removeFirst(4)
    rider.moves += SyntheticRider.lean(4.5, lateral: -15) + SyntheticRider.lean(7.5, forward: -12)
    let analysis = MotionAnalyzer().analyze(Self.session(rider))
    let use = try #require(analysis.movement.calibration.value)
    #expect((use.mainAxisOffDegrees.value ?? 0) > 178)
    #expect(analysis.limitations.contains { $0.text.contains("opposite to the calibration's left") })
  }

  /// The sensor slips by 12° between two blocks: the second block is named, and not the first.
  @Test func aSensorThatSlipsIsFlaggedInItsBlock() throws {
    var cues = Self.cues
    for (at, expect) in [(40.0, ExpectedPosition.left), (44, .center), (48, .right), (52, .center)] {
      cues.append(LeanSession.Cue(at: at, expect: expect, block: "second"))
    }
    var rider = Self.rider()
    rider.seconds = 56
    for (start, by) in [(40.4, 20.0), (44.4, -20), (48.4, -18), (52.4, 18)] {
      rider.moves.append(SyntheticRider.Move(start: start, by: (by, 0, 0)))
    }
    let sound = MotionAnalyzer().analyze(Self.session(rider, cues: cues))
    #expect(sound.movement.calibration.value?.mounting.blocks.map(\.name) == ["main", "second"])
    #expect(!sound.limitations.contains { $0.text.hasPrefix("mounting changed?") })
    // About the rider's own X: to the side.
    let turn = Quaternion(axis: Vector3(1, 0, 0), radians: 12 * .pi / 180)
    rider.slip = (38, rider.mounting.conjugate * turn * rider.mounting)
    let slipped = MotionAnalyzer().analyze(Self.session(rider, cues: cues))
    let changed = try #require(slipped.movement.calibration.value?.mounting.changed)
    #expect(changed.map(\.name) == ["second"])
    #expect(abs(try #require(changed.first).offDegrees - 12) < 1)
    #expect(slipped.limitations.contains { $0.text.hasPrefix("mounting changed? In block second") })
    #expect(
      slipped.document["movement"]?["calibration"]?["mounting"]?["changed"]?.bool == true)
  }

  private static func motionStream(
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

  @Test func theDevicesOwnAttitudeIsUsedWhereGravityVerifiesIt() throws {
    let rider = Self.rider()
    let good = try Self.use(
      Self.session(rider, extra: [Self.motionStream(rider) { rider.attitude($0).conjugate }]))
    #expect(good.attitudeSource == "device, reference_to_sensor" && good.fusedReason == nil)
    #expect((good.attitudeDisagreementDegrees.value ?? 9) < 0.1)
    #expect(good.frame.sensorToRider.angle(to: rider.mounting) * 180 / .pi < 0.2)
    // Off by 20° about a horizontal axis: no reading agrees with gravity.
    let bad = try Self.use(
      Self.session(
        rider,
        extra: [
          Self.motionStream(rider) {
            Quaternion(axis: Vector3(1, 0, 0), radians: 20 * .pi / 180) * rider.attitude($0)
          }
        ]))
    #expect(bad.attitudeSource == "filter, offline")
    #expect(bad.fusedReason == "no reading of it alone agrees with the measured acceleration")
    #expect(bad.frame.sensorToRider.angle(to: rider.mounting) * 180 / .pi < 0.1)
  }

  /// A magnetometer holds the heading: the flag says so, and the angles are the same.
  @Test func aMagnetometerHoldsTheHeading() throws {
    let rider = Self.rider()
    var builder = MotionStreamBuilder(
      StreamDescription(
        name: "magnetometer", kind: .magnetometer, sensor: "imu", clock: "host", timestampSource: .kernel,
        unit: .microtesla, scale: [1]))
    for t in rider.times {
      builder.append(rider.sample(rider.attitude(t).conjugate.rotate(Vector3(0, 20, -40)), t))
    }
    let session = Self.session(rider, extra: [builder.stream])
    let rows = MotionAnalyzer().analyzed(session).rider
    let traces = try #require(rows.value?.traces)
    #expect(traces.heading == .magnetic)
    #expect(abs(traces.lateral[2150] * 180 / .pi - 20) < 0.1)
    var without = MotionAnalyzer()
    without.configuration.orientation.usesMagnetometer = false
    #expect(without.analyzed(session).rider.value?.traces.heading == .drifting)
  }

  /// Rates and accelerations in the rider's axes, from exact attitudes.
  @Test func ratesAndAccelerationsAreTheRiders() throws {
    let rider = Self.rider()
    let session = Self.session(rider)
    let analyzed = MotionAnalyzer().analyzed(session)
    let traces = try #require(analyzed.rider.value?.traces)
    let gyro = try SampledVectors(
      stream: session.streams[1], clock: nil, mapping: nil,
      deviceTimes: DeviceTime(stream: session.streams[1], clock: .host()), units: StreamKind.gyroscope.units)
    var pushed = session.streams[0]
    // 0.05 g forward and 0.02 g to the left of the rider's own axes, added to what gravity gives.
    let push = rider.mounting.conjugate.rotate(Vector3(0.05, 0.02, 0))
    pushed.values = zip(pushed.values, [push.x, push.y, push.z]).map { column, more in
      .reals(column.doubles.map { $0 + more })
    }
    let force = try SampledVectors(
      stream: pushed, clock: nil, mapping: nil,
      deviceTimes: DeviceTime(stream: pushed, clock: .host()), units: StreamKind.accelerometer.units,
      origin: gyro.origin)
    let accelerations = traces.linearAccelerations(gyro, force, rows: gyro.times.indices)
    let rates = gyro.vectors.map { rider.mounting.rotate($0) }
    // 20.6 s: a quarter of a lean of 20° to the left in 0.8 s: 30·u²(1−u)²/0.8 s of 20°, u = 0.25 at the row's middle.
    let u = (20.595 - 20.4) / 0.8
    let speed = 20 * 30 * u * u * (1 - u) * (1 - u) / 0.8
    #expect(abs(traces.direction(.lateral).dot(gyro.vectors[2060]) * 180 / .pi - speed) < 0.5)
    #expect(abs(traces.direction(.forward).dot(gyro.vectors[2060]) - rates[2060].y) < 0.002)
    for row in [200, 2060, 2150, 3000] {
      #expect((accelerations[row] - Vector3(0.05, 0.02, 0)).norm < 0.003)
    }
    // Some rows give what all give.
    #expect(traces.linearAccelerations(gyro, force, rows: 2060..<2062) == Array(accelerations[2060..<2062]))
    let forward = traces.motion(.forward, gyro: gyro, bias: .zero, configuration: .default)
    #expect(abs(forward.angle[845] * 180 / .pi - 12) < 0.1)
    // 7.9 s is the middle of the lean forward: 15/8 of 12° in 0.8 s.
    #expect(abs(forward.rate[790] * 180 / .pi - 1.875 * 12 / 0.8) < 1)
  }

  /// Parameters of filter and calibration are part of the configuration, of its hash, and of the result.
  @Test func theConfigurationHoldsFilterAndCalibration() throws {
    var changed = AnalysisConfiguration()
    changed.orientation.accelerometerSeconds = 2
    changed.calibration.leanLeftDegrees = 30
    #expect(changed.sha256 != AnalysisConfiguration.default.sha256)
    #expect(try AnalysisConfiguration(json: changed.json) == changed)
    let analysis = MotionAnalyzer(configuration: changed).analyze(Self.session(Self.rider()))
    #expect(
      analysis.document["analysis"]?["configuration"]?["calibration"]?["lean_left_deg"]?.double == 30)
    var json = try #require(changed.json.object)
    json["calibration"] = ["schema": json["calibration"]?["schema"] ?? .null, "lean": 1]
    #expect {
      try AnalysisConfiguration(json: .object(json))
    } throws: {
      ($0 as? ParametersError)?.cause == "calibration: unknown key \"lean\""
    }
    json["calibration"] = nil
    json["orientation"] = ["schema": ["name": "drillrunner.orientation-parameters", "version": 9]]
    #expect {
      try AnalysisConfiguration(json: .object(json))
    } throws: {
      ($0 as? ParametersError)?.cause
        == "orientation: it has schema version 9; this program knows version 1"
    }
  }
}
