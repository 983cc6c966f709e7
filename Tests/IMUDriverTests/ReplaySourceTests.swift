import Foundation
import MotionCore
import Testing

@testable import IMUDriver

struct ReplaySourceTests {
  private let start = HostTime(nanoseconds: 77_000_000_000)

  private func stream(_ kind: StreamKind, clock: String = "device") -> StreamDescription {
    StreamDescription(
      name: kind.rawValue, kind: kind, sensor: "Pad", clock: clock, timestampSource: .device,
      unit: kind == .accelerometer ? .g : .degreesPerSecond, scale: [0.25],
      mountMatrix: [[0, 1, 0], [1, 0, 0], [0, 0, -1]])
  }

  private func session(_ streams: [MotionStream], synthetic: Bool = true) -> MotionSession {
    var magnetometer = stream(.magnetometer)
    magnetometer.capability = .unavailable(reason: "the device has none")
    let pad = SensorDescription(
      name: "Pad", driver: "evdev", bus: "usb", path: "/dev/input/event5", stableID: "pad")
    let manifest = Manifest(
      uuid: "u", state: .complete, synthetic: synthetic,
      app: .init(name: "a", version: "1", revision: "r"), host: .init(os: "o", kernel: "k", machine: "m"),
      sensors: [("Pad", pad)], drill: .init(title: "t", file: "f", sha256: "s", seed: 1), anchors: [],
      clocks: [
        .host(),
        ClockDescription(
          name: "device", unit: .microseconds, epoch: "device", wrapsAt: 1 << 32,
          mapping: ClockMapping(
            t0: 0, t0Host: start, driftPPM: 0, residualNs: 0, validated: true)),
      ],
      streams: streams.map { .init(description: $0.description, file: "x") } + [
        .init(description: magnetometer, file: nil)
      ])
    return MotionSession(
      name: "session", manifest: manifest, state: .complete, streams: streams, events: [])
  }

  /// An irregular stream with a gap of ten minutes, a repeated and a backward device time, a value that is not
  /// finite and one that is invalid; and a second stream between its rows.
  private var irregular: MotionSession {
    session([
      MotionStream(
        description: stream(.accelerometer), sequence: [0, 1, 2, 3],
        deviceTime: .integers([4_294_967_290, 5, 5, 1]),
        receiptNs: [1000, 2000, 600_000_002_000, 600_000_002_500],
        kernelNs: [900, 1900, 600_000_001_900, 600_000_002_400],
        counter: [1, 2, 9, 10], temperature: [20.5, .nan, 21, 21],
        values: [.integers([1, 2, 3, 4]), .reals([0.1, .nan, 0.3, 0.4]), .integers([7, 8, 9, 10])],
        badRows: [1], invalid: [2: ["y"]]),
      MotionStream(
        description: stream(.gyroscope), sequence: [0, 1], deviceTime: .integers([0, 6]),
        receiptNs: [1000, 2100], values: [.integers([1, 2]), .integers([3, 4]), .integers([5, 6])]),
    ])
  }

  // The limits of HostTime, and device times that no shift can be added to; a row without k or c has none.
  @Test func timesAtTheLimitsArePlayed() throws {
    let limit = HostTime.limitNs
    let rows = MotionStream(
      description: stream(.accelerometer, clock: "host"), sequence: [0, 1, 2],
      deviceTime: .integers([.max, .min, 0]), receiptNs: [-limit, limit, 0],
      kernelNs: [MotionStream.absent, limit, -limit], counter: [1, MotionStream.absent, 3],
      values: [.integers([1, 2, 3]), .integers([1, 2, 3]), .integers([1, 2, 3])])
    let source = try ReplaySource(session: session([rows]), clock: VirtualClock())
    source.begin(at: start)
    var events: [SensorEvent] = []
    source.advance(to: HostTime(nanoseconds: .max)) { events.append($0) }
    let played = samples(events)
    #expect(played.map(\.counter) == [1, nil, 3])
    #expect(played.map { $0.kernelTime == nil } == [true, false, false])
    #expect(played[1].receipt - played[0].receipt == .nanoseconds(limit) + .nanoseconds(limit))
    // Beyond an integer: 2⁶³ + 2⁶¹ + 77 000 000 000 to the nearest 2048, the spacing of doubles there.
    #expect(played[0].deviceTime == .real(0x1p63 + 0x1p61 + 76_999_999_488))
    #expect(played[1].deviceTime == .integer(.min + limit + start.nanoseconds))
  }

  @Test func rowsComeBackAsTheyWereRecorded() throws {
    let source = try ReplaySource(session: irregular, clock: VirtualClock())
    source.begin(at: start)
    var events: [SensorEvent] = []
    source.advance(to: start + .seconds(1)) { events.append($0) }
    // The gap is waited for.
    #expect(events.count == 4)
    source.advance(to: start + .seconds(601)) { events.append($0) }
    source.advance(to: start + .seconds(602)) { events.append($0) }
    let order = events.map { event -> Int in if case .sample(let stream, _) = event { stream } else { -1 } }
    #expect(order == [0, 1, 0, 1, 0, 0, -1])
    guard case .ended(let end) = events[6] else {
      Issue.record("not ended")
      return
    }
    #expect(end.nanoseconds == 77_000_000_000 + 600_000_001_500)
    let rows = samples(events)
    // One constant: 77 s − 1000 ns.
    #expect(
      rows.map { $0.receipt.nanoseconds - 77_000_000_000 } == [
        0, 0, 1000, 1100, 600_000_001_000, 600_000_001_500,
      ])
    #expect(rows[0].kernelTime?.nanoseconds == 76_999_999_900)
    #expect(rows[1].kernelTime == nil)
    let accelerometer = [rows[0], rows[2], rows[4], rows[5]]
    #expect(
      accelerometer.map(\.deviceTime) == [.integer(4_294_967_290), .integer(5), .integer(5), .integer(1)])
    #expect(accelerometer.map(\.counter) == [1, 2, 9, 10])
    #expect(accelerometer.map(\.temperature) == [.real(20.5), nil, .real(21), .real(21)])
    #expect(accelerometer[0].values == [.integer(1), .real(0.1), .integer(7)])
    #expect(accelerometer[1].values.map(\.isFinite) == [true, false, true])
    #expect(accelerometer[2].invalid == ["y"])
  }

  @Test func descriptionsAreCarriedOver() throws {
    let source = try ReplaySource(session: irregular, clock: VirtualClock())
    #expect(source.isSynthetic)
    #expect(source.sensor.driver == "replay")
    #expect(source.sensor.settings["driver"]?.string == "evdev")
    #expect(source.streams.map(\.kind) == [.accelerometer, .gyroscope, .magnetometer])
    #expect(source.streams[0] == stream(.accelerometer))
    #expect(source.streams[2].capability == .unavailable(reason: "the device has none"))
    #expect(source.clocks.map(\.name) == ["device"])
    #expect(source.clocks[0].wrapsAt == 1 << 32)
    // The fit was to receipts that have been shifted.
    #expect(source.clocks[0].mapping == nil)
    #expect(
      try !ReplaySource(session: session(irregular.streams, synthetic: false), clock: VirtualClock())
        .isSynthetic)
  }

  @Test func hostClockTimesAreShiftedWithTheReceipts() throws {
    let source = try ReplaySource(
      session: session([
        MotionStream(
          description: stream(.accelerometer, clock: "host"), sequence: [0], deviceTime: .integers([400]),
          receiptNs: [1000], values: [.integers([1]), .integers([2]), .integers([3])])
      ]), clock: VirtualClock())
    source.begin(at: start)
    var events: [SensorEvent] = []
    source.advance(to: start) { events.append($0) }
    #expect(samples(events).map(\.deviceTime) == [.integer(77_000_000_000 - 600)])
  }

  @Test func whatCannotBeReplayedSaysWhy() {
    #expect(throws: ReplayError.noRows(session: "session", sensor: "Pad")) {
      try ReplaySource(session: session([]), clock: VirtualClock())
    }
    #expect(throws: ReplayError.noSensor(session: "session", sensor: "Watch", known: ["Pad"])) {
      try ReplaySource(session: irregular, sensor: "Watch", clock: VirtualClock())
    }
  }

  @Test func itsThreadEndsByItself() throws {
    let short = session([irregular.streams[1]])
    let source = try ReplaySource(session: short, clock: MonotonicClock())
    let ended = DispatchSemaphore(value: 0)
    let box = EventBox()
    try source.start { event in
      box.append(event)
      if case .ended = event { ended.signal() }
    }
    #expect(ended.wait(timeout: .now() + 60) == .success)
    source.stop()
    source.stop()
    #expect(samples(box.events).map(\.deviceTime) == [.integer(0), .integer(6)])
  }
}
