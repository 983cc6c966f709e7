#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The ex-Gaussian distribution: the sum of a normal and an independent exponential value, the usual description of
/// reaction times (R. D. Luce, "Response Times", 1986). Mean µ + τ, variance σ² + τ².
public struct ExGaussian: Hashable, Sendable {
  public var mu: Double
  public var sigma: Double
  public var tau: Double

  public init(mu: Double, sigma: Double, tau: Double) {
    self.mu = mu
    self.sigma = sigma
    self.tau = tau
  }

  /// ln f(x), f = 1/(2τ) · exp((µ − x)/τ + σ²/(2τ²)) · erfc(((µ − x)/σ + σ/τ)/√2).
  public func logDensity(_ x: Double) -> Double {
    let deviation = (mu - x) / sigma
    let z = (deviation + sigma / tau) / 2.0.squareRoot()
    if z < 20 {
      return -log(2 * tau) + (mu - x) / tau + sigma * sigma / (2 * tau * tau) + log(erfc(z))
    }
    // erfc is about to underflow: erfc(z) = e^(−z²)/(z√π) · (1 − 1/(2z²) + 3/(4z⁴) − 15/(8z⁶) …), and e^(−z²) cancels
    // with the exponential factor to the normal density.
    let inverse = 1 / (2 * z * z)
    let series = 1 - inverse * (1 - 3 * inverse * (1 - 5 * inverse * (1 - 7 * inverse)))
    return -log(2 * tau) - deviation * deviation / 2 - log(z * Double.pi.squareRoot()) + log(series)
  }

  /// The sum of ln f over `values`.
  public func logLikelihood(_ values: [Double]) -> Double {
    var sum = 0.0
    for value in values { sum += logDensity(value) }
    return sum
  }

  /// The parameters with the largest likelihood, found by the simplex search of J. A. Nelder and R. Mead (The Computer
  /// Journal 7, 1965) over µ, ln σ and ln τ, from the moments of `values`. Nil for fewer than three values, values that
  /// are all the same, and where the likelihood grows towards σ = 0 or τ = 0 (below 1 % of the standard deviation):
  /// a sample that is not skewed to the right has no ex-Gaussian.
  public static func fit(_ values: [Double]) -> ExGaussian? {
    guard values.count >= 3, let mean = Statistics.mean(values), let sd = Statistics.sampleSD(values), sd > 0,
      sd.isFinite
    else { return nil }
    // In units of the standard deviation from the mean, so that no step depends on the unit.
    let scaled = values.map { ($0 - mean) / sd }
    let skewness = scaled.reduce(0) { $0 + $1 * $1 * $1 } / Double(values.count)
    let tau = min(max(pow(max(skewness, 0) / 2, 1.0 / 3), 0.3), 0.95)
    let start = [-tau, 0.5 * log(1 - tau * tau), log(tau)]
    func cost(_ point: [Double]) -> Double {
      guard abs(point[1]) < 12, abs(point[2]) < 12 else { return .infinity }
      let value = -ExGaussian(mu: point[0], sigma: exp(point[1]), tau: exp(point[2])).logLikelihood(scaled)
      return value.isNaN ? .infinity : value
    }
    let first = NelderMead.minimum(of: cost, from: start, step: 0.25)
    // Begun anew around the result, for a simplex can collapse too early.
    let best = NelderMead.minimum(of: cost, from: first, step: 0.1)
    let (sigma, tail) = (exp(best[1]), exp(best[2]))
    guard cost(best).isFinite, sigma > 0.01, tail > 0.01 else { return nil }
    return ExGaussian(mu: mean + sd * best[0], sigma: sd * sigma, tau: sd * tail)
  }
}
