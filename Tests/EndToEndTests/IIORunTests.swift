import Foundation
import MotionCore
import Testing

/// Whole runs with a mock IMU chip: real libudev, real reads.
@Suite(.serialized)
struct IIORunTests {
  /// A scan as the mock chip's own log has it.
  private struct Scan: Decodable {
    var event: String
    var scan: [String: Int64]?
    var changed: [String: [String]]?
  }

  private static func chip(_ options: [String], _ command: [String]) -> [String] {
    [
      "/usr/bin/umockdev-wrapper", "/usr/bin/python3",
      Program.rig.appendingPathComponent("iio_device.py").path,
    ] + options + ["--"] + command
  }

  @Test("A run on an IMU chip: the bundle holds exactly the scans that the chip sent")
  func wholeRun() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    let log = scratch.url.appendingPathComponent("log").path
    let result = try Program(
      IIORunTests.chip(
        ["--log", log, "--answer-cues", scratch.sessions],
        [
          Program.executable, "run", drill, "--sessions", scratch.sessions, "--imu", "/dev/iio:device0",
          "--audio", "none", "--yes",
        ])
    ).wait(limit: 60)
    #expect(result.status == 0, "\(result.all)")

    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Scan.self, from: Data($0.utf8))
    }
    let sent = lines.filter { $0.event == "scan" }.compactMap(\.scan)
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .complete && bundle.session.problems.isEmpty)
    #expect(try bundle.badHashes() == [])
    #expect(IncidentKind.allCases.allSatisfy { bundle.incidents($0).isEmpty })
    for (kind, quantity) in [(StreamKind.accelerometer, "accel"), (.gyroscope, "anglvel")] {
      let stream = try #require(bundle.session.stream(kind))
      guard case .integers(let times) = stream.deviceTime else {
        Issue.record("the times of \(kind) are not integers")
        return
      }
      // Three seconds of stillness and more at 200 Hz. Rows begin with the session and end with it; between
      // them none is missing.
      #expect(times.count > 600)
      let first = try #require(sent.firstIndex { $0["in_timestamp"] == times.first })
      let expected = Array(sent[first...].prefix(times.count))
      #expect(times == expected.map { $0["in_timestamp"] })
      #expect(
        stream.values
          == ["x", "y", "z"].map { axis in .integers(expected.map { $0["in_\(quantity)_\(axis)"]! }) })
      #expect(zip(times, stream.receiptNs).allSatisfy { $0 <= $1 })
      // (−521 + 12420) · 2.941176 / 1000 °C, from the same scan.
      #expect(stream.temperature?.allSatisfy { abs($0 - 34.997053224) < 1e-9 } == true)
      let description = stream.description
      #expect(description.clock == "host" && description.timestampSource == .kernel)
      #expect(description.requestedHz == 200)
      #expect(description.mountMatrix == [[0, 1, 0], [-1, 0, 0], [0, 0, 1]])
    }
    // Nothing of the run is left on the chip.
    let final = try #require(lines.last { $0.event == "final" })
    #expect(final.changed?.isEmpty == true)
    #expect(bundle.session.manifest.sensors.first?.sensor.driver == "iio")
  }

  @Test("A chip unplugged in mid-run: its rows and its settings are in the sealed bundle")
  func unplugged() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("20 s"), to: "drill.yaml")
    let result = try Program(
      IIORunTests.chip(
        ["--unplug-at", "3", "--chip", "lsm6dso"],
        [Program.executable, "run", drill, "--sessions", scratch.sessions, "--audio", "none", "--yes"])
    ).wait(limit: 60)
    #expect(result.status == 3, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .interrupted && bundle.incidents(.sensorLost).count == 1)
    #expect(try bundle.badHashes() == [])
    #expect(try #require(bundle.session.stream(.gyroscope)).count > 100)
    let settings = try #require(bundle.session.manifest.sensors.first?.sensor.settings)
    let text = JSONValue.object(settings).text()
    // 208 is the lowest rate of the chip that is not below the drill's 200.
    #expect(text.contains(#""read_back_hz":208.0"#) && text.contains(#""in_anglvel_z":"le:s16/16>>0""#))
  }

  @Test("A chip that sends nothing ends the run before it begins, with its own message")
  func silentChip() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    let result = try Program(
      IIORunTests.chip(
        ["--silent"],
        [Program.executable, "run", drill, "--sessions", scratch.sessions, "--audio", "none", "--yes"])
    ).wait(limit: 60)
    #expect(result.status == 4, "\(result.all)")
    #expect(result.err.contains("no data from the trigger mpu6050-dev0"))
  }
}
