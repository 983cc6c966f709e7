import Foundation
import Testing

@testable import MotionCore

/// Attitudes as the rows come: whatever clock, order and source they have.
@Suite struct LiveOrientationTests {
  private func run(
    _ streams: [StreamDescription], _ clocks: [ClockDescription], _ rows: [(Int, MotionSample)],
    fusedFrom: Int = .max
  ) -> [OrientedSample] {
    var live = LiveOrientation(streams: streams, clocks: clocks, parameters: .default)
    var samples: [OrientedSample] = []
    for (place, row) in rows.enumerated() {
      if place == fusedFrom { live.chooseSource() }
      live.add(row.1, stream: row.0, row: Int64(place), into: &samples)
    }
    return samples
  }

  private func rider() -> SyntheticRider {
    var rider = SyntheticRider.calibrating
    rider.mounting = Quaternion(axis: Vector3(1, -2, 0.5), radians: 1.3)
    return rider
  }

  /// The attitudes are those of the filter over all rows in order, but for the last, which wait.
  @Test func theyAreThoseOfTheOnlineFilter() throws {
    let rider = rider()
    let rows = rider.times.flatMap { t in
      [(0, rider.sample(rider.values(t).force, t)), (1, rider.sample(rider.values(t).rate, t))]
    }
    let samples = run([SyntheticRider.accelerometer, SyntheticRider.gyroscope], [.host()], rows)
    let times = rider.times
    let track = try #require(
      OrientationTrack.online(
        InertialRows(
          gyroscope: TimedVectors(times: times, vectors: times.map { rider.values($0).rate }),
          accelerometer: TimedVectors(times: times, vectors: times.map { rider.values($0).force }))))
    #expect(samples.count >= times.count - 1)
    for (place, sample) in samples.enumerated() {
      #expect(sample.attitude.angle(to: track.inclinationAttitudes[place]) < 1e-6)
    }
  }

  /// Rows of one sensor that come a tenth of a second after the other's are taken in their order of time all the same.
  @Test func sensorsThatDeliverInBlocksAreMerged() throws {
    let rider = rider()
    var rows: [(Int, MotionSample)] = []
    for block in stride(from: 0, to: rider.times.count, by: 10) {
      let times = rider.times[block..<min(block + 10, rider.times.count)]
      rows += times.map { (1, rider.sample(rider.values($0).rate, $0)) }
      rows += times.map { (0, rider.sample(rider.values($0).force, $0)) }
    }
    let samples = run([SyntheticRider.accelerometer, SyntheticRider.gyroscope], [.host()], rows)
    let last = try #require(samples.last)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
    let up = last.attitude.conjugate.rotate(Vector3(0, 0, 1))
    #expect((up - rider.values(last.time).force).norm < 0.002)
  }

  /// A counter of µs that wraps after half a second, which runs on in receipts: the times go on.
  @Test func aWrappingClockGoesOn() {
    var clock = LiveClock(
      ClockDescription(name: "imu", unit: .microseconds, epoch: "device", wrapsAt: 500_000),
      origin: HostTime(nanoseconds: 0))
    for index in 0..<300 {
      let t = Double(index) * 0.01
      let time = clock.seconds(
        of: MotionSample(
          deviceTime: .integer(Int64(index) * 10_000 % 500_000),
          receipt: HostTime(nanoseconds: Int64(t * 1e9)), values: []))
      #expect(abs(time - t) < 1e-9)
    }
  }

  /// A device that begins its count anew after a loss of three seconds is back on the line at its receipt.
  @Test func aClockThatJumpsIsSetAnew() {
    var clock = LiveClock(
      ClockDescription(name: "imu", unit: .microseconds, epoch: "device"), origin: HostTime(nanoseconds: 0))
    func time(_ device: Int64, _ receipt: Double) -> Double {
      clock.seconds(
        of: MotionSample(
          deviceTime: .integer(device), receipt: HostTime(nanoseconds: Int64(receipt * 1e9)), values: []))
    }
    #expect(time(1_000_000, 10) == 10)
    #expect(abs(time(1_010_000, 10.02) - 10.01) < 1e-9)
    #expect(abs(time(500, 13) - 13) < 1e-9)
    #expect(abs(time(10_500, 13.01) - 13.01) < 1e-9)
  }

  /// Bunches of eight rows at 100 Hz become even: every interval within a fifth of the true one, and no drift.
  @Test func arrivalsInBunchesBecomeEven() {
    var even = EvenArrivals(interval: 0.0101)
    var times: [Double] = []
    for index in 0..<4000 { times.append(even.time(arrival: Double(index / 8 * 8 + 8) * 0.01)) }
    let settled = zip(times.dropFirst(1001), times.dropFirst(1000)).map { $0 - $1 }
    #expect(settled.allSatisfy { abs($0 - 0.01) < 0.002 })
    #expect(abs(times[3999] - times[1000] - 29.99) < 0.03)
    // A second without rows is a gap, and not made up for.
    #expect(abs(even.time(arrival: 41) - 41) < 1e-9)
  }

  /// The device's own attitude, in any of its readings, is used once gravity has told which it is.
  @Test(arguments: AttitudeReading.allCases) func aFusedAttitudeIsUsedOnceItIsVerified(
    reading: AttitudeReading
  ) throws {
    let rider = rider()
    let motion = StreamDescription(
      name: "motion", kind: .motion, sensor: "imu", clock: "host", timestampSource: .kernel, unit: .one,
      scale: [1], valueKeys: ["qx", "qy", "qz", "qw"],
      fields: [
        "attitude": [
          "keys": ["qx", "qy", "qz", "qw"], "unit": "1", "scale": 0.001, "offset": 0,
          "convention": "unverified", "capability": "available",
        ]
      ])
    let turnedOver = Quaternion(x: 1, y: 0, z: 0, w: 0)
    var rows: [(Int, MotionSample)] = []
    for t in rider.times {
      rows.append((0, rider.sample(rider.values(t).force, t)))
      rows.append((1, rider.sample(rider.values(t).rate, t)))
      // What the device would send: its own heading, and its own reading of a rotation.
      let truth = rider.attitude(t)
      let sent =
        switch reading {
        case .sensorToReference: truth
        case .referenceToSensor: truth.conjugate
        case .sensorToReferenceZDown: turnedOver * truth
        case .referenceToSensorZDown: (turnedOver * truth).conjugate
        }
      rows.append(
        (
          2,
          MotionSample(
            deviceTime: .integer(rider.host(t).nanoseconds), receipt: rider.host(t),
            values: sent.components.map { .real(1000 * $0) })
        ))
    }
    let streams = [SyntheticRider.accelerometer, SyntheticRider.gyroscope, motion]
    let samples = run(streams, [.host()], rows, fusedFrom: 300)
    let last = try #require(samples.last)
    #expect(last.attitude.angle(to: rider.attitude(last.time)) < 1e-9)
    // Chosen before there were ten samples, the filter goes on: its heading is its own.
    let early = run(streams, [.host()], rows, fusedFrom: 6)
    #expect(try #require(early.last).attitude.angle(to: rider.attitude(last.time)) > 0.1)
  }

  /// A flat sensor cannot tell the readings apart.
  @Test func aFlatSensorVerifiesNothing() {
    var verification = AttitudeVerification()
    for step in 0..<50 {
      let q = Quaternion(axis: Vector3(0, 0, 1), radians: Double(step) / 10)
      verification.add(q, force: Vector3(0, 0, 1))
    }
    #expect(verification.reading == nil && verification.samples == 0)
    #expect(verification.reason.text.contains("tilted"))
    for step in 0..<50 {
      // An attitude that is wrong by 40° in every reading.
      let q = Quaternion(axis: Vector3(1, 0, 0), radians: 0.7 + Double(step) / 1000)
      verification.add(q, force: Quaternion(axis: Vector3(0, 1, 0), radians: 0.9).rotate(Vector3(0, 0, 1)))
    }
    #expect(verification.reading == nil && verification.reason.text.contains("no reading"))
  }
}
