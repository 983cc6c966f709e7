import Foundation
import MotionCore
import Testing

/// Beside the authors' own implementation: PyPI vqf 2.1.2, default parameters, constant steps (Fixtures/README.md).
@Suite struct OrientationParityTests {
  private let start = 4000
  private let length = 6000
  private let rows: InertialRows
  private let expected: [[String: Double]]

  init() throws {
    let recording = try BroadRecording("07_undisturbed_fast_rotation_B")
    func part(_ all: TimedVectors) -> TimedVectors {
      TimedVectors(
        times: Array(all.times[0..<6000]), vectors: Array(all.vectors[4000..<10_000]))
    }
    rows = InertialRows(
      gyroscope: part(recording.rows.gyroscope), accelerometer: part(recording.rows.accelerometer),
      magnetometer: recording.rows.magnetometer.map(part))
    let text = String(decoding: try BroadRecording.unpacked("vqf_expected.csv.xz"), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    expected = lines.dropFirst().map { line in
      Dictionary(uniqueKeysWithValues: zip(lines[0], line.map { Double($0) ?? .nan }))
    }
    try #require(expected.count > 600)
  }

  private func quaternion(_ row: [String: Double], _ name: String) throws -> Quaternion {
    func part(_ axis: String) throws -> Double { try #require(row["\(name)_\(axis)"]) }
    return Quaternion(x: try part("x"), y: try part("y"), z: try part("z"), w: try part("w"))
  }

  /// The largest angle to the expected attitudes, degrees.
  private func largest(_ name: String, _ attitude: (Int) -> Quaternion) throws -> Double {
    try expected.map { row in
      let wanted = try #require(try quaternion(row, name).normalized)
      return attitude(Int(try #require(row["row"]))).angle(to: wanted) * 180 / .pi
    }.max() ?? .infinity
  }

  @Test func onlineAttitudesAreThoseOfTheReference() throws {
    let track = try #require(OrientationTrack.online(rows, intervals: BroadRecording.intervals))
    #expect(try largest("q6") { track.inclinationAttitudes[$0] } < 1e-6)
    #expect(try largest("q9") { track[$0] } < 1e-6)
  }

  @Test func offlineAttitudesAreThoseOfTheReference() throws {
    let track = try #require(OrientationTrack.offline(rows, intervals: BroadRecording.intervals))
    #expect(try largest("off6") { track.inclinationAttitudes[$0] } < 1e-6)
    #expect(try largest("off9") { track[$0] } < 1e-6)
  }

  @Test func biasRestAndDisturbanceAreThoseOfTheReference() throws {
    var filter = OrientationFilter(intervals: BroadRecording.intervals)
    let wanted = Dictionary(uniqueKeysWithValues: expected.map { (Int($0["row"] ?? -1), $0) })
    for index in 0..<length {
      let time = rows.gyroscope.times[index]
      filter.addGyroscope(rows.gyroscope.vectors[index], at: time)
      filter.addAccelerometer(rows.accelerometer.vectors[index], at: time)
      filter.addMagnetometer(try #require(rows.magnetometer).vectors[index], at: time)
      guard let row = wanted[index] else { continue }
      let bias = Vector3(
        try #require(row["bias_x"]), try #require(row["bias_y"]), try #require(row["bias_z"]))
      #expect((filter.bias - bias).norm < 1e-11)
      #expect(abs(filter.biasStandardDeviation - (try #require(row["biasSigma"]))) < 1e-11)
      #expect(filter.isResting == (row["rest"] == 1))
      #expect(filter.isMagneticallyDisturbed == (row["magDist"] == 1))
    }
    #expect(filter.unusedRows == 0 && filter.bridgedGaps == 0 && filter.brokenGaps == 0)
  }

  /// Without bias estimation and disturbance rejection it is the paper's basic variant.
  @Test func theBasicVariantIsThatOfTheReference() throws {
    var parameters = OrientationParameters()
    parameters.estimatesBiasAtRest = false
    parameters.estimatesBiasInMotion = false
    parameters.rejectsMagneticDisturbances = false
    let track = try #require(
      OrientationTrack.online(rows, parameters: parameters, intervals: BroadRecording.intervals))
    #expect(try largest("basic6") { track.inclinationAttitudes[$0] } < 1e-6)
    #expect(try largest("basic9") { track[$0] } < 1e-6)
  }
}
