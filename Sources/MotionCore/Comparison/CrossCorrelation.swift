/// Pearson's correlation of two grids at a lag, over the bins that both know.
enum CrossCorrelation {
  struct Value: Hashable, Sendable {
    var r: Double
    /// Pairs of bins.
    var count: Int
  }

  /// Of `a[i + lag]` and `b[i]` for i in `bins`; nil where they share fewer than three bins, or one does not vary.
  static func at(lag: Int, _ a: SpeedGrid, _ b: SpeedGrid, bins: Range<Int>) -> Value? {
    let first = max(bins.lowerBound, -lag, 0)
    let end = min(bins.upperBound, b.values.count, a.values.count - lag)
    guard first < end else { return nil }
    var n = 0.0
    var sumA = 0.0
    var sumB = 0.0
    var squareA = 0.0
    var squareB = 0.0
    var product = 0.0
    a.values.withUnsafeBufferPointer { a0 in
      a.known.withUnsafeBufferPointer { a1 in
        b.values.withUnsafeBufferPointer { b0 in
          b.known.withUnsafeBufferPointer { b1 in
            var i = first
            while i < end {
              let both = a1[i + lag] * b1[i]
              let x = a0[i + lag] * both
              let y = b0[i] * both
              n += both
              sumA += x
              sumB += y
              squareA += x * x
              squareB += y * y
              product += x * y
              i += 1
            }
          }
        }
      }
    }
    guard n >= 3 else { return nil }
    let varianceA = squareA - sumA * sumA / n
    let varianceB = squareB - sumB * sumB / n
    guard varianceA > 1e-12 * squareA, varianceB > 1e-12 * squareB, varianceA > 0, varianceB > 0 else {
      return nil
    }
    let r = (product - sumA * sumB / n) / (varianceA * varianceB).squareRoot()
    return Value(r: max(-1, min(1, r)), count: Int(n))
  }

  /// How many bins it takes to count as one independent pair: Σ ρa(k)·ρb(k) over the lags up to `reach` on both sides
  /// (M. S. Bartlett, "On the theoretical specification and sampling properties of autocorrelated time-series", J. Roy.
  /// Stat. Soc. Suppl. 8, 1946: the variance of the correlation of two unrelated series is this over their length).
  static func binsPerPair(_ a: SpeedGrid, _ b: SpeedGrid, bins: Range<Int>, reach: Int) -> Double {
    guard reach > 0 else { return 1 }
    var sum = 1.0
    for lag in 1...reach {
      guard let first = at(lag: lag, a, a, bins: bins), let second = at(lag: lag, b, b, bins: bins) else {
        break
      }
      sum += 2 * first.r * second.r
    }
    return max(1, sum)
  }
}
