import Foundation

/// When a movement began, from the whole rise of its rate and what the rest around it tells about noise.
///
/// For each `StartShape` the angle increments from the rest before the movement to just after its first peak are
/// fitted by A · shape((t − t₀)/T), by least squares of the whitened residuals (generalised least squares; A. C.
/// Aitken, Proc. R. Soc. Edinburgh 55, 1935). The estimate is the minimum-jerk t₀. Its uncertainty is not that of
/// this fit alone: the fits together are a mixture of normals in t₀, each weighted by its evidence (Laplace's
/// approximation: √det C · exp(−χ²/2), equal priors), and half the width about the estimate that holds 95 % of
/// the mixture, over 1.96, is the standard uncertainty. Where no shape fits (χ² above its degrees of freedom),
/// χ² and covariance are scaled to it (R. T. Birge, Phys. Rev. 40, 1932), so that the shapes are told apart less.
struct OnsetFit {
  private var noise: RestNoise
  private var restSeconds: Double
  // Work space, so that a session of a thousand movements does not allocate in its loops.
  private var data: [Double] = []
  private var raw = [[Double]](repeating: [], count: 3)
  private var columns = [[Double]](repeating: [], count: 3)
  private var trial = [[Double]](repeating: [], count: 3)

  init(noise: RestNoise, configuration: AnalysisConfiguration) {
    self.noise = noise
    restSeconds = configuration.onsetRestSeconds
  }

  /// A fitted movement: from `start` for `duration`, `size` along.
  private struct Fit {
    var start: Double
    var duration: Double
    var size: Double
    var chiSquared: Double
    /// Variance of `start`, and the logarithm of the determinant of the covariance.
    var variance = 0.0
    var logDeterminant = 0.0
  }

  /// Where a rise is looked at: the stretch and sign of the movement, its extrapolated start `guess`, the time of
  /// the first peak of the rate, and the end of the last increment; no increment begins before `earliest`.
  struct Rise {
    var segment: Range<Int>
    var sign: Double
    var guess: Double
    var peak: Double
    var end: Double
    var earliest: Double
  }

  /// What is known about a start: a normal for each shape that could be fitted, the minimum-jerk one first.
  struct Mixture {
    var parts: [(weight: Double, start: Double, sd: Double)]

    var mean: Double { parts.reduce(0) { $0 + $1.weight * $1.start } }

    /// The part of it within `half` of the minimum-jerk start.
    func held(within half: Double) -> Double {
      parts.reduce(0) { sum, part in
        let offset = part.start - parts[0].start
        let root = part.sd * 2.0.squareRoot()
        return sum + part.weight * 0.5 * (erf((half - offset) / root) + erf((half + offset) / root))
      }
    }

    var estimate: OnsetEstimate? {
      var low = 0.0
      var high = 4 * (parts.map { abs($0.start - parts[0].start) + $0.sd }.max() ?? 0)
      guard high > 0, high.isFinite else { return nil }
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if held(within: middle) < 0.95 { low = middle } else { high = middle }
      }
      return OnsetEstimate(
        time: parts[0].start, method: .fit, noiseSeconds: parts[0].sd, uncertaintySeconds: high / 1.96)
    }
  }

  /// Nil where the window is too short or the minimum-jerk fit finds no movement in it.
  mutating func mixture(_ rise: Rise, in motion: LateralMotion) -> Mixture? {
    let step = noise.stepSeconds
    // The first increments, as many as the noise has coefficients, only say what came before.
    let lead = Double(noise.order) * step
    let from = max(
      rise.earliest, motion.times[rise.segment.lowerBound], rise.guess - restSeconds - lead)
    let count = Int((rise.end - from) / step)
    guard count > noise.order + 6, rise.guess - from >= lead + 2 * step, rise.peak > rise.guess else {
      return nil
    }
    let window = (rise.end - Double(count) * step, rise.end)
    let increments = motion.increments(endingAt: rise.end, count: count, step: step, segment: rise.segment)
      .map { rise.sign * $0 }
    noise.whiten(increments, into: &data)
    let length = 2 * (rise.peak - rise.guess)
    var fits: [Fit] = []
    for shape in StartShape.allCases {
      let (shift, stretch) = shape.firstGuess
      let fit = fit(
        shape, start: rise.guess + shift * length, duration: stretch * length, count: count, window: window)
      if let fit {
        fits.append(fit)
      } else if shape == .minimumJerk {
        return nil
      }
    }
    return mixture(of: fits, degrees: data.count - 3)
  }

  private func mixture(of fits: [Fit], degrees: Int) -> Mixture? {
    guard degrees > 0, let best = fits.map(\.chiSquared).min() else { return nil }
    let scale = max(1, best / Double(degrees))
    let logs = fits.map { -0.5 * $0.chiSquared / scale + 0.5 * $0.logDeterminant }
    let top = logs.max() ?? 0
    let weights = logs.map { exp($0 - top) }
    let total = weights.reduce(0, +)
    return Mixture(
      parts: fits.indices.map { i in
        (weights[i] / total, fits[i].start, (fits[i].variance * scale).squareRoot())
      })
  }

  /// Levenberg and Marquardt's method in start, duration and size.
  private mutating func fit(
    _ shape: StartShape, start: Double, duration: Double, count: Int, window: (Double, Double)
  ) -> Fit? {
    let grid = Grid(noise: noise, count: count, end: window.1)
    var now = Fit(start: start, duration: duration, size: 1, chiSquared: 0)
    grid.evaluate(shape, now, raw: &raw, into: &columns)
    let energy = dot(columns[2], columns[2])
    guard energy > 0 else { return nil }
    now.size = dot(columns[2], data) / energy
    grid.evaluate(shape, now, raw: &raw, into: &columns)
    now.chiSquared = residual(columns, now.size)
    var damping = 1e-2
    for _ in 0..<20 {
      let normal = normalEquations(now.size)
      var next: Fit?
      for _ in 0..<6 {
        guard let move = normal.solved(damping: damping) else { return nil }
        var tried = now
        tried.start += move.0
        tried.duration += move.1
        tried.size += move.2
        if tried.start > window.0, tried.start < window.1, OnsetFit.durations.contains(tried.duration) {
          grid.evaluate(shape, tried, raw: &raw, into: &trial)
          tried.chiSquared = residual(trial, tried.size)
          if tried.chiSquared < now.chiSquared {
            next = tried
            break
          }
        }
        damping *= 8
      }
      guard let next else { break }
      let gain = now.chiSquared - next.chiSquared
      now = next
      swap(&columns, &trial)
      damping = max(damping / 8, 1e-7)
      if gain < 1e-3 { break }
    }
    guard now.size > 0, let (variance, determinant) = normalEquations(now.size).covariance else { return nil }
    now.variance = variance
    now.logDeterminant = log(determinant)
    return now
  }

  /// Seconds that a movement may take.
  private static let durations = 0.1...10.0

  /// The points of a window, at which models are evaluated.
  private struct Grid {
    var noise: RestNoise
    var count: Int
    var end: Double

    /// The whitened derivatives of the model by start, duration and size; the last is the model for size 1.
    func evaluate(_ shape: StartShape, _ fit: Fit, raw: inout [[Double]], into target: inout [[Double]]) {
      for k in raw.indices { raw[k].removeAll(keepingCapacity: true) }
      var last = (position: 0.0, speed: 0.0, moved: 0.0)
      for n in 0...count {
        let u = (end - Double(count - n) * noise.stepSeconds - fit.start) / fit.duration
        let speed = shape.speed(u) / fit.duration
        let next = (position: shape.position(u), speed: speed, moved: speed * u)
        if n > 0 {
          raw[0].append(-fit.size * (next.speed - last.speed))
          raw[1].append(-fit.size * (next.moved - last.moved))
          raw[2].append(next.position - last.position)
        }
        last = next
      }
      for k in raw.indices { noise.whiten(raw[k], into: &target[k]) }
    }
  }

  private func residual(_ columns: [[Double]], _ size: Double) -> Double {
    var sum = 0.0
    for n in data.indices {
      let difference = data[n] - size * columns[2][n]
      sum += difference * difference
    }
    return sum
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for n in a.indices { sum += a[n] * b[n] }
    return sum
  }

  private func normalEquations(_ size: Double) -> NormalEquations3 {
    var gradient = (0.0, 0.0, 0.0)
    for n in data.indices {
      let difference = data[n] - size * columns[2][n]
      gradient.0 += columns[0][n] * difference
      gradient.1 += columns[1][n] * difference
      gradient.2 += columns[2][n] * difference
    }
    return NormalEquations3(
      xx: dot(columns[0], columns[0]), xy: dot(columns[0], columns[1]), xz: dot(columns[0], columns[2]),
      yy: dot(columns[1], columns[1]), yz: dot(columns[1], columns[2]), zz: dot(columns[2], columns[2]),
      gradient: gradient)
  }
}

/// Three normal equations, solved by Cramer's rule.
private struct NormalEquations3 {
  var xx: Double
  var xy: Double
  var xz: Double
  var yy: Double
  var yz: Double
  var zz: Double
  var gradient: (Double, Double, Double)

  private var determinant: Double {
    xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
  }

  /// The variance of the first unknown, and the determinant of the covariance.
  var covariance: (variance: Double, determinant: Double)? {
    let d = determinant
    guard d > 0, d.isFinite else { return nil }
    let variance = (yy * zz - yz * yz) / d
    return variance > 0 ? (variance, 1 / d) : nil
  }

  /// The step, with the diagonal raised by the part `damping` of itself.
  func solved(damping: Double) -> (Double, Double, Double)? {
    var m = self
    m.xx *= 1 + damping
    m.yy *= 1 + damping
    m.zz *= 1 + damping
    let d = m.determinant
    guard d > 0, d.isFinite else { return nil }
    let (p, q, r) = gradient
    let a = p * (m.yy * m.zz - m.yz * m.yz) - m.xy * (q * m.zz - m.yz * r) + m.xz * (q * m.yz - m.yy * r)
    let b = m.xx * (q * m.zz - m.yz * r) - p * (m.xy * m.zz - m.yz * m.xz) + m.xz * (m.xy * r - q * m.xz)
    let c = m.xx * (m.yy * r - q * m.yz) - m.xy * (m.xy * r - q * m.xz) + p * (m.xy * m.yz - m.yy * m.xz)
    return (a / d, b / d, c / d)
  }
}
