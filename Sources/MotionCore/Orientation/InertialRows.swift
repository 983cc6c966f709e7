/// Three-axis values with their times, s, strictly ascending.
public struct TimedVectors: Sendable {
  public var times: [Double]
  public var vectors: [Vector3]

  /// The arrays are of equal length.
  public init(times: [Double], vectors: [Vector3]) {
    precondition(times.count == vectors.count)
    self.times = times
    self.vectors = vectors
  }

  public var count: Int { times.count }

  /// The nominal interval: the median, or, of rows that come in bunches, the mean. Nil for fewer than two rows.
  var nominalInterval: Double? {
    guard count > 1, let median = Statistics.median(zip(times.dropFirst(), times).map { $0 - $1 }) else {
      return nil
    }
    return bunchedInterval(median: median) ?? median
  }

  /// The mean interval, without the time in gaps, where it is more than twice the median: most rows then follow another
  /// sooner than the sensor can have measured them. Nil where they do not.
  private func bunchedInterval(median: Double) -> Double? {
    var sum = 0.0
    var used = 0
    for (time, last) in zip(times.dropFirst(), times) where time - last <= TimedVectors.longestWait {
      sum += time - last
      used += 1
    }
    return used > 0 && sum > 2 * median * Double(used) ? sum / Double(used) : nil
  }

  /// Rows of one bunch arrive within this time of the bunch before, s.
  private static let longestWait = 0.25

  /// The rows with the times of bunches evened out: rows that were stamped when they arrived, several at once, lie evenly
  /// between the end of the bunch before and the end of their own. Nil where rows do not come in bunches.
  public func evened() -> TimedVectors? {
    guard count > 1, let median = Statistics.median(zip(times.dropFirst(), times).map { $0 - $1 }),
      let interval = bunchedInterval(median: median)
    else { return nil }
    var even = self
    var first = 0
    for row in 1...count where row == count || times[row] - times[row - 1] > interval {
      // A bunch that took much longer than its rows can have: something is missing before it.
      let end = times[row - 1]
      let available = first == 0 ? .infinity : (end - times[first - 1]) / Double(row - first)
      let spacing = first == 0 ? interval : min(available, 1.5 * interval)
      for index in first..<row { even.times[index] = end - spacing * Double(row - 1 - index) }
      first = row
    }
    return even
  }
}

/// The rows of one sensor's streams: on one time line, each at its own times.
public struct InertialRows: Sendable {
  /// rad/s.
  public var gyroscope: TimedVectors
  /// Specific force, g.
  public var accelerometer: TimedVectors
  /// µT.
  public var magnetometer: TimedVectors?

  public init(gyroscope: TimedVectors, accelerometer: TimedVectors, magnetometer: TimedVectors? = nil) {
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
  }

  /// The nominal intervals. Nil where gyroscope or accelerometer has fewer than two rows.
  public var intervals: OrientationFilter.Intervals? {
    guard let gyroscope = gyroscope.nominalInterval, let accelerometer = accelerometer.nominalInterval else {
      return nil
    }
    return OrientationFilter.Intervals(
      gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer?.nominalInterval)
  }
}

/// Walks through rows of several sensors in the order of time, or backward in time with the times negated; where times
/// are equal the gyroscope comes first, then the accelerometer.
struct MergedRows {
  enum Row {
    case gyroscope(Int)
    case accelerometer(Int)
    case magnetometer(Int)
  }

  private let times: ([Double], [Double], [Double])
  private let backward: Bool
  private var taken = (0, 0, 0)

  init(_ rows: InertialRows, backward: Bool = false) {
    times = (rows.gyroscope.times, rows.accelerometer.times, rows.magnetometer?.times ?? [])
    self.backward = backward
  }

  @inline(__always)
  private func index(_ taken: Int, _ times: [Double]) -> Int { backward ? times.count - 1 - taken : taken }

  @inline(__always)
  private func time(_ taken: Int, _ times: [Double]) -> Double {
    guard taken < times.count else { return .infinity }
    return backward ? -times[times.count - 1 - taken] : times[taken]
  }

  /// The next row; nil at the end. `endsInstant` says that no other row has this time.
  @inline(__always)
  mutating func next() -> (row: Row, time: Double, endsInstant: Bool)? {
    let (g, a, m) = (time(taken.0, times.0), time(taken.1, times.1), time(taken.2, times.2))
    let earliest = min(g, a, m)
    guard earliest < .infinity else { return nil }
    if g == earliest {
      taken.0 += 1
      return (.gyroscope(index(taken.0 - 1, times.0)), g, a > g && m > g)
    } else if a == earliest {
      taken.1 += 1
      return (.accelerometer(index(taken.1 - 1, times.1)), a, m > a)
    }
    taken.2 += 1
    return (.magnetometer(index(taken.2 - 1, times.2)), m, true)
  }
}
