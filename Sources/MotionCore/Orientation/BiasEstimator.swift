/// The gyroscope's bias as the state of a Kalman filter (Laidig and Seel 2023, section 3.5, "Gyroscope bias
/// estimation"). At rest the measurement is the mean rate. In movement it is the rate with which the accelerometer
/// keeps correcting the inclination, which tells the two horizontal components in the reference frame; the vertical
/// one, of which gravity knows nothing, is pulled to where it is, so weakly that it only keeps the covariance bounded.
///
/// Covariances are in (°/s)², the bias is in rad/s: the gain has no unit.
struct BiasEstimator {
  /// The bias that a step of the process adds in the time `biasForgettingSeconds`, as a standard deviation in °/s.
  private static let forgotten = 0.1

  private let initialVariance: Double
  private let variancePerSecond: Double
  private let motionVariance: Double
  private let restVariance: Double
  private let verticalFactor: Double
  private let limit: Double
  private let inMotion: Bool
  private let atRest: Bool

  /// rad/s, in the sensor frame.
  private(set) var bias = Vector3.zero
  /// (°/s)².
  private(set) var covariance: SymmetricMatrix3
  /// Low-pass of the sensor-to-reference matrix by rows, each with the component along it of the bias in use.
  private var rows = (LowPass(), LowPass(), LowPass())

  init(_ parameters: OrientationParameters) {
    func square(_ value: Double) -> Double { value * value }
    initialVariance = square(parameters.biasInitialDegPerSecond)
    variancePerSecond = square(Self.forgotten) / parameters.biasForgettingSeconds
    motionVariance = square(parameters.biasMotionDegPerSecond)
    restVariance = square(parameters.biasRestDegPerSecond)
    verticalFactor = 1 / parameters.biasVerticalForgetting
    limit = parameters.biasLimitDegPerSecond * .pi / 180
    inMotion = parameters.estimatesBiasInMotion
    atRest = parameters.estimatesBiasAtRest
    covariance = SymmetricMatrix3(
      xx: initialVariance, xy: 0, xz: 0, yy: initialVariance, yz: 0, zz: initialVariance)
  }

  /// A bound of the bias's standard deviation, rad/s.
  var standardDeviation: Double {
    Self.standardDeviation(covariance, initial: initialVariance.squareRoot())
  }

  /// The largest eigenvalue of a covariance in (°/s)² is at most the largest sum of a row's magnitudes, and no bias is
  /// less certain than at first. In rad/s; `initial` is in °/s.
  static func standardDeviation(_ p: SymmetricMatrix3, initial: Double) -> Double {
    let bound = max(
      abs(p.xx) + abs(p.xy) + abs(p.xz), abs(p.xy) + abs(p.yy) + abs(p.yz),
      abs(p.xz) + abs(p.yz) + abs(p.zz))
    return min(bound.squareRoot(), initial) * .pi / 180
  }

  /// One accelerometer row. `attitude` is sensor to reference, with this row's correction in it; `up` is the low-pass
  /// of the acceleration of length one before that correction, in the reference frame; `step` is that of the
  /// inclination's low-pass; `restRate` is the mean rate at rest, nil in movement.
  @inline(__always)
  mutating func update(attitude q: Quaternion, up: Vector3, step: LowPassStep, restRate: Vector3?) {
    guard inMotion || atRest else { return }
    let x = SIMD4(
      1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y), 0)
    let y = SIMD4(
      2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x), 0)
    let z = SIMD4(
      2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y), 0)
    let current = SIMD4(bias.x, bias.y, bias.z, 0)
    let mx = rows.0.step(x + SIMD4(0, 0, 0, (x * current).sum()), step)
    let my = rows.1.step(y + SIMD4(0, 0, 0, (y * current).sum()), step)
    let mz = rows.2.step(z, step)

    let added = variancePerSecond * step.seconds
    if covariance.xx < initialVariance { covariance.xx += added }
    if covariance.yy < initialVariance { covariance.yy += added }
    if covariance.zz < initialVariance { covariance.zz += added }
    // The noise of a measurement that is made each step, with which the variance settles at the wanted one:
    // p = √(v·w) to first order, w = p²/v + p exactly.
    if atRest, let restRate {
      let noise = restVariance * restVariance / added + restVariance
      correct(
        (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0)), error: restRate - bias,
        noise: (noise, noise))
    } else if inMotion {
      let noise = motionVariance * motionVariance / added + motionVariance
      let error = Vector3(
        -up.y / step.seconds + mx.w - (mx * current).sum(), up.x / step.seconds + my.w - (my * current).sum(),
        -(mz * current).sum())
      correct((mx, my, mz), error: error, noise: (noise, noise * verticalFactor))
    }
  }

  /// The Kalman update with the measurement matrix of rows `r` (of which the last component is no part), the
  /// innovation `error` and independent noises.
  @inline(__always)
  private mutating func correct(
    _ r: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>), error: Vector3,
    noise: (level: Double, vertical: Double)
  ) {
    let p = covariance
    @inline(__always) func timesP(_ row: SIMD4<Double>) -> Vector3 {
      Vector3(
        row.x * p.xx + row.y * p.xy + row.z * p.xz, row.x * p.xy + row.y * p.yy + row.z * p.yz,
        row.x * p.xz + row.y * p.yz + row.z * p.zz)
    }
    @inline(__always) func dot(_ a: Vector3, _ row: SIMD4<Double>) -> Double {
      a.x * row.x + a.y * row.y + a.z * row.z
    }
    // R·P, and S = R·P·Rᵀ + W.
    let m = (timesP(r.0), timesP(r.1), timesP(r.2))
    let s = SymmetricMatrix3(
      xx: dot(m.0, r.0) + noise.level, xy: dot(m.0, r.1), xz: dot(m.0, r.2),
      yy: dot(m.1, r.1) + noise.level, yz: dot(m.1, r.2), zz: dot(m.2, r.2) + noise.vertical)
    let inverse = s.inverse
    @inline(__always) func clipped(_ value: Double) -> Double { min(max(value, -limit), limit) }
    // P·Rᵀ·S⁻¹ by its columns.
    let k = (
      inverse.xx * m.0 + inverse.xy * m.1 + inverse.xz * m.2,
      inverse.xy * m.0 + inverse.yy * m.1 + inverse.yz * m.2,
      inverse.xz * m.0 + inverse.yz * m.1 + inverse.zz * m.2
    )
    let change = clipped(error.x) * k.0 + clipped(error.y) * k.1 + clipped(error.z) * k.2
    bias = Vector3(clipped(bias.x + change.x), clipped(bias.y + change.y), clipped(bias.z + change.z))
    covariance.xx -= k.0.x * m.0.x + k.1.x * m.1.x + k.2.x * m.2.x
    covariance.xy -= k.0.x * m.0.y + k.1.x * m.1.y + k.2.x * m.2.y
    covariance.xz -= k.0.x * m.0.z + k.1.x * m.1.z + k.2.x * m.2.z
    covariance.yy -= k.0.y * m.0.y + k.1.y * m.1.y + k.2.y * m.2.y
    covariance.yz -= k.0.y * m.0.z + k.1.y * m.1.z + k.2.y * m.2.z
    covariance.zz -= k.0.z * m.0.z + k.1.z * m.1.z + k.2.z * m.2.z
  }

  /// After a gap of `seconds`: the bias is as uncertain as it became meanwhile, the low-passes begin anew.
  mutating func bridge(seconds: Double) {
    let added = variancePerSecond * seconds
    covariance.xx = min(covariance.xx + added, max(initialVariance, covariance.xx))
    covariance.yy = min(covariance.yy + added, max(initialVariance, covariance.yy))
    covariance.zz = min(covariance.zz + added, max(initialVariance, covariance.zz))
    rows = (LowPass(), LowPass(), LowPass())
  }
}
