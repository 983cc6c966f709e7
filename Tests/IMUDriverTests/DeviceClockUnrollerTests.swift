import MotionCore
import Testing

@testable import IMUDriver

/// Times are computed by hand: a u32 of µs, receipts in ns.
@Suite struct DeviceClockUnrollerTests {
  private static let wrap: Int64 = 4_294_967_296

  /// Unrolls pairs of counter (µs) and receipt (ms).
  private static func unroll(_ readings: [(Int64, Int64)]) -> [DeviceClockUnroller.Reading] {
    var unroller = DeviceClockUnroller(wrapsAt: wrap, unit: .microseconds)
    return readings.map { unroller.unroll($0.0, receipt: HostTime(nanoseconds: $0.1 * 1_000_000)) }
  }

  @Test func aSteadyCounterStaysAsItIs() {
    #expect(
      DeviceClockUnrollerTests.unroll([(5, 0), (4005, 4), (4005, 5), (8005, 8)])
        == [.continuous(5), .continuous(4005), .continuous(4005), .continuous(8005)])
  }

  @Test func aWrapIsUnrolled() {
    #expect(
      DeviceClockUnrollerTests.unroll([(4_294_966_296, 0), (3000, 4), (7000, 8)])
        == [.continuous(4_294_966_296), .continuous(4_294_970_296), .continuous(4_294_974_296)])
  }

  /// Three hours without a report: 10 800 s are two whole turns of 4294.967296 s and 2210.065408 s.
  @Test func wholeTurnsInASilenceAreCounted() {
    #expect(
      DeviceClockUnrollerTests.unroll([(0, 0), (2_210_065_408, 10_800_000)])
        == [.continuous(0), .continuous(10_800_000_000)])
  }

  @Test(arguments: [Int64(60_000_000), 3_000_000_000, 4_200_000_000])
  func aResetBeginsAnewAndIsNotTakenForAWrap(before: Int64) {
    #expect(
      DeviceClockUnrollerTests.unroll([(before, 0), (0, 4), (4000, 8)])
        == [.continuous(before), .restarted(0), .continuous(4000)])
  }

  /// A radio that held reports back for two seconds delivers them at one instant.
  @Test func aBurstIsContinuous() {
    #expect(
      DeviceClockUnrollerTests.unroll([(0, 0), (4000, 2004), (8000, 2004), (2_004_000, 2005)])
        == [.continuous(0), .continuous(4000), .continuous(8000), .continuous(2_004_000)])
  }
}
