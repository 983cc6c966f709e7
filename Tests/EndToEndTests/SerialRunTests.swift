import Foundation
import MotionCore
import Testing

/// The whole program with a WitMotion sensor on a pseudo-terminal: the bundle holds exactly the frames sent.
@Suite(.serialized) struct SerialRunTests {
  /// A frame of the mock sensor's log.
  private struct Sent {
    var kind: UInt8
    var words: [Int64]
    var damaged: Bool
  }

  private static func log(_ path: String) throws -> [Sent] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      let row = try JSONValue.parse(Array(line.utf8))
      guard let hex = row["frame"]?.string else { return nil }
      let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { at -> UInt8? in
        let start = hex.index(hex.startIndex, offsetBy: at)
        return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
      }
      let words = (0..<4).map {
        Int64(Int16(bytes[2 + 2 * $0]) | Int16(Int8(bitPattern: bytes[3 + 2 * $0])) << 8)
      }
      return Sent(kind: bytes[1], words: words, damaged: row["damaged"]?.bool ?? false)
    }
  }

  private static func run(
    _ rig: [String], drill: String, scratch: Scratch, selector: String = "serial:PTY"
  ) throws -> (Program.Result, [Sent]) {
    let log = scratch.url.appendingPathComponent("sent.jsonl").path
    let file = try scratch.write(drill, to: "drill.yaml")
    let command =
      ["/usr/bin/python3", Program.rig.appendingPathComponent("serial_device.py").path, "--log", log] + rig
      + [
        "--", Program.executable, "run", file, "--imu", selector, "--audio", "none", "--sessions",
        scratch.sessions, "--yes",
      ]
    return (try Program(command).wait(limit: 60), try SerialRunTests.log(log))
  }

  /// Rows of a stream as they were sent: a piece of `sent` without a hole.
  private static func expectRows(
    _ stream: MotionStream, equal sent: [[Int64]], order: [Int] = [0, 1, 2]
  ) throws {
    let rows = (0..<stream.count).map { row in
      stream.values.map { column in Int64(column.doubles[row]) }
    }
    let expected = sent.map { words in order.map { words[$0] } }
    // Neighbours may be equal, so the place is that where all agree.
    let starts = expected.indices.filter { expected[$0] == rows.first }
    #expect(rows.count > 100)
    #expect(
      starts.contains { Array(expected[$0...].prefix(rows.count)) == rows },
      "\(stream.description.name): the rows are no piece of what was sent")
  }

  @Test("A WitMotion sensor: found by itself, every frame in the bundle, its clock, fusion kept apart")
  func everyFrame() throws {
    let scratch = try Scratch()
    let (result, sent) = try SerialRunTests.run([], drill: Drills.still("3 s"), scratch: scratch)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let session = bundle.session
    #expect(session.state == .complete)
    #expect(session.problems.isEmpty, "\(session.problems)")
    #expect(try bundle.badHashes() == [])
    let accelerometer = try #require(session.stream(.accelerometer))
    let gyroscope = try #require(session.stream(.gyroscope))
    let motion = try #require(session.stream(.motion))
    func words(_ kind: UInt8) -> [[Int64]] { sent.filter { $0.kind == kind }.map(\.words) }
    try SerialRunTests.expectRows(accelerometer, equal: words(0x51))
    try SerialRunTests.expectRows(gyroscope, equal: words(0x52))
    // Attitude as x, y, z, w out of w, x, y, z; then roll, pitch, yaw.
    #expect(motion.description.valueKeys == ["qx", "qy", "qz", "qw", "roll", "pitch", "yaw"])
    let fused = zip(words(0x59), words(0x53)).map { [$0[1], $0[2], $0[3], $0[0]] + $1[0..<3] }
    try SerialRunTests.expectRows(motion, equal: fused, order: Array(0..<7))
    #expect(abs(gyroscope.count - accelerometer.count) <= 1)

    // The device's clock: milliseconds, ten apart, on all streams.
    let clock = try #require(session.manifest.clocks.first { $0.name == "device" })
    #expect(clock.unit == .milliseconds)
    guard case .integers(let times) = gyroscope.deviceTime else {
      Issue.record("device times are not integers")
      return
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 10 })
    // What it does not send is unavailable, with the reason.
    let missing = session.manifest.streams.first { $0.description.kind == .magnetometer }
    #expect(
      missing?.description.capability
        == .unavailable(reason: "the WitMotion sensor sends no magnetometer values"))
    #expect(missing?.file == nil)
    let sensor = try #require(session.manifest.sensors.first).sensor
    #expect(sensor.driver == "serial")
    #expect(sensor.settings["protocol"] == "witmotion")
    #expect(sensor.settings["damaged_frames"] == 0)
    #expect(session.manifest.streams.allSatisfy { $0.losses.members.isEmpty })
  }

  @Test("Damage on the wire: counted as losses, and every whole frame is there")
  func damage() throws {
    let scratch = try Scratch()
    let (result, frames) = try SerialRunTests.run(
      ["--damage-every", "37"], drill: Drills.still("3 s"), scratch: scratch)
    #expect(result.status == 0, "\(result.all)")
    #expect(result.err.contains("observed losses: checksum"))
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let gyroscope = try #require(bundle.session.stream(.gyroscope))
    try SerialRunTests.expectRows(
      gyroscope, equal: frames.filter { $0.kind == 0x52 && !$0.damaged }.map(\.words))
    #expect(!bundle.incidents(.checksum).isEmpty)
    #expect(bundle.session.manifest.streams[1].losses["checksum"] != nil)
  }

  @Test("What is no serial port ends the run before it begins, with its own code")
  func noPort() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    let result = try Program.run(
      ["run", drill, "--imu", "serial:/dev/null", "--audio", "none", "--sessions", scratch.sessions, "--yes"])
    #expect(result.status == 4, "\(result.all)")
    #expect(result.err.contains("cannot open /dev/null: it is not a serial port"))
  }

  @Test("Unplugged in mid-run: said, sealed as interrupted")
  func unplugged() throws {
    let scratch = try Scratch()
    let (result, _) = try SerialRunTests.run(
      ["--unplug-at", "5"], drill: Drills.still("20 s", onLoss: "on_loss: { sensor: stop }"), scratch: scratch
    )
    #expect(result.status == 3, "\(result.all)")
    #expect(result.out.contains("the sensor was lost"))
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .interrupted)
    #expect(bundle.incidents(.sensorLost).first?.fields["reason"] == "the device was disconnected")
  }

  @Test("Silent in mid-run, and back: the rows go on in the same streams, the gap is recorded")
  func silentAndBack() throws {
    let scratch = try Scratch()
    let (result, sent) = try SerialRunTests.run(
      ["--pause", "4", "3"],
      drill: Drills.still("9 s", onLoss: "on_loss: { sensor: wait 20 s then stop }"), scratch: scratch)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .complete)
    #expect(
      bundle.incidents(.sensorLost).map { $0.fields["reason"] }
        == ["it has sent nothing for 1.0 s, and the port is still there"])
    #expect(bundle.incidents(.sensorBack).count == 1)
    let gyroscope = try #require(bundle.session.stream(.gyroscope))
    guard case .integers(let times) = gyroscope.deviceTime else { return }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 != 10 }
    // Three seconds of silence, and what was sent until the sensor had been found again.
    #expect(gaps.count == 1 && (gaps.first ?? 0) >= 3000)
    let known = Set(sent.filter { $0.kind == 0x52 }.map { $0.words[0..<3].map(Double.init) })
    #expect(
      (0..<gyroscope.count).allSatisfy { row in known.contains(gyroscope.values.map { $0.doubles[row] }) })
  }

  @Test("A rider with a serial sensor answers the cues that are played; the onsets are those of the rider")
  func answeredCues() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.leans("LEFT, CENTER, RIGHT, CENTER"), to: "drill.yaml")
    let truthFile = scratch.url.appendingPathComponent("truth.jsonl").path
    let result = try Program(
      Rigs.nullSink([
        "/usr/bin/python3", Program.rig.appendingPathComponent("serial_device.py").path, "--answer-cues",
        scratch.sessions, "--truth", truthFile, "--seed", "4", "--", Program.executable, "run", drill,
        "--imu",
        "serial:PTY", "--sessions", scratch.sessions, "--yes",
      ])
    ).wait(limit: 120)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let truth = try String(contentsOfFile: truthFile, encoding: .utf8).split(separator: "\n")
      .map { try JSONValue.parse(Array($0.utf8)) }
    let trials = try #require(bundle.analysis?["trials"]?.array)
    #expect(truth.count == 4 && trials.count == 4)
    for (trial, told) in zip(trials, truth) {
      let onset = try #require(trial["onset_ns"]?.integer)
      let exact = try #require(told["onset_ns"]?.integer)
      // A sample interval of 10 ms, a clock of whole milliseconds, five milliseconds on the wire.
      #expect(abs(onset - exact) < 30_000_000, "onset off by \(onset - exact) ns")
      #expect(trial["direction"]?.string == told["direction"]?.string)
    }
    // The rider leaned: gravity has told what the attitude means.
    let motion = try #require(bundle.session.stream(.motion)).description
    #expect(motion.fields?["attitude"]?["convention"] == "sensor_to_reference")
    #expect(motion.fields?["euler"]?["convention"] == "roll_x_pitch_y")
  }
}
