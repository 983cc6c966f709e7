#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How the attitude that a device computes itself is to be read.
enum AttitudeReading: String, Hashable, Sendable, CaseIterable {
  case sensorToReference = "sensor_to_reference"
  case referenceToSensor = "reference_to_sensor"
  case sensorToReferenceZDown = "sensor_to_reference_z_down"
  case referenceToSensorZDown = "reference_to_sensor_z_down"

  /// Sensor → reference, Z up, from the rotation as the device gives it.
  func attitude(_ q: Quaternion) -> Quaternion {
    let turnedOver = Quaternion(x: 1, y: 0, z: 0, w: 0)
    switch self {
    case .sensorToReference: return q
    case .referenceToSensor: return q.conjugate
    case .sensorToReferenceZDown: return turnedOver * q
    case .referenceToSensorZDown: return turnedOver * q.conjugate
    }
  }
}

/// Which reading of a device's attitude takes the measured up direction to the vertical. Nothing is taken from a manual.
///
/// A reading has won when, over at least ten samples at rest with the sensor tilted, its mean residual, the distance between
/// the unit vectors of predicted and measured up, is below 0.03 and that of every other is above 0.1.
struct AttitudeVerification: Hashable, Sendable {
  static let samplesNeeded = 10
  static let winningResidual = 0.03
  static let losingResidual = 0.1
  /// At rest the acceleration is 1 g within this.
  private static let gravityTolerance = 0.03
  /// Readings agree with each other where up lies along the sensor's z.
  private static let largestUpZ = cos(10 * Double.pi / 180)

  private(set) var samples = 0
  private var sums = [Double](repeating: 0, count: AttitudeReading.allCases.count)

  /// Takes an attitude as the device gives it and the specific force at the time, g.
  mutating func add(_ q: Quaternion, force: Vector3) {
    guard abs(force.norm - 1) <= Self.gravityTolerance, let up = force.normalized,
      abs(up.z) <= Self.largestUpZ
    else { return }
    samples += 1
    for (place, reading) in AttitudeReading.allCases.enumerated() {
      sums[place] += (reading.attitude(q).conjugate.rotate(Vector3(0, 0, 1)) - up).norm
    }
  }

  /// The reading that has won; nil where none has.
  var reading: AttitudeReading? {
    guard samples >= Self.samplesNeeded else { return nil }
    let means = sums.map { $0 / Double(samples) }
    guard means.count(where: { $0 > Self.losingResidual }) == means.count - 1,
      let winner = means.firstIndex(where: { $0 < Self.winningResidual })
    else { return nil }
    return AttitudeReading.allCases[winner]
  }

  /// Why none has won.
  var reason: UnavailableReason {
    UnavailableReason(samples < Self.samplesNeeded ? SourceReason.fewTilted : .noReadingAgrees)
  }
}
