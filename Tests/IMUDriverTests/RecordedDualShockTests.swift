import Foundation
import MotionCore
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
    // The replay keeps no pace: on a busy machine it lasts long enough for its clock to be told as wrong.
    #expect(run.incidents.allSatisfy { $0 == "clock_jump" } && run.losses.isEmpty)
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

  /// The controller's clock against the host's, as recorded: the first reports waited up to 19 ms, the others come
  /// up to a poll of the bus late. The reference is the lower convex hull of host − device time: the line under all
  /// points that lies closest to them (the hull's edge below their mean), computed here in the plainest way.
  @Test func theClockIsMappedInSpiteOfTheBacklog() throws {
    let file = MockDevice.recording.appending(path: "ds4_usb_decoded.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    let columns = lines.map { $0.split(separator: ",").compactMap { Double($0) } }
    let host = columns.map { Int64(($0[0] * 1e9).rounded()) }
    let device = columns.map { Int64($0[2]) }
    let x = device.map { Double($0 - device[0]) * 1000 }
    let y = zip(host, x).map { Double($0 - host[0]) - $1 }

    // A line through the first and the last report reads a false 0.19 %.
    let endPoints = y.last! / x.last!
    #expect(abs(endPoints) > 0.0015)

    let hull = RecordedDualShockTests.lineBelow(x, y)
    let mapping = try #require(
      ClockFit.fit(times: .integers(device), unit: .microseconds, receiptNs: host))
    #expect(mapping.validated, "\(mapping.reason ?? "")")
    #expect(abs(mapping.driftPPM - hull.slope * 1e6) < 15)
    #expect((-80 ..< -50).contains(mapping.driftPPM), "the controller's clock is about 65 ppm fast")

    // What error remains: against the reference the mapped times move by less than 0.05 ms over the recording. The
    // constant between them, a third of a millisecond, is between the fastest report of all and the usual
    // fastest; it cannot be seen from outside either way.
    let mapped = device.map { time in
      Double(mapping.t0Host.nanoseconds - host[0])
        + (Double(time) - mapping.t0) * 1000 * (1 + mapping.driftPPM * 1e-6)
    }
    let errors = zip(x, mapped).map { $1 - ($0 + hull.intercept + hull.slope * $0) }
    let (smallest, largest) = (try #require(errors.min()), try #require(errors.max()))
    #expect(largest - smallest < 50_000)
    #expect(smallest > 0 && largest < 500_000)
    // The reports' lateness against the mapping: most of them below 1.5 ms, the first 19 ms.
    let late = zip(host, mapped).map { Double($0 - host[0]) - $1 }
    let sorted = late.sorted()
    #expect(sorted[sorted.count * 99 / 100] < 1.5e6)
    #expect(abs(late[0] - 19.45e6) < 0.5e6)
    #expect(late.firstIndex { $0 < 1e6 } == 16)

    // The watch that runs beside the reading finds nothing to tell.
    var watch = ClockWatch(wrapMicroseconds: 65536 * 16 / 3)
    for (time, counter) in zip(host, device) {
      let instant = HostTime(nanoseconds: time)
      #expect(watch.note(device: counter, event: instant, receipt: instant) == nil)
    }
    #expect(abs(try #require(watch.rate) - 1) < 200e-6)
  }

  /// The line under all points whose mean distance from them is smallest.
  private static func lineBelow(_ x: [Double], _ y: [Double]) -> (slope: Double, intercept: Double) {
    var hull: [Int] = []
    for next in x.indices {
      while hull.count > 1 {
        let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
        guard (x[b] - x[a]) * (y[next] - y[a]) <= (y[b] - y[a]) * (x[next] - x[a]) else { break }
        hull.removeLast()
      }
      hull.append(next)
    }
    let mean = x.reduce(0, +) / Double(x.count)
    let edge = zip(hull, hull.dropFirst()).first { x[$0] <= mean && mean <= x[$1] }!
    let slope = (y[edge.1] - y[edge.0]) / (x[edge.1] - x[edge.0])
    return (slope, y[edge.0] - slope * x[edge.0])
  }
}
