import MotionCore
import Testing

@testable import IMUDriver

/// Rows every 10 ms whose norm and turning are chosen.
@Suite struct GravityWatchTests {
  private static func stream(
    _ kind: StreamKind, unit: MeasurementUnit, scale: Double, gain: [Double]? = nil
  ) -> StreamDescription {
    StreamDescription(
      name: kind.rawValue, kind: kind, sensor: "torso", clock: "host", timestampSource: .receipt, unit: unit,
      scale: [scale], gain: gain)
  }

  /// `rate` in °/s about x, alternating in sign; no gyroscope where it is nil.
  private static func watch(
    g: Double, swing: Double = 0, rate: Double?, gain: [Double]? = nil, seconds: Double = 2.5
  ) -> (incidents: [Incident], settings: JSONValue) {
    var watch = GravityWatch(
      accelerometer: stream(.accelerometer, unit: .g, scale: 1.0 / 8192, gain: gain),
      gyroscope: stream(.gyroscope, unit: .degreesPerSecond, scale: 1.0 / 1024))
    var incidents: [Incident] = []
    func sample(_ values: [Double], _ time: HostTime) -> MotionSample {
      MotionSample(
        deviceTime: .integer(0), receipt: time, values: values.map { .integer(Int64($0.rounded())) })
    }
    for number in 0..<Int(seconds * 100) {
      let time = HostTime(nanoseconds: 1_000_000_000 + Int64(number) * 10_000_000)
      let sign: Double = number.isMultiple(of: 2) ? 1 : -1
      // 3-4-5: the norm is that of all axes together.
      let length = (g + sign * swing) * 8192 / 5
      let turn = rate.map { sample([sign * $0 * 1024, 0, 0], time) }
      if let incident = watch.note(
        accelerometer: sample([0, 3 * length, -4 * length], time), gyroscope: turn)
      {
        incidents.append(incident)
      }
    }
    return (incidents, watch.settings)
  }

  /// The tolerance is 10 %.
  @Test(arguments: [(0.91, true), (1.0, true), (1.09, true), (0.89, false), (1.11, false), (2, false)])
  func atRestTheNormIsJudged(g: Double, plausible: Bool) throws {
    for rate in [1.0, nil] {
      let result = GravityWatchTests.watch(g: g, rate: rate)
      #expect(result.settings["plausible"]?.bool == plausible)
      #expect(abs(try #require(result.settings["acceleration_norm_g"]?.double) - g) < 1e-3)
      #expect(result.incidents.map(\.kind) == (plausible ? [] : [.implausible]))
    }
  }

  /// Still is below 3 °/s RMS; without a gyroscope, a norm that does not swing.
  @Test func whatMovesIsNotJudged() {
    for result in [
      GravityWatchTests.watch(g: 1.5, rate: 3.1), GravityWatchTests.watch(g: 1.5, swing: 0.03, rate: nil),
    ] {
      #expect(result.incidents.isEmpty)
      #expect(result.settings["unavailable"] == "the sensor was moved")
    }
    #expect(GravityWatchTests.watch(g: 1.5, rate: 2.9).incidents.count == 1)
  }

  @Test func theGainIsPartOfTheScale() {
    #expect(GravityWatchTests.watch(g: 1.25, rate: 0, gain: [0.8, 0.8, 0.8]).incidents.isEmpty)
    #expect(GravityWatchTests.watch(g: 1, rate: 0, gain: [0.8, 0.8, 0.8]).incidents.count == 1)
  }

  /// A Motion Plus has a gyroscope and nothing else.
  @Test func withoutAnAccelerometerThereIsNothingToJudge() {
    var watch = GravityWatch(
      accelerometer: GravityWatchTests.stream(.accelerometer, unit: .g, scale: 1),
      gyroscope: GravityWatchTests.stream(.gyroscope, unit: .degreesPerSecond, scale: 1))
    for second in Int64(1)...4 {
      let rate = MotionSample(
        deviceTime: .integer(0), receipt: HostTime(nanoseconds: second * 1_000_000_000),
        values: [.integer(0), .integer(0), .integer(0)])
      #expect(watch.note(accelerometer: nil, gyroscope: rate) == nil)
    }
    #expect(watch.settings == .unavailable(SensorReason.noAccelerometer))
  }

  @Test func tooShortALookSaysNothing() {
    let result = GravityWatchTests.watch(g: 2, rate: 0, seconds: 1.9)
    #expect(result.incidents.isEmpty)
    #expect(result.settings == .unavailable(SensorReason.readTooShort))
    #expect(result.settings["unavailable"]?.string?.contains("less than two seconds") == true)
  }
}
