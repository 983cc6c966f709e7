/// A straight line y = intercept + slope·x that a minority of wild points cannot move.
public struct RobustLine: Hashable, Sendable {
  public var slope: Double
  public var intercept: Double

  public init(slope: Double, intercept: Double) {
    self.slope = slope
    self.intercept = intercept
  }

  public func callAsFunction(_ x: Double) -> Double { intercept + slope * x }

  /// The Theil–Sen line: the slope is the median of the slopes of all pairs of points with different x, the
  /// intercept the median of y − slope·x (P. K. Sen, "Estimates of the regression coefficient based on
  /// Kendall's tau", JASA 63, 1968). Up to 29 % of wild points leave it standing. Quadratic in the number of
  /// points. Nil without two points of different x.
  public static func theilSen(x: [Double], y: [Double]) -> RobustLine? {
    var slopes: [Double] = []
    slopes.reserveCapacity(x.count * (x.count - 1) / 2)
    for i in x.indices {
      for j in x.indices where j > i && x[i] != x[j] {
        slopes.append((y[j] - y[i]) / (x[j] - x[i]))
      }
    }
    guard let slope = Statistics.median(slopes),
      let intercept = Statistics.median(x.indices.map { y[$0] - slope * x[$0] })
    else { return nil }
    return RobustLine(slope: slope, intercept: intercept)
  }
}
