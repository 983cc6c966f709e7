import MotionCore
import Testing

@testable import IMUDriver

/// Receipts, back-dated times, the gravity test, and the rows of a layout.
@Suite struct SerialTimesTests {
  /// 115200 baud: ten bits take 10 / 115200 s = 86805.5… ns.
  @Test func timesAreBackDatedByTheBytesSince() {
    var arrivals = ArrivalTimes(baud: 115_200)
    arrivals.add(33, receipt: HostTime(nanoseconds: 1_000_000_000))
    // 33 bytes: 33 · 86805.5… = 2864583.3 ns.
    #expect(arrivals.began(0) == 997_135_417)
    // The second frame of eleven bytes: 22 bytes since its beginning.
    #expect(arrivals.began(11) == 998_090_278)
    #expect(arrivals.receipt(ofFrameEndingAt: 22) == HostTime(nanoseconds: 1_000_000_000))
  }

  /// A read that came late says less than the prompt one after it.
  @Test func theTightestBoundIsTaken() {
    var arrivals = ArrivalTimes(baud: 10_000)
    // A millisecond a byte. Ten bytes are read 40 ms late, ten more right when they are there.
    arrivals.add(10, receipt: HostTime(nanoseconds: 50_000_000))
    #expect(arrivals.began(5) == 45_000_000)
    arrivals.add(10, receipt: HostTime(nanoseconds: 51_000_000))
    // Byte 5 and fourteen others were over by 51 ms.
    #expect(arrivals.began(5) == 36_000_000)
    #expect(arrivals.receipt(ofFrameEndingAt: 10) == HostTime(nanoseconds: 50_000_000))
    #expect(arrivals.receipt(ofFrameEndingAt: 11) == HostTime(nanoseconds: 51_000_000))
    arrivals.forget(before: 10)
    #expect(arrivals.began(15) == 46_000_000)
  }

  @Test func withoutAUARTNothingIsBackDated() {
    var arrivals = ArrivalTimes(baud: nil)
    arrivals.add(60, receipt: HostTime(nanoseconds: 7))
    #expect(arrivals.began(0) == 7)
  }

  /// The recorded VN-100, tilted by 16°: its angles are about a z axis that points down, its matrix takes the
  /// sensor to that reference. (`serial_reference.py` and the residuals by hand: 0.0004 against 0.2 and more.)
  @Test func theConventionOfARealSensorIsFound() throws {
    let frames = SerialBytes.frames(VectorNavFraming(), try SerialBytes.vectorNav())
    let layout = SerialLayout(
      frames: frames, clock: nil, name: "sensor", sensor: "torso", requestedHz: nil)
    let findings = SerialFindings(layout: layout)
    for frame in frames { findings.test(frame, began: 0) }
    #expect(
      findings.conventions == ["euler": "roll_x_pitch_y_z_down", "matrix": "sensor_to_reference_z_down"])
  }

  /// An attitude made from a known rotation, stored as it is and inverted.
  @Test(arguments: [(false, "sensor_to_reference"), (true, "reference_to_sensor")])
  func theSenseOfAQuaternionIsFound(inverted: Bool, convention: String) throws {
    var test = try #require(GravityTest(.attitude))
    for step in 0..<20 {
      let q =
        Quaternion(axis: Vector3(0, 0, 1), radians: Double(step) * 0.1)
        * Quaternion(axis: Vector3(1, 2, 0), radians: 0.4)
      let up = q.conjugate.rotate(Vector3(0, 0, 1))
      test.add((inverted ? q.conjugate : q).components, acceleration: up)
    }
    #expect(test.convention == convention)
  }

  @Test func flatOrMovingSamplesDecideNothing() throws {
    var test = try #require(GravityTest(.attitude))
    for _ in 0..<100 { test.add([0, 0, 0, 1], acceleration: Vector3(0, 0, 1)) }
    for _ in 0..<100 { test.add([0, 0.2, 0, 0.98], acceleration: Vector3(0.5, 0, 0.95)) }
    #expect(test.samples == 0)
    #expect(test.convention == GravityTest.unverified)
    #expect(test.json["reason"] == .string(SensorReason.fewTilted.text))
    // An attitude that agrees with nothing.
    for _ in 0..<20 { test.add([0, 0, 0, 1], acceleration: Vector3(0.6, 0, 0.8)) }
    #expect(test.samples == 20)
    #expect(test.convention == GravityTest.unverified)
    #expect(test.json["reason"] == .string(SensorReason.noReadingAgrees.text))
  }

  /// The angles of the documented RVC frame: "roll" turns about y.
  @Test func theAnglesOfRotationVectorModeTurnAboutY() {
    let frame = SerialBytes.frames(
      RotationVectorFraming(), SerialBytes.hex("AAAA DE 0100 92FF 2508 8DFE ECFF D103 000000 E7"))[0]
    var test = GravityTest(.euler)!
    let angles = frame.readings[1].physical(toCore: MeasurementUnit.degrees.toCore)
    let g = frame.readings[0].physical(toCore: 1)
    // The documented acceleration is 1.045 g long: of its direction only.
    let up = Vector3(g[0], g[1], g[2]).normalized!
    for _ in 0..<10 { test.add(angles, acceleration: up) }
    #expect(test.convention == "roll_y_pitch_x")
  }

  @Test func whatASensorDoesNotSendIsUnavailableWithAReason() {
    let frames = (0..<3).flatMap {
      SerialBytes.frames(
        RotationVectorFraming(), SerialBytes.rotationVector(index: UInt8($0), [1, 2, 3, 4, 5, 6]))
    }
    let layout = SerialLayout(
      frames: frames, clock: nil, name: "BNO08x", sensor: "torso", requestedHz: nil)
    #expect(layout.streams.map(\.kind) == [.accelerometer, .gyroscope, .magnetometer, .motion])
    #expect(layout.streams[1].capability == .unavailable(reason: "the BNO08x sends no gyroscope values"))
    #expect(layout.streams[0].convention == .specificForce)
    #expect(layout.streams[3].valueKeys == ["roll", "pitch", "yaw"])
    #expect(layout.streams[3].fields?["euler"]?["unit"] == "deg")
    #expect(layout.streams[3].fields?["euler"]?["convention"] == "unverified")
    var unexpected = 0
    let rows = layout.rows(
      of: frames[0], receipt: HostTime(nanoseconds: 9), began: 5, unexpected: &unexpected)
    #expect(rows.map(\.stream) == [0, 3])
    #expect(rows.allSatisfy { $0.sample.deviceTime == .integer(5) && $0.sample.counter == 0 })
    // A magnetometer that was not there when the sensor was opened.
    var other = frames[0]
    other.readings = [SerialReading(channel: WitMotionFraming.field, values: [.integer(1)])]
    #expect(
      layout.rows(of: other, receipt: HostTime(nanoseconds: 9), began: 5, unexpected: &unexpected).isEmpty)
    #expect(unexpected == 1)
  }

  /// Acceleration and turning alone.
  @Test func withoutAnAttitudeThereIsNoFusion() {
    let bytes = (0..<3).flatMap { n in [0x51, 0x52].flatMap { SerialBytes.wit($0, [1, 2, 3, Int16(n)]) } }
    let layout = SerialLayout(
      frames: SerialBytes.frames(WitMotionFraming(), bytes), clock: nil, name: "sensor", sensor: "torso",
      requestedHz: nil)
    #expect(
      layout.streams.last?.capability
        == .unavailable(reason: UnavailableReason(SensorReason.sendsNoFusion(language: "sensor"))))
  }

  @Test func aMissingPartOfAMotionRowIsNotMadeUp() {
    let bytes = (0..<3).flatMap { n in [0x53, 0x59].flatMap { SerialBytes.wit($0, [1, 2, 3, Int16(n)]) } }
    let layout = SerialLayout(
      frames: SerialBytes.frames(WitMotionFraming(), bytes), clock: nil, name: "x", sensor: "torso",
      requestedHz: nil)
    let half = SerialFrame(
      start: 0, end: 11,
      readings: [
        SerialReading(channel: WitMotionFraming.angles, values: [.integer(1), .integer(2), .integer(3)])
      ])
    var unexpected = 0
    let rows = layout.rows(of: half, receipt: HostTime(nanoseconds: 1), began: 0, unexpected: &unexpected)
    var line: [UInt8] = []
    RowEncoder(layout.streams[3]).write(rows[0].sample, sequence: 0, to: &line)
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"i":0,"t":0,"h":1,"roll":1,"pitch":2,"yaw":3,"bad":["qx","qy","qz","qw"]}"# + "\n")
  }

  /// Raw before compensated, and the compensated rate as on-board fusion.
  @Test func ofTwoOfAKindTheRawOneIsTheStream() {
    func reading(_ channel: SerialChannel) -> SerialReading {
      SerialReading(channel: channel, values: [.real(1), .real(2), .real(3)])
    }
    let frame = SerialFrame(
      start: 0, end: 1,
      readings: [
        reading(.gyroscope("AngularRate", .radiansPerSecond, priority: 1)),
        reading(.gyroscope("UncompGyro", .radiansPerSecond)),
        reading(.accelerometer("Accel", .metresPerSecondSquared, priority: 1)),
        reading(.accelerometer("UncompAccel", .metresPerSecondSquared)),
      ])
    let layout = SerialLayout(frames: [frame], clock: nil, name: "x", sensor: "torso", requestedHz: nil)
    #expect(layout.left.map(\.name) == ["Accel"])
    #expect(layout.streams[3].valueKeys == ["rx", "ry", "rz"])
    var unexpected = 0
    let rows = layout.rows(of: frame, receipt: HostTime(nanoseconds: 1), began: 0, unexpected: &unexpected)
    #expect(rows.map(\.stream) == [0, 1, 3])
    #expect(unexpected == 0)
  }

  @Test func noiseMakesAtMostOneIncidentASecond() {
    var trouble = SerialTrouble()
    var skipped = SkippedBytes()
    skipped.count = 3
    skipped.damagedFrames = 1
    var incidents: [Incident] = []
    for tenth in 0..<25 {
      trouble.add(skipped)
      incidents += trouble.incidents(at: HostTime(nanoseconds: Int64(tenth) * 100_000_000))
    }
    incidents += trouble.incidents(at: HostTime(nanoseconds: 2_500_000_000), end: true)
    #expect(incidents.map(\.host.nanoseconds) == [0, 1_000_000_000, 2_000_000_000, 2_500_000_000])
    #expect(incidents.compactMap { $0.fields["skipped_bytes"]?.integer }.reduce(0, +) == 75)
    #expect(incidents.compactMap { $0.fields["damaged_frames"]?.integer }.reduce(0, +) == 25)
  }
}
