/// What a rate does while nobody means to move: sway, breath, tremor and sensor noise, as an autoregressive
/// process on a uniform grid of angle increments, fitted to the rest between the movements of the session itself.
///
/// With x the increments, Σ aₖ·x(n − k) is white with the standard deviation `innovation`; so the fit of a movement
/// knows how the noise around it hangs together, and its uncertainty is that of this session, not of a class.
/// Fitted by Burg's method (J. P. Burg, 37th meeting of the SEG, 1967; the recursion as in S. M. Kay, Modern
/// Spectral Estimation, 1988), the sums taken over all stretches.
struct RestNoise: Hashable, Sendable {
  /// a₀ = 1, a₁ … of the order.
  var coefficients: [Double]
  /// rad per step.
  var innovation: Double
  /// Seconds between two points of the grid.
  var stepSeconds: Double
  /// Increments that it was fitted to.
  var count: Int

  var order: Int { coefficients.count - 1 }

  /// A quieter rest than this, rad/s, is none of a body or a sensor: that of computed motion without noise.
  static let smallestRate = 0.01 * Double.pi / 180

  /// Nil where the rest is too short to tell (fewer than 25 increments for each coefficient) or nothing varies.
  init?(increments stretches: [[Double]], order: Int, stepSeconds: Double) {
    let used = stretches.filter { $0.count > 2 * order }
    count = used.reduce(0) { $0 + $1.count }
    guard count >= 25 * order else { return nil }
    var forward = used
    var backward = used
    var power = used.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } } / Double(count)
    guard power.squareRoot() > RestNoise.smallestRate * stepSeconds, power.isFinite else { return nil }
    var a = [1.0]
    for m in 0..<order {
      var product = 0.0
      var energy = 0.0
      for s in used.indices {
        for i in (m + 1)..<used[s].count {
          product += forward[s][i] * backward[s][i - 1]
          energy += forward[s][i] * forward[s][i] + backward[s][i - 1] * backward[s][i - 1]
        }
      }
      guard energy > 0 else { return nil }
      let k = -2 * product / energy
      a.append(0)
      a = a.indices.map { a[$0] + k * a[a.count - 1 - $0] }
      for s in used.indices {
        for i in stride(from: used[s].count - 1, through: m + 1, by: -1) {
          let f = forward[s][i]
          let b = backward[s][i - 1]
          forward[s][i] = f + k * b
          backward[s][i] = b + k * f
        }
      }
      power *= 1 - k * k
    }
    guard power > 0, power.isFinite else { return nil }
    coefficients = a
    innovation = power.squareRoot()
    self.stepSeconds = stepSeconds
  }

  /// The increments with the noise made white and of variance 1; shorter by the order. `x` and `y` may not be
  /// the same array.
  func whiten(_ x: [Double], into y: inout [Double]) {
    y.removeAll(keepingCapacity: true)
    let scale = 1 / innovation
    for n in (coefficients.count - 1)..<max(x.count, coefficients.count - 1) {
      var sum = 0.0
      for k in coefficients.indices { sum += coefficients[k] * x[n - k] }
      y.append(sum * scale)
    }
  }

  /// The same for four series at once.
  func whiten(_ x: [SIMD4<Double>], into y: inout [SIMD4<Double>]) {
    y.removeAll(keepingCapacity: true)
    let scale = 1 / innovation
    x.withUnsafeBufferPointer { x in
      coefficients.withUnsafeBufferPointer { a in
        for n in (a.count - 1)..<max(x.count, a.count - 1) {
          var sum = SIMD4<Double>.zero
          for k in 0..<a.count { sum += a[k] * x[n - k] }
          y.append(sum * scale)
        }
      }
    }
  }
}

extension LateralMotion {
  /// The integral at `time` of the rate by straight lines between its rows, which must lie in `segment`; the nearest
  /// end outside of it. `hint` is a row at or before the one wanted and is moved on.
  func integral(at time: Double, in segment: Range<Int>, hint: inout Int) -> Double {
    hint = min(max(hint, segment.lowerBound), segment.upperBound - 1)
    while hint + 1 < segment.upperBound, times[hint + 1] <= time { hint += 1 }
    guard hint + 1 < segment.upperBound, time > times[hint] else { return integral[hint] }
    let since = time - times[hint]
    let slope = (unfilteredRate[hint + 1] - unfilteredRate[hint]) / (times[hint + 1] - times[hint])
    return integral[hint] + since * (unfilteredRate[hint] + 0.5 * slope * since)
  }

  /// The increments of the integral over steps of `step` seconds, `count` of them, the last ending at `end`.
  func increments(endingAt end: Double, count: Int, step: Double, segment: Range<Int>) -> [Double] {
    guard count > 0 else { return [] }
    let start = end - Double(count) * step
    var hint = max(segment.lowerBound, gyro.firstIndex(atOrAfter: start) - 1)
    var last = integral(at: start, in: segment, hint: &hint)
    return (1...count).map { n in
      let next = integral(at: end - Double(count - n) * step, in: segment, hint: &hint)
      defer { last = next }
      return next - last
    }
  }

  /// The rows outside of `busy` (seconds, ascending, not overlapping), in stretches without a gap.
  func restRows(outside busy: [ClosedRange<Double>]) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var next = 0
    for segment in gyro.segments {
      var start = segment.lowerBound
      while next < busy.count, busy[next].lowerBound < times[segment.upperBound - 1] {
        let end = min(segment.upperBound, gyro.firstIndex(atOrAfter: busy[next].lowerBound))
        if end - start >= 2 { stretches.append(start..<end) }
        start = max(start, min(segment.upperBound, gyro.firstIndex(atOrAfter: busy[next].upperBound)))
        // A movement at the end of a stretch may reach into the next one.
        guard busy[next].upperBound <= times[segment.upperBound - 1] else { break }
        next += 1
      }
      if segment.upperBound - start >= 2 { stretches.append(start..<segment.upperBound) }
    }
    return stretches
  }

  /// The noise of `rest`.
  func restNoise(_ rest: [Range<Int>], configuration: AnalysisConfiguration) -> RestNoise? {
    let step = max(configuration.noiseStepSeconds, gyro.medianIntervalSeconds)
    let stretches = rest.map { rows in
      let end = times[rows.upperBound - 1]
      return increments(
        endingAt: end, count: Int((end - times[rows.lowerBound]) / step), step: step, segment: rows)
    }
    return RestNoise(increments: stretches, order: configuration.noiseOrder, stepSeconds: step)
  }
}
