#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells whether the magnetic field is the one that was accepted as the Earth's, by its norm and dip (Laidig and Seel
/// 2023, section 3.6, "Magnetic disturbance detection").
struct MagneticDisturbance {
  /// Norm in µT and dip in radians, downward positive.
  private struct Field {
    var norm = 0.0
    var dip = 0.0
  }

  private let parameters: OrientationParameters
  private let dipLimit: Double
  private let movingRate: Double
  private var lowPass = LowPass()
  private var reference = Field()
  private var undisturbedSeconds = 0.0
  private var candidate: Field?
  private var candidateSeconds = 0.0
  private(set) var isDisturbed = true

  init(_ parameters: OrientationParameters) {
    self.parameters = parameters
    dipLimit = parameters.magneticDipDegrees * .pi / 180
    movingRate = parameters.magneticNewRateDegPerSecond * .pi / 180
  }

  /// One row: `field` in the reference frame, its `norm`, and the low-pass of the rate in rad/s. A magnet that moves
  /// with the sensor looks steady while the sensor rests, so only movement makes a steady field acceptable.
  mutating func add(_ field: Vector3, norm: Double, meanRate: Double, seconds: Double) {
    let dip = -asin(min(max(field.z / norm, -1), 1))
    let smooth = lowPass.step(
      SIMD4(norm, dip, 0, 0), LowPassStep(seconds: seconds, timeConstant: parameters.magneticFieldSeconds))
    let current = Field(norm: smooth.x, dip: smooth.y)
    let gain = -expm1(-seconds / parameters.magneticReferenceSeconds)

    if agrees(current, reference) {
      undisturbedSeconds += seconds
      if undisturbedSeconds >= parameters.magneticUndisturbedSeconds {
        isDisturbed = false
        reference = follow(reference, current, gain)
      }
    } else {
      undisturbedSeconds = 0
      isDisturbed = true
    }

    guard let steady = candidate, agrees(current, steady) else {
      candidateSeconds = 0
      candidate = current
      return
    }
    if meanRate >= movingRate { candidateSeconds += seconds }
    candidate = follow(steady, current, gain)
    let needed = reference.norm == 0 ? parameters.magneticFirstSeconds : parameters.magneticNewSeconds
    if isDisturbed, candidateSeconds >= min(needed, parameters.magneticNewSeconds) {
      reference = candidate ?? current
      isDisturbed = false
      undisturbedSeconds = parameters.magneticUndisturbedSeconds
    }
  }

  private func agrees(_ field: Field, _ other: Field) -> Bool {
    abs(field.norm - other.norm) < parameters.magneticNormShare * other.norm
      && abs(field.dip - other.dip) < dipLimit
  }

  private func follow(_ field: Field, _ target: Field, _ gain: Double) -> Field {
    Field(
      norm: field.norm + gain * (target.norm - field.norm), dip: field.dip + gain * (target.dip - field.dip))
  }
}
