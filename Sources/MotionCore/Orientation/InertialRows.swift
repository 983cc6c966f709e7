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

  /// Median interval; nil for fewer than two rows.
  var medianInterval: Double? {
    Statistics.median(zip(times.dropFirst(), times).map { $0 - $1 })
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

  /// The nominal intervals: the medians. Nil where gyroscope or accelerometer has fewer than two rows.
  public var intervals: OrientationFilter.Intervals? {
    guard let gyroscope = gyroscope.medianInterval, let accelerometer = accelerometer.medianInterval else {
      return nil
    }
    return OrientationFilter.Intervals(
      gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer?.medianInterval)
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
