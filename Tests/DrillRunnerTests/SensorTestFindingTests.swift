import Foundation
import IMUDriver
import MotionCore
import Testing

@testable import DrillRunner

/// What `devices --test` says of three seconds of rows whose answers are known by construction.
@Suite struct SensorTestFindingTests {
  private static let sensor = SensorDescription(
    name: "Test sensor", driver: "test", bus: "virtual", path: "/dev/test", stableID: "test")

  private static func description(_ kind: StreamKind, clock: String) -> StreamDescription {
    StreamDescription(
      name: kind.rawValue, kind: kind, sensor: "imu", clock: clock, timestampSource: .device,
      unit: kind == .gyroscope ? .degreesPerSecond : .g, scale: [kind == .gyroscope ? 1.0 / 1024 : 1.0 / 8192]
    )
  }

  /// 250 rows a second; `rate` and `acceleration` give raw values by row, and `microseconds` the sensor's own time.
  private func test(
    kinds: [StreamKind] = [.accelerometer, .gyroscope], rows: Int = 750, clock: String = "imu",
    rate: (Int) -> Int64 = { $0 % 2 == 0 ? 512 : -512 },
    acceleration: (Int) -> Int64 = { 8192 + Int64($0 % 2) },
    microseconds: (Int) -> Int64 = { Int64($0) * 4000 },
    incidents: [String: Int] = [:], lost: String? = nil
  ) -> SensorTest.Result {
    let streams = kinds.map { kind -> MotionStream in
      var builder = MotionStreamBuilder(SensorTestFindingTests.description(kind, clock: clock))
      for row in 0..<rows {
        let value = kind == .gyroscope ? rate(row) : acceleration(row)
        builder.append(
          MotionSample(
            deviceTime: .integer(microseconds(row)),
            receipt: HostTime(nanoseconds: 1_000_000_000 + Int64(row) * 4_000_000),
            values: [.integer(0), .integer(value), .integer(0)]))
      }
      return builder.stream
    }
    let clocks = [
      ClockDescription(name: "imu", unit: .microseconds, epoch: "device", wrapsAt: 1 << 32), .host(),
    ]
    return SensorTest.Result(
      sensor: SensorTestFindingTests.sensor, seconds: 3, check: SensorCheck(streams, clocks: clocks),
      incidents: incidents, lost: lost)
  }

  private func expect(
    _ finding: SensorTestFinding, in result: SensorTest.Result, at start: String = "  ",
    _ place: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(result.lines.contains(start + finding.text), "\(result.lines)", sourceLocation: place)
  }

  @Test func aSensorAtRest() {
    let result = test()
    // ±512/1024 °/s in turn: the RMS about the mean is 0.5 °/s.
    expect(SensorTestFinding.still(degreesPerSecond: "0.50"), in: result)
    expect(SensorTestFinding.plausible(norm: "1.000"), in: result)
    expect(SensorTestFinding.noLoss, in: result)
    // The device's clock runs as the host's does: no part per million of drift.
    #expect(
      result.lines.contains { $0.hasPrefix("  clock: its own, 0 ppm against this machine's, mapped;") },
      "\(result.lines)")
  }

  @Test func aSensorThatIsMoved() {
    let result = test(rate: { $0 % 2 == 0 ? 10_240 : -10_240 })
    expect(SensorTestFinding.moved(degreesPerSecond: "10.00"), in: result)
    #expect(
      result.lines.contains { $0.hasPrefix("  |a| 1.000 g: not judged, ") && $0.contains("was moved") },
      "\(result.lines)")
  }

  @Test func aScaleThatIsWrong() {
    expect(SensorTestFinding.implausible(norm: "0.500"), in: test(acceleration: { 4096 + Int64($0 % 2) }))
  }

  /// Rows 100 to 400 repeat row 100: 300 intervals of 4 ms.
  @Test func valuesThatStandStill() {
    expect(
      SensorTestFinding.frozen(stream: "gyroscope", seconds: "1.2"),
      in: test(rate: { (100...400).contains($0) ? 7 : Int64($0) }))
  }

  @Test func clocks() {
    let fast = test(microseconds: { Int64($0) * 8000 })
    let reason = fast.check.streams[0].mapping?.reason?.text ?? ""
    #expect(reason.contains("the clocks run at different rates"))
    expect(SensorTestFinding.clockUnusable(reason: reason), in: fast, at: "  clock: ")
    expect(SensorTestFinding.noClock, in: test(clock: "host"), at: "  clock: ")
  }

  @Test func rowsThatDoNotCome() {
    expect(SensorTestFinding.nothingDelivered(stream: "gyroscope"), in: test(rows: 0))
    expect(
      SensorTestFinding.losses(["dropped_events 2", "fifo_overflow 1"]),
      in: test(incidents: ["fifo_overflow": 1, "dropped_events": 2]))
    expect(
      SensorTestFinding.lost(seconds: "3.0", reason: "the device was disconnected"),
      in: test(lost: "the device was disconnected"))
    #expect(throws: RunError.tooFewRows(seconds: 3)) { try MatchedTest.Figures(test(rows: 1)) }
  }

  @Test func withoutAGyroscopeStillnessIsNotKnown() {
    let lines = test(kinds: [.accelerometer]).lines
    #expect(
      lines.contains { $0.hasPrefix("  still or moved: not known, ") && $0.contains("no gyroscope") },
      "\(lines)")
  }
}
