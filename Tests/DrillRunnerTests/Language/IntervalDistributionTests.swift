import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// Drawn intervals against the distribution functions that docs/protocols.md states, by the test of Kolmogorov and
/// Smirnov.
@Suite struct IntervalDistributionTests {
  private static let count = 20_000

  /// The largest distance between the empirical distribution of `count` draws and `cdf`. A drawn interval is a whole
  /// millisecond: the next one's edge is half a millisecond on.
  private func distance(_ rule: IntervalRule, seed: UInt64, _ cdf: (Double) -> Double) -> Double {
    var random = SeededRandom(seed: seed)
    let drawn = (0..<Self.count).map { _ in rule.draw(from: &random).inSeconds }.sorted()
    var largest = 0.0
    for (index, value) in drawn.enumerated() where index + 1 == drawn.count || drawn[index + 1] > value {
      largest = max(largest, abs(Double(index + 1) / Double(Self.count) - cdf(value + 0.0005)))
    }
    return largest
  }

  /// √(−ln(α/2)/2) / √n with α = 10⁻⁶ (Kolmogorov's limit; N. Smirnov, Ann. Math. Stat. 19, 1948).
  private static let limit = (-log(1e-6 / 2) / 2).squareRoot() / Double(count).squareRoot()

  private func exponential(from a: Double, to b: Double) -> (Double) -> Double {
    { x in
      let scale = (b - a) / 3
      return min(1, max(0, (1 - exp(-(min(x, b) - a) / scale)) / (1 - exp(-3))))
    }
  }

  private func uniform(from a: Double, to b: Double) -> (Double) -> Double {
    { min(1, max(0, ($0 - a) / (b - a))) }
  }

  @Test("Truncated exponential", arguments: [1, 2, 3] as [UInt64], [(3.0, 6.0), (1.0, 1.5), (2.0, 60.0)])
  func exponentials(seed: UInt64, range: (Double, Double)) throws {
    let rule = try IntervalRule(parsing: "\(range.0) s .. \(range.1) s exponential")
    #expect(distance(rule, seed: seed, exponential(from: range.0, to: range.1)) < Self.limit)
    #expect(distance(rule, seed: seed, uniform(from: range.0, to: range.1)) > 0.1, "the test can fail")
  }

  @Test("Uniform", arguments: [1, 2, 3] as [UInt64], [(3.0, 6.0), (1.0, 1.5), (2.0, 60.0)])
  func uniforms(seed: UInt64, range: (Double, Double)) throws {
    let rule = try IntervalRule(parsing: "\(range.0) s .. \(range.1) s uniform")
    #expect(distance(rule, seed: seed, uniform(from: range.0, to: range.1)) < Self.limit)
    #expect(distance(rule, seed: seed, exponential(from: range.0, to: range.1)) > 0.1)
  }

  @Test("The hazard of the exponential is flat up to its last third; that of the uniform rises")
  func hazard() throws {
    /// Ends in each sixth of the range, as a share of those that reached it.
    func hazards(_ text: String) throws -> [Double] {
      let rule = try IntervalRule(parsing: text)
      var random = SeededRandom(seed: 11)
      let drawn = (0..<Self.count).map { _ in rule.draw(from: &random).inSeconds }
      return (0..<4).map { sixth in
        let edge = 3 + Double(sixth) * 0.5
        let reached = drawn.filter { $0 >= edge }
        return Double(reached.count { $0 < edge + 0.5 }) / Double(reached.count)
      }
    }
    let flat = try hazards("3 s .. 6 s exponential")
    #expect(flat.max()! / flat.min()! < 1.3, "\(flat)")
    let rising = try hazards("3 s .. 6 s uniform")
    // 1/6, 1/5, 1/4, 1/3.
    #expect(rising.max()! / rising.min()! > 1.8, "\(rising)")
  }

  @Test(
    "check states range, kind and mean",
    arguments: [
      ("4 s", "4 s"), ("3 s .. 6 s uniform", "3 s .. 6 s uniform, mean 4.50 s"),
      // 3 + 1 − 3/(e³ − 1) = 3.843 s.
      ("3 s .. 6 s exponential", "3 s .. 6 s exponential, mean 3.84 s"),
    ])
  func stated(rule: String, text: String) throws {
    #expect(try IntervalRule(parsing: rule).statement == text)
  }
}
