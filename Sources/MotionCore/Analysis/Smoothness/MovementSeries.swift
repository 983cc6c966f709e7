/// The rates and their derivatives during one movement, cut out exactly: the first and the last value are those at
/// its beginning and its end, between the rows.
struct MovementSeries {
  /// Seconds, ascending.
  var times: [Double]
  /// Local polynomial of the lateral rate, positive in the direction of the movement, rad/s, and its second
  /// derivative, rad/s³; that is NaN where too few samples are in reach, and so is `jerkNorm`.
  var rate: [Double]
  var jerk: [Double]
  /// Norms of the angular velocity and of its second derivative, axis by axis by the local polynomial.
  var speed: [Double]
  var jerkNorm: [Double]
  /// The lateral rate as measured, bias removed, positive in the direction of the movement, rad/s.
  var unfiltered: [Double]

  var duration: Double { times[times.count - 1] - times[0] }

  /// Cuts `start`…`end` (seconds) out of `gyro`; `sign` is the direction about `axis`, the unit vector of leftward
  /// lean in the sensor's frame, less `bias` (rad/s).
  init(
    _ gyro: SampledVectors, bias: Vector3, axis: Vector3, sign: Double, start: Double, end: Double,
    polynomial: LocalPolynomial
  ) throws(SmoothnessReason) {
    guard end > start else { throw .noDuration }
    let after = gyro.firstIndex(atOrAfter: start)
    let last = gyro.firstIndex(atOrAfter: end)
    guard after > 0, last < gyro.times.count else {
      throw .notWhollyRecorded
    }
    let segment = gyro.segment(of: after)
    guard segment.contains(after - 1), segment.contains(last) else {
      throw .gapInside
    }
    // Rows that the fits at both ends look at, and one more on each side to cut between.
    var reach = after - 1..<last + 1
    while reach.lowerBound > segment.lowerBound,
      gyro.times[reach.lowerBound] > gyro.times[after - 1] - polynomial.halfWidthSeconds
    {
      reach = reach.lowerBound - 1..<reach.upperBound
    }
    while reach.upperBound < segment.upperBound,
      gyro.times[reach.upperBound - 1] < gyro.times[last] + polynomial.halfWidthSeconds
    {
      reach = reach.lowerBound..<reach.upperBound + 1
    }
    let rowTimes = Array(gyro.times[reach])
    let vectors = gyro.vectors[reach].map { $0 - bias }
    let fits = polynomial.fit(
      times: rowTimes, columns: [vectors.map(\.x), vectors.map(\.y), vectors.map(\.z)])
    let first = after - 1 - reach.lowerBound
    let rows = first...(last - reach.lowerBound)
    let direction = sign * axis
    func along(_ part: (LocalPolynomial.Fit) -> [Double]) -> (lateral: [Double], norm: [Double]) {
      let x = part(fits[0])
      let y = part(fits[1])
      let z = part(fits[2])
      return rows.reduce(into: (lateral: [Double](), norm: [Double]())) { result, i in
        let vector = Vector3(x[i], y[i], z[i])
        result.lateral.append(direction.dot(vector))
        result.norm.append(vector.norm)
      }
    }
    let rates = along(\.value)
    let jerks = along(\.second)
    guard rates.norm.allSatisfy(\.isFinite) else {
      throw .fewForPolynomial
    }
    let inner = Array(rowTimes[rows])
    func cut(_ values: [Double]) -> [Double] { MovementSeries.cut(values, inner, start, end) }
    times = [start] + inner.filter { start < $0 && $0 < end } + [end]
    rate = cut(rates.lateral)
    jerk = cut(jerks.lateral)
    speed = cut(rates.norm)
    jerkNorm = cut(jerks.norm)
    unfiltered = cut(rows.map { direction.dot(vectors[$0]) })
  }

  /// `values` at `times`, cut to `start`…`end`, which lie between the first and the last two times.
  private static func cut(_ values: [Double], _ times: [Double], _ start: Double, _ end: Double) -> [Double] {
    func at(_ time: Double, _ i: Int) -> Double {
      let part = (time - times[i - 1]) / (times[i] - times[i - 1])
      return values[i - 1] + part * (values[i] - values[i - 1])
    }
    let inside = times.indices.filter { start < times[$0] && times[$0] < end }
    return [at(start, 1)] + inside.map { values[$0] } + [at(end, times.count - 1)]
  }

  /// ∫ f(values) dt by trapezoids.
  func integral(_ values: [Double], _ f: (Double) -> Double) -> Double {
    var sum = 0.0
    for i in 1..<times.count { sum += 0.5 * (f(values[i]) + f(values[i - 1])) * (times[i] - times[i - 1]) }
    return sum
  }

  /// `values` at the beginning and every 1/hz after it, up to the end, by straight lines between neighbours.
  func resampled(_ values: [Double], hz: Double) -> [Double] {
    let count = Int((duration * hz * (1 + 1e-12)).rounded(.down)) + 1
    var i = 1
    return (0..<count).map { n in
      let time = min(times[0] + Double(n) / hz, times[times.count - 1])
      while i < times.count - 1, times[i] < time { i += 1 }
      let part = (time - times[i - 1]) / (times[i] - times[i - 1])
      return values[i - 1] + part * (values[i] - values[i - 1])
    }
  }
}

extension SampledVectors {
  /// The stretch without a gap that row `i` lies in.
  func segment(of i: Int) -> Range<Int> {
    var low = 0
    var high = segments.count - 1
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].upperBound <= i { low = middle + 1 } else { high = middle }
    }
    return segments[low]
  }
}
