import Foundation
import MotionCore

/// The filter once more, plain and slow: matrices as arrays, every step from its definition. Written from Laidig and Seel
/// 2023 (doi:10.1016/j.inffus.2022.10.014) and this project's rules for times and gaps, to hold the fast one against.
struct ReferenceOrientation {
  typealias Matrix = [[Double]]

  /// ẏ = ω·s, ṡ = ω·(u − y) − √2·ω·s by the trapezoidal rule, ω prewarped for the step; the mean at first.
  struct Filter {
    var tau: Double
    var history: [(value: [Double], seconds: Double)]? = []
    var y: [Double] = []
    var slope: [Double] = []
    var input: [Double] = []

    init(_ tau: Double) { self.tau = tau }

    mutating func add(_ value: [Double], _ seconds: Double) -> [Double] {
      if let earlier = history {
        let all = earlier + [(value, seconds)]
        let total = all.reduce(0) { $0 + $1.seconds }
        y = value.indices.map { i in all.reduce(0) { $0 + $1.seconds * $1.value[i] } / total }
        slope = value.map { _ in 0 }
        input = y
        history = total >= tau ? nil : all
        return y
      }
      // The corner is where it is after the transform when ω·Δt/2 is the tangent of half the corner's angle per step.
      let omega = tan(min(seconds * 2.0.squareRoot() / tau / 2, 1.5)) * 2 / seconds
      let a: Matrix = [[0, omega], [-omega, -2.0.squareRoot() * omega]]
      let h = seconds / 2
      let left: Matrix = [[1 - h * a[0][0], -h * a[0][1]], [-h * a[1][0], 1 - h * a[1][1]]]
      let inverse = ReferenceOrientation.inverse(left)
      for i in value.indices {
        let state = [y[i], slope[i]]
        let right = [
          state[0] + h * (a[0][0] * state[0] + a[0][1] * state[1]),
          state[1] + h * (a[1][0] * state[0] + a[1][1] * state[1]) + h * omega
            * (value[i] + input[i]),
        ]
        y[i] = inverse[0][0] * right[0] + inverse[0][1] * right[1]
        slope[i] = inverse[1][0] * right[0] + inverse[1][1] * right[1]
      }
      input = value
      return y
    }
  }

  static func times(_ a: Matrix, _ b: Matrix) -> Matrix {
    a.map { row in b[0].indices.map { j in row.indices.reduce(0) { $0 + row[$1] * b[$1][j] } } }
  }
  static func transposed(_ a: Matrix) -> Matrix { a[0].indices.map { j in a.map { $0[j] } } }
  static func added(_ a: Matrix, _ b: Matrix, _ factor: Double = 1) -> Matrix {
    zip(a, b).map { zip($0, $1).map { $0 + factor * $1 } }
  }
  /// Gauss and Jordan, with pivots.
  static func inverse(_ a: Matrix) -> Matrix {
    let n = a.count
    var m = a.indices.map { i in a[i] + (0..<n).map { $0 == i ? 1.0 : 0.0 } }
    for c in 0..<n {
      let p = (c..<n).max { abs(m[$0][c]) < abs(m[$1][c]) }!
      m.swapAt(c, p)
      m[c] = m[c].map { $0 / m[c][c] }
      for r in 0..<n where r != c { m[r] = zip(m[r], m[c]).map { [f = m[r][c]] in $0 - f * $1 } }
    }
    return m.map { Array($0[n...]) }
  }
  static func array(_ v: Vector3) -> [Double] { [v.x, v.y, v.z] }
  static func vector(_ v: [Double]) -> Vector3 { Vector3(v[0], v[1], v[2]) }
  /// q v q⁻¹ with products of quaternions.
  static func turn(_ v: Vector3, by q: Quaternion) -> Vector3 {
    let r = q * Quaternion(x: v.x, y: v.y, z: v.z, w: 0) * q.conjugate
    return Vector3(r.x, r.y, r.z)
  }
  static func turned(_ v: Vector3) -> Quaternion {
    v.norm == 0 ? .identity : Quaternion(axis: v, radians: v.norm)
  }
  static func wrapped(_ a: Double) -> Double { atan2(sin(a), cos(a)) }

  let p: OrientationParameters
  let nominal: OrientationFilter.Intervals
  let degree = Double.pi / 180
  var gyroQ = Quaternion.identity
  var levelQ = Quaternion.identity
  var gyroTime: Double?
  var gyroRate = Vector3.zero
  var lastTimes: (accelerometer: Double?, magnetometer: Double?) = (nil, nil)
  var restRate: Filter
  var restForce: Filter
  var restSeconds = 0.0
  var resting = false
  var force: Filter
  var matrix: Filter
  var matrixBias: Filter
  var bias = [0.0, 0, 0]
  var covariance: Matrix
  var field: Filter
  var reference: [Double]?
  var undisturbed = 0.0
  var candidate: [Double]?
  var candidateSeconds = 0.0
  var disturbed = true
  var heading = 0.0
  var headingRows = 0
  var startGain = true
  var rejected: Double

  init(_ parameters: OrientationParameters, _ intervals: OrientationFilter.Intervals) {
    p = parameters
    nominal = intervals
    restRate = Filter(p.restFilterSeconds)
    restForce = Filter(p.restFilterSeconds)
    force = Filter(p.accelerometerSeconds)
    matrix = Filter(p.accelerometerSeconds)
    matrixBias = Filter(p.accelerometerSeconds)
    field = Filter(p.magneticFieldSeconds)
    let v = p.biasInitialDegPerSecond * p.biasInitialDegPerSecond
    covariance = [[v, 0, 0], [0, v, 0], [0, 0, v]]
    rejected = p.magneticRejectionSeconds
  }

  var sixAxis: Quaternion { levelQ * gyroQ }

  mutating func gyroscope(_ rate: Vector3, _ time: Double) {
    let longest = p.gapFactor * nominal.gyroscope
    var dt = nominal.gyroscope
    var broken = false
    if let last = gyroTime {
      dt = time - last
      broken = dt > max(longest, p.bridgedGapSeconds)
    }
    if broken {
      restRate = Filter(p.restFilterSeconds)
      restForce = Filter(p.restFilterSeconds)
      force = Filter(p.accelerometerSeconds)
      matrix = Filter(p.accelerometerSeconds)
      matrixBias = Filter(p.accelerometerSeconds)
      resting = false
      restSeconds = 0
      let v0 = p.biasInitialDegPerSecond * p.biasInitialDegPerSecond
      for i in 0..<3 where covariance[i][i] < v0 {
        covariance[i][i] = min(v0, covariance[i][i] + 0.01 / p.biasForgettingSeconds * dt)
      }
      headingRows = 0
      startGain = true
      dt = nominal.gyroscope
    }
    let mean = restRate.add(Self.array(rate), min(dt, longest))
    if (rate - Self.vector(mean)).norm >= p.restRateDegPerSecond * degree
      || mean.contains(where: { abs($0) > p.biasLimitDegPerSecond * degree })
    {
      resting = false
      restSeconds = 0
    }
    let free = rate - Self.vector(bias)
    let own = min(dt, nominal.gyroscope)
    gyroQ = gyroQ * Self.turned(own * free + ((dt - own) / 2) * (free + gyroRate))
    gyroQ = gyroQ.normalized!
    gyroRate = free
    gyroTime = time
  }

  /// The gyroscope's attitude at another row's time.
  func attitude(at time: Double) -> Quaternion? {
    guard let last = gyroTime, abs(time - last) <= p.gapFactor * nominal.gyroscope else { return nil }
    return gyroQ * Self.turned((time - last) * gyroRate)
  }

  mutating func accelerometer(_ f: Vector3, _ time: Double) {
    guard let q = attitude(at: time) else { return }
    let dt =
      lastTimes.accelerometer.map { min(time - $0, p.gapFactor * nominal.accelerometer) }
      ?? nominal.accelerometer
    lastTimes.accelerometer = time
    let mean = restForce.add(Self.array(f), dt)
    if (f - Self.vector(mean)).norm >= p.restAccelerationMetresPerSecondSquared / 9.80665 {
      resting = false
      restSeconds = 0
    } else {
      restSeconds += dt
      if restSeconds >= p.restMinimumSeconds { resting = true }
    }
    let smooth = force.add(Self.array(Self.turn(f, by: q)), dt)
    let tilted = Self.turn(Self.vector(smooth), by: levelQ)
    let up = (1 / tilted.norm) * tilted
    // The shortest way to +Z, as axis and angle.
    let axis = up.cross(Vector3(0, 0, 1))
    if axis.norm > 0 {
      levelQ = Quaternion(axis: axis, radians: atan2(axis.norm, up.z)) * levelQ
      levelQ = levelQ.normalized!
    }
    updateBias(levelQ * q, up, dt)
  }

  private mutating func updateBias(_ q: Quaternion, _ up: Vector3, _ dt: Double) {
    let columns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map {
      Self.array(Self.turn($0, by: q))
    }
    let r = Self.transposed(columns)
    let rb = Self.times(r, Self.transposed([bias])).map { $0[0] }
    let flat = matrix.add(r.flatMap { $0 }, dt)
    let meanR = [Array(flat[0..<3]), Array(flat[3..<6]), Array(flat[6..<9])]
    let meanRB = matrixBias.add(Array(rb[0..<2]), dt)
    let v0 = p.biasInitialDegPerSecond * p.biasInitialDegPerSecond
    let v = 0.01 / p.biasForgettingSeconds * dt
    for i in 0..<3 where covariance[i][i] < v0 { covariance[i][i] += v }
    func noise(_ sigma: Double) -> Double { sigma * sigma * sigma * sigma / v + sigma * sigma }
    var h: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    var w: [Double]
    var error: [Double]
    if resting, p.estimatesBiasAtRest {
      w = [1, 1, 1].map { $0 * noise(p.biasRestDegPerSecond) }
      error = zip(restRate.y, bias).map { $0 - $1 }
    } else if p.estimatesBiasInMotion {
      h = meanR
      let hb = Self.times(h, Self.transposed([bias])).map { $0[0] }
      error = [-up.y / dt + meanRB[0] - hb[0], up.x / dt + meanRB[1] - hb[1], -hb[2]]
      w = [1, 1, 1 / p.biasVerticalForgetting].map { $0 * noise(p.biasMotionDegPerSecond) }
    } else {
      return
    }
    let limit = p.biasLimitDegPerSecond * degree
    error = error.map { min(max($0, -limit), limit) }
    let wm = (0..<3).map { i in (0..<3).map { $0 == i ? w[i] : 0 } }
    let s = Self.added(Self.times(Self.times(h, covariance), Self.transposed(h)), wm)
    let k = Self.times(Self.times(covariance, Self.transposed(h)), Self.inverse(s))
    let change = Self.times(k, Self.transposed([error])).map { $0[0] }
    bias = zip(bias, change).map { min(max($0 + $1, -limit), limit) }
    covariance = Self.added(covariance, Self.times(Self.times(k, h), covariance), -1)
  }

  mutating func magnetometer(_ m: Vector3, _ time: Double) {
    guard let q = attitude(at: time) else { return }
    let dt =
      lastTimes.magnetometer.map { min(time - $0, p.gapFactor * nominal.magnetometer) }
      ?? nominal.magnetometer
    lastTimes.magnetometer = time
    let turned = Self.turn(m, by: levelQ * q)
    if p.rejectsMagneticDisturbances { detect(turned, dt) }
    var gain = 1 - exp(-dt / p.magnetometerSeconds)
    if p.rejectsMagneticDisturbances {
      if !disturbed {
        rejected = max(rejected - p.magneticRejectionFactor * dt, 0)
      } else if rejected <= p.magneticRejectionSeconds {
        rejected += dt
        gain = 0
      } else {
        gain /= p.magneticRejectionFactor
      }
    }
    headingRows += 1
    if startGain {
      gain = max(gain, 1 / Double(headingRows))
      startGain = p.magnetometerSeconds / Double(headingRows + 1) >= dt
    }
    heading = Self.wrapped(heading + gain * Self.wrapped(atan2(turned.x, turned.y) - heading))
  }

  private mutating func detect(_ m: Vector3, _ dt: Double) {
    let now = field.add([m.norm, -asin(m.z / m.norm)], dt)
    func agrees(_ other: [Double]?) -> Bool {
      guard let other else { return false }
      return abs(now[0] - other[0]) < p.magneticNormShare * other[0]
        && abs(now[1] - other[1]) < p.magneticDipDegrees * degree
    }
    let gain = 1 - exp(-dt / p.magneticReferenceSeconds)
    func followed(_ old: [Double]) -> [Double] { zip(old, now).map { $0 + gain * ($1 - $0) } }
    if agrees(reference) {
      undisturbed += dt
      if undisturbed >= p.magneticUndisturbedSeconds {
        disturbed = false
        reference = reference.map(followed)
      }
    } else {
      undisturbed = 0
      disturbed = true
    }
    guard agrees(candidate) else {
      candidate = now
      candidateSeconds = 0
      return
    }
    if Self.vector(restRate.y).norm >= p.magneticNewRateDegPerSecond * degree { candidateSeconds += dt }
    candidate = candidate.map(followed)
    if disturbed,
      candidateSeconds >= p.magneticNewSeconds
        || (reference == nil && candidateSeconds >= p.magneticFirstSeconds)
    {
      reference = candidate
      disturbed = false
      undisturbed = p.magneticUndisturbedSeconds
    }
  }
}
