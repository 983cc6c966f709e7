import Foundation
import Testing

/// Runs `imu-probe` under mock devices and reads what it printed.
struct MockDevice {
  /// One line of the probe.
  struct Line: Decodable {
    var stream: Int?
    var t: Int64?
    var h: Int64?
    var k: Int64?
    var values: [Int64]?
    var temp: Double?
    var invalid: [String]?
    var incident: String?
    var fields: Fields?
    var lost: String?
    var stopped: Bool?
    /// Attributes that were set, "iio:device0/buffer/enable=1", in order.
    var writes: [String]?
  }

  /// Of an incident.
  struct Fields: Decodable {
    var reason: String?
    var turnsLostEstimate: Int?
    var shiftNs: Int64?
    var eventGapNs: Int64?
    var rate: Double?
    var accelerationNormG: Double?
  }

  /// One line of the mock node's log.
  struct LogLine: Decodable, Equatable {
    var event: String
    var node: String?
    var clock: Int?
    var axis: Int?
    var fuzz: Int?
    var refused: Bool?
    var number: Int?
    var sampledNs: Int64?
    var msc: Int64?
    var values: [Int64]?
    var lost: Int?
  }

  var exitCode: Int32
  /// The first line: the source's description, or a device.
  var description: String
  var lines: [Line]
  /// The last line: the source's settings after it was stopped.
  var ending: String
  var messages: String
  var log: [LogLine]

  func rows(ofStream stream: Int) -> [Line] { lines.filter { $0.stream == stream } }
  var reports: [LogLine] { log.filter { $0.event == "report" } }
  var incidents: [String] { lines.compactMap(\.incident) }
  var losses: [String] { lines.compactMap(\.lost) }

  static let testFolder = URL(filePath: #filePath).deletingLastPathComponent()
  static let recording = testFolder.appending(path: "Fixtures/ds4")

  /// The probe stands beside the test bundle.
  private static var probe: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "imu-probe")
  }

  /// Runs the probe with the mock controller of Tests/rig.
  /// `gains` is the content of the user's gain file.
  static func controller(
    _ options: [String], probe arguments: [String], gains: String? = nil
  ) throws -> MockDevice {
    let script = testFolder.deletingLastPathComponent().appending(path: "rig/motion_node.py").path
    return try inFolder { folder in
      let log = folder.appending(path: "log")
      if let gains {
        let config = folder.appending(path: "config/drillrunner")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try gains.write(to: config.appending(path: "gains.json"), atomically: true, encoding: .utf8)
      }
      return try run(
        ["umockdev-wrapper", "/usr/bin/python3", script, "--log", log.path] + options + ["--"], arguments,
        in: folder, log: log)
    }
  }

  /// Runs a shell script with the mock controller; $0 is the probe, and $1 a folder for its files.
  static func controller(_ options: [String], script text: String) throws -> MockDevice {
    let script = testFolder.deletingLastPathComponent().appending(path: "rig/motion_node.py").path
    return try inFolder { folder in
      let log = folder.appending(path: "log")
      return try run(
        ["umockdev-wrapper", "/usr/bin/python3", script, "--log", log.path] + options
          + ["--", "/bin/sh", "-c", text],
        [folder.path], in: folder, log: log)
    }
  }

  /// Runs the probe with the recorded DualShock 4, its events as fast as they can be read: no row depends on
  /// the replay's own pace.
  static func recordedDualShock(probe arguments: [String]) throws -> MockDevice {
    try inFolder { folder in
      func file(_ name: String) -> URL { recording.appending(path: "ds4_motion_sensors." + name) }
      let events = folder.appending(path: "events")
      let text = try String(contentsOf: file("evemu"), encoding: .utf8)
      try text.replacing(/E: \d+\.\d+/, with: "E: 1700000000.000000")
        .write(to: events, atomically: true, encoding: .utf8)
      let node = "/dev/input/event21="
      return try run(
        [
          "umockdev-run", "-d", file("umockdev").path, "-i", node + file("ioctl").path, "-e",
          node + events.path, "--",
        ], arguments, in: folder, log: nil)
    }
  }

  static func inFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "imu-probe-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// Runs a copy of the probe behind `wrapper` and returns what it printed.
  static func text(
    _ wrapper: [String], _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, out: String, err: String) {
    try #require(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/umockdev-wrapper"),
      "install the Debian packages umockdev, gir1.2-umockdev-1.0 and python3-gi")
    // A copy that any user may run, wherever the build stands.
    let copy = folder.appending(path: "imu-probe")
    try FileManager.default.copyItem(at: probe, to: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let output = folder.appending(path: "output")
    let messages = folder.appending(path: "messages")
    for url in [output, messages] { try Data().write(to: url) }

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["--kill-after=5", "120"] + wrapper + [copy.path] + arguments
    // Mock devices leave their folders in the temporary directory; this one is removed.
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TMPDIR": folder.path, "XDG_STATE_HOME": folder.path + "/state",
      "XDG_CONFIG_HOME": folder.path + "/config",
    ]) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOf: output, encoding: .utf8),
      try String(contentsOf: messages, encoding: .utf8)
    )
  }

  static func run(
    _ wrapper: [String], _ arguments: [String], in folder: URL, log: URL?
  ) throws -> MockDevice {
    let (status, text, messages) = try self.text(wrapper, arguments, in: folder)

    func decoded<T: Decodable>(_ text: some StringProtocol, as type: T.Type) throws -> [T] {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try text.split(separator: "\n").map { try decoder.decode(type, from: Data($0.utf8)) }
    }
    let first = text.firstIndex(of: "\n") ?? text.endIndex
    let logText = try log.map { try String(contentsOf: $0, encoding: .utf8) } ?? ""
    return MockDevice(
      exitCode: status, description: String(text[..<first]),
      lines: try decoded(text[first...], as: Line.self),
      ending: text.split(separator: "\n").last.map(String.init) ?? "",
      messages: messages,
      log: try decoded(logText, as: LogLine.self))
  }
}
