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
  private var raw: [Derivatives] = []
  private var columns: [Derivatives] = []
  private var trial: [Derivatives] = []

  /// The derivatives of the model at one increment, by start (x), duration (y) and size (z); the last is the model for
  /// size 1. The fourth is 0: vectors of four are what processors have.
  private typealias Derivatives = SIMD4<Double>

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
    let (energy, product) = sizeEquation()
    guard energy > 0 else { return nil }
    now.size = product / energy
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

    /// The whitened derivatives of the model.
    func evaluate(
      _ shape: StartShape, _ fit: Fit, raw: inout [Derivatives], into target: inout [Derivatives]
    ) {
      raw.removeAll(keepingCapacity: true)
      var last = (position: 0.0, speed: 0.0, moved: 0.0)
      for n in 0...count {
        let u = (end - Double(count - n) * noise.stepSeconds - fit.start) / fit.duration
        let speed = shape.speed(u) / fit.duration
        let next = (position: shape.position(u), speed: speed, moved: speed * u)
        if n > 0 {
          raw.append(
            Derivatives(
              -fit.size * (next.speed - last.speed), -fit.size * (next.moved - last.moved),
              next.position - last.position, 0))
        }
        last = next
      }
      noise.whiten(raw, into: &target)
    }
  }

  private func residual(_ columns: [Derivatives], _ size: Double) -> Double {
    var sum = 0.0
    for n in data.indices {
      let difference = data[n] - size * columns[n].z
      sum += difference * difference
    }
    return sum
  }

  /// The energy of the model for size 1, and its product with the data.
  private func sizeEquation() -> (energy: Double, product: Double) {
    var sums = (0.0, 0.0)
    for n in columns.indices {
      sums.0 += columns[n].z * columns[n].z
      sums.1 += columns[n].z * data[n]
    }
    return sums
  }

  private func normalEquations(_ size: Double) -> NormalEquations3 {
    var gradient = Derivatives.zero
    var x = Derivatives.zero
    var y = Derivatives.zero
    var zz = 0.0
    for n in data.indices {
      let it = columns[n]
      gradient += it * (data[n] - size * it.z)
      x += it * it.x
      y += it * it.y
      zz += it.z * it.z
    }
    return NormalEquations3(
      xx: x.x, xy: x.y, xz: x.z, yy: y.y, yz: y.z, zz: zz, gradient: (gradient.x, gradient.y, gradient.z))
  }
}
