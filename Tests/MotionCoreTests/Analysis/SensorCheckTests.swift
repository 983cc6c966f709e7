import Foundation
import Testing

@testable import MotionCore

/// What a few seconds of a sensor tell, on streams whose answers are known by construction.
@Suite struct SensorCheckTests {
  private static let clocks = [
    ClockDescription(name: "imu", unit: .microseconds, epoch: "device", wrapsAt: 1 << 32)
  ]

  private static func description(_ kind: StreamKind) -> StreamDescription {
    StreamDescription(
      name: kind.rawValue, kind: kind, sensor: "imu", clock: "imu", timestampSource: .device,
      unit: kind == .gyroscope ? .degreesPerSecond : .g, scale: [kind == .gyroscope ? 1.0 / 1024 : 1.0 / 8192]
    )
  }

  /// 3 s at 250 Hz; `rate` and `acceleration` give raw values by row.
  private func check(
    rows: Int = 750,
    rate: (Int) -> [Int64] = { [Int64($0 % 2 == 0 ? 512 : -512), 0, 0] },
    acceleration: (Int) -> [Int64] = { [0, 8192, Int64($0 % 2)] },
    deviceMicroseconds: (Int) -> Int64 = { Int64($0) * 4000 }, counter: (Int) -> Int64? = { _ in nil }
  ) -> SensorCheck {
    var streams: [MotionStream] = []
    for kind in [StreamKind.accelerometer, .gyroscope] {
      var builder = MotionStreamBuilder(SensorCheckTests.description(kind))
      for row in 0..<rows {
        let values = kind == .gyroscope ? rate(row) : acceleration(row)
        builder.append(
          MotionSample(
            deviceTime: .integer(deviceMicroseconds(row)),
            receipt: HostTime(nanoseconds: 1_000_000_000 + Int64(row) * 4_000_000), counter: counter(row),
            values: values.map(RawNumber.integer)))
      }
      streams.append(builder.stream)
    }
    return SensorCheck(streams, clocks: SensorCheckTests.clocks)
  }

  @Test func aSensorAtRestIsStillAndPlausible() throws {
    let result = check()
    // ±512/1024 °/s in turn: the RMS about the mean is 0.5 °/s.
    #expect(abs(try #require(result.rateRMS.value) * 180 / .pi - 0.5) < 1e-12)
    #expect(result.isStill == .value(true))
    #expect(abs(try #require(result.accelerationNorm.value) - 1) < 1e-7)
    #expect(result.isPlausible == .value(true))
    #expect(result.streams.map(\.isFrozen) == [false, false])
    #expect(abs(try #require(result.streams[0].statistics.meanHz.value) - 250) < 1e-9)
    #expect(result.streams[0].mapping?.validated == true)
    #expect(result.streams[0].counterMissing == .unavailable(SamplingReason.noCounter))
  }

  @Test func aBiasIsNoMovementAndMovementIsNotJudged() throws {
    // A constant 20 °/s is a bias; 10 °/s in turn has an RMS of 10 °/s.
    let biased = check(rate: { [20 * 1024 + Int64($0 % 2), 0, 0] })
    #expect(biased.isStill == .value(true))
    let moved = check(rate: { [Int64($0 % 2 == 0 ? 10 : -10) * 1024, 0, 0] })
    #expect(moved.isStill == .value(false))
    #expect(moved.isPlausible == .unavailable("the sensor was moved"))
  }

  @Test func aWrongScaleIsNotPlausible() throws {
    // Half the scale: 0.5 g at rest. And just within and just beyond 10 %.
    #expect(check(acceleration: { [0, 4096, Int64($0 % 2)] }).isPlausible == .value(false))
    #expect(check(acceleration: { [0, 8192 * 109 / 100, Int64($0 % 2)] }).isPlausible == .value(true))
    #expect(check(acceleration: { [0, 8192 * 112 / 100, Int64($0 % 2)] }).isPlausible == .value(false))
  }

  @Test func valuesThatStandStillAreFrozen() throws {
    // Rows 100 to 400 repeat row 100: 300 intervals of 4 ms.
    let result = check(rate: { [Int64((100...400).contains($0) ? 7 : $0), 0, 0] })
    #expect(result.streams[1].isFrozen)
    #expect(abs(try #require(result.streams[1].longestConstantSeconds.value) - 1.2) < 1e-9)
    #expect(!result.streams[0].isFrozen)
    #expect(check(acceleration: { _ in [0, 0, 0] }).streams[0].isFrozen)
  }

  @Test func oneRowStandsAndMovesNot() {
    let stream = check(rows: 1).streams[0]
    #expect(stream.longestConstantSeconds == .unavailable(SamplingReason.fewRows))
    #expect(!stream.isFrozen)
  }

  @Test func aClockOfTwiceTheRateIsNotUsable() throws {
    // One version of hid-nintendo counted its synthetic time at twice real time.
    let result = check(deviceMicroseconds: { Int64($0) * 8000 })
    let mapping = try #require(result.streams[0].mapping)
    #expect(!mapping.validated)
    #expect(abs(mapping.driftPPM + 500_000) < 1)
  }

  @Test func holesInThePacketCounterAreCounted() throws {
    let result = check(counter: { Int64($0 < 100 ? $0 : $0 < 200 ? $0 + 3 : $0 + 4) })
    #expect(result.streams.allSatisfy { $0.counterMissing.value == 4 })
  }

  @Test func builtColumnsAreThoseOfAReader() throws {
    var builder = MotionStreamBuilder(SensorCheckTests.description(.gyroscope))
    builder.append(
      MotionSample(
        deviceTime: .integer(1), receipt: HostTime(nanoseconds: 2), kernelTime: HostTime(nanoseconds: 3),
        values: [.integer(4), .real(.nan), .integer(6)], temperature: .real(21.5), invalid: ["x"]))
    builder.append(
      MotionSample(
        deviceTime: .real(1.5), receipt: HostTime(nanoseconds: 5),
        values: [.integer(7), .integer(8), .integer(9)]))
    let stream = builder.stream
    #expect(stream.deviceTime == .reals([1, 1.5]))
    #expect(stream.receiptNs == [2, 5])
    #expect(stream.kernelNs == [3, MotionStream.absent])
    #expect(stream.counter == nil)
    #expect(stream.values[0] == .integers([4, 7]))
    #expect(stream.values[1].doubles[0].isNaN && stream.values[1].doubles[1] == 8)
    #expect(stream.badRows == [0])
    #expect(stream.invalid == [0: ["x"]])
    #expect(stream.temperature?[0] == 21.5 && stream.temperature?[1].isNaN == true)
  }
}
