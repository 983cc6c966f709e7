import Foundation
import MotionCore
import Testing

@testable import IMUDriver

struct CSVSourceTests {
  private let start = VirtualClock.rehearsalStart

  /// Plays a file with this text, and a declaration beside it, to its end.
  private func play(_ text: String, columns: String? = nil) throws -> (CSVSource, [SensorEvent]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("rows.csv").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    if let columns { try Data(columns.utf8).write(to: URL(fileURLWithPath: file + ".columns.json")) }
    return try play(path: file)
  }

  private func play(path: String) throws -> (CSVSource, [SensorEvent]) {
    let source = try CSVSource(path: path, clock: VirtualClock())
    source.begin(at: start)
    var events: [SensorEvent] = []
    source.advance(to: start + .seconds(100_000)) { events.append($0) }
    return (source, events)
  }

  private func fixture(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)")
      .path
  }

  @Test func aPhyphoxExportIsReadByItsHeader() throws {
    let (source, events) = try play(path: fixture("phyphox_accelerometer.csv"))
    let rows = samples(events)
    #expect(rows.count == 300)
    #expect(source.streams.map(\.unit) == [.metresPerSecondSquared])
    // The first and second row as they stand in the file.
    #expect(rows[0].deviceTime == .real(3.446083327E-3))
    #expect(rows[0].values == [.real(-4.806504822E-1), .real(1.707798615), .real(9.449848938)])
    #expect(rows[0].receipt == start)
    // 1.337908334E-2 − 3.446083327E-3 s.
    #expect((rows[1].receipt - start).wholeNanoseconds == 9_933_000)
    #expect(events.count == 301)
  }

  @Test func threeSensorsInOneFileAreThreeStreams() throws {
    let (source, events) = try play(path: fixture("ximu3_sensor_data.csv"))
    #expect(source.streams.map(\.kind) == [.accelerometer, .gyroscope, .magnetometer])
    #expect(source.streams.map(\.unit) == [.g, .degreesPerSecond, .microtesla])
    let rows = samples(events)
    #expect(rows.count == 900)
    #expect(rows[0].deviceTime == .integer(0))
    #expect(rows[0].values == [.real(0.001015204), .real(-0.02045836), .real(0.9970807)])
    #expect(rows[1].values == [.real(0.01644619), .real(-0.1517251), .real(0.1080897)])
    #expect(rows[2].values == [.real(15.3017), .real(0.4328527), .real(-41.06483)])
  }

  @Test func loggersLibertiesAreTaken() throws {
    // Byte order mark, CRLF, semicolons with decimal commas, quoted names, an empty line, a trailing delimiter.
    let text =
      "\u{FEFF}\"t_ms\";\"accel_x_g\";\"accel_y_g\";accel_z_g\r\n1;0,5;-1;2E-1\r\n\r\n2;1;2;3;\r\n"
    let rows = samples(try play(text).1)
    #expect(rows.map(\.deviceTime) == [.integer(1), .integer(2)])
    #expect(rows[0].values == [.real(0.5), .integer(-1), .real(0.2)])
    #expect(rows[1].values == [.integer(1), .integer(2), .integer(3)])
    #expect((rows[1].receipt - start).wholeNanoseconds == 1_000_000)
  }

  @Test func missingValuesAreNeverInvented() throws {
    let text = """
      t_s,accel_x_g,accel_y_g,accel_z_g,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s
      0,1,2,3,,,
      1,,2,NaN,4,5,6
      ,1,2,3,4,5,6
      """
    let (_, events) = try play(text)
    guard events.count == 5, case .sample(0, let first) = events[0], case .sample(0, let second) = events[1],
      case .sample(1, let third) = events[2], case .incident(let incident) = events[3],
      case .ended = events[4]
    else {
      Issue.record("\(events)")
      return
    }
    #expect(first.values == [.integer(1), .integer(2), .integer(3)])
    #expect(second.values.map(\.isFinite) == [false, true, false])
    #expect(third.values == [.integer(4), .integer(5), .integer(6)])
    #expect(incident.kind == IncidentKind.nonfinite)
    #expect(incident.fields["line"]?.integer == 4)
    #expect(incident.fields["reason"] == .string(IncidentDetail.noTime.text))
  }

  @Test func timesThatRepeatOrGoBackAreKept() throws {
    let rows = samples(
      try play("t_us,accel_x_g,accel_y_g,accel_z_g\n10,1,1,1\n10,2,2,2\n5,3,3,3\n20,4,4,4\n").1)
    #expect(rows.map(\.deviceTime) == [.integer(10), .integer(10), .integer(5), .integer(20)])
    #expect(rows.map { ($0.receipt - start).wholeNanoseconds } == [0, 0, 0, 10_000])
  }

  @Test func aDeclarationBesideTheFileNamesRawColumns() throws {
    let (source, events) = try play(
      "4294967290,100,-200,8192\n5,101,-201,8193\n",
      columns: """
        {"header": false, "time": {"column": 1, "unit": "us", "wraps_at": 4294967296},
         "accelerometer": {"columns": [2, 3, 4], "unit": "g", "scale": 0.0001220703125,
                           "convention": "gravity"}}
        """)
    let rows = samples(events)
    // 5 + 2³² − 4294967290 = 11 µs.
    #expect(rows.map { ($0.receipt - start).wholeNanoseconds } == [0, 11_000])
    #expect(rows[1].deviceTime == .integer(5))
    #expect(rows[0].values == [.integer(100), .integer(-200), .integer(8192)])
    #expect(source.streams[0].scale == [1.0 / 8192])
    #expect(source.streams[0].convention == .gravity)
    #expect(source.clocks[0].wrapsAt == 4_294_967_296)
  }

  @Test func largeEpochTimesKeepTheirNanoseconds() throws {
    // As doubles these two differ by 0 or 256.
    let rows = samples(
      try play(
        "time_ns,accel_x_g,accel_y_g,accel_z_g\n1568054271042705001,1,1,1\n1568054271042705008,1,1,1\n"
      ).1)
    #expect((rows[1].receipt - rows[0].receipt).wholeNanoseconds == 7)
    #expect(rows[1].deviceTime == .integer(1_568_054_271_042_705_008))
  }

  // Each trapped or waited for ever once, or could have.
  @Test(.timeLimit(.minutes(1)))
  func hostileFilesAreRefused() throws {
    let header = "t_s,accel_x_g,accel_y_g,accel_z_g\n"
    for column in ["-9223372036854775808", "9223372036854775807", "0", "5", "-1", "1e400", "null", "[]"] {
      #expect(throws: CSVError.self) {
        try play(
          "1,2,3,4\n",
          columns: """
            {"header": false, "time": {"column": \(column), "unit": "us"},
             "accelerometer": {"columns": [2, 3, 4], "unit": "g"}}
            """)
      }
    }
    for time in ["1e300", "-1e300", "9223372036854775807"] {
      #expect(throws: CSVError.self) { try play(header + "-9223372036854775808,1,2,3\n\(time),1,2,3\n") }
    }
    // Endless cells, endless lines: refused in a short message.
    for text in [
      String(repeating: ",", count: 1_000_000), header + "0,1,2," + String(repeating: "9x", count: 1_000_000),
      String(repeating: "\"x", count: 500_000), header + String(repeating: ",", count: 1_000_000) + "1",
    ] {
      do {
        _ = try play(text)
        Issue.record("it was taken")
      } catch {
        #expect("\(error)".utf8.count < 4000)
      }
    }
    let pipe = NSTemporaryDirectory() + UUID().uuidString
    #expect(mkfifo(pipe, 0o644) == 0)
    defer { unlink(pipe) }
    for path in [pipe, "/dev/zero", NSTemporaryDirectory()] {
      #expect(throws: CSVError.notRegular(file: path)) {
        try play(path: path)
      }
    }
  }

  @Test(arguments: [
    ("t_s,accel_x_g,accel_y_g,accel_z_g\n0,1,2,3\n1,1,oops,3\n", "line 3, column \"accel_y_g\""),
    ("t_s,accel_x_g,accel_y_g,accel_z_g\n0,1,2,3\n1,1\n", "it has 2 cells, the first line has 4"),
    ("t_s,accel_x_g,accel_y_g,accel_z_g\n", "no row of values"),
    ("", "no row of values"),
    ("time,accel_x_g,accel_y_g,accel_z_g\n0,1,2,3\n", "no column is a time with a unit"),
    ("t_s,accel_x,accel_y,accel_z\n0,1,2,3\n", "\"accel_x\" has no unit"),
    ("t_s,accel_x_g,accel_y_g\n0,1,2\n", "lacks an axis"),
    ("t_s,a,b,c\n0,1,2,3\n", "accel_x_g,accel_y_g,accel_z_g"),
    ("t_s;accel_x_g;accel_y_g;accel_z_g\n0;1.000,5;2;3\n", "is not a number"),
    ("t_s,accel_x_g,accel_y_g,accel_z_g\n0,1,2,3\n1e12,1,2,3\n", "more than ten years"),
  ])
  func faultsSayWhereAndWhat(text: String, words: String) throws {
    let error = try #require(throws: CSVError.self) { try play(text) }
    #expect(error.description.contains(words), "\(error)")
    #expect(error.remedy != nil)
  }
}
