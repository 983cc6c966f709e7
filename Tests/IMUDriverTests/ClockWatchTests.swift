import MotionCore
import Testing

@testable import IMUDriver

/// Clocks whose truth is known: reports every 4 ms, their times by formula.
@Suite struct ClockWatchTests {
  private static let turnUs = 65536.0 * 16 / 3

  /// Feeds a watch with `seconds` of reports. `device` gives the counter in µs of a report that is sampled so many
  /// seconds after the first; `arrival` when its event is made; nil where the report is lost.
  private static func watch(
    seconds: Double = 6, wrap: Double? = turnUs, device: (Double) -> Double,
    arrival: (Double) -> Double? = { $0 }
  ) -> (incidents: [Incident], watch: ClockWatch) {
    var watch = ClockWatch(wrapMicroseconds: wrap)
    var incidents: [Incident] = []
    for number in 0..<Int(seconds * 250) {
      let sampled = Double(number) / 250
      guard let arrived = arrival(sampled) else { continue }
      let time = HostTime(nanoseconds: 5_000_000_000 + Int64(arrived * 1e9))
      let counter = Int64(device(sampled).rounded()) % (1 << 32)
      if let incident = watch.note(device: counter, event: time, receipt: time) { incidents.append(incident) }
    }
    return (incidents, watch)
  }

  @Test(arguments: [-65.0, 0, 65, 40_000])
  func aClockThatOnlyDriftsIsPlausible(ppm: Double) throws {
    // From a second before its wrap.
    let result = ClockWatchTests.watch(device: { 4_293_967_296 + $0 * (1e6 + ppm) })
    #expect(result.incidents.isEmpty)
    #expect(abs(try #require(result.watch.rate) - (1 + ppm * 1e-6)) < 5e-6)
    #expect(result.watch.settings["plausible"] == true)
  }

  /// The rate needs three windows of a second.
  @Test func twoSecondsTellNoRate() {
    let result = ClockWatchTests.watch(seconds: 1, device: { $0 * 1e6 })
    #expect(result.watch.settings == .unavailable(SensorReason.watchedTooShort))
  }

  /// hid-nintendo has been seen to run at twice real time.
  @Test(arguments: [2, 0.5, 1.06])
  func aClockAtAnotherRateIsToldOnce(rate: Double) throws {
    let result = ClockWatchTests.watch(wrap: nil, device: { $0 * 1e6 * rate })
    #expect(result.incidents.map(\.kind) == [.clockJump])
    #expect(abs(try #require(result.incidents.first?.fields["rate"]?.double) - rate) < 0.01 * rate)
    #expect(result.incidents.first?.fields["reason"] == .string(IncidentDetail.clockRate(rate).text))
    #expect(result.watch.settings["plausible"] == false)
  }

  /// A gap of 0.9 s holds two whole turns of 349.525 ms, which the driver of a DualShock 4 does not see.
  @Test(arguments: [(0.36, 1), (0.9, 2), (1.5, 4)])
  func turnsThatAGapHidesAreEstimated(gap: Double, turns: Int64) throws {
    let result = ClockWatchTests.watch(
      device: { $0 < 2 ? $0 * 1e6 : $0 * 1e6 - Double(turns) * ClockWatchTests.turnUs },
      arrival: { $0 >= 2 && $0 < 2 + gap ? nil : $0 })
    let fields = try #require(result.incidents.first?.fields)
    #expect(result.incidents.count == 1)
    #expect(fields["turns_lost_estimate"]?.integer == turns)
    #expect(fields["reason"] == .string(IncidentDetail.turnsUnknown.text))
    let shift = try #require(fields["shift_ns"]?.integer)
    #expect(abs(Double(shift) - Double(turns) * ClockWatchTests.turnUs * 1000) < 1e6)
    #expect(fields["action"]?.string?.contains("kept as delivered") == true)
  }

  /// The radio holds reports back for 0.6 s and delivers them in one burst: the device's times are whole.
  @Test func aStallThatABurstMakesUpForIsNoJump() {
    let result = ClockWatchTests.watch(
      device: { $0 * 1e6 }, arrival: { $0 >= 2 && $0 < 2.6 ? 2.6 + ($0 - 2) * 0.01 : $0 })
    #expect(result.incidents.isEmpty)
  }

  @Test func aGapThatTheDeviceCountsThroughIsNoJump() {
    let result = ClockWatchTests.watch(
      wrap: nil, device: { $0 * 1e6 }, arrival: { $0 >= 2 && $0 < 4 ? nil : $0 })
    #expect(result.incidents.isEmpty)
  }

  @Test func aCounterThatBeginsAnewIsTold() {
    let result = ClockWatchTests.watch(device: { $0 < 3 ? 1e9 + $0 * 1e6 : ($0 - 3) * 1e6 })
    #expect(result.incidents.count == 1)
    #expect(result.incidents.first?.fields["reason"] == .string(IncidentDetail.counterBeganAnew.text))
  }

  /// CLOCK_MONOTONIC stands still while the machine sleeps, the controller does not.
  @Test func aSuspendOfTheHostIsAJump() {
    let result = ClockWatchTests.watch(wrap: nil, device: { $0 < 2 ? $0 * 1e6 : ($0 + 5) * 1e6 })
    #expect(result.incidents.map { $0.fields["turns_lost_estimate"] } == [nil])
    #expect(result.incidents.map { $0.fields["reason"] } == [.string(IncidentDetail.clocksMoved.text)])
  }
}
