#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The angle about the vertical between the reference frame of the inclination and one whose Y axis is magnetic north,
/// as a first-order filter of the magnetometer's disagreement (Laidig and Seel 2023, section 3.4). A disturbed field is
/// left out, and after `magneticRejectionSeconds` used with a smaller gain.
struct HeadingCorrection {
  private let parameters: OrientationParameters
  /// Radians, −π … π.
  private(set) var angle: Double
  /// At first the gain is that of a mean: 1, 1/2, 1/3 … Zero once it is below that of the time constant.
  private var startGain = 1.0
  /// Online, at first as much as is ever rejected: a field that was not yet accepted is all there is, and is used.
  private var rejectedSeconds: Double

  /// `startsUnknown` says that no field was accepted before the first row.
  init(_ parameters: OrientationParameters, angle: Double = 0, startsUnknown: Bool = true) {
    self.parameters = parameters
    self.angle = angle
    rejectedSeconds = startsUnknown ? parameters.magneticRejectionSeconds : 0
  }

  /// One magnetometer row, whose field in the frame of the inclination points `heading` radians from Y toward X.
  mutating func add(heading: Double, isDisturbed: Bool, seconds: Double) {
    var gain = -expm1(-seconds / parameters.magnetometerSeconds)
    if parameters.rejectsMagneticDisturbances {
      if isDisturbed {
        if rejectedSeconds <= parameters.magneticRejectionSeconds {
          rejectedSeconds += seconds
          gain = 0
        } else {
          gain /= parameters.magneticRejectionFactor
        }
      } else {
        rejectedSeconds = max(rejectedSeconds - parameters.magneticRejectionFactor * seconds, 0)
      }
    }
    if startGain > 0 {
      gain = max(gain, startGain)
      startGain /= startGain + 1
      if startGain * parameters.magnetometerSeconds < seconds { startGain = 0 }
    }
    angle = Self.wrapped(angle + gain * Self.wrapped(heading - angle))
  }

  /// Starts the mean anew: what was before says nothing about the heading now.
  mutating func restart() { startGain = 1 }

  /// The same angle within −π … π; for angles below 3π in magnitude.
  static func wrapped(_ angle: Double) -> Double {
    angle > .pi ? angle - 2 * .pi : angle < -.pi ? angle + 2 * .pi : angle
  }

  /// The direction of a horizontal field from Y toward X, radians.
  static func heading(of field: Vector3) -> Double { atan2(field.x, field.y) }

  /// The attitude turned by a heading.
  static func apply(_ angle: Double, to attitude: Quaternion) -> Quaternion {
    Quaternion(x: 0, y: 0, z: sin(angle / 2), w: cos(angle / 2)) * attitude
  }
}
