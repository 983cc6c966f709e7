/// The valid rows of a three-axis stream on the host's time line, in the core's unit and the sensor frame.
struct SampledVectors: Sendable {
  /// Where the host times of the rows come from.
  enum TimeSource: String, Sendable {
    case mappedDevice = "device clock, mapped"
    case kernel
    /// Derived from the arrivals of rows without a time of their own.
    case indexLine = "row numbers, along the line of arrivals"
    case receipt
  }

  /// Host time of second zero.
  var origin: HostTime
  /// Seconds after `origin`, strictly ascending.
  var times: [Double] = []
  var vectors: [Vector3] = []
  /// Runs of rows without a large gap between them.
  var segments: [Range<Int>] = []
  var timeSource: TimeSource
  /// Why the device's own time was not used, where it was not.
  var timeSourceReason: UnavailableReason?
  /// 99th percentile of receipt − mapped time, ns; nil for times that are on the host clock already.
  var mappingResidualNs: Double?
  /// Median positive interval, s.
  var medianIntervalSeconds: Double
  /// A time farther than this from second zero is none, and would not fit a `HostTime`.
  static let largestSeconds = Double(HostTime.limitNs) / 1e9

  /// A value beyond this, in g, rad/s or µT, is none: no sensor measures it, and its square would be infinite.
  static let largestValue = 1e12

  /// Rows that were left out: a value missing, invalid or impossible, or a time out of order or after its receipt.
  var badValues = 0
  var badTimes = 0
  /// Which rows of the stream these are, ascending.
  var leftOutRows: [Int] = []

  /// Index of the first row at or after `time`.
  func firstIndex(atOrAfter time: Double) -> Int {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The rows with start ≤ time < end.
  func rows(from start: Double, to end: Double) -> Range<Int> {
    let first = firstIndex(atOrAfter: start)
    return first..<max(first, firstIndex(atOrAfter: end))
  }

  /// The rows here of those rows of `stream`, from which these are, whose sequence numbers lie in `numbers`.
  func rows(_ numbers: ClosedRange<Int64>, of stream: MotionStream) -> Range<Int> {
    func place(_ isBefore: (Int64) -> Bool) -> Int {
      var low = 0
      var high = stream.sequence.count
      while low < high {
        let middle = (low + high) / 2
        if isBefore(stream.sequence[middle]) { low = middle + 1 } else { high = middle }
      }
      return low - leftOutRows.count { $0 < low }
    }
    let first = place { $0 < numbers.lowerBound }
    return first..<max(first, place { $0 <= numbers.upperBound })
  }

  /// The first and the last row; nil where there are none.
  var recorded: ClosedRange<HostTime>? {
    guard let first = times.first, let last = times.last else { return nil }
    return host(first)...host(last)
  }

  /// The longest time over which all three values stay exactly the same.
  var longestConstantSeconds: Double {
    var longest = 0.0
    var start = 0
    for i in vectors.indices {
      if vectors[i] != vectors[start] { start = i }
      longest = max(longest, times[i] - times[start])
    }
    return longest
  }

  func seconds(_ time: HostTime) -> Double {
    Double(time.nanoseconds &- origin.nanoseconds) / 1e9
  }

  func host(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: origin.nanoseconds &+ Int64((seconds * 1e9).rounded()))
  }
}

extension SampledVectors {
  /// Converts `stream`; `units` are those that its quantity may have. Second zero is `origin`, or the first
  /// receipt.
  init(
    stream: MotionStream, clock: ClockDescription?, mapping: ClockMapping?, deviceTimes: DeviceTime,
    units: Set<MeasurementUnit>, origin: HostTime? = nil
  ) throws(UnusableStream) {
    let name = stream.description.name
    guard stream.count > 0 else { throw .noRows(stream: name) }
    guard units.contains(stream.description.unit) else {
      throw .wrongUnit(stream: name, unit: stream.description.unit.rawValue)
    }
    let conversion = try AffineConversion(stream.description)
    let origin = origin ?? HostTime(nanoseconds: stream.receiptNs[0])
    let line = TimeLine(
      stream: stream, clock: clock, mapping: mapping, deviceTimes: deviceTimes, origin: origin)
    var keep = [Bool](repeating: true, count: stream.count)
    for row in stream.badRows where keep.indices.contains(row) { keep[row] = false }
    for row in stream.invalid.keys where keep.indices.contains(row) { keep[row] = false }
    let axes = conversion.columns.map { stream.values[$0].doubles }
    try self.init(rowsOf: stream, line: line, origin: origin) { i in
      let value = conversion(Vector3(axes[0][i], axes[1][i], axes[2][i]))
      return keep[i] ? value : nil
    }
  }

  /// The rows of `stream` that have a value and a time in order; `line` has its second zero at `origin`.
  @inline(__always)
  init(
    rowsOf stream: MotionStream, line: TimeLine, origin: HostTime, value: (Int) -> Vector3?
  ) throws(UnusableStream) {
    self.init(origin: origin, line: line)
    times.reserveCapacity(stream.count)
    vectors.reserveCapacity(stream.count)
    var latest = -Double.infinity
    for i in 0..<stream.count {
      // Not finite ones fail here, too.
      guard let value = value(i),
        max(abs(value.x), abs(value.y), abs(value.z)) <= SampledVectors.largestValue,
        !value.x.isNaN, !value.y.isNaN, !value.z.isNaN
      else {
        badValues += 1
        leftOutRows.append(i)
        continue
      }
      let time = line.seconds(i)
      guard time > latest, abs(time) <= SampledVectors.largestSeconds else {
        badTimes += 1
        leftOutRows.append(i)
        continue
      }
      latest = time
      times.append(time)
      vectors.append(value)
    }
    try finish(stream.description.name)
  }

  /// Without rows.
  init(origin: HostTime, line: TimeLine) {
    self.origin = origin
    timeSource = line.source
    timeSourceReason = line.reason
    mappingResidualNs = line.residualNs
    medianIntervalSeconds = 0
  }

  /// Finds the median interval and the stretches without a gap.
  mutating func finish(_ name: String) throws(UnusableStream) {
    guard times.count >= 2 else {
      throw .fewRows(stream: name)
    }
    medianIntervalSeconds = Statistics.median(zip(times.dropFirst(), times).map { $0 - $1 })!
    segments = SampledVectors.split(
      times, gap: SamplingStatistics.gapFactor * medianIntervalSeconds)
  }

  /// The runs of `times` without an interval longer than `gap`.
  static func split(_ times: [Double], gap: Double) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var start = 0
    for i in times.indices.dropFirst() where times[i] - times[i - 1] > gap {
      segments.append(start..<i)
      start = i
    }
    segments.append(start..<times.count)
    return segments
  }
}
