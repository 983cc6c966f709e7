import CLinux
import MotionCore
import Testing

@testable import IMUDriver

/// Expected rows are written out by hand from the events.
@Suite struct EvdevDecoderTests {
  private static let device = EvdevTiming(hasDeviceClock: true, kernelClockIsHost: true)
  private static let seed = values(1, 2, 3, 4, 5, 6)

  private static func values(_ list: Int32...) -> MotionAxisValues {
    var values = MotionAxisValues()
    for axis in MotionAxis.allCases { values[axis] = list[axis.rawValue] }
    return values
  }

  private static func abs(_ code: Int32, _ value: Int32) -> EvdevEvent {
    EvdevEvent(timeNs: 7000, type: EV_ABS, code: code, value: value)
  }

  private static func msc(_ value: UInt32) -> EvdevEvent {
    EvdevEvent(timeNs: 7000, type: EV_MSC, code: MSC_TIMESTAMP, value: Int32(bitPattern: value))
  }

  private static let report = EvdevEvent(timeNs: 7000, type: EV_SYN, code: SYN_REPORT, value: 0)
  private static let dropped = EvdevEvent(timeNs: 7000, type: EV_SYN, code: SYN_DROPPED, value: 0)

  /// A row with the times that every event here has: kernel 7000 ns, receipt 9000 ns.
  private static func row(
    t: Int64, _ values: [Int64], kernel: Bool = true, invalid: [String] = []
  ) -> MotionSample {
    MotionSample(
      deviceTime: .integer(t), receipt: HostTime(nanoseconds: 9000),
      kernelTime: kernel ? HostTime(nanoseconds: 7000) : nil, values: values.map { .integer($0) },
      invalid: invalid)
  }

  private static func decode(
    _ events: [EvdevEvent], timing: EvdevTiming = device, settled: MotionAxisValues? = nil
  ) -> [EvdevDecoder.Output] {
    var decoder = EvdevDecoder(timing: timing, values: seed)
    return events.compactMap { event in
      let output = decoder.accept(event, receipt: HostTime(nanoseconds: 9000))
      if case .dropped = output, let settled { decoder.settle(settled) }
      return output
    }
  }

  @Test func unchangedAxesKeepTheValueOfTheDeviceAndThenTheirLastOne() {
    let output = EvdevDecoderTests.decode([
      EvdevDecoderTests.abs(ABS_Y, 20), EvdevDecoderTests.msc(100), EvdevDecoderTests.report,
      EvdevDecoderTests.abs(ABS_RZ, -60), EvdevDecoderTests.msc(104), EvdevDecoderTests.report,
    ])
    #expect(
      output == [
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 100, [1, 20, 3]),
          gyroscope: EvdevDecoderTests.row(t: 100, [4, 5, 6])),
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 104, [1, 20, 3]),
          gyroscope: EvdevDecoderTests.row(t: 104, [4, 5, -60])),
      ])
  }

  @Test func theDeviceTimeMayComeBeforeTheAxes() {
    let after = [EvdevDecoderTests.abs(ABS_X, 9), EvdevDecoderTests.msc(50), EvdevDecoderTests.report]
    let before = [EvdevDecoderTests.msc(50), EvdevDecoderTests.abs(ABS_X, 9), EvdevDecoderTests.report]
    #expect(EvdevDecoderTests.decode(before) == EvdevDecoderTests.decode(after))
  }

  @Test func aReportWithATimeAndNoAxisIsASample() {
    #expect(
      EvdevDecoderTests.decode([EvdevDecoderTests.msc(8), EvdevDecoderTests.report]) == [
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 8, [1, 2, 3]),
          gyroscope: EvdevDecoderTests.row(t: 8, [4, 5, 6]))
      ])
  }

  @Test func anEmptyReportAndForeignEventsMakeNoSample() {
    let foreign = [
      EvdevEvent(timeNs: 7000, type: EV_ABS, code: ABS_MISC, value: 1),
      EvdevEvent(timeNs: 7000, type: EV_KEY, code: 0x130, value: 1),
      EvdevEvent(timeNs: 7000, type: EV_MSC, code: MSC_SCAN, value: 1),
    ]
    #expect(EvdevDecoderTests.decode([EvdevDecoderTests.report]).isEmpty)
    #expect(EvdevDecoderTests.decode(foreign + [EvdevDecoderTests.report]).isEmpty)
  }

  /// The field is signed, the counter is not; the wrap stays in the row.
  @Test func theWrappingTimeIsKeptAsDelivered() {
    let output = EvdevDecoderTests.decode([
      EvdevDecoderTests.msc(4_294_967_295), EvdevDecoderTests.report, EvdevDecoderTests.msc(3704),
      EvdevDecoderTests.report,
    ])
    let times = output.compactMap { output -> RawNumber? in
      if case .samples(let accelerometer, _) = output { accelerometer?.deviceTime } else { nil }
    }
    #expect(times == [.integer(4_294_967_295), .integer(3704)])
  }

  @Test(arguments: [
    (EvdevTiming(hasDeviceClock: true, kernelClockIsHost: false), Int64(33), false, TimestampSource.device),
    (EvdevTiming(hasDeviceClock: false, kernelClockIsHost: true), 7000, true, .kernel),
    (EvdevTiming(hasDeviceClock: false, kernelClockIsHost: false), 9000, false, .receipt),
  ])
  func timesFollowWhatTheNodeOffers(timing: EvdevTiming, t: Int64, kernel: Bool, source: TimestampSource) {
    var events = [EvdevDecoderTests.abs(ABS_X, -1)]
    if timing.hasDeviceClock { events.append(EvdevDecoderTests.msc(33)) }
    #expect(timing.source == source)
    #expect(
      EvdevDecoderTests.decode(events + [EvdevDecoderTests.report], timing: timing) == [
        .samples(
          accelerometer: EvdevDecoderTests.row(t: t, [-1, 2, 3], kernel: kernel),
          gyroscope: EvdevDecoderTests.row(t: t, [4, 5, 6], kernel: kernel))
      ])
  }

  @Test func aReportWithoutItsTimeKeepsTheLastOneAndSaysSo() {
    let output = EvdevDecoderTests.decode([
      EvdevDecoderTests.abs(ABS_X, 7), EvdevDecoderTests.report, EvdevDecoderTests.msc(10),
      EvdevDecoderTests.report, EvdevDecoderTests.abs(ABS_X, 8), EvdevDecoderTests.report,
    ])
    #expect(
      output == [
        .untimed,
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 10, [7, 2, 3]),
          gyroscope: EvdevDecoderTests.row(t: 10, [4, 5, 6])),
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 10, [8, 2, 3], invalid: ["t"]),
          gyroscope: EvdevDecoderTests.row(t: 10, [4, 5, 6], invalid: ["t"])),
      ])
  }

  @Test func afterALossEverythingUpToTheNextReportIsThrownAwayAndTheAxesAreReadAgain() {
    let output = EvdevDecoderTests.decode(
      [
        EvdevDecoderTests.msc(1), EvdevDecoderTests.report,
        // Half a report, cut by the loss; then the rest of one whose beginning is lost.
        EvdevDecoderTests.abs(ABS_X, 99), EvdevDecoderTests.dropped, EvdevDecoderTests.abs(ABS_Y, 98),
        EvdevDecoderTests.msc(2), EvdevDecoderTests.report,
        EvdevDecoderTests.abs(ABS_Z, 33), EvdevDecoderTests.msc(3), EvdevDecoderTests.report,
      ], settled: EvdevDecoderTests.values(11, 12, 13, 14, 15, 16))
    #expect(
      output == [
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 1, [1, 2, 3]),
          gyroscope: EvdevDecoderTests.row(t: 1, [4, 5, 6])),
        .dropped(discarded: 2, afterFirstSample: true),
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 3, [11, 12, 33]),
          gyroscope: EvdevDecoderTests.row(t: 3, [14, 15, 16])),
      ])
  }

  /// A value that was carried over a loss may be wrong: it is named until the axis changes.
  @Test func anAxisThatIsUnknownAfterALossIsNamedUntilItChanges() {
    let output = EvdevDecoderTests.decode([
      EvdevDecoderTests.dropped, EvdevDecoderTests.report,
      EvdevDecoderTests.abs(ABS_Y, 20), EvdevDecoderTests.abs(ABS_RX, 40), EvdevDecoderTests.msc(3),
      EvdevDecoderTests.report,
      EvdevDecoderTests.abs(ABS_X, 10), EvdevDecoderTests.abs(ABS_Z, 30), EvdevDecoderTests.abs(ABS_RZ, 60),
      EvdevDecoderTests.msc(4), EvdevDecoderTests.report,
    ])
    #expect(
      output == [
        .dropped(discarded: 0, afterFirstSample: false),
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 3, [1, 20, 3], invalid: ["x", "z"]),
          gyroscope: EvdevDecoderTests.row(t: 3, [40, 5, 6], invalid: ["y", "z"])),
        .samples(
          accelerometer: EvdevDecoderTests.row(t: 4, [10, 20, 30]),
          gyroscope: EvdevDecoderTests.row(t: 4, [40, 5, 60], invalid: ["y"])),
      ])
  }

  @Test func aSecondLossWhileDiscardingIsTheSameLoss() {
    let events = [
      EvdevDecoderTests.dropped, EvdevDecoderTests.abs(ABS_X, 1), EvdevDecoderTests.dropped,
      EvdevDecoderTests.abs(ABS_X, 2), EvdevDecoderTests.report,
    ]
    #expect(EvdevDecoderTests.decode(events) == [.dropped(discarded: 2, afterFirstSample: false)])
  }
}
