import Foundation
import Testing

@testable import MotionCore

/// Analytic cases, and rows that are not as they should be.
@Suite struct OrientationFilterTests {
  private let up = Vector3(0, 0, 1)

  /// A sensor that rests tilted, with a biased gyroscope: gravity goes to +Z, the bias is found.
  @Test func aRestingSensorIsLevelledAndItsBiasFound() {
    let tilt = Quaternion(axis: Vector3(1, 2, 0), radians: 0.7)
    let bias = Vector3(0.01, -0.02, 0.015)
    var filter = OrientationFilter(intervals: .init(gyroscope: 0.005))
    for row in 0..<4000 {
      filter.addGyroscope(bias, at: 0.005 * Double(row))
      filter.addAccelerometer(tilt.conjugate.rotate(up), at: 0.005 * Double(row))
    }
    // At most what 2 % of the bias turns within the inclination's time constant of 3 s.
    #expect((filter.inclinationAttitude.rotate(tilt.conjugate.rotate(up)) - up).norm < 0.02 * bias.norm * 3)
    #expect(filter.isResting)
    // Of the initial uncertainty of 0.5 °/s hardly 0.03 °/s are left: so is the bias.
    #expect((filter.bias - bias).norm < 0.02 * bias.norm)
    #expect(filter.biasStandardDeviation < 0.06 * .pi / 180)
  }

  /// A steady turn of 1 rad/s about a level axis for π/2 s, at uneven steps: a quarter turn, by real times.
  @Test func unevenStepsTurnByTheRealTime() {
    var parameters = OrientationParameters()
    parameters.estimatesBiasInMotion = false
    var random = SeededRandom(seed: 4)
    var filter = OrientationFilter(parameters: parameters, intervals: .init(gyroscope: 0.01))
    var time = 0.0
    let end = Double.pi / 2
    filter.addGyroscope(.zero, at: 0)
    while time < end {
      let next = time + 0.004 + 0.016 * random.uniform()
      // The step in which the turn begins is bridged by the mean with the rate of zero before.
      filter.addGyroscope(Vector3(1, 0, 0), at: min(next, end))
      time = next
    }
    let turned = filter.strapdown.attitude.rotationVector
    #expect(abs(turned.x - end) < 0.006 && abs(turned.y) < 1e-12 && abs(turned.z) < 1e-12)
  }

  /// 30 °/s through a gap of 0.3 s that is bridged exactly, and one of 1 s after which the accelerometer decides.
  @Test func gapsAreBridgedOrBeginAnew() throws {
    let rate = 30 * Double.pi / 180
    func tilt(_ time: Double) -> Quaternion { Quaternion(axis: Vector3(1, 0, 0), radians: rate * time) }
    func run(gap: Range<Double>) -> (before: OrientationFilter, after: OrientationFilter, error: Double) {
      var filter = OrientationFilter(intervals: .init(gyroscope: 0.01))
      var before = filter
      var worst = 0.0
      for row in 0..<400 {
        let time = 0.01 * Double(row)
        guard !gap.contains(time) else { continue }
        if time < gap.lowerBound { before = filter }
        filter.addGyroscope(Vector3(rate, 0, 0), at: time)
        filter.addAccelerometer(tilt(time).conjugate.rotate(up), at: time)
        let body = tilt(time).conjugate.rotate(up)
        if time > gap.upperBound { worst = max(worst, (filter.inclinationAttitude.rotate(body) - up).norm) }
      }
      return (before, filter, worst)
    }
    let short = run(gap: 1.005..<1.295)
    #expect(short.after.bridgedGaps == 1 && short.after.brokenGaps == 0 && short.error < 1e-3)
    let long = run(gap: 1.005..<2.005)
    #expect(long.after.bridgedGaps == 0 && long.after.brokenGaps == 1 && long.error < 0.01)
    #expect(long.before.isLevelled && long.after.isLevelled)
  }

  @Test func rowsThatCannotBeUsedAreCountedAndChangeNothing() {
    var filter = OrientationFilter(intervals: .init(gyroscope: 0.01))
    filter.addAccelerometer(up, at: 0)
    #expect(filter.unusedRows == 1 && !filter.isLevelled)
    filter.addGyroscope(Vector3(0.1, 0, 0), at: 0)
    filter.addAccelerometer(Vector3(0.1, 0.2, 0.9), at: 0)
    filter.addMagnetometer(Vector3(20, 0, -40), at: 0)
    let before = filter.attitude
    filter.addGyroscope(Vector3(.nan, 0, 0), at: 0.01)
    filter.addGyroscope(Vector3(1, 0, 0), at: .infinity)
    filter.addGyroscope(Vector3(1, 0, 0), at: 0)
    filter.addGyroscope(Vector3(1, 0, 0), at: -1)
    filter.addAccelerometer(Vector3(0, .infinity, 0), at: 0.01)
    filter.addAccelerometer(.zero, at: 0.01)
    filter.addAccelerometer(up, at: 0)
    // The gyroscope is silent: where the sensor points by now is not known.
    filter.addAccelerometer(up, at: 0.2)
    filter.addMagnetometer(.zero, at: 0.01)
    filter.addMagnetometer(Vector3(0, .nan, 0), at: 0.01)
    #expect(filter.unusedRows == 11 && filter.attitude == before)
    filter.addGyroscope(Vector3(0.1, 0, 0), at: 0.01)
    #expect(filter.attitude != before)
  }

  /// A sensor that turns about the vertical in a field that points north, down and 10° to the east of the sensor's Y.
  @Test func theMagnetometerGivesTheHeading() {
    let field = Quaternion(axis: up, radians: -10 * .pi / 180).rotate(Vector3(0, 20, -40))
    var filter = OrientationFilter(intervals: .init(gyroscope: 0.01))
    #expect(!filter.hasHeading)
    for row in 0..<200 {
      filter.addGyroscope(.zero, at: 0.01 * Double(row))
      filter.addAccelerometer(up, at: 0.01 * Double(row))
      filter.addMagnetometer(field, at: 0.01 * Double(row))
    }
    #expect((filter.attitude.rotate(field) - Vector3(0, 20, -40)).norm < 1e-9)
    #expect(abs(filter.headingCorrection - 10 * .pi / 180) < 1e-12)
    #expect(filter.inclinationAttitude.angle < 1e-12)
  }

  @Test func bunchesAreEvenedOut() throws {
    var times: [Double] = []
    // Packets of five rows every 50 ms, stamped 0.1 ms apart; one packet is lost.
    for packet in 0..<40 where packet != 20 {
      times += (0..<5).map { 0.05 * Double(packet + 1) - 1e-4 * Double(4 - $0) }
    }
    let bunched = TimedVectors(times: times, vectors: times.map { _ in .zero })
    let even = try #require(bunched.evened())
    // 100 Hz; the rows after the lost packet cannot have taken more than half as much again.
    for (index, time) in even.times.enumerated() where index < 100 || index >= 105 {
      let row = index < 100 ? index : index + 5
      #expect(abs(time - 0.01 * Double(row + 1)) < 1e-3)
    }
    #expect(zip(even.times.dropFirst(), even.times).allSatisfy { $0 > $1 })
    #expect(even.evened() == nil)
    #expect(TimedVectors(times: [1], vectors: [.zero]).evened() == nil)
    #expect(TimedVectors(times: [], vectors: []).nominalInterval == nil)
  }

  /// Offline, each side of a long gap is levelled for itself, from its first row on.
  @Test func offlineEachSideOfALongGapIsLevelled() throws {
    let times = (0..<1000).map { 0.01 * Double($0) }.filter { $0 < 4 || $0 >= 6 }
    let bodies = times.map {
      Quaternion(axis: Vector3(1, 0, 0), radians: $0 < 5 ? 0.3 : -0.6).conjugate.rotate(up)
    }
    let track = try #require(
      OrientationTrack.offline(
        InertialRows(
          gyroscope: TimedVectors(times: times, vectors: times.map { _ in .zero }),
          accelerometer: TimedVectors(times: times, vectors: bodies))))
    #expect(track.brokenGaps == 1 && track.count == times.count && track.headings == nil)
    for row in 0..<track.count { #expect((track[row].rotate(bodies[row]) - up).norm < 1e-6) }
  }

  @Test func tooFewRowsGiveNoTrack() {
    let one = TimedVectors(times: [0], vectors: [up])
    let two = TimedVectors(times: [0, 1], vectors: [up, up])
    #expect(OrientationTrack.online(InertialRows(gyroscope: one, accelerometer: two)) == nil)
    #expect(OrientationTrack.offline(InertialRows(gyroscope: two, accelerometer: one)) == nil)
    #expect(OrientationTrack.offline(InertialRows(gyroscope: two, accelerometer: two))?.count == 2)
  }

  @Test func parametersRoundTripAndAreChecked() throws {
    var parameters = OrientationParameters()
    parameters.accelerometerSeconds = 2
    parameters.usesMagnetometer = false
    #expect(try OrientationParameters(json: parameters.json) == parameters)
    let schema: JSONValue = ["name": "drillrunner.orientation-parameters", "version": 1]
    #expect(try OrientationParameters(json: ["schema": schema]) == .default)
    let wrong: [JSONValue] = [
      1, [:], ["schema": ["name": "other", "version": 1]],
      ["schema": ["name": "drillrunner.orientation-parameters", "version": 2]],
      ["schema": schema, "accelerometer_s": "3"], ["schema": schema, "accelerometer_s": 0],
      ["schema": schema, "uses_magnetometer": 1], ["schema": schema, "tau": 3],
    ]
    for json in wrong {
      let error = #expect(throws: ParametersError.self) { try OrientationParameters(json: json) }
      #expect(error?.cause.isEmpty == false)
    }
  }
}
