import Foundation

@testable import MotionCore

/// How often the stated 95 % intervals of summaries and comparisons hold the truth, on made-up latencies whose
/// distribution is known: ex-Gaussian, as reaction times are.
struct IntervalCampaign {
  enum Kind: String, CaseIterable {
    case median, meanDifference, normalizedDifference, medianDifference, deviationDifference, shareDifference
    case pairedMedian
  }

  /// The first side, ms; the second is quicker and less scattered, so that no true difference is zero.
  static let first = ExGaussian(mu: 380, sigma: 40, tau: 80)
  static let second = ExGaussian(mu: 370, sigma: 40, tau: 40)
  static let shares = (0.9, 0.8)

  var kind: Kind
  /// Values on each side.
  var count: Int
  var resamples = 2000
  var random: SplitMix

  init(_ kind: Kind, count: Int, seed: UInt64) {
    self.kind = kind
    self.count = count
    random = SplitMix(state: seed)
  }

  /// The part of `repetitions` in which the interval holds the truth.
  mutating func coverage(_ repetitions: Int) -> Double {
    let truth = self.truth
    var held = 0
    for _ in 0..<repetitions {
      guard let interval = interval() else { continue }
      if interval.low <= truth, truth <= interval.high { held += 1 }
    }
    return Double(held) / Double(repetitions)
  }

  /// Of the distributions, by their formulas.
  private var truth: Double {
    let (a, b) = (IntervalCampaign.first, IntervalCampaign.second)
    func mean(_ x: ExGaussian) -> Double { x.mu + x.tau }
    func sd(_ x: ExGaussian) -> Double { (x.sigma * x.sigma + x.tau * x.tau).squareRoot() }
    switch kind {
    case .median: return IntervalCampaign.median(a)
    case .meanDifference: return mean(a) - mean(b)
    case .normalizedDifference: return (mean(a) - mean(b)) / ((mean(a) + mean(b)) / 2)
    case .medianDifference: return IntervalCampaign.median(a) - IntervalCampaign.median(b)
    case .deviationDifference: return sd(a) - sd(b)
    case .shareDifference: return IntervalCampaign.shares.0 - IntervalCampaign.shares.1
    // Two sensors on one body: the same movement, and an error of each.
    case .pairedMedian: return 4
    }
  }

  /// Where F(x) = Φ(u) − exp(v²/2 − u·v)·Φ(u − v), u = (x − µ)/σ, v = σ/τ, is one half.
  static func median(_ x: ExGaussian) -> Double {
    func normal(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }
    func cumulative(_ value: Double) -> Double {
      let u = (value - x.mu) / x.sigma
      let v = x.sigma / x.tau
      return normal(u) - exp(v * v / 2 - u * v) * normal(u - v)
    }
    var (low, high) = (x.mu - 5 * x.sigma, x.mu + 5 * (x.sigma + x.tau))
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if cumulative(middle) < 0.5 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private mutating func interval() -> Bootstrap.Interval? {
    // Another seed each time: the program's own is one of many that might have been chosen.
    let bootstrap = Bootstrap(resamples: resamples, seed: random.next())
    switch kind {
    case .median:
      return bootstrap.median(draw(IntervalCampaign.first, count))
    case .meanDifference:
      return bootstrap.difference(draw(IntervalCampaign.first, count), draw(IntervalCampaign.second, count))?
        .difference
    case .normalizedDifference:
      return bootstrap.difference(draw(IntervalCampaign.first, count), draw(IntervalCampaign.second, count))?
        .normalized
    case .medianDifference:
      return bootstrap.difference(
        [draw(IntervalCampaign.first, count)], [draw(IntervalCampaign.second, count)],
        of: { Statistics.median($0[0]) })
    case .deviationDifference:
      // Two directions on each side, as a drill has them.
      let half = count / 2
      return bootstrap.difference(
        [draw(IntervalCampaign.first, half), draw(IntervalCampaign.first, count - half)],
        [draw(IntervalCampaign.second, half), draw(IntervalCampaign.second, count - half)],
        of: PooledDeviation.of)
    case .shareDifference:
      func hits(_ share: Double) -> Int { (0..<count).count { _ in random.uniform() < share } }
      return Proportion.difference(
        (hits(IntervalCampaign.shares.0), count), (hits(IntervalCampaign.shares.1), count))
    case .pairedMedian:
      return bootstrap.median((0..<count).map { _ in 4 + 10 * random.normal() + 6 * random.normal() })
    }
  }

  private mutating func draw(_ x: ExGaussian, _ count: Int) -> [Double] {
    (0..<count).map { _ in x.mu + x.sigma * random.normal() - x.tau * log(1 - random.uniform()) }
  }
}
