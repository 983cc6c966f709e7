import Foundation
import Testing

@testable import MotionCore

@Suite struct BootstrapTests {
  /// The median of a resample of n = 2m + 1 of the values 1…n is at most k with the probability that at least m + 1 of n
  /// draws are: a sum of binomial terms (B. Efron, "Bootstrap methods", Annals of Statistics 7, 1979, section 3). The
  /// interval must be the quantiles of that exact distribution.
  @Test func theMedianOfResamplesHasItsExactDistribution() throws {
    let n = 21
    func atMost(_ k: Int) -> Double {
      let p = Double(k) / Double(n)
      var sum = 0.0
      for j in (n / 2 + 1)...n {
        var choose = 1.0
        for i in 0..<j { choose *= Double(n - i) / Double(i + 1) }
        sum += choose * pow(p, Double(j)) * pow(1 - p, Double(n - j))
      }
      return sum
    }
    let low = try #require((1...n).first { atMost($0) >= 0.025 })
    let high = try #require((1...n).first { atMost($0) >= 0.975 })
    let found = try #require(
      Bootstrap(resamples: 20_000, seed: 1).median((1...n).map(Double.init).shuffled()))
    #expect(found.low == Double(low) && found.high == Double(high))
  }

  @Test func anEvenNumberOfValuesHasTheMiddleOfTwo() throws {
    // Resamples of two values: both, one of each, both; the medians 0, 5, 10 with 1/4, 1/2, 1/4.
    let found = try #require(Bootstrap(resamples: 1000, seed: 3).median([0, 10]))
    #expect(found == Bootstrap.Interval(low: 0, high: 10))
    #expect(Bootstrap(resamples: 100, seed: 3).median([7]) == Bootstrap.Interval(low: 7, high: 7))
    #expect(Bootstrap(resamples: 100, seed: 3).median([]) == nil)
  }

  @Test func theSeedDecidesAndNothingElse() {
    let values = (0..<50).map { Double($0 * $0 % 37) }
    let a = Bootstrap(resamples: 500, seed: 5).median(values)
    #expect(a == Bootstrap(resamples: 500, seed: 5).median(values.reversed()))
    #expect(a != Bootstrap(resamples: 500, seed: 6).median(values.map { $0 + 0.001 * $0 * $0 }))
  }

  /// The mean of n resampled values has the variance s²/n (divisor n): the interval of a difference of means is about
  /// ± 1.96 · √(s²/n + s'²/n').
  @Test func differencesOfMeansSpreadAsTheirVariances() throws {
    var random = SplitMix(state: 12)
    let left = (0..<200).map { _ in 20 + 2 * random.normal() }
    let right = (0..<100).map { _ in 18 + 3 * random.normal() }
    func variance(_ values: [Double]) -> Double {
      pow(Statistics.populationSD(values) ?? 0, 2) / Double(values.count)
    }
    let difference = (Statistics.mean(left) ?? 0) - (Statistics.mean(right) ?? 0)
    let width = 1.96 * (variance(left) + variance(right)).squareRoot()
    let found = try #require(Bootstrap(resamples: 20_000, seed: 2).difference(left, right))
    #expect(abs(found.difference.low - (difference - width)) < 0.05 * width)
    #expect(abs(found.difference.high - (difference + width)) < 0.05 * width)
    let normalized = try #require(found.normalized)
    #expect(abs((normalized.low + normalized.high) / 2 - difference / 19) < 0.01)
    #expect(Bootstrap(resamples: 100, seed: 2).difference([], right) == nil)
  }

  @Test func indicesAreUniform() {
    var random = SeededRandom(seed: 9)
    var counts = [Int](repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[Bootstrap.index(&random, below: 7)] += 1 }
    // 10000 ± 93; five standard deviations.
    #expect(counts.allSatisfy { abs($0 - 10_000) < 465 })
  }
}
