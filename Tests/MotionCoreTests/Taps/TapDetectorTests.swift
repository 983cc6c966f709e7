import Foundation
import MotionCore
import Testing

/// Rows of a sensor that lies still, with knocks. A knock here is one row, or several, that deviate by its strength;
/// expected instants are where the knocks were put.
@Suite struct TapDetectorTests {
  /// Feeds `seconds` of rows at `hz`; knocks are (when, strength in g), 8 ms long, at least one row.
  private func taps(
    _ knocks: [(Double, Double)], hz: Double = 200, seconds: Double = 4,
    rate: (Double) -> Double = { _ in 0 },
    force: (Double) -> Vector3 = { _ in Vector3(0, 0, 1) }, stamp: (Double) -> Double = { $0 }
  ) -> ([TapDetector.DoubleTap], TapDetector) {
    var detector = TapDetector()
    var found: [TapDetector.DoubleTap] = []
    for row in 0..<Int(seconds * hz) {
      let time = Double(row) / hz
      let at = HostTime(nanoseconds: Int64((stamp(time) * 1e9).rounded()))
      var value = force(time)
      for (began, strength) in knocks where time >= began - 1e-9 && time < began + max(0.008, 0.9 / hz) {
        value = value + Vector3(strength, 0, 0)
      }
      detector.gyroscope(Vector3(rate(time), 0, 0), at: at)
      if let tap = detector.accelerometer(value, at: at) { found.append(tap) }
    }
    return (found, detector)
  }

  @Test(arguments: [50, 100, 200, 500, 1000.0])
  func twoKnocksAreADoubleTapAtEveryRate(hz: Double) throws {
    let (found, detector) = taps([(2, 2), (2.26, 2)], hz: hz)
    let tap = try #require(found.first)
    #expect(found.count == 1)
    #expect(tap.first.nanoseconds == 2_000_000_000 && tap.second.nanoseconds == 2_260_000_000)
    // Certain 0.3 s after the second knock, at the next row.
    let wait = (tap.certainAt - tap.second).inSeconds
    #expect(wait >= 0.3 && wait < 0.3 + 1 / hz + 1e-6)
    #expect(abs(tap.firstPeakG - 2) < 1e-9 && abs(tap.secondPeakG - 2) < 1e-9)
    #expect(detector.ability == (hz < 90 ? TapAbility(rowsPerSecond: 50) : .good))
  }

  /// Each is no double tap.
  @Test(arguments: [
    [(2.0, 2.0)], [(2, 2), (2.25, 2), (2.5, 2)], [(2, 2), (2.6, 2)], [(2, 2), (2.05, 2)],
    [(2, 2), (2.25, 9)], [(2, 0.45), (2.25, 0.45)], [(1.8, 0.45), (2, 2), (2.25, 2)],
    [(2, 2), (2.25, 2), (2.45, 0.4)], [(0.1, 2), (0.35, 2)],
  ])
  func whatIsNoDoubleTapIsNone(knocks: [(Double, Double)]) {
    #expect(taps(knocks).0.isEmpty)
  }

  @Test func afterAnythingElseADoubleTapIsFoundAgain() {
    let (found, _) = taps([(1, 2), (2, 2), (2.25, 2), (2.5, 2), (3.2, 2), (3.45, 2)], seconds: 5)
    #expect(found.map(\.first.nanoseconds) == [3_200_000_000])
  }

  @Test func aBodyThatTurnsOrShakesDoesNotTap() {
    #expect(taps([(2, 2), (2.25, 2)], rate: { $0 > 1.9 && $0 < 2.2 ? 2.5 : 0 }).0.isEmpty)
    #expect(taps([(2, 2), (2.25, 2)], rate: { _ in 1.5 }).0.count == 1)
    // A step of the specific force lasts longer than a knock does.
    #expect(
      taps([], force: { $0 > 2 && $0 < 2.2 || $0 > 2.4 && $0 < 2.6 ? Vector3(1, 0, 1) : Vector3(0, 0, 1) }).0
        .isEmpty)
  }

  /// Whoever is turned over in a moment is heard again afterwards.
  @Test func anotherAttitudeIsTakenForQuietSoon() {
    let (found, _) = taps(
      [(3, 2), (3.25, 2)], seconds: 5, force: { $0 < 1.5 ? Vector3(0, 0, 1) : Vector3(0, 1, 0) })
    #expect(found.map(\.first.nanoseconds) == [3_000_000_000])
  }

  @Test func atLowRatesItSaysThatItCannot() {
    let (found, detector) = taps([(2, 2), (2.24, 2)], hz: 25)
    #expect(found.isEmpty)
    #expect(
      detector.ability
        == .unavailable(
          reason: TapReason.tooSlow(rowsPerSecond: 25)))
    #expect(TapDetector().ability == .unknown)
    #expect(TapAbility(rowsPerSecond: 90) == .good)
    #expect(TapAbility(rowsPerSecond: 89) == .limited(reason: TapReason.slow(rowsPerSecond: 89)))
  }

  /// Two scales for three axes.
  @Test func aStreamThatCannotBeReadHasNoTaps() {
    let accelerometer = StreamDescription(
      name: "accelerometer", kind: .accelerometer, sensor: "imu", clock: "host", timestampSource: .kernel,
      unit: .g, scale: [1, 2])
    #expect(throws: TapReason.unusable(UnusableStream.noAxes(stream: "accelerometer"))) {
      _ = try SensorTaps(streams: [accelerometer])
    }
  }

  /// Three rows at a time, 15 ms late at most, as a Joy-Con's come.
  @Test func rowsMayComeInBunches() throws {
    let (found, detector) = taps(
      [(2, 2), (2.25, 2)], hz: 200, stamp: { (($0 * 200 / 3).rounded(.down) * 3 + 2) / 200 })
    #expect(found.count == 1 && detector.ability == .good)
    let tap = try #require(found.first)
    #expect(abs((tap.second - tap.first).inSeconds - 0.25) <= 0.015)
  }

  @Test func rowsThatAreNoNumbersAndGapsAreSurvived() {
    #expect(taps([(2, .nan), (2.25, .infinity)]).0.isEmpty)
    #expect(
      taps([(2, 2), (2.25, 2)], force: { $0 < 1.5 ? Vector3(.nan, 0, 1) : Vector3(0, 0, 1) }).0.count == 1)
    // A gap between the knocks hides what was there.
    #expect(taps([(2, 2), (2.35, 2)], stamp: { $0 > 2.1 ? $0 + 0.3 : $0 }).0.isEmpty)
    // Times that go back end nothing and find nothing.
    #expect(taps([(2, 2), (2.25, 2)], stamp: { $0 > 2.1 ? $0 - 1 : $0 }).0.isEmpty)
  }

  /// The fastest rotation, the vibration of a telephone and sitting down: nobody taps there.
  @Test(arguments: ["07_undisturbed_fast_rotation_B", "26_disturbed_phone_vibration_A", "lumbar"])
  func movementIsNoDoubleTap(name: String) throws {
    let recording = try TapRecording(name)
    #expect(recording.seconds > 90)
    #expect(recording.doubleTaps().isEmpty)
  }

  /// docs/double-tap.md publishes 2 % and less for firm taps of a calm body at 200 rows/s.
  @Test func firmTapsOfACalmBodyAreFound() throws {
    let result = TapMisses.count(in: try TapRecording("rider"), hz: 200, amplitude: 5, seed: 1)
    #expect(result.calm.taps > 20 && result.calm.percent <= 5)
  }

  /// The closed form against a sum of small steps.
  @Test func theSimulatedPulseIsWhatItSays() {
    let tap = SimulatedTap(began: 0, amplitude: 3, length: 0.01, direction: Vector3(1, 0, 0))
    #expect(abs(tap.integral(to: 0.01) - 2 * 3 * 0.01 / .pi) < 1e-12, "half a sine: 2·A·D/π")
    var sum = 0.0
    let step = 1e-6
    for index in 0..<40_000 {
      let r = (Double(index) + 0.5) * step
      sum -= 0.5 * 3 * exp(-r / 0.015) * sin(2 * .pi * 60 * r) * step
    }
    #expect(abs(tap.integral(to: 0.05) - tap.integral(to: 0.01) - sum) < 1e-9)
  }
}
