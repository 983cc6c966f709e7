import Foundation
import Testing

@testable import MotionCore

/// Sessions of a calibrated rider, analysed: the axes and the angles are the rider's own, and what speaks against them is told.
@Suite struct CalibratedAnalysisTests {
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
    let rider = CalibratedSession.rider()
    let made = CalibratedSession.session(rider)
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
    #expect(analysis.limitations.contains(Limitation.gestureAxes))
    #expect(analysis.limitations.contains(Limitation.headingDrifts))

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
    var led = LedCalibration(CalibratedSession.rider())
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

  /// The sensor sits as the standard mounting has it, 8° off.
  @Test func theStandardMountingIsTold() throws {
    let rider = CalibratedSession.rider(Quaternion(axis: Vector3(0, 1, 0), radians: 8 * .pi / 180))
    var led = LedCalibration(rider)
    led.step(.neutral, at: 1.5)
    led.step(.standard, at: 4.1)
    var session = CalibratedSession.session(rider)
    session.calibration = led.session.calibration
    let analysis = MotionAnalyzer().analyze(session)
    #expect(analysis.movement.calibration.value?.method == .standard)
    #expect(analysis.limitations.contains(Limitation.standardAxes))
    #expect(!analysis.limitations.contains(.gestureAxes))
  }

  @Test func withoutCalibrationTheMainAxisStands() throws {
    var session = CalibratedSession.session(CalibratedSession.rider())
    session.calibration = nil
    let analysis = MotionAnalyzer().analyze(session)
    #expect(analysis.movement.calibration.reason == "the session was not calibrated")
    #expect(analysis.movement.axis.value?.source == .movement)
    #expect(
      analysis.limitations.contains {
        $0.text.hasPrefix("the lateral axis is the main axis of the movement after the cues")
      })
    #expect(analysis.limitations.contains(Limitation.noCalibration(reason: "the session was not calibrated")))
    session.problems = [.init("calibration.json", .noCalibrationVersion)]
    #expect(
      MotionAnalyzer().analyze(session).movement.calibration.reason
        == UnavailableReason(CalibrationReason.unreadable))
    #expect(
      analysis.limitations.contains {
        $0.text.hasSuffix("movements after left and right cues agree")
      })
  }

  @Test func theDevicesOwnAttitudeIsUsedWhereGravityVerifiesIt() throws {
    let rider = CalibratedSession.rider()
    let good = try CalibratedSession.use(
      CalibratedSession.session(
        rider, extra: [CalibratedSession.motionStream(rider) { rider.attitude($0).conjugate }]))
    #expect(good.attitudeSource == "device, reference_to_sensor" && good.fusedReason == nil)
    #expect((good.attitudeDisagreementDegrees.value ?? 9) < 0.1)
    #expect(good.frame.sensorToRider.angle(to: rider.mounting) * 180 / .pi < 0.2)
    // Off by 20° about a horizontal axis: no reading agrees with gravity.
    let turned = CalibratedSession.session(
      rider,
      extra: [
        CalibratedSession.motionStream(rider) {
          Quaternion(axis: Vector3(1, 0, 0), radians: 20 * .pi / 180) * rider.attitude($0)
        }
      ])
    #expect(
      MotionAnalyzer().analyze(turned).limitations.map(\.messageID).contains("limit.own-attitude-unused"))
    let bad = try CalibratedSession.use(turned)
    #expect(bad.attitudeSource == "filter, offline")
    #expect(bad.fusedReason == "no reading of it alone agrees with the measured acceleration")
    #expect(bad.frame.sensorToRider.angle(to: rider.mounting) * 180 / .pi < 0.1)
  }

  /// A magnetometer holds the heading: the flag says so, and the angles are the same.
  @Test func aMagnetometerHoldsTheHeading() throws {
    let rider = CalibratedSession.rider()
    var builder = MotionStreamBuilder(
      StreamDescription(
        name: "magnetometer", kind: .magnetometer, sensor: "imu", clock: "host", timestampSource: .kernel,
        unit: .microtesla, scale: [1]))
    for t in rider.times {
      builder.append(rider.sample(rider.attitude(t).conjugate.rotate(Vector3(0, 20, -40)), t))
    }
    let session = CalibratedSession.session(rider, extra: [builder.stream])
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
    let rider = CalibratedSession.rider()
    let session = CalibratedSession.session(rider)
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
    let analysis = MotionAnalyzer(configuration: changed).analyze(
      CalibratedSession.session(CalibratedSession.rider()))
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
