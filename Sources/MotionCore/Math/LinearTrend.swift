/// A least-squares line through values, and how well its slope is known.
public struct LinearTrend: Hashable, Sendable {
  /// Per unit of x.
  public var slope: Double
  /// The line at x = 0.
  public var intercept: Double
  /// Standard error of the slope, for independent deviations of one size.
  public var slopeError: Double
  /// 95 % interval of the slope: ± Student's t for n − 2 degrees of freedom times the standard error.
  public var low: Double
  public var high: Double

  /// The fewest values that have an interval.
  public static let minimumCount = 7

  /// Nil with fewer than `minimumCount` values, or where all x are the same.
  public init?(x: [Double], y: [Double]) {
    let count = x.count
    guard count >= LinearTrend.minimumCount, count == y.count, let meanX = Statistics.mean(x),
      let meanY = Statistics.mean(y)
    else { return nil }
    var squares = 0.0
    var products = 0.0
    for i in 0..<count {
      squares += (x[i] - meanX) * (x[i] - meanX)
      products += (x[i] - meanX) * (y[i] - meanY)
    }
    guard squares > 0, squares.isFinite else { return nil }
    slope = products / squares
    intercept = meanY - slope * meanX
    var rest = 0.0
    for i in 0..<count {
      let deviation = y[i] - intercept - slope * x[i]
      rest += deviation * deviation
    }
    slopeError = (rest / Double(count - 2) / squares).squareRoot()
    let width = StudentT.quantile975(degreesOfFreedom: count - 2) * slopeError
    low = slope - width
    high = slope + width
    guard slope.isFinite, width.isFinite else { return nil }
  }
}
