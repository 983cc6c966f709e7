import Foundation
import MotionCore
import Testing

/// A device clock that begins anew: the sensor was unplugged and came back. Truth is known: rows of 250 Hz, received
/// 0.2 to 0.7 ms late; the device counts true time, drifting.
@Suite struct ClockEpochsTests {
  private let wrap: Int64 = 1 << 32

  private struct Stretch {
    /// When its first row was measured, ns after the first of all.
    var startNs: Int64
    /// What the counter says then, µs.
    var counterUs: Int64
    var rows: Int
    var ppm = 0.0
  }

  private func data(_ stretches: [Stretch]) -> (raw: [Int64], receipt: [Int64], truth: [Int64]) {
    var random = SplitMix(state: 21)
    var (raw, receipt, truth): ([Int64], [Int64], [Int64]) = ([], [], [])
    for stretch in stretches {
      for i in 0..<stretch.rows {
        let at = stretch.startNs + Int64(i) * 4_000_000
        truth.append(8_000_000_000_000 + at)
        receipt.append(truth.last! + 200_000 + Int64(500_000 * random.uniform()))
        let counted = Double(i) * 4000 * (1 - stretch.ppm * 1e-6)
        raw.append((stretch.counterUs + Int64(counted.rounded())) % wrap)
      }
    }
    return (raw, receipt, truth)
  }

  private func stream(_ data: (raw: [Int64], receipt: [Int64], truth: [Int64])) -> (
    MotionStream, ClockDescription
  ) {
    let zero = MotionStream.Column.integers(Array(repeating: 0, count: data.raw.count))
    let description = StreamDescription(
      name: "gyroscope", kind: .gyroscope, sensor: "torso", clock: "device", timestampSource: .device,
      unit: .degreesPerSecond, scale: [1])
    return (
      MotionStream(
        description: description, sequence: data.raw.indices.map(Int64.init), deviceTime: .integers(data.raw),
        receiptNs: data.receipt, values: [zero, zero, zero]),
      ClockDescription(name: "device", unit: .microseconds, epoch: "device", wrapsAt: wrap)
    )
  }

  private func mapping(_ data: (raw: [Int64], receipt: [Int64], truth: [Int64])) throws -> ClockMapping {
    try #require(
      ClockFit.fitEpochs(
        times: DeviceTime(
          column: .integers(data.raw), receiptNs: data.receipt, wrapsAt: wrap, unit: .microseconds),
        unit: .microseconds, receiptNs: data.receipt))
  }

  /// Later counters: earlier than before, far ahead, and near a wrap.
  @Test(arguments: [1000, 3_500_000_000, 4_294_000_000] as [Int64])
  func eachStretchIsMappedByItself(counterUs: Int64) throws {
    let all = data([
      Stretch(startNs: 0, counterUs: 700_000_000, rows: 2500, ppm: 65),
      Stretch(startNs: 14_300_000_000, counterUs: counterUs, rows: 1500, ppm: 65),
    ])
    let found = try mapping(all)
    #expect(!found.validated)
    #expect(try #require(found.reason).text.contains("began anew once"))
    #expect(found.epochs.map(\.rows) == [0..<2500, 2500..<4000])
    for epoch in found.epochs {
      let line = try #require(epoch.mapping)
      #expect(line.validated, "\(line.reason ?? "")")
      #expect(abs(line.driftPPM - 65) < 5)
    }
    #expect(found.checks["epochs"]?.array?.map { $0["first_row"]?.integer } == [0, 2500])
    #expect(found.checks["epochs"]?.array?.map { $0["validated"]?.bool } == [true, true])
  }

  /// Statistics across the gap, from known truth: 4 ms apart but for one gap of 14.3 s − 9.996 s.
  @Test func theGapBetweenIsThatOfTheMappedTimes() throws {
    let all = data([
      Stretch(startNs: 0, counterUs: 700_000_000, rows: 2500),
      Stretch(startNs: 14_300_000_000, counterUs: 5, rows: 1500),
    ])
    let (stream, clock) = stream(all)
    let statistics = try #require(SamplingSummary.of(stream: stream, clock: clock).statistics.object)
    #expect(statistics["nonpositive"]?.integer == 0 && statistics["gap_count"]?.integer == 1)
    #expect(abs(try #require(statistics["interval_max_s"]?.double) - 4.304) < 0.2e-3)
    #expect(abs(try #require(statistics["duration_s"]?.double) - (14.3 + 1499 * 0.004)) < 0.2e-3)
    #expect(statistics["median_hz"]?.double == 250)
    // Late by 0 to 0.5 ms, evenly: the least delay cannot be seen.
    #expect(abs(try #require(statistics["age_median_s"]?.double) - 0.25e-3) < 0.03e-3)
  }

  /// A stretch of nine rows is too short to be trusted; the others are mapped all the same.
  @Test func aStretchThatFailsItsChecksIsNotUsed() throws {
    let all = data([
      Stretch(startNs: 0, counterUs: 700_000_000, rows: 1000),
      Stretch(startNs: 9_000_000_000, counterUs: 50, rows: 9),
      Stretch(startNs: 15_000_000_000, counterUs: 9_000_000, rows: 1000),
    ])
    let found = try mapping(all)
    #expect(found.epochs.map(\.rows) == [0..<1000, 1000..<1009, 1009..<2009])
    #expect(found.epochs.map { $0.mapping?.validated } == [true, false, true])
    #expect(found.epochs[1].mapping?.reason == "only 9 ordered observations")
  }

  /// A radio that holds reports back for 0.3 s and then sends them all at once has not lost its clock, and a clock
  /// that is right as a whole has no stretches.
  @Test func aStallThatIsMadeUpForIsNoNewBeginning() throws {
    var all = data([Stretch(startNs: 0, counterUs: 10, rows: 9000)])
    for i in 1500..<1575 { all.receipt[i] = all.truth[1575] }
    let found = try mapping(all)
    #expect(found.validated && found.epochs.isEmpty)
  }

  /// A clock at a wrong rate stays invalid: its stretches fail, too.
  @Test func aWrongRateIsInvalidInEveryStretch() throws {
    let all = data([
      Stretch(startNs: 0, counterUs: 10, rows: 1000, ppm: 80_000),
      Stretch(startNs: 9_000_000_000, counterUs: 50, rows: 1000, ppm: 80_000),
    ])
    let found = try mapping(all)
    #expect(!found.validated && found.epochs.allSatisfy { $0.mapping?.validated != true })
  }

  /// The export's times are those of the truth, but for the least delay, in both stretches.
  @Test func theTimesOfTheRowsAreMappedInBothStretches() throws {
    let all = data([
      Stretch(startNs: 0, counterUs: 700_000_000, rows: 2500, ppm: -40),
      Stretch(startNs: 14_300_000_000, counterUs: 5, rows: 1500, ppm: -40),
    ])
    let found = try mapping(all)
    for (epoch, offset) in zip(found.epochs, [0, 2500]) {
      let line = try #require(epoch.mapping)
      for i in [0, 700, epoch.rows.count - 1] {
        let since = Double((all.raw[offset + i] - all.raw[offset]))
        let host =
          Double(line.t0Host.nanoseconds - all.truth[offset]) + since * 1000 * (1 + line.driftPPM * 1e-6)
        #expect(abs(host - Double(i) * 4_000_000 - 200_000) < 60_000)
      }
    }
  }
}
