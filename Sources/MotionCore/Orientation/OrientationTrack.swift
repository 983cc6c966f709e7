/// The attitude at each row of the gyroscope.
public struct OrientationTrack: Sendable {
  /// Sensor → reference, Z up, heading arbitrary and drifting: what gyroscope and accelerometer give.
  public internal(set) var inclinationAttitudes: [Quaternion]
  /// The angle about the vertical, radians, that the magnetometer adds; nil without one.
  public internal(set) var headings: [Double]?
  /// The bias taken off the gyroscope, rad/s, sensor frame.
  public internal(set) var biases: [Vector3]
  /// Bounds of the bias's standard deviation, rad/s.
  public internal(set) var biasStandardDeviations: [Double]
  /// Rows that were not used, gaps of the gyroscope that were bridged, and those after which the inclination began anew.
  public internal(set) var unusedRows = 0
  public internal(set) var bridgedGaps = 0
  public internal(set) var brokenGaps = 0

  public var count: Int { inclinationAttitudes.count }

  /// Sensor → reference at a row of the gyroscope: with the magnetometer's heading (Y magnetic north), where there is one.
  public subscript(row: Int) -> Quaternion {
    guard let headings else { return inclinationAttitudes[row] }
    return HeadingCorrection.apply(headings[row], to: inclinationAttitudes[row])
  }

  /// The attitudes as the filter gives them row by row, knowing nothing of the rows to come. Nil where gyroscope or
  /// accelerometer has fewer than two rows.
  public static func online(
    _ rows: InertialRows, parameters: OrientationParameters = .default,
    intervals: OrientationFilter.Intervals? = nil
  ) -> OrientationTrack? {
    guard let intervals = intervals ?? rows.intervals else { return nil }
    let rows = rows.with(parameters)
    var filter = OrientationFilter(parameters: parameters, intervals: intervals)
    var track = OrientationTrack(rows: rows.gyroscope.count, hasHeadings: rows.magnetometer != nil)
    filter.run(rows) { filter, row in
      track.inclinationAttitudes[row] = filter.inclinationAttitude
      track.headings?[row] = filter.headingCorrection
      track.biases[row] = filter.bias
      track.biasStandardDeviations[row] = filter.biasStandardDeviation
    }
    track.count(filter)
    return track
  }

  init(rows: Int, hasHeadings: Bool) {
    inclinationAttitudes = [Quaternion](repeating: .identity, count: rows)
    headings = hasHeadings ? [Double](repeating: 0, count: rows) : nil
    biases = [Vector3](repeating: .zero, count: rows)
    biasStandardDeviations = [Double](repeating: 0, count: rows)
  }

  mutating func count(_ filter: OrientationFilter) {
    unusedRows = filter.unusedRows
    bridgedGaps = filter.bridgedGaps
    brokenGaps = filter.brokenGaps
  }
}

extension InertialRows {
  /// Without the magnetometer where it is not to be used, or has fewer than two rows.
  func with(_ parameters: OrientationParameters) -> InertialRows {
    var rows = self
    if !parameters.usesMagnetometer || (magnetometer?.count ?? 0) < 2 { rows.magnetometer = nil }
    return rows
  }
}

extension OrientationFilter {
  /// Takes all rows in the order of time, or backward: then times and rates are negated. `gyroscopeRow` is called for
  /// each row of the gyroscope, when all rows of its instant are taken; `magnetometerRow` after each of the magnetometer.
  mutating func run(
    _ rows: InertialRows, backward: Bool = false,
    magnetometerRow: (OrientationFilter, Int) -> Void = { _, _ in },
    gyroscopeRow: (OrientationFilter, Int) -> Void
  ) {
    var merged = MergedRows(rows, backward: backward)
    var waiting: Int?
    while let (row, time, endsInstant) = merged.next() {
      switch row {
      case .gyroscope(let index):
        let rate = rows.gyroscope.vectors[index]
        addGyroscope(backward ? -rate : rate, at: time)
        waiting = index
      case .accelerometer(let index):
        addAccelerometer(rows.accelerometer.vectors[index], at: time)
      case .magnetometer(let index):
        guard let magnetometer = rows.magnetometer else { continue }
        addMagnetometer(magnetometer.vectors[index], at: time)
        magnetometerRow(self, index)
      }
      if endsInstant, let index = waiting {
        gyroscopeRow(self, index)
        waiting = nil
      }
    }
  }
}
