import Foundation
import MotionCore
import Testing

/// The fast filter is the plain one: on real and random rows, even and uneven times, with gaps, with different rates.
@Suite struct ReferenceOrientationTests {
  /// The largest difference of attitude in radians, of the bias in rad/s and of the heading in radians; and the filter.
  private func compare(
    _ rows: InertialRows, _ parameters: OrientationParameters = .default
  ) throws -> (attitude: Double, bias: Double, heading: Double, filter: OrientationFilter) {
    let intervals = try #require(rows.intervals)
    var fast = OrientationFilter(parameters: parameters, intervals: intervals)
    var plain = ReferenceOrientation(parameters, intervals)
    var events: [(time: Double, order: Int, vector: Vector3)] = []
    for (order, stream) in [rows.gyroscope, rows.accelerometer, rows.magnetometer].enumerated() {
      guard let stream else { continue }
      events += zip(stream.times, stream.vectors).map { ($0, order, $1) }
    }
    events.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    var found = (0.0, 0.0, 0.0)
    for event in events {
      switch event.order {
      case 0:
        fast.addGyroscope(event.vector, at: event.time)
        plain.gyroscope(event.vector, event.time)
      case 1:
        fast.addAccelerometer(event.vector, at: event.time)
        plain.accelerometer(event.vector, event.time)
      default:
        fast.addMagnetometer(event.vector, at: event.time)
        plain.magnetometer(event.vector, event.time)
        #expect(fast.isMagneticallyDisturbed == plain.disturbed)
        let difference = fast.headingCorrection - plain.heading
        found.2 = max(found.2, abs(atan2(sin(difference), cos(difference))))
      }
      #expect(fast.isResting == plain.resting)
      found.0 = max(found.0, fast.inclinationAttitude.angle(to: plain.sixAxis))
      found.1 = max(found.1, (fast.bias - Vector3(plain.bias[0], plain.bias[1], plain.bias[2])).norm)
    }
    return (found.0, found.1, found.2, fast)
  }

  private func part(_ all: TimedVectors?, _ kept: [Int], _ times: [Double]) -> TimedVectors {
    TimedVectors(times: times, vectors: kept.map { all?.vectors[$0] ?? .zero })
  }

  /// Rest, the first movement, and lost rows.
  @Test func onARecordingWithLostRows() throws {
    let recording = try BroadRecording("02_undisturbed_slow_rotation_B")
    let (kept, times) = TimingFault.dropped.apply(to: recording)
    let some = kept.indices.filter { kept[$0] > 4500 && kept[$0] < 9500 }
    func rows(_ all: TimedVectors?) -> TimedVectors {
      part(all, some.map { kept[$0] }, some.map { times[$0] })
    }
    let result = try compare(
      InertialRows(
        gyroscope: rows(recording.rows.gyroscope), accelerometer: rows(recording.rows.accelerometer),
        magnetometer: rows(recording.rows.magnetometer)))
    #expect(result.attitude < 1e-9 && result.bias < 1e-11 && result.heading < 1e-9)
    #expect(result.filter.bridgedGaps > 3 && result.filter.brokenGaps == 0)
  }

  /// Random turns, forces and fields; streams at 200, 97 and 31 Hz that begin at different times, uneven, with gaps of
  /// 0.2 s and 2 s.
  @Test(arguments: [1, 2, 3]) func onRandomRowsOfDifferentRates(seed: UInt64) throws {
    let rows = Self.randomRows(seed: seed)
    let result = try compare(rows)
    #expect(result.attitude < 1e-9 && result.bias < 1e-11 && result.heading < 1e-9)
    #expect(result.filter.bridgedGaps == 1 && result.filter.brokenGaps == 1)
    #expect(result.filter.hasHeading && result.filter.isLevelled)
    var parameters = OrientationParameters()
    parameters.estimatesBiasInMotion = false
    parameters.rejectsMagneticDisturbances = false
    let without = try compare(rows, parameters)
    #expect(without.attitude < 1e-9 && without.heading < 1e-9)
  }

  /// The offline variant as well: attitudes, headings and biases, with the gaps and the disturbance of the same rows.
  @Test(arguments: [1, 2, 3]) func offlineOnRandomRowsOfDifferentRates(seed: UInt64) throws {
    let rows = Self.randomRows(seed: seed)
    try compareOffline(rows, .default)
    var parameters = OrientationParameters()
    parameters.rejectsMagneticDisturbances = false
    parameters.estimatesBiasAtRest = false
    try compareOffline(rows, parameters)
  }

  @Test func offlineOnARecordingWithLostRows() throws {
    let recording = try BroadRecording("02_undisturbed_slow_rotation_B")
    let (kept, times) = TimingFault.dropped.apply(to: recording)
    let some = kept.indices.filter { kept[$0] > 4500 && kept[$0] < 7000 }
    func rows(_ all: TimedVectors?) -> TimedVectors {
      part(all, some.map { kept[$0] }, some.map { times[$0] })
    }
    try compareOffline(
      InertialRows(
        gyroscope: rows(recording.rows.gyroscope), accelerometer: rows(recording.rows.accelerometer),
        magnetometer: rows(recording.rows.magnetometer)), .default)
  }

  private func compareOffline(_ rows: InertialRows, _ parameters: OrientationParameters) throws {
    let intervals = try #require(rows.intervals)
    let fast = try #require(OrientationTrack.offline(rows, parameters: parameters))
    let plain = ReferenceOffline(rows, parameters, intervals)
    var worst = (attitude: 0.0, heading: 0.0, bias: 0.0)
    for row in 0..<fast.count {
      worst.attitude = max(
        worst.attitude, fast.inclinationAttitudes[row].angle(to: plain.attitudes[row]))
      let turn = try #require(fast.headings?[row]) - plain.headings[row]
      worst.heading = max(worst.heading, abs(atan2(sin(turn), cos(turn))))
      let bias = plain.biases[row]
      worst.bias = max(worst.bias, (fast.biases[row] - Vector3(bias[0], bias[1], bias[2])).norm)
    }
    #expect(worst.attitude < 1e-9 && worst.heading < 1e-9 && worst.bias < 1e-11)
  }

  /// Random turns, forces and fields; streams at 200, 97 and 31 Hz that begin at different times, uneven, with gaps of
  /// 0.2 s and 2 s.
  private static func randomRows(seed: UInt64) -> InertialRows {
    var random = SeededRandom(seed: seed)
    func stream(_ hertz: Double, from start: Double, _ value: (Double, inout SeededRandom) -> Vector3)
      -> TimedVectors
    {
      var times: [Double] = []
      var vectors: [Vector3] = []
      var time = start
      while time < 20 {
        let isInGap = (time > 8 && time < 8.2) || (time > 12 && time < 14)
        if !isInGap {
          times.append(time)
          vectors.append(value(time, &random))
        }
        time += (0.7 + 0.6 * random.uniform()) / hertz
      }
      return TimedVectors(times: times, vectors: vectors)
    }
    func noise(_ sigma: Double, _ random: inout SeededRandom) -> Vector3 {
      Vector3(sigma * random.normal(), sigma * random.normal(), sigma * random.normal())
    }
    return InertialRows(
      gyroscope: stream(200, from: 0.003) { time, random in
        let speed = time < 5 ? 0.0 : 2.0
        return Vector3(speed * sin(3 * time), speed * cos(2 * time), speed * sin(time))
          + noise(0.003, &random)
          + Vector3(0.01, -0.007, 0.004)
      },
      accelerometer: stream(97, from: 0) { time, random in
        let move = time < 5 ? 0.002 : 0.3
        return Vector3(0.1, 0.2, 0.97) + noise(move, &random)
      },
      magnetometer: stream(31, from: 0.05) { time, random in
        (time > 16 ? 2.0 : 1.0) * Vector3(20, 5, -40) + noise(0.2, &random)
      })
  }
}
