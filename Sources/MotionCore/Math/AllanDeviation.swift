#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The overlapping Allan deviation of a rate: how much its averages over a time τ differ from one such stretch to the
/// next (IEEE Std 952-1997, annex C; D. W. Allan, Proceedings of the IEEE 54, 1966; the overlapping estimator: NIST
/// Special Publication 1065, 2008, equation 10).
public struct AllanDeviation: Hashable, Sendable {
  /// One averaging time.
  public struct Point: Hashable, Sendable {
    /// Averaging time, s.
    public var tau: Double
    /// In the unit of the rate.
    public var deviation: Double
    /// Differences that were averaged.
    public var count: Int
  }

  public var points: [Point]

  init(points: [Point]) {
    self.points = points
  }

  /// The deviations of `rate`, sampled every `interval` seconds, at averages of `samples` values each; those for which
  /// fewer than one difference can be had are left out.
  public init(rate: [Double], interval: Double, samples: [Int]) {
    // The sum of the rate, from which every average is a difference of two elements.
    var phase = [0.0]
    phase.reserveCapacity(rate.count + 1)
    var sum = 0.0
    for value in rate {
      sum += value
      phase.append(sum)
    }
    points = samples.compactMap { m in
      let count = phase.count - 2 * m
      guard m > 0, count > 0 else { return nil }
      let squares = phase.withUnsafeBufferPointer { phase in
        var squares = 0.0
        for i in 0..<count {
          let difference = phase[i + 2 * m] - 2 * phase[i + m] + phase[i]
          squares += difference * difference
        }
        return squares
      }
      let width = Double(m)
      return Point(
        tau: width * interval, deviation: (squares / (2 * Double(count)) / (width * width)).squareRoot(),
        count: count)
    }
  }

  /// Numbers of samples in octaves: 1, 2, 4, … while at least four stretches of the length fit into `count` values.
  public static func octaves(_ count: Int) -> [Int] {
    var result: [Int] = []
    var m = 1
    while 4 * m <= count {
      result.append(m)
      m *= 2
    }
    return result
  }

  /// The deviation at `tau`, on straight lines between the logarithms of the points; nil outside of them.
  public func deviation(at tau: Double) -> Double? {
    guard let after = points.firstIndex(where: { $0.tau >= tau }) else { return nil }
    if points[after].tau == tau { return points[after].deviation }
    guard after > 0 else { return nil }
    let (a, b) = (points[after - 1], points[after])
    guard a.deviation > 0, b.deviation > 0 else { return nil }
    let part = log(tau / a.tau) / log(b.tau / a.tau)
    return a.deviation * pow(b.deviation / a.deviation, part)
  }
}
