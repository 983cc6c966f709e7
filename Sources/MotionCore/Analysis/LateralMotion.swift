/// The lateral movement on the time line of the gyroscope; left is positive. Radians.
struct LateralMotion: Sendable {
  var gyro: SampledVectors
  /// The lateral rate as measured, bias removed, rad/s.
  var unfilteredRate: [Double]
  /// Local polynomial of the lateral rate, rad/s, and its derivative; NaN where it could not be fitted.
  var rate: [Double]
  var rateChange: [Double]
  /// Integral of the unfiltered lateral rate from the start of each segment.
  var integral: [Double]
  /// Angle from neutral; NaN where it is not known.
  var angle: [Double]
  var loweredOrder: Int
  /// What smooths `rate`.
  var polynomial: LocalPolynomial

  var times: [Double] { gyro.times }

  init(gyro: SampledVectors, bias: Vector3, axis: Vector3, configuration: AnalysisConfiguration) {
    self.gyro = gyro
    let zero = axis.dot(bias)
    let unfiltered = gyro.vectors.map { axis.dot($0) - zero }
    unfilteredRate = unfiltered
    polynomial = LocalPolynomial(
      order: configuration.localPolynomialOrder,
      halfWidthSeconds: configuration.localPolynomialHalfWidthSeconds)
    rate = []
    rateChange = []
    integral = []
    loweredOrder = 0
    rate.reserveCapacity(gyro.times.count)
    rateChange.reserveCapacity(gyro.times.count)
    integral.reserveCapacity(gyro.times.count)
    // Segment by segment: nothing is fitted or integrated across a gap.
    for segment in gyro.segments {
      let fit = polynomial.fit(times: Array(gyro.times[segment]), values: Array(unfiltered[segment]))
      rate += fit.value
      rateChange += fit.first
      loweredOrder += fit.loweredOrder
      var sum = 0.0
      for i in segment {
        if i > segment.lowerBound {
          sum += 0.5 * (unfiltered[i] + unfiltered[i - 1]) * (gyro.times[i] - gyro.times[i - 1])
        }
        integral.append(sum)
      }
    }
    angle = [Double](repeating: .nan, count: gyro.times.count)
  }

  /// The segment of row `i`.
  func segment(of i: Int) -> Range<Int> { gyro.segment(of: i) }

  /// The angle at `time`, between its two rows; nil where it is not known or in a gap.
  func angle(at time: Double) -> Double? {
    let after = gyro.firstIndex(atOrAfter: time)
    guard after < times.count else { return nil }
    if times[after] == time { return angle[after].isFinite ? angle[after] : nil }
    guard after > 0, segment(of: after).contains(after - 1) else { return nil }
    let part = (time - times[after - 1]) / (times[after] - times[after - 1])
    let value = angle[after - 1] + part * (angle[after] - angle[after - 1])
    return value.isFinite ? value : nil
  }
}
