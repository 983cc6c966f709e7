import MotionCore
import Testing

@testable import IMUDriver

@Suite struct OverflowCheckTests {
  private static let interval: Int64 = 10_000_000

  private static func times(_ range: Range<Int64>) -> [Int64] { range.map { $0 * interval } }

  /// 64 scans in one read fill a buffer of 64; then ten are missing: the gap is eleven intervals.
  @Test func aGapAfterAFullBufferIsALoss() {
    var check = OverflowCheck(capacity: 64)
    #expect(check.accept(OverflowCheckTests.times(0..<20)) == nil)
    #expect(check.accept(OverflowCheckTests.times(20..<84)) == nil)
    let loss = check.accept(OverflowCheckTests.times(94..<95))
    #expect(loss == .init(gapNs: 110_000_000, missingEstimate: 10))
    // It is said once.
    #expect(check.accept(OverflowCheckTests.times(95..<96)) == nil)
  }

  @Test func aGapAloneIsNoProof() {
    var check = OverflowCheck(capacity: 64)
    #expect(check.accept(OverflowCheckTests.times(0..<63)) == nil)
    #expect(check.accept(OverflowCheckTests.times(163..<164)) == nil)
    // Nor is one inside a read: the buffer was not full before it.
    #expect(check.accept(OverflowCheckTests.times(164..<180) + OverflowCheckTests.times(280..<400)) == nil)
  }

  @Test func aFullBufferWithoutAGapLostNothing() {
    var check = OverflowCheck(capacity: 64)
    for start in stride(from: Int64(0), to: 640, by: 64) {
      #expect(check.accept(OverflowCheckTests.times(start..<start + 64)) == nil)
    }
  }

  /// Times that stand still or run backwards measure nothing.
  @Test func timesThatDoNotGrow() {
    var check = OverflowCheck(capacity: 4)
    #expect(check.accept([5, 5, 4, 4]) == nil)
    #expect(check.accept([3]) == nil)
    #expect(check.accept([]) == nil)
  }
}

@Suite struct FrozenCheckTests {
  private static func time(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func valuesThatStandStillForASecondAreReportedOnce() throws {
    var check = FrozenCheck()
    var findings: [Int64: FrozenCheck.Finding] = [:]
    let values: [RawNumber] = [.integer(1), .integer(-2), .integer(3)]
    for millisecond in stride(from: Int64(0), through: 3000, by: 10) {
      findings[millisecond] = check.accept(values, receipt: FrozenCheckTests.time(millisecond))
    }
    #expect(findings.keys.sorted() == [1000])
    let finding = try #require(findings[1000])
    #expect(!finding.isZero && finding.values == values && finding.since == FrozenCheckTests.time(0))
    // Rows at 0, 10, … 1000 ms.
    #expect(finding.rows == 101)
    #expect(finding.incident["reason"] == .string(IncidentDetail.standStill.text))
    // One other value, and it begins anew.
    #expect(
      check.accept([.integer(1), .integer(-2), .integer(4)], receipt: FrozenCheckTests.time(3010)) == nil)
    #expect(check.accept(values, receipt: FrozenCheckTests.time(3020)) == nil)
    for millisecond in stride(from: Int64(3030), through: 4010, by: 10) {
      #expect(check.accept(values, receipt: FrozenCheckTests.time(millisecond)) == nil)
    }
    #expect(check.accept(values, receipt: FrozenCheckTests.time(4020)) != nil)
  }

  @Test func zerosAreToldApart() {
    var check = FrozenCheck()
    var found: FrozenCheck.Finding?
    for millisecond in stride(from: Int64(0), through: 1000, by: 100) {
      found = check.accept([.integer(0), .integer(0)], receipt: FrozenCheckTests.time(millisecond)) ?? found
    }
    #expect(found?.isZero == true)
    #expect(found?.incident["reason"] == .string(IncidentDetail.zeros.text))
  }

  /// A frozen sensor delivers every row; only a proven hole is a loss.
  @Test func standingStillIsNoLoss() {
    #expect(!IncidentKind.frozen.isLoss && !IncidentKind.clockJump.isLoss && IncidentKind.fifoOverflow.isLoss)
  }

  /// A slow stream may well deliver the same few values twice.
  @Test func aFewRowsProveNothing() {
    var check = FrozenCheck()
    for second in Int64(0)..<7 {
      #expect(check.accept([.integer(1)], receipt: FrozenCheckTests.time(second * 1000)) == nil)
    }
  }
}
