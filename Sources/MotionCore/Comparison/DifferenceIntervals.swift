/// Intervals of a difference between two sides that were measured apart.
extension Bootstrap {
  init(_ parameters: SummaryParameters) {
    self.init(
      resamples: parameters.bootstrapResamples, seed: UInt64(clamping: parameters.bootstrapSeed))
  }

  /// 95 % interval of statistic(first) − statistic(second). Each list of a side is resampled by itself, so that a side
  /// keeps the size of each of its parts; nil where a side has no values. Resamples without the statistic are left out.
  func difference<Value>(
    _ first: [[Value]], _ second: [[Value]], of statistic: ([[Value]]) -> Double?
  ) -> Interval? {
    guard first.contains(where: { !$0.isEmpty }), second.contains(where: { !$0.isEmpty }) else { return nil }
    var random = SeededRandom(seed: seed)
    func resample(_ lists: [[Value]]) -> [[Value]] {
      lists.map { list in
        (0..<list.count).map { _ in list[Bootstrap.index(&random, below: list.count)] }
      }
    }
    var differences: [Double] = []
    differences.reserveCapacity(resamples)
    for _ in 0..<resamples {
      guard let a = statistic(resample(first)), let b = statistic(resample(second)) else { continue }
      differences.append(a - b)
    }
    return Bootstrap.interval(differences)
  }
}

/// A share of trials, and how well a difference of two is known.
enum Proportion {
  /// E. B. Wilson's score interval (J. Am. Stat. Assoc. 22, 1927), 95 %.
  static func interval(_ hits: Int, of count: Int) -> Bootstrap.Interval? {
    guard count > 0 else { return nil }
    let z = 1.959963984540054
    let n = Double(count)
    let p = Double(hits) / n
    let middle = p + z * z / (2 * n)
    let width = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    return Bootstrap.Interval(
      low: max(0, (middle - width) / (1 + z * z / n)), high: min(1, (middle + width) / (1 + z * z / n)))
  }

  /// 95 % interval of the difference of two independent shares: R. G. Newcombe, "Interval estimation for the difference
  /// between independent proportions", Statistics in Medicine 17, 1998, method 10.
  static func difference(
    _ first: (hits: Int, count: Int), _ second: (hits: Int, count: Int)
  ) -> Bootstrap.Interval? {
    guard let a = interval(first.hits, of: first.count), let b = interval(second.hits, of: second.count)
    else { return nil }
    let p = Double(first.hits) / Double(first.count)
    let q = Double(second.hits) / Double(second.count)
    func norm(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    return Bootstrap.Interval(
      low: p - q - norm(p - a.low, b.high - q), high: p - q + norm(a.high - p, q - b.low))
  }
}

/// The scatter from one repetition to the next, of movements in several directions.
enum PooledDeviation {
  /// √(Σ(n − 1)s² / Σ(n − 1)) over the lists; nil where none has two values.
  static func of(_ lists: [[Double]]) -> Double? {
    var sum = 0.0
    var degrees = 0
    for list in lists {
      guard let sd = Statistics.sampleSD(list) else { continue }
      sum += Double(list.count - 1) * sd * sd
      degrees += list.count - 1
    }
    return degrees > 0 ? (sum / Double(degrees)).squareRoot() : nil
  }
}
