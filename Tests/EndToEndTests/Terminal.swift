import Foundation
import Glibc
import MotionCore
import Testing

/// The program in an emulated terminal (Tests/rig/terminal.py): what stood on its screen, and how it left it.
struct Terminal {
  struct Screen {
    var columns: Int
    var rows: Int
    var lines: [String]
    /// Names of the attributes on it: "bold", "reverse", "red".
    var attributes: Set<String>

    var text: String { lines.joined(separator: "\n") }

    init(_ json: JSONValue) {
      columns = Int(json["columns"]?.integer ?? 0)
      rows = Int(json["rows"]?.integer ?? 0)
      lines = (json["lines"]?.array ?? []).compactMap(\.string)
      attributes = Set(
        (json["colours"]?.array ?? []).flatMap { $0.array?.last?.array ?? [] }.compactMap(\.string))
    }
  }

  /// What was kept, by name; "end" is the screen in the end.
  var screens: [String: Screen]
  var status: Int
  var areSettingsRestored: Bool
  var isScreenRestored: Bool
  var bytesASecond: [Int]
  /// Of a step that failed, and of everything, for messages.
  var failed: String?
  var said: String

  /// Whether pyte is there; the tests are skipped by name where it is not.
  static let isThere: Bool =
    (try? Program(["/usr/bin/python3", "-c", "import pyte"]).wait(limit: 20).status) == 0

  init(
    _ command: [String], columns: Int = 80, rows: Int = 24, environment: JSONValue = [:],
    steps: [JSONValue], limit: Double = 120
  ) throws {
    let scratch = try Scratch()
    let script: JSONValue = [
      "columns": .integer(Int64(columns)), "rows": .integer(Int64(rows)), "environment": environment,
      "steps": .array(steps),
    ]
    let result = try Program(
      [
        "/usr/bin/python3", Program.rig.appendingPathComponent("terminal.py").path,
        try scratch.write(script.text(), to: "script.json"), "--",
      ] + command
    ).wait(limit: limit)
    said = result.all
    let json = try JSONValue.parse(Array(result.out.utf8))
    screens = Dictionary(
      (json["captures"]?.object?.members ?? []).map { ($0.key, Screen($0.value)) },
      uniquingKeysWith: { first, _ in first })
    status = Int(json["status"]?.integer ?? -1)
    areSettingsRestored = json["settings_restored"]?.bool ?? false
    isScreenRestored = json["screen_restored"]?.bool ?? false
    bytesASecond = (json["bytes_a_second"]?.array ?? []).compactMap { $0.integer.map(Int.init) }
    failed = json["failed"]?.object.map { _ in json["failed"]!.text() }
  }

  func screen(_ name: String) throws -> Screen {
    try #require(screens[name], "\(failed ?? "") \(screens["failed"]?.text ?? said)")
  }
}
