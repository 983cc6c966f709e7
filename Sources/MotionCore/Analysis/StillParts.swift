/// Short windows of a gyroscope stream in which it hardly moved: where its bias, its noise and the direction
/// of gravity can be read.
struct StillParts: Sendable {
  struct Window: Sendable {
    var rows: Range<Int>
    var mean: Vector3
    /// RMS distance of the rate from the window's mean, rad/s.
    var dispersion: Double
  }

  /// Consecutive still windows, of at most five seconds.
  struct Period: Sendable {
    var rows: Range<Int>
    var start: Double
    var end: Double
    var middle: Double { (start + end) / 2 }
  }

  /// Windows of `seconds`, one after the other in each segment.
  static func windows(of gyro: SampledVectors, seconds: Double) -> [Window] {
    var windows: [Window] = []
    for segment in gyro.segments {
      var start = segment.lowerBound
      while start < segment.upperBound {
        var end = start
        while end < segment.upperBound, gyro.times[end] - gyro.times[start] < seconds { end += 1 }
        // A remainder at the end of a segment is too short to judge.
        guard end < segment.upperBound, end - start >= 3 else { break }
        windows.append(window(of: gyro, start..<end))
        start = end
      }
    }
    return windows
  }

  private static func window(of gyro: SampledVectors, _ rows: Range<Int>) -> Window {
    var sum = Vector3.zero
    for i in rows { sum = sum + gyro.vectors[i] }
    let mean = (1 / Double(rows.count)) * sum
    var squares = 0.0
    for i in rows {
      let difference = gyro.vectors[i] - mean
      squares += difference.dot(difference)
    }
    return Window(rows: rows, mean: mean, dispersion: (squares / Double(rows.count)).squareRoot())
  }

  /// The windows whose rate, less `bias`, has an RMS below `limit` (rad/s), joined where they touch, but not
  /// across one of `boundaries` (seconds): a period that began before a phase would not lie in it.
  static func periods(
    _ windows: [Window], gyro: SampledVectors, bias: Vector3, limit: Double, boundaries: [Double] = []
  ) -> [Period] {
    let boundaries = boundaries.sorted()
    var next = 0
    var periods: [Period] = []
    for window in windows {
      let offset = window.mean - bias
      guard offset.dot(offset) + window.dispersion * window.dispersion < limit * limit else { continue }
      let start = gyro.times[window.rows.lowerBound]
      let end = gyro.times[window.rows.upperBound - 1]
      while next < boundaries.count, let last = periods.last, boundaries[next] <= last.start { next += 1 }
      let crosses = next < boundaries.count && boundaries[next] < end
      if let last = periods.last, last.rows.upperBound == window.rows.lowerBound, end - last.start <= 5,
        !crosses
      {
        periods[periods.count - 1].rows = last.rows.lowerBound..<window.rows.upperBound
        periods[periods.count - 1].end = end
      } else {
        periods.append(Period(rows: window.rows, start: start, end: end))
      }
    }
    return periods
  }
}
