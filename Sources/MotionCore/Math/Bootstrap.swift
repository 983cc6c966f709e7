/// Intervals from resamples: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap", 1993, the percentile
/// method. A function of values, number of resamples and seed alone.
public struct Bootstrap: Hashable, Sendable {
  public var resamples: Int
  /// The generator (xoshiro256**) begins anew from this for every interval.
  public var seed: UInt64

  public struct Interval: Hashable, Sendable {
    /// The 2.5 % and the 97.5 % quantile (type 7) over the resamples.
    public var low: Double
    public var high: Double
  }

  public init(resamples: Int, seed: UInt64) {
    precondition(resamples > 0)
    self.resamples = resamples
    self.seed = seed
  }

  /// 95 % interval of the median of `values`; nil for no values.
  public func median(_ values: [Double]) -> Interval? {
    let sorted = values.sorted()
    let count = sorted.count
    guard count > 0 else { return nil }
    var random = SeededRandom(seed: seed)
    // How often each value was drawn: the middle is then found by counting, without a sort.
    var drawn = [Int32](repeating: 0, count: count)
    var medians: [Double] = []
    medians.reserveCapacity(resamples)
    drawn.withUnsafeMutableBufferPointer { drawn in
      for _ in 0..<resamples {
        drawn.update(repeating: 0)
        for _ in 0..<count { drawn[Bootstrap.index(&random, below: count)] += 1 }
        let upper = count / 2
        let lower = count % 2 == 1 ? upper : upper - 1
        var seen = 0
        var place = 0
        while seen + Int(drawn[place]) <= lower {
          seen += Int(drawn[place])
          place += 1
        }
        let low = sorted[place]
        while seen + Int(drawn[place]) <= upper {
          seen += Int(drawn[place])
          place += 1
        }
        medians.append(lower == upper ? low : (low + sorted[place]) / 2)
      }
    }
    return Bootstrap.interval(medians)
  }

  /// 95 % intervals of mean(first) − mean(second), and of that difference divided by the mean of both means, each
  /// group resampled on its own; nil where one is empty. Resamples in which both means cancel have no quotient.
  public func difference(_ first: [Double], _ second: [Double]) -> (
    difference: Interval, normalized: Interval?
  )? {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    var random = SeededRandom(seed: seed)
    var differences: [Double] = []
    var quotients: [Double] = []
    differences.reserveCapacity(resamples)
    quotients.reserveCapacity(resamples)
    func mean(_ values: [Double]) -> Double {
      values.withUnsafeBufferPointer { values in
        var sum = 0.0
        for _ in 0..<values.count { sum += values[Bootstrap.index(&random, below: values.count)] }
        return sum / Double(values.count)
      }
    }
    for _ in 0..<resamples {
      let a = mean(first)
      let b = mean(second)
      differences.append(a - b)
      let quotient = (a - b) / ((a + b) / 2)
      if quotient.isFinite { quotients.append(quotient) }
    }
    guard let difference = Bootstrap.interval(differences) else { return nil }
    return (difference, Bootstrap.interval(quotients))
  }

  static func interval(_ values: [Double]) -> Interval? {
    let sorted = values.sorted()
    guard let low = Statistics.quantile(0.025, sorted: sorted),
      let high = Statistics.quantile(0.975, sorted: sorted)
    else { return nil }
    return Interval(low: low, high: high)
  }

  /// Uniform in 0..<count, by the high half of a product (D. Lemire, "Fast random integer generation in an interval",
  /// ACM TOMACS 29(1), 2019), without rejection: the bias is below count · 2⁻⁶⁴.
  static func index(_ random: inout SeededRandom, below count: Int) -> Int {
    Int(random.next().multipliedFullWidth(by: UInt64(count)).high)
  }
}
