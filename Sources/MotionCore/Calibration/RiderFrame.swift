/// What is known of the heading, and so of axial angles.
public enum HeadingQuality: String, Hashable, Sendable {
  /// No magnetometer holds it: it drifts with the gyroscope's bias.
  case drifting
  /// A magnetometer holds it, as well as the field allows.
  case magnetic
}

/// Where the body is, relative to neutral.
public struct RiderAngles: Hashable, Sendable {
  /// Lean to the side, left positive.
  public var lateralRadians: Double
  /// Lean forward, forward positive.
  public var forwardRadians: Double
  /// Turn about the vertical, left positive. Only as good as `heading`; the other two do not depend on it.
  public var axialRadians: Double
  public var heading: HeadingQuality

  public var lateralDegrees: Double { lateralRadians * 180 / .pi }
  public var forwardDegrees: Double { forwardRadians * 180 / .pi }
  public var axialDegrees: Double { axialRadians * 180 / .pi }
}

/// The rider's own axes on a sensor: +X forward, +Y left, +Z up in the neutral posture. From here on all angles mean the
/// same, whatever the sensor and however it is strapped on.
public struct RiderFrame: Hashable, Sendable {
  /// Attitude in the neutral posture, sensor → reference, Z up.
  public let neutral: Quaternion
  /// Turns a vector from the sensor's axes into the rider's.
  public let sensorToRider: Quaternion
  /// Takes an attitude to its rotation from neutral, in the rider's axes, from the left.
  private let fromNeutral: Quaternion
  private let riderToSensor: Quaternion

  public init(neutral: Quaternion, sensorToRider: Quaternion) {
    self.neutral = neutral
    self.sensorToRider = sensorToRider
    fromNeutral = sensorToRider * neutral.conjugate
    riderToSensor = sensorToRider.conjugate
  }

  /// The rider's axes in the sensor frame. A lean to the left turns about −`forward`, a lean forward about +`left`, a turn
  /// to the left about +`up`.
  public var forward: Vector3 { riderToSensor.rotate(Vector3(1, 0, 0)) }
  public var left: Vector3 { riderToSensor.rotate(Vector3(0, 1, 0)) }
  public var up: Vector3 { riderToSensor.rotate(Vector3(0, 0, 1)) }

  /// A vector of the sensor frame, such as an angular velocity or an acceleration, in the rider's axes.
  public func turn(_ vector: Vector3) -> Vector3 { sensorToRider.rotate(vector) }

  /// The rotation from neutral in the rider's axes: B (q_neutral⁻¹ q) B⁻¹. `attitude` is sensor → reference, of the
  /// source that `neutral` is from.
  public func rotation(_ attitude: Quaternion) -> Quaternion { fromNeutral * attitude * riderToSensor }

  /// The angles at an attitude. The rotation is a swing followed by a twist about the rider's Z: the swing's rotation
  /// vector is where the up-vector went, whatever the heading does. Nil where the swing is 180°: the twist is undefined.
  public func angles(_ attitude: Quaternion, heading: HeadingQuality) -> RiderAngles? {
    guard let parts = SwingTwist(rotation(attitude), axis: Vector3(0, 0, 1)) else { return nil }
    let swing = parts.swing.rotationVector
    return RiderAngles(
      lateralRadians: -swing.x, forwardRadians: swing.y, axialRadians: parts.twistRadians, heading: heading)
  }
}
