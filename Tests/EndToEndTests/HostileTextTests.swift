import Foundation
import Glibc
import MotionCore
import Testing

/// Files and folders whose names and texts try to command the terminal: whatever the program prints of them, on
/// either output, is safe to show.
@Suite struct HostileTextTests {
  /// Escape sequences, C1 controls, direction overrides and isolates, a line separator, and an end of line that
  /// would let a text pass for another message.
  private static let evil =
    "\u{1B}[31m\u{1B}]0;title\u{7}\u{9B}2J\u{85}\u{202E}\u{2066}\u{2028}\u{200F}\u{61C}\r\u{8}\u{7F}\nerror: nonsense"
  private static let bidirectional: Set<UInt32> = [
    0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
  ]

  /// By Unicode's own classes, not the program's list.
  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar == "\n" || scalar == "\t"
    case .lineSeparator, .paragraphSeparator: false
    default: !bidirectional.contains(scalar.value)
    }
  }

  private func expectSafe(_ arguments: [String], _ scratch: Scratch) throws -> Program.Result {
    let result = try Program.run(
      arguments, environment: ["XDG_DATA_HOME": scratch.url.path + "/\u{1B}[31m\u{202E}"])
    for (name, text) in [("stdout", result.out), ("stderr", result.err)] {
      let found = text.unicodeScalars.filter { !HostileTextTests.isSafe($0) }
      #expect(found.isEmpty, "\(arguments) \(name): \(text.debugDescription)")
      // A text from a file never begins a line of its own.
      #expect(!text.contains("\nerror: nonsense"), "\(arguments) \(name): \(text.debugDescription)")
    }
    #expect(result.status >= 0, "\(result.all)")
    return result
  }

  private func write(_ files: [String: String], into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }
  }

  /// A bundle with evil text wherever one can stand.
  private func evilBundle(_ scratch: Scratch, schemaName: String = "drillrunner.session") throws -> String {
    let evil = JSONValue.string(HostileTextTests.evil)
    let key = HostileTextTests.evil
    let stream: JSONValue = [
      "file": "gyroscope.jsonl", "segments": [evil, .string("../" + key)], "sensor": evil,
      "kind": "gyroscope",
      "clock": evil, "timestamp_source": "device", "unit": "rad/s", "scale": 1, "offset": 0, "frame": evil,
      "capability": "available", "count": 9, "losses": .object(JSONObject([(key, .integer(3))])),
    ]
    let missing: JSONValue = ["kind": "accelerometer", "capability": "unavailable", "reason": evil]
    let manifest: JSONValue = [
      "schema": ["name": .string(schemaName), "version": 1], "uuid": evil, "state": "complete",
      "platform": evil, "app": ["name": evil, "version": evil], "host": ["os": evil],
      "sensors": .object(JSONObject([(key, ["name": evil, "driver": evil] as JSONValue)])),
      "protocol": ["title": evil, "file": evil, "sha256": evil, "seed": evil],
      "anchors": [["at": "start", "host_ns": 1, "wall": evil]],
      "clocks": .object(JSONObject([(key, ["unit": "us", "epoch": evil, "wraps_at": 0] as JSONValue)])),
      "streams": .object(JSONObject([(key, stream), ("accelerometer", missing)])),
      "calibration": ["file": .string("../" + key)], "events": ["file": "events.jsonl", "segments": [evil]],
    ]
    let cue: JSONValue = [
      "n": 0, "kind": "cue", "label": evil, "host_ns": 1, "cue": evil, "trial": 1, "block": evil,
      "intent": evil,
      "expect": "left", "scheduled_ns": 1, "dispatched_ns": 1, "audible_ns": 1, "timing": "measured",
      "status": "played", "reason": evil, "clip": evil, "clip_sha256": evil,
    ]
    var damaged = cue.object ?? [:]
    damaged.append(key + "_ns", .integer(.max))
    let row: JSONValue = ["i": 0, "t": 1, "h": 2, "x": 1, "y": 2, "z": 3, "invalid": [evil]]
    let folder = scratch.url.appendingPathComponent("sessions").path + "/" + HostileTextTests.evil
    try write(
      [
        "manifest.json": manifest.text(), "gyroscope.jsonl": row.text() + "\n\(key)\n",
        "events.jsonl": cue.text() + "\n" + JSONValue.object(damaged).text() + "\n",
        "gyroscope@\(key).jsonl": "x\n",
      ], into: folder)
    return folder
  }

  @Test("A bundle with evil text wherever one can stand: listed, analysed, replayed")
  func bundle() throws {
    let scratch = try Scratch()
    let path = try evilBundle(scratch)
    let drill = try scratch.write(Drills.still("1 s"), to: "drill.yaml")
    let list = try expectSafe(["sessions", "--sessions", scratch.sessions], scratch)
    #expect(list.status == 0 && list.out.contains("␛[31m"), "\(list.all)")
    for command in [
      ["sessions", "--sessions", scratch.sessions, "--json"], ["analyze", path], ["analyze", path, "--json"],
      ["analyze", "last", "--sessions", scratch.sessions],
      ["analyze", HostileTextTests.evil, "--sessions", scratch.sessions],
      [
        "run", drill, "--sessions", scratch.url.path + "/new", "--imu", "replay:\(path)", "--audio", "none",
        "--yes",
      ],
      ["sessions", "--sessions", scratch.url.path + "/new"],
    ] {
      _ = try expectSafe(command, scratch)
    }
  }

  @Test("A bundle of another schema with an evil name, a folder without a session, a name that is not UTF-8")
  func unreadableBundles() throws {
    let scratch = try Scratch()
    let path = try evilBundle(scratch, schemaName: HostileTextTests.evil)
    try write([:], into: scratch.sessions + "/\u{202E}empty")
    var name = Array("\(scratch.sessions)/".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0x1B, 0]
    #expect(mkdir(&name, 0o755) == 0)
    #expect(try expectSafe(["analyze", path], scratch).status == 7)
    let list = try expectSafe(["sessions", "--sessions", scratch.sessions], scratch)
    #expect(list.status == 0 && list.out.contains("unreadable"), "\(list.all)")
    _ = try expectSafe(["sessions", "--sessions", scratch.sessions, "--json"], scratch)
  }

  @Test("A drill with evil text, right and wrong, under an evil name")
  func drill() throws {
    let scratch = try Scratch()
    let escaped = HostileTextTests.evil.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    let right = Drills.still("1 s").replacing("Sitting still", with: "\"\(escaped)\"")
      .replacing("name: one", with: "name: \"\(escaped)\"")
    #expect(right.contains("\\u001b"))
    let name = "\u{1B}[31m\u{202E}\u{9B}.yaml"
    let good = try scratch.write(right, to: name)
    let check = try expectSafe(["check", good], scratch)
    #expect(check.status == 0, "\(check.all)")
    _ = try expectSafe(["rehearse", good, "--sessions", scratch.sessions], scratch)
    _ = try expectSafe(["rehearse", good, "--sessions", scratch.sessions, "--json"], scratch)
    _ = try expectSafe(["sessions", "--sessions", scratch.sessions], scratch)
    _ = try expectSafe(
      [
        "run", good, "--sessions", scratch.sessions, "--imu", "simulated", "--audio", "none", "--yes",
        "--plain",
      ], scratch)
    for (from, to) in [
      ("LEFT:", "\"\(escaped)\":"), ("expect: left", "expect: \"\(escaped)\""),
      ("say: Left", "clip: \"\(escaped)\""), ("cues: [LEFT", "cues: [\"\(escaped)\""),
      ("interval: 3 s", "interval: \"\(escaped)\""), ("stationary: 1 s", "\"\(escaped)\": 1 s"),
      ("title:", "\u{1B}[31m\u{9B}\u{202E}:"), ("rate: 200 Hz", "rate: 200 \u{202E}Hz\u{1B}"),
    ] {
      #expect(right.contains(from), "\(from)")
      let wrong = try scratch.write(right.replacing(from, with: to), to: "wrong.yaml")
      #expect(try expectSafe(["check", wrong], scratch).status == 7, "\(to)")
    }
  }

  @Test("A table of values and its declaration with evil text")
  func csv() throws {
    let scratch = try Scratch()
    let evil = HostileTextTests.evil
    let drill = try scratch.write(Drills.still("1 s"), to: "drill.yaml")
    let quoted = "\"" + evil.replacing("\"", with: "\"\"") + "\""
    for (table, declaration) in [
      ("t_s,\(quoted)\n0,1\n", nil), ("t_s,accel_x_g,accel_y_g,accel_z_g\n0,1,2,\(quoted)\n", nil),
      ("\(quoted),a\n0,1\n", #"{"time": {"column": 9}}"#),
      ("\(quoted),a\n0,1\n", JSONValue.object(JSONObject([(evil, .integer(1))])).text()),
      ("\(quoted),a\n0,1\n", "{\"time\": {\"column\": \(JSONValue.string(evil).text())}}"),
    ] as [(String, String?)] {
      let path = try scratch.write(table, to: "\u{1B}[31m\u{202E}.csv")
      try? FileManager.default.removeItem(atPath: path + ".columns.json")
      try declaration?.write(toFile: path + ".columns.json", atomically: false, encoding: .utf8)
      let result = try expectSafe(
        [
          "run", drill, "--sessions", scratch.sessions, "--imu", "csv:\(path)", "--audio", "none", "--yes",
        ], scratch)
      #expect(result.status == 7, "\(result.all)")
    }
  }

  @Test("A command line with evil text, and pipes in the place of files")
  func commandLine() throws {
    let scratch = try Scratch()
    let evil = HostileTextTests.evil
    let drill = try scratch.write(Drills.still("1 s"), to: "drill.yaml")
    let pipe = scratch.url.path + "/pipe"
    #expect(mkfifo(pipe, 0o644) == 0)
    for (command, status) in [
      ([evil], 2), (["run", "--" + evil, drill], 2), (["check", evil], 7), (["check", pipe], 7),
      (["analyze", evil], 7), (["analyze", "last", "--config", evil], 7),
      (["analyze", "last", "--config", pipe], 7), (["analyze", "last", "--config", "/dev/zero"], 7),
      (["run", drill, "--imu", evil], 2), (["run", drill, "--imu", "csv:" + evil], 7),
      (["run", drill, "--imu", "csv:" + pipe], 7), (["run", drill, "--imu", "csv:/dev/zero"], 7),
      (["run", drill, "--imu", "replay:" + evil], 7), (["run", drill, "--seed", evil], 2),
      (["run", drill, "--voice", evil], 2), (["devices"], 0),
    ] as [([String], Int32)] {
      let result = try expectSafe(command, scratch)
      #expect(result.status == status, "\(command): \(result.all)")
    }
  }
}
