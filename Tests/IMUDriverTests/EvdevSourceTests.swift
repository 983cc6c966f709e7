import Glibc
import Testing

@testable import IMUDriver

/// The driver on a mock controller: real libudev, real ioctls, real reads. What the node has sent, by its own
/// log, is what must come out.
@Suite(.serialized) struct EvdevSourceTests {
  private static let everyAxis = Array(0..<6)

  /// Compares rows with the reports that the node sent, in order; returns the pairs. A report may be missing only
  /// where the driver has told a loss: on a busy machine the mock's queue can run over, as a real one can.
  @discardableResult
  private static func expectRows(
    of run: MockDevice, equal reports: [MockDevice.LogLine]
  ) -> [(row: MockDevice.Line, sent: MockDevice.LogLine)] {
    let accelerometer = run.rows(ofStream: 0)
    let gyroscope = run.rows(ofStream: 1)
    #expect(accelerometer.count == gyroscope.count)
    #expect(accelerometer.count <= reports.count)
    var pairs: [(row: MockDevice.Line, sent: MockDevice.LogLine)] = []
    var rest = reports[...]
    for (index, (a, g)) in zip(accelerometer, gyroscope).enumerated() {
      let position = rest.firstIndex { $0.msc == a.t } ?? rest.startIndex
      if position > rest.startIndex, !run.incidents.contains("dropped_events") {
        Issue.record(
          "row \(index): \(position - rest.startIndex) reports before it are missing, and no loss is told")
        return pairs
      }
      rest = rest[position...]
      guard let sent = rest.popFirst() else { break }
      // Values that a row itself calls invalid are not compared.
      let isValid = ["x", "y", "z"].map { a.invalid?.contains($0) != true }
      let isValidRate = ["x", "y", "z"].map { g.invalid?.contains($0) != true }
      guard a.t == sent.msc, g.t == sent.msc, let values = a.values, let rates = g.values,
        let expected = sent.values, expected.count == 6, values.count == 3, rates.count == 3,
        zip(zip(values + rates, expected), isValid + isValidRate).allSatisfy({ $0.0 == $0.1 || !$1 })
      else {
        Issue.record("row \(index): \(a) and \(g), and not \(sent)")
        return pairs
      }
      pairs.append((a, sent))
    }
    return pairs
  }

  @Test func everyReportArrivesWithItsValuesAndTimes() throws {
    let run = try MockDevice.controller([], probe: ["capture", "auto", "60", "700"])
    #expect(run.exitCode == 0, "\(run.messages)")
    let rows = run.rows(ofStream: 0)
    #expect(rows.count >= 350 && run.losses.isEmpty)
    #expect(run.incidents.allSatisfy { $0 == "dropped_events" })
    #expect(run.lines.last?.stopped == true)
    let pairs = EvdevSourceTests.expectRows(of: run, equal: run.reports)
    #expect(pairs.count == rows.count)
    // The counter starts a second before its wrap and is kept wrapped.
    #expect(rows.first?.t == 4_293_967_296)
    #expect(rows.contains { ($0.t ?? .max) < 1_000_000 })
    // The kernel's stamp, cut to µs, lies between the sample and the receipt, all on one clock.
    for (row, sent) in pairs {
      let k = try #require(row.k)
      let h = try #require(row.h)
      let sampled = try #require(sent.sampledNs)
      #expect(sampled - 1000 <= k && k <= h)
    }
    #expect(run.log.filter { $0.event == "set_clock" }.map(\.clock) == [Int(CLOCK_MONOTONIC)])
    #expect(run.description.contains(#""kernel_clock":"monotonic""#))
    #expect(
      run.description.contains(
        #""clocks":[{"name":"device","unit":"us","wraps_at":4294967296,"epoch":"device"}]"#))
    // 1/8192 g and 1/1024 °/s.
    #expect(run.description.contains(#""unit":"g","timestamp_source":"device","scale":[0.0001220703125]"#))
    #expect(run.description.contains(#""unit":"deg/s","timestamp_source":"device","scale":[0.0009765625]"#))
  }

  @Test func theFuzzIsOffWhileRecordingAndPutBack() throws {
    let run = try MockDevice.controller([], probe: ["capture", "auto", "60", "20"])
    let settings = run.log.filter { $0.event == "set_axis" }
    #expect(settings.map(\.axis) == EvdevSourceTests.everyAxis + EvdevSourceTests.everyAxis)
    #expect(settings.map(\.fuzz) == Array(repeating: 0, count: 6) + Array(repeating: 16, count: 6))
    #expect(run.description.contains(#""ABS_X":16"#) && run.description.contains(#""while_recording":0"#))
  }

  @Test func aRefusedClockLeavesTheKernelsTimesOut() throws {
    let run = try MockDevice.controller(
      ["--refuse", "EVIOCSCLOCKID"], probe: ["capture", "auto", "60", "100"])
    #expect(run.exitCode == 0 && run.rows(ofStream: 0).count >= 50)
    #expect(run.lines.allSatisfy { $0.k == nil })
    EvdevSourceTests.expectRows(of: run, equal: run.reports)
    #expect(run.description.contains("the node refused CLOCK_MONOTONIC"))
  }

  @Test func aRefusedFuzzIsNotedAndLeftAlone() throws {
    let run = try MockDevice.controller(["--refuse", "EVIOCSABS"], probe: ["capture", "auto", "60", "100"])
    #expect(run.exitCode == 0)
    EvdevSourceTests.expectRows(of: run, equal: run.reports)
    #expect(run.description.contains(#""kept":true"#) && run.description.contains("EVIOCSABS"))
    #expect(run.log.filter { $0.event == "set_axis" }.allSatisfy { $0.refused == true })
  }

  /// Sixteen reports of four milliseconds are lost after the twentieth; what follows is right at once.
  @Test func afterSynDroppedTheLossIsReportedAndTheRowsGoOn() throws {
    let run = try MockDevice.controller(["--drop-at", "20"], probe: ["capture", "auto", "60", "200"])
    #expect(run.exitCode == 0)
    #expect(run.incidents == ["dropped_events"])
    EvdevSourceTests.expectRows(of: run, equal: run.reports)
    let times = run.rows(ofStream: 0).compactMap(\.t)
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(steps.filter { $0 != 4000 } == [17 * 4000])
    let position = try #require(run.lines.firstIndex { $0.incident != nil })
    #expect(run.lines[..<position].filter { $0.stream == 0 }.count == 21)
    // The axes are known again.
    #expect(run.lines.last { $0.stream != nil }?.invalid == nil)
  }

  @Test func unpluggedInMidRunTheLossIsSaidOnce() throws {
    let run = try MockDevice.controller(["--unplug-at", "0.4"], probe: ["capture", "auto", "60", "0"])
    #expect(run.exitCode == 0)
    #expect(run.losses == ["the device was disconnected"])
    // After the loss there is nothing but the probe's own end.
    #expect(run.lines.suffix(2).map(\.lost) == ["the device was disconnected", nil])
    EvdevSourceTests.expectRows(of: run, equal: run.reports)
    // As from the kernel, what was not read before the removal cannot be read after it.
    #expect(run.rows(ofStream: 0).count > 0)
  }

  @Test(arguments: [
    "auto", "/dev/input/event21", "evdev-054c-0ce6-aabbccddeeff", "EVDEV-054C-0CE6-AABBCCDDEEFF",
    "aa:bb:cc:dd:ee:ff",
  ])
  func aSensorIsFoundByEachOfItsNames(selector: String) throws {
    let run = try MockDevice.controller([], probe: ["capture", selector, "60", "2"])
    #expect(run.exitCode == 0 && run.rows(ofStream: 0).count >= 1)
  }

  /// A failed opening leaves the device as it was.
  @Test(arguments: [
    ("evdev_eventfd,1,-24", "eventfd: Too many open files"),
    ("EVIOCGID,1,-5", "EVIOCGID: Input/output error"),
  ])
  func aFailedOpeningPutsTheFuzzBack(fault: String, cause: String) throws {
    let run = try MockDevice.controller([], probe: ["capture", "auto", "60", "2", fault])
    #expect(run.exitCode == 4)
    #expect(run.messages.contains("cannot read /dev/input/event21: \(cause)"))
    let settings = run.log.filter { $0.event == "set_axis" }
    #expect(settings.map(\.fuzz) == Array(repeating: 0, count: 6) + Array(repeating: 16, count: 6))
  }

  /// The fourth of six refuses: the three that were changed are put back, and the recording goes on.
  @Test func aFuzzThatIsRefusedHalfWayIsPutBack() throws {
    let run = try MockDevice.controller([], probe: ["capture", "auto", "60", "2", "EVIOCSABS,4,-22"])
    #expect(run.exitCode == 0)
    let settings = run.log.filter { $0.event == "set_axis" }
    #expect(settings.map(\.axis) == [0, 1, 2, 0, 1, 2])
    #expect(settings.map(\.fuzz) == [0, 0, 0, 16, 16, 16])
  }
}
