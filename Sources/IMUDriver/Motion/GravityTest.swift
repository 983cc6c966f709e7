import Foundation
import MotionCore

/// Finds out what a device means by its attitude: which reading of it takes the measured up direction at rest to
/// the vertical. Nothing is taken from a manual.
///
/// Each reading predicts where up is in the sensor's axes; the residual is the distance of that unit vector from
/// the measured acceleration's direction. A reading has won when, over at least ten tilted samples, its mean
/// residual is below 0.03 and that of every other is above 0.1. Tilted: up is at least 10° from the sensor's z axis,
/// where readings agree with each other. Samples whose acceleration is not within 3 % of 1 g are left out. The
/// acceleration is taken as specific force.
struct GravityTest: Sendable {
  /// One way to read the attitude values.
  struct Reading: Sendable {
    var name: String
    var up: @Sendable ([Double]) -> Vector3
  }

  static let samplesNeeded = 10
  static let winningResidual = 0.03
  static let losingResidual = 0.1
  static let unverified = "unverified"

  let readings: [Reading]
  private(set) var samples = 0
  private var sums: [Double]

  init?(_ field: MotionField) {
    switch field {
    case .attitude: readings = GravityTest.rotations { q in GravityTest.rotation(q) }
    case .matrix: readings = GravityTest.matrices
    case .euler: readings = GravityTest.angles
    default: return nil
    }
    sums = Array(repeating: 0, count: readings.count)
  }

  /// Takes one sample: attitude values in their unit (angles in radians), acceleration in g.
  mutating func add(_ values: [Double], acceleration: Vector3) {
    let norm = acceleration.norm
    guard abs(norm - 1) <= 0.03, values.allSatisfy(\.isFinite), let up = acceleration.normalized,
      abs(up.z) <= cos(10 * Double.pi / 180)
    else { return }
    let residuals = readings.map { reading in
      reading.up(values).normalized.map { ($0 - up).norm } ?? .infinity
    }
    guard residuals.allSatisfy(\.isFinite) else { return }
    samples += 1
    for index in residuals.indices { sums[index] += residuals[index] }
  }

  /// The name of the reading that has won; `unverified` where none has.
  var convention: String {
    guard samples >= GravityTest.samplesNeeded else { return GravityTest.unverified }
    let means = sums.map { $0 / Double(samples) }
    let winners = means.indices.filter { means[$0] < GravityTest.winningResidual }
    let losers = means.count { $0 > GravityTest.losingResidual }
    guard winners.count == 1, losers == means.count - 1 else { return GravityTest.unverified }
    return readings[winners[0]].name
  }

  /// What was found, with the numbers behind it.
  var json: JSONValue {
    var object: JSONObject = ["convention": .string(convention), "samples": .integer(Int64(samples))]
    if samples > 0 {
      object["mean_residuals"] = .object(
        JSONObject(zip(readings, sums).map { ($0.name, .real($1 / Double(samples))) }))
    }
    if convention == GravityTest.unverified {
      let reason = samples < GravityTest.samplesNeeded ? SensorReason.fewTilted : .noReadingAgrees
      object["reason"] = .string(reason.text)
    }
    return .object(object)
  }

  private static func rotation(_ q: [Double]) -> Quaternion {
    Quaternion(x: q[0], y: q[1], z: q[2], w: q[3])
  }

  /// v_ref = q v q⁻¹, or the other way round; the reference with z up, or down.
  private static func rotations(_ quaternion: @escaping @Sendable ([Double]) -> Quaternion) -> [Reading] {
    let z = Vector3(0, 0, 1)
    return [
      Reading(name: "sensor_to_reference") { quaternion($0).conjugate.rotate(z) },
      Reading(name: "reference_to_sensor") { quaternion($0).rotate(z) },
      Reading(name: "sensor_to_reference_z_down") { -quaternion($0).conjugate.rotate(z) },
      Reading(name: "reference_to_sensor_z_down") { -quaternion($0).rotate(z) },
    ]
  }

  /// The same with nine numbers in rows: Rᵀz is the third row, Rz the third column.
  private static let matrices: [Reading] = [
    Reading(name: "sensor_to_reference") { Vector3($0[6], $0[7], $0[8]) },
    Reading(name: "reference_to_sensor") { Vector3($0[2], $0[5], $0[8]) },
    Reading(name: "sensor_to_reference_z_down") { -Vector3($0[6], $0[7], $0[8]) },
    Reading(name: "reference_to_sensor_z_down") { -Vector3($0[2], $0[5], $0[8]) },
  ]

  /// roll, pitch, yaw turned from the reference in the order yaw, pitch, roll about moving axes: about z, y, x
  /// (aerospace), or about z, x, y (where roll is the angle about y).
  private static let angles: [Reading] = {
    @Sendable func aerospace(_ a: [Double]) -> Vector3 {
      Vector3(-sin(a[1]), sin(a[0]) * cos(a[1]), cos(a[0]) * cos(a[1]))
    }
    @Sendable func rollAboutY(_ a: [Double]) -> Vector3 {
      Vector3(-sin(a[0]) * cos(a[1]), sin(a[1]), cos(a[0]) * cos(a[1]))
    }
    return [
      Reading(name: "roll_x_pitch_y", up: aerospace), Reading(name: "roll_y_pitch_x", up: rollAboutY),
      Reading(name: "roll_x_pitch_y_z_down") { -aerospace($0) },
      Reading(name: "roll_y_pitch_x_z_down") { -rollAboutY($0) },
    ]
  }()
}
