/// A line that single wild points do not move: the median of slopes between points half the data apart, and the
/// median of what remains.
struct FrameLine: Hashable {
  var intercept: Double
  var slope: Double
  /// 1.4826 times the median absolute deviation: the standard deviation, were the errors normal.
  var spread: Double

  func callAsFunction(_ x: Double) -> Double { intercept + slope * x }

  /// Fits y = intercept + slope·x. The points stand in order of x, the first at index `oldest` and the array used as
  /// a ring. Without `withSlope` the slope is 0. `scratch` spares an allocation. There is at least one point.
  static func fit(
    _ xs: [Double], _ ys: [Double], oldest: Int = 0, withSlope: Bool = true, scratch: inout [Double]
  ) -> FrameLine {
    let count = xs.count
    let half = count / 2
    var slope = 0.0
    if withSlope, half > 0 {
      scratch.removeAll(keepingCapacity: true)
      for index in 0..<(count - half) {
        let a = (oldest + index) % count
        let b = (oldest + index + half) % count
        if xs[b] > xs[a] { scratch.append((ys[b] - ys[a]) / (xs[b] - xs[a])) }
      }
      if !scratch.isEmpty { slope = median(&scratch) }
    }
    scratch.removeAll(keepingCapacity: true)
    for index in 0..<count { scratch.append(ys[index] - slope * xs[index]) }
    let intercept = median(&scratch)
    for index in 0..<count { scratch[index] = abs(scratch[index] - intercept) }
    return FrameLine(intercept: intercept, slope: slope, spread: 1.4826 * median(&scratch))
  }

  /// The median of `values`, which are sorted in place and not empty.
  static func median(_ values: inout [Double]) -> Double {
    values.sort()
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }
}
