import Foundation
import MotionCore

/// A private system bus with a mock logind (Tests/rig/mock_logind.py), for as long as this stands.
final class MockLogind {
  let address: String
  private let process = Process()
  private let input = Pipe()
  private let folder: URL

  init(_ options: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("mock-logind-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let rig = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("rig/mock_logind.py")
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [rig.path, "--log", folder.path + "/log"] + options
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Failure() }
      line += more
    }
    address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  struct Failure: Error {}

  /// What was asked and given back, in order: "inhibit sleep:idle block yes", "released sleep:idle".
  var log: [String] {
    let text = (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      guard let row = (try? JSONValue.parse(Array(line.utf8)))?.object, let event = row["event"]?.string,
        let what = row["what"]?.string
      else { return nil }
      guard event == "inhibit" else { return "\(event) \(what)" }
      return "inhibit \(what) \(row["mode"]?.string ?? "") \(row["given"]?.bool == true ? "yes" : "no")"
    }
  }

  /// Waits until the log has `count` lines; a lock's release is seen a moment after it.
  func log(of count: Int) -> [String] {
    for _ in 0..<500 where log.count < count { usleep(10_000) }
    return log
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
