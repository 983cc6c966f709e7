import Foundation

/// Runs `imu-probe` with a mock IMU chip of Tests/rig/iio_device.py.
struct MockChip {
  /// One line of the mock's log.
  struct LogLine: Decodable, Equatable {
    var event: String
    var device: Int?
    /// An attribute that was written: "0:buffer/enable".
    var attribute: String?
    var hz: Double?
    var channels: [String]?
    var length: Int?
    var number: Int?
    /// What a scan held, by channel.
    var scan: [String: Int64]?
    /// At the end: attributes that are not what they were at first.
    var changed: [String: [String]]?
  }

  var run: MockDevice
  var log: [LogLine]

  /// The scans that device `device` sent, in order.
  func scans(ofDevice device: Int) -> [[String: Int64]] {
    log.filter { $0.event == "scan" && $0.device == device }.compactMap(\.scan)
  }

  /// What the driver set, in order, "0:buffer/enable=1" for device 0, "trigger9:…" for a trigger. From the driver's
  /// own calls: by the time that the mock looks at a file it may have been written again.
  var writes: [String] {
    let last = run.lines.last?.writes ?? MockChip.writes(run.description) ?? []
    return last.map { text in
      let parts = text.split(separator: "/", maxSplits: 1)
      return parts[0].replacing("iio:device", with: "") + ":" + parts[1]
    }
  }

  /// The attributes that the mock saw written, in order.
  var written: [String] { log.filter { $0.event == "write" }.compactMap(\.attribute) }

  private static func writes(_ line: String) -> [String]? {
    let decoded = try? JSONDecoder().decode(MockDevice.Line.self, from: Data(line.utf8))
    return decoded?.writes
  }

  /// True where every attribute of every device is again what it was.
  var isRestored: Bool {
    let final = log.filter { $0.event == "final" }
    return !final.isEmpty && final.allSatisfy { $0.changed?.isEmpty == true }
  }

  init(_ options: [String], probe arguments: [String]) throws {
    let script = MockDevice.testFolder.deletingLastPathComponent().appending(path: "rig/iio_device.py").path
    (run, log) = try MockDevice.inFolder { folder in
      let file = folder.appending(path: "log")
      let run = try MockDevice.run(
        ["umockdev-wrapper", "/usr/bin/python3", script, "--log", file.path] + options + ["--"], arguments,
        in: folder, log: nil)
      let decoder = JSONDecoder()
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let log = try text.split(separator: "\n").map { try decoder.decode(LogLine.self, from: Data($0.utf8)) }
      return (run, log)
    }
  }

  /// The rows of stream `stream` that are not those that the mock sent as scans of `device`, from the first row
  /// on: values of `channels`, and the time. A hole, a doubled row or a changed value all come out.
  func wrongRows(ofStream stream: Int, device: Int, channels: [String]) -> [String] {
    let sent = scans(ofDevice: device)
    let rows = run.rows(ofStream: stream)
    guard !rows.isEmpty else { return ["no rows"] }
    guard rows.count <= sent.count else { return ["\(rows.count) rows of \(sent.count) scans"] }
    return zip(rows, sent).enumerated().compactMap { index, pair in
      let (row, scan) = pair
      let isRight = row.values == channels.compactMap { scan[$0] } && row.t == scan["in_timestamp"]
      return isRight ? nil : "row \(index): \(row), and not \(scan)"
    }
  }
}
