import Foundation
import MotionCore
import Testing

/// Device clocks whose truth is known: host = start + device · (1 + drift), delivered later.
@Suite struct ClockFitTests {
  private let startNs: Int64 = 7_000_000_000_000

  /// `delayNs` per row, on top of nothing: the smallest delay is part of the offset.
  private func stream(
    rows: Int = 6000, periodUs: Double = 4000, ppm: Double = 0, firstUs: Double = 123_456,
    delayNs: (Int) -> Double
  ) -> (device: [Int64], receipt: [Int64]) {
    let device = (0..<rows).map { Int64((firstUs + Double($0) * periodUs).rounded()) }
    let receipt = device.indices.map { i in
      startNs + Int64((Double(device[i] - device[0]) * 1000 * (1 + ppm * 1e-6) + delayNs(i)).rounded())
    }
    return (device, receipt)
  }

  /// Mapped host time of row `i` less its true time without delay, ns.
  private func error(_ mapping: ClockMapping, _ device: [Int64], _ i: Int, ppm: Double) -> Double {
    let mapped =
      Double(mapping.t0Host.nanoseconds - startNs)
      + (Double(device[i]) - mapping.t0) * 1000 * (1 + mapping.driftPPM * 1e-6)
    return mapped - Double(device[i] - device[0]) * 1000 * (1 + ppm * 1e-6)
  }

  private func fit(_ data: (device: [Int64], receipt: [Int64])) throws -> ClockMapping {
    try #require(
      ClockFit.fit(times: .integers(data.device), unit: .microseconds, receiptNs: data.receipt))
  }

  @Test(arguments: [-65.0, 0, 65])
  func driftIsFoundUnderJitter(ppm: Double) throws {
    var random = SplitMix(state: 3)
    let delays = (0..<6000).map { _ in 150_000 + 800_000 * random.uniform() }
    let data = stream(ppm: ppm) { delays[$0] }
    let mapping = try fit(data)
    #expect(mapping.validated)
    #expect(abs(mapping.driftPPM - ppm) < 2)
    for i in [0, 3000, 5999] {
      // The smallest delay, 0.15 ms, cannot be told from the offset.
      #expect(abs(error(mapping, data.device, i, ppm: ppm) - 150_000) < 40_000)
    }
  }

  /// Real input devices deliver what was queued before the opening: the first rows are up to 19 ms late.
  @Test func aBacklogAtTheStartDoesNotShiftTheLine() throws {
    let data = stream(ppm: 20) { i in 200_000 + max(0, 19e6 - 4e6 * Double(i)) + Double(i % 7) * 20_000 }
    let mapping = try fit(data)
    #expect(mapping.validated)
    #expect(abs(mapping.driftPPM - 20) < 1)
    #expect(abs(error(mapping, data.device, 0, ppm: 20) - 200_000) < 30_000)
  }

  @Test func lateBurstsAndAStallDoNotShiftTheLine() throws {
    let data = stream(ppm: -40) { i in
      if i % 200 >= 196 { return 300_000 + 12e6 }  // Four rows at once, every 0.8 s: 2 %.
      if 3000..<3020 ~= i { return 300_000 + 80e6 - 4e6 * Double(i - 3000) }
      return 300_000
    }
    let mapping = try fit(data)
    #expect(mapping.validated)
    #expect(abs(mapping.driftPPM + 40) < 0.01)
    #expect(abs(error(mapping, data.device, 5999, ppm: -40) - 300_000) < 2000)
  }

  @Test func aCounterOf32BitsOfMicrosecondsIsUnrolled() throws {
    let first = 4_294_967_296.0 - 9_000_000
    let data = stream(ppm: 10, firstUs: first) { _ in 100_000 }
    let wrapped = data.device.map { $0 & 0xFFFF_FFFF }
    #expect(wrapped.last! < wrapped.first!)
    let times = DeviceTime(
      column: .integers(wrapped), receiptNs: data.receipt, wrapsAt: 1 << 32, unit: .microseconds)
    guard case .integers(let unrolled) = times else {
      Issue.record("integers stay integers")
      return
    }
    #expect(unrolled == data.device)
    let mapping = try #require(
      ClockFit.fit(times: times, unit: .microseconds, receiptNs: data.receipt))
    #expect(mapping.validated)
    #expect(abs(mapping.driftPPM - 10) < 0.01)
  }

  @Test func rowsOutOfOrderAtTheWrapStayASmallStepBack() {
    let wrap: Int64 = 65536
    let counter: [Int64] = [65000, 65500, 464, 64, 964]
    let times = DeviceTime(
      column: .integers(counter), receiptNs: [0, 1, 2, 3, 4].map { $0 * 500_000 }, wrapsAt: wrap,
      unit: .microseconds)
    guard case .integers(let unrolled) = times else {
      Issue.record("integers stay integers")
      return
    }
    #expect(unrolled == [65000, 65500, 66000, 65600, 66500])
  }

  @Test func nineRowsAreTooFewToTrust() throws {
    let mapping = try fit(stream(rows: 9) { _ in 0 })
    #expect(!mapping.validated)
    #expect(mapping.reason == "only 9 ordered observations")
    #expect(try fit(stream(rows: 10) { _ in 0 }).validated)
  }

  @Test(arguments: [0, 1]) func withoutTwoTimesThereIsNoLine(rows: Int) {
    let data = stream(rows: rows) { _ in 0 }
    #expect(
      ClockFit.fit(times: .integers(data.device), unit: .microseconds, receiptNs: data.receipt) == nil)
  }

  @Test(arguments: [15e6, -15e6, 400e6])
  func aStepIsNotValidated(stepNs: Double) throws {
    let mapping = try fit(stream { $0 < 3000 ? 500e6 : 500e6 + stepNs })
    #expect(!mapping.validated)
    #expect(try #require(mapping.reason).text.contains("step"))
  }

  /// What is told is the check that failed, with its numbers: one row in 25 is 50 ms late; or, from row 4500 of 6000 on,
  /// which is 18 s after the first, all rows are later than before.
  @Test func theReasonIsTheCheckThatFailed() throws {
    let late = try fit(stream { $0 % 25 == 0 ? 50e6 : 0 })
    #expect(late.reason == UnavailableReason(ClockReason.residual(p99Ns: 50e6, allowedNs: 20e6)))
    let stepped = try fit(stream { $0 < 4500 ? 0 : 15e6 })
    #expect(stepped.reason == UnavailableReason(ClockReason.step(sizeNs: 15e6, afterNs: 18e9)))
    let both = try fit(stream { $0 < 4500 ? 0 : 400e6 })
    let reasons = [
      ClockReason.residual(p99Ns: 400e6, allowedNs: 20e6), .step(sizeNs: 400e6, afterNs: 18e9),
    ]
    #expect(both.reason == UnavailableReason(ClockReason.several(reasons.map { UnavailableReason($0) })))
  }

  @Test func ratesThatDifferByMoreThanFivePerCentAreNotValidated() throws {
    let mapping = try fit(stream(ppm: 60_000) { _ in 0 })
    #expect(!mapping.validated)
    #expect(abs(mapping.driftPPM - 60_000) < 1)
    #expect(try #require(mapping.reason).text.contains("60000 ppm"))
  }

  /// A real DualShock 4 (Tests/IMUDriverTests/Fixtures/ds4, licence and origin there): 2500 reports whose counter
  /// was unrolled by 5.33 µs a tick; the first rows are up to 19 ms late. Computed apart, in Python: the median
  /// slope between the lowest rows of 10, 20 and 64 bins is −64, −65 and −64 ppm. (Least squares over all rows
  /// gives −108 ppm, drawn off by the backlog.)
  @Test func aRealDualShockIsMappedWithinItsJitter() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "IMUDriverTests/Fixtures/ds4/ds4_usb_decoded.csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",") }
    let receipt = try rows.map { Int64((try #require(Double($0[0])) * 1e9).rounded()) }
    let device = try rows.map { try #require(Int64($0[2])) }
    #expect(rows.count == 2500)
    let mapping = try fit((device, receipt))
    #expect(mapping.validated)
    #expect(abs(mapping.driftPPM + 64.5) < 5)
    // Delivered never early: 99 % of the rows at or above the line less a millisecond.
    let early = device.indices.count { i in
      let mapped =
        Double(mapping.t0Host.nanoseconds) + (Double(device[i]) - mapping.t0) * 1000
        * (1 + mapping.driftPPM * 1e-6)
      return Double(receipt[i]) < mapped - 1e6
    }
    #expect(early < 25)
    #expect(mapping.residualNs < 20e6)
  }
}
