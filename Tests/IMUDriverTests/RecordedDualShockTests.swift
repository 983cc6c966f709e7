import Foundation
import Testing

@testable import IMUDriver

/// The recorded DualShock 4 through the real reader, against two independent decodings of the recording.
@Suite(.serialized) struct RecordedDualShockTests {
  /// One report.
  private struct Report: Equatable {
    var time: Int64
    var accelerometer: [Int64]
    var gyroscope: [Int64]
  }

  /// Reads the evemu text in the plainest way: six numbers that are overwritten, written down at each SYN_REPORT.
  private static func expected() throws -> [Report] {
    let file = MockDevice.recording.appending(path: "ds4_motion_sensors.evemu")
    var axes: [Int: Int64] = [:]
    var time: Int64 = 0
    var reports: [Report] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where line.hasPrefix("E:") {
      let words = line.split(separator: " ")
      let value = try #require(Int64(words[4]))
      switch (words[2], words[3]) {
      case ("0003", let axis): axes[try #require(Int(axis, radix: 16))] = value
      case ("0004", "0005"): time = value
      default:
        reports.append(
          Report(
            time: time, accelerometer: (0...2).map { axes[$0] ?? 0 }, gyroscope: (3...5).map { axes[$0] ?? 0 }
          ))
      }
    }
    return reports
  }

  @Test func everyReportComesOutEqual() throws {
    let expected = try RecordedDualShockTests.expected()
    #expect(expected.count == 2500)
    let run = try MockDevice.recordedDualShock(probe: ["capture", "auto", "100", "5000"])
    #expect(run.exitCode == 0, "\(run.messages)")
    #expect(run.incidents.isEmpty && run.losses.isEmpty)
    let rows = zip(run.rows(ofStream: 0), run.rows(ofStream: 1)).map { a, g in
      Report(time: a.t ?? -1, accelerometer: a.values ?? [], gyroscope: g.values ?? [])
    }
    #expect(run.rows(ofStream: 1).map(\.t) == expected.map(\.time))
    #expect(rows.count == expected.count)
    #expect(zip(rows, expected).allSatisfy { $0 == $1 })
    // The replay cannot change its clock or its fuzz: no kernel time is taken for a host time.
    #expect(run.lines.allSatisfy { $0.k == nil })
    #expect(run.description.contains("refused CLOCK_MONOTONIC") && run.description.contains(#""kept":true"#))
    try compareWithTheReportsOfTheDevice(rows)
  }

  /// The device's own reports, decoded from USB: the times are equal; the values, calibrated as hid-playstation
  /// does without calibration data, differ by what the input core's fuzz of 16 smooths away. Its three branches
  /// leave at most 8, 12 and 16, and a division rounds towards zero.
  private func compareWithTheReportsOfTheDevice(_ rows: [Report]) throws {
    let file = MockDevice.recording.appending(path: "ds4_usb_decoded.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(lines.count == rows.count)
    var exact = 0
    for (line, row) in zip(lines, rows) {
      let columns = line.split(separator: ",").compactMap { Double($0) }
      try #require(columns.count == 9)
      #expect(Int64(columns[2]) == row.time)
      let gyroscope = columns[3...5].map { $0 * 2048 * 1024 / 32767 }
      let accelerometer = columns[6...8].map { $0 * 4 * 8192 / 32767 }
      for (device, kernel) in zip(accelerometer + gyroscope, row.accelerometer + row.gyroscope) {
        #expect(abs(device - Double(kernel)) <= 17)
        exact += abs(device - Double(kernel)) < 1 ? 1 : 0
      }
    }
    // One raw step of the gyroscope is 64 units, beyond the fuzz: at least the gyroscope's half is exact.
    #expect(exact >= rows.count * 3)
  }
}
