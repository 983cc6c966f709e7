import MotionCore
import Testing

@testable import IMUDriver

/// What the driver notices while it reads a mock controller: clocks that jump or run wrong, a false scale.
@Suite(.serialized) struct EvdevWatchTests {
  @Test func aClockAtTwiceRealTimeIsToldWhileItRuns() throws {
    let run = try MockDevice.controller(
      ["--model", "joycon-r", "--doubled-clock"], probe: ["capture", "auto", "6", "0"])
    #expect(run.incidents == ["clock_jump"])
    let fields = try #require(run.lines.compactMap(\.fields).first)
    #expect(abs(try #require(fields.rate) - 2) < 0.05)
    #expect(run.ending.contains(#""plausible":false"#))
  }

  /// The radio loses 0.5 s: one turn of the DualShock 4's counter (349.5 ms) is in it.
  @Test func aGapLongerThanATurnOfTheDualShocksCounterIsTold() throws {
    let run = try MockDevice.controller(
      ["--model", "ds4", "--gap", "0.6", "0.5"], probe: ["capture", "auto", "2.5", "0"])
    #expect(run.incidents == ["clock_jump"])
    let fields = try #require(run.lines.compactMap(\.fields).first)
    #expect(fields.turnsLostEstimate == 1)
    #expect(abs(try #require(fields.shiftNs) - 349_525_333) < 60_000_000)
    // No line maps such a clock, so the session will not use it.
    let rows = run.rows(ofStream: 0)
    let times = DeviceTime(
      column: .integers(rows.compactMap(\.t)), receiptNs: rows.compactMap(\.h), wrapsAt: 1 << 32,
      unit: .microseconds)
    let mapping = try #require(
      ClockFit.fit(times: times, unit: .microseconds, receiptNs: rows.compactMap(\.h)))
    #expect(!mapping.validated)
    // What the device said stays as it is.
    #expect(run.rows(ofStream: 0).map(\.t) == run.reports.prefix(run.rows(ofStream: 0).count).map(\.msc))
  }

  /// A DualSense's counter is wide enough; a counter that begins anew is told.
  @Test func aCounterThatBeginsAnewIsTold() throws {
    let run = try MockDevice.controller(
      ["--msc-start", "5000000", "--gap", "0.3", "0.5", "--reset-at", "1.0"],
      probe: ["capture", "auto", "1.8", "0"])
    #expect(run.incidents == ["clock_jump"])
    #expect(run.lines.compactMap(\.fields).first?.reason?.contains("began anew") == true)
  }

  /// A virtual controller whose node says 1.25 g at rest.
  @Test func anImplausibleScaleIsSaidAndNoted() throws {
    let run = try MockDevice.controller(["--true-g", "1.25"], probe: ["capture", "auto", "3", "0"])
    #expect(run.incidents == ["implausible"])
    let norm = try #require(run.lines.compactMap(\.fields).first?.accelerationNormG)
    #expect(abs(norm - 1.25) < 0.01)
    #expect(run.ending.contains(#""plausible":false"#))
  }

  @Test func gainsAreAppliedAndNoted() throws {
    let gains = #"{"evdev-054c-0ce6-aabbccddeeff": {"accelerometer": [0.8, 0.8, 0.8]}}"#
    let run = try MockDevice.controller(
      ["--true-g", "1.25"], probe: ["capture", "auto", "3", "0"], gains: gains)
    #expect(run.description.contains(#""gain":[0.8,0.8,0.8]"#))
    #expect(
      run.description.contains("gains.json") && run.description.contains(#""streams":["accelerometer"]"#))
    // 0.8 · 1.25 g is one g.
    #expect(run.incidents.isEmpty && run.ending.contains(#""plausible":true"#))
    let bad = try MockDevice.controller([], probe: ["capture", "auto", "3", "2"], gains: "{\n\"a\": 3}")
    #expect(bad.exitCode == 4)
    #expect(bad.messages.contains("gains.json, line 2: “a” must be an object of streams"))
    #expect(bad.log.isEmpty, "nothing was asked of the device")
  }
}
