import Foundation
import Testing

@testable import MotionCore

/// The rows of sampling and of still phases, against known rates, noise and drift.
@Suite struct ComparisonRowTests {
  /// A stream at `hz` with intervals that alternate by ±`jitter` of the period, delivered `age` ms late.
  private func session(hz: Double, jitter: Double, age: Double, seconds: Double = 100) -> MotionSession {
    let lean = LeanSession()
    let count = Int(seconds * hz)
    let times = (0..<count).map { (Double($0) + ($0 % 2 == 0 ? 0 : jitter)) / hz }
    let stamps = times.map { lean.host($0).nanoseconds }
    let stream = MotionStream(
      description: StreamDescription(
        name: "gyroscope", kind: .gyroscope, sensor: "imu", clock: "host", timestampSource: .kernel,
        unit: .degreesPerSecond, scale: [1]),
      sequence: (0..<count).map(Int64.init), deviceTime: .integers(stamps),
      receiptNs: stamps.map { $0 + Int64(age * 1e6) },
      values: (0..<3).map { _ in .reals([Double](repeating: 0, count: count)) })
    return lean.session(streams: [stream])
  }

  @Test func ratesJitterAndAgesAreThoseOfTheStreams() throws {
    let rows = SamplingRows.rows(
      session(hz: 100, jitter: 0.1, age: 3), session(hz: 50, jitter: 0, age: 0.5),
      parameters: SummaryParameters())
    func row(_ key: String) throws -> ComparisonRow { try #require(rows.first { $0.key == key }) }
    let rate = try row("mean_hz")
    #expect(near(rate.a.value.value, 100, within: 0.02) && near(rate.b.value.value, 50, within: 1e-6))
    // Whole blocks of 10 s; the last one is never whole.
    #expect(rate.a.count == 9 && rate.method == .unpaired)
    let interval = try #require(rate.interval.value)
    #expect(interval.low > 49.9 && interval.high < 50.1)
    // Intervals of 11 and 9 ms: SD 1 ms.
    let jitter = try row("interval_sd_ms")
    #expect(near(jitter.a.value.value, 1, within: 1e-3) && near(jitter.b.value.value, 0, within: 1e-4))
    #expect(near(try row("interval_p99_ms").a.value.value, 11, within: 1e-3))
    let age = try row("age_median_ms")
    #expect(near(age.difference.value, 2.5, within: 1e-6))
    #expect(try row("gap_percent").difference == .value(0))
  }

  @Test func aGapIsInTheBlockThatItEndsIn() throws {
    var a = session(hz: 100, jitter: 0, age: 1)
    let keep = a.streams[0].receiptNs.indices.filter { !(2500..<2600).contains($0) }
    a.streams[0] = MotionStream(
      description: a.streams[0].description, sequence: keep.map(Int64.init),
      deviceTime: .integers(keep.map { a.streams[0].receiptNs[$0] - 1_000_000 }),
      receiptNs: keep.map { a.streams[0].receiptNs[$0] },
      values: (0..<3).map { _ in .reals(keep.map { _ in 0 }) })
    let blocks = try #require(SamplingRows.blocks(a, .gyroscope).value)
    #expect(blocks.map(\.gapCount) == (0..<9).map { .value($0 == 2 ? 1 : 0) })
  }

  @Test func aShortStreamHasNoBlock() {
    let short = session(hz: 100, jitter: 0, age: 1, seconds: 8)
    let row = SamplingRows.rows(short, session(hz: 100, jitter: 0, age: 1), parameters: SummaryParameters())[
      0]
    #expect(row.a.value == .unavailable("the stream is shorter than 10 s") && row.b.value.value != nil)
    let few = session(hz: 100, jitter: 0, age: 1, seconds: 35)
    let other = SamplingRows.rows(few, few, parameters: SummaryParameters())[0]
    #expect(other.interval == .unavailable("fewer than 5 blocks of 10 s on a side"))
  }

  /// Sensors of 0.05 and 0.12 °/s (each axis) on a table, one drifting by 0.03 °/s a minute about each of two axes.
  @Test func noiseAndDriftAtRestAreThoseOfTheSensors() throws {
    func compared(_ noise: Double, drift: Double, seed: UInt64) -> ComparedSensor {
      var lean = LeanSession()
      lean.seconds = 70
      lean.hz = 100
      lean.noiseDegPerSecond = noise
      lean.seed = seed
      lean.stationary = nil
      lean.extraEvents = LeanSession.stationary(2...68, "table")
      var session = lean.build()
      if drift != 0, case .reals(let x) = session.streams[0].values[0],
        case .reals(let y) = session.streams[0].values[1]
      {
        session.streams[0].values[0] = .reals(x.indices.map { x[$0] + drift * Double($0) / 6000 })
        session.streams[0].values[1] = .reals(y.indices.map { y[$0] - drift * Double($0) / 6000 })
      }
      return ComparedSensor(session, configuration: .default)
    }
    let a = compared(0.05, drift: 0, seed: 1)
    let b = compared(0.12, drift: 0.3, seed: 2)
    let rows = StationaryRows.rows(a, b, configuration: .default)
    func row(_ key: String) throws -> ComparisonRow { try #require(rows.first { $0.key == key }) }
    let noise = try row("gyroscope_noise_deg_s")
    #expect(noise.part == "table" && noise.a.count > 120)
    #expect(near(noise.a.value.value, 0.05, within: 0.03 * 0.05))
    #expect(near(noise.b.value.value, 0.12, within: 0.03 * 0.12))
    let interval = try #require(noise.interval.value)
    #expect(interval.low < -0.07 && interval.high > -0.07 && interval.high - interval.low < 0.006)
    // The vector of (0.3, −0.3, 0) °/s a minute is 0.424 long.
    let drift = try row("gyroscope_drift_deg_s_min")
    #expect(near(drift.b.value.value, 0.4243, within: 0.02) && near(drift.a.value.value, 0, within: 0.02))
    let walk = try row("angle_random_walk_deg_sqrt_s")
    // White noise of σ at 100 Hz: σ/√100.
    #expect(near(walk.a.value.value, 0.005, within: 0.25 * 0.005) && walk.method == .standardErrors)
    // One on the table, one on the torso: nothing is held against something else.
    var torso = LeanSession()
    torso.seconds = 70
    let mixed = StationaryRows.rows(
      a, ComparedSensor(torso.build(), configuration: .default), configuration: .default)
    let places = Set(mixed.map(\.part))
    #expect(places == ["table", "torso"] && mixed.allSatisfy { $0.difference.value == nil })
    #expect(mixed.contains { $0.b.value.reason == "the session has no still phase on the table" })
  }

  @Test func withoutAnyStillPhaseTheRowsSayIt() {
    var none = LeanSession()
    none.stationary = nil
    let sensor = ComparedSensor(none.build(), configuration: .default)
    let rows = StationaryRows.rows(sensor, sensor, configuration: .default)
    #expect(!rows.isEmpty && rows.allSatisfy { $0.part == "table" && $0.difference.value == nil })
    #expect(rows[0].difference.reason == "A and B: the session has no still phase on the table")
  }
}
