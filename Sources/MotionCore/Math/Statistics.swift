/// Summary statistics, each with the one definition that the whole program uses (docs/metrics.md). Every
/// function returns nil where the value is not defined; none of them invents a zero.
public enum Statistics {
  /// Arithmetic mean; nil for no values.
  public static func mean(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    return values.reduce(0, +) / Double(values.count)
  }

  /// Standard deviation with the divisor n, two passes; nil for no values.
  public static func populationSD(_ values: [Double]) -> Double? {
    guard let mean = mean(values) else { return nil }
    return (squaredDeviations(values, from: mean) / Double(values.count)).squareRoot()
  }

  /// Standard deviation with the divisor n − 1, two passes; nil for fewer than two values.
  public static func sampleSD(_ values: [Double]) -> Double? {
    guard values.count >= 2, let mean = mean(values) else { return nil }
    return (squaredDeviations(values, from: mean) / Double(values.count - 1)).squareRoot()
  }

  /// The middle value, or the mean of the two middle ones; nil for no values.
  public static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    var values = values
    let middle = values.count / 2
    let upper = select(rank: middle, in: &values)
    // The selection leaves nothing larger before it.
    return values.count % 2 == 1 ? upper : (values[..<middle].max()! + upper) / 2
  }

  /// The value of `rank` (from 0) in ascending order, in linear time where a sort is not needed: C. A. R. Hoare,
  /// "Algorithm 65: Find", CACM 4(7), 1961. Reorders `values`: none before `rank` is larger, none after smaller.
  static func select(rank: Int, in values: inout [Double]) -> Double {
    values.withUnsafeMutableBufferPointer { a in
      var low = 0
      var high = a.count - 1
      var rounds = 0
      while low < high {
        rounds += 1
        // Values that were laid out to defeat the choice of the pivot must not cost quadratic time.
        if rounds > 64 {
          a[low...high].sort()
          break
        }
        let middle = a[(low + high) / 2]
        let pivot = max(min(a[low], middle), min(max(a[low], middle), a[high]))
        var i = low
        var j = high
        while i <= j {
          while a[i] < pivot { i += 1 }
          while pivot < a[j] { j -= 1 }
          guard i <= j else { break }
          a.swapAt(i, j)
          i += 1
          j -= 1
        }
        if rank <= j { high = j } else if rank >= i { low = i } else { break }
      }
      return a[rank]
    }
  }

  /// The median of values that are already in ascending order.
  public static func median(sorted values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }

  /// Median of the absolute deviations from the median, without a scale factor; nil for no values.
  public static func medianAbsoluteDeviation(_ values: [Double]) -> Double? {
    guard let centre = median(values) else { return nil }
    return median(values.map { abs($0 - centre) })
  }

  /// Nearest-rank percentile: the smallest value with at least `percent` % of the values at or below it, the
  /// value of rank ⌈percent/100 · n⌉. `values` are in ascending order; nil for none.
  public static func nearestRank(percent: Int, sorted values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    // In integers, so that 95 % of 20 values is exactly rank 19.
    let rank = (percent * values.count + 99) / 100
    return values[min(max(rank, 1), values.count) - 1]
  }

  /// The nearest-rank percentile of values in any order, which it reorders; nil for none.
  static func nearestRank(percent: Int, reordering values: inout [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let rank = (percent * values.count + 99) / 100
    return select(rank: min(max(rank, 1), values.count) - 1, in: &values)
  }

  /// Quantile by linear interpolation between the order statistics around (n − 1)·fraction: type 7 of
  /// R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50(4),
  /// 1996; the default of R and NumPy. `values` are in ascending order; nil for none.
  public static func quantile(_ fraction: Double, sorted values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let position = Double(values.count - 1) * min(max(fraction, 0), 1)
    let below = Int(position)
    guard below + 1 < values.count else { return values[values.count - 1] }
    return values[below] + (position - Double(below)) * (values[below + 1] - values[below])
  }

  private static func squaredDeviations(_ values: [Double], from centre: Double) -> Double {
    values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
  }
}
