#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the sensor measured while it should have been still, with movement left out.
///
/// Where the sensor lay decides what this says: on a table it is the sensor's noise, bias and drift; on the torso it is
/// how still the rider was.
public struct StationaryPhase: Sendable {
  public enum Place: String, Sendable, CaseIterable {
    case table, torso, unknown

    /// What the numbers of the phase describe.
    public var meaning: String { text }
  }

  /// Numbers of each axis of one quantity.
  public struct Axes: Sendable {
    public var rows: Int
    public var mean: Vector3
    /// Divisor n − 1.
    public var sd: Vector3
    /// √ of the mean square of the values themselves, their mean included.
    public var rms: Vector3
    /// Least-squares slope per minute of each axis.
    public var slopePerMinute: [Measured<LinearTrend>]
    /// Mean of the last tenth of the rows less that of the first.
    public var change: Measured<Vector3>
  }

  /// The Allan deviation of the three axes of the gyroscope.
  public struct Allan: Sendable {
    /// Length of the longest still stretch, s, and the mean interval in it.
    public var seconds: Double
    public var intervalSeconds: Double
    /// °/s, axis by axis.
    public var deviations: [AllanDeviation]
    /// σ(1 s) on the −½ slope, °/√s.
    public var angleRandomWalk: [Measured<Double>]
    /// One standard error of it, as a part of it; unavailable where no axis has one.
    public var angleRandomWalkError: Measured<Double>
    /// Smallest σ / 0.664, °/s.
    public var biasInstability: [Measured<Double>]
  }

  public var place: Place
  public var start: HostTime
  public var end: HostTime
  /// Time in windows that were still, s.
  public var stillSeconds: Double
  /// °/s.
  public var gyroscope: Measured<Axes>
  public var allan: Measured<Allan>
  /// g.
  public var accelerometer: Measured<Axes>
  /// Norm of the acceleration, g: mean and standard deviation.
  public var gravityNorm: Measured<Double>
  public var gravityNormSD: Measured<Double>
  /// RMS angle between gravity in the still windows and its mean, degrees.
  public var orientationDispersionDegrees: Measured<Double>
}

extension StationaryPhase {
  /// An Allan deviation needs this long a still stretch, s. The phase of a drill loses a row at its edges.
  static let allanSeconds = 30.0
  /// A bias instability needs this long a still stretch, s.
  static let biasInstabilitySeconds = 7200.0
  /// Without a gyroscope a window is still where the acceleration is within this of the phase's, g: about 3°.
  static let stillAcceleration = 0.05

  /// The rows of a still window, and where they lie in the stream.
  struct Still {
    var ranges: [Range<Int>]

    var count: Int { ranges.reduce(0) { $0 + $1.count } }
  }

  init(
    place: Place, start: HostTime, end: HostTime, gyro: Measured<SampledVectors>,
    accelerometer: Measured<SampledVectors>, configuration: AnalysisConfiguration
  ) {
    self.place = place
    self.start = start
    self.end = end
    let limit = configuration.stillRateDegPerSecond * .pi / 180
    let window = configuration.stillWindowSeconds
    let stillTimes: [ClosedRange<Double>]
    // Both streams have their second zero at the same instant.
    if let gyro = gyro.value {
      let still = StationaryPhase.still(gyro, from: start, to: end, window: window, limit: limit)
      stillTimes = still.ranges.map { gyro.times[$0.lowerBound]...gyro.times[$0.upperBound - 1] }
      stillSeconds = Double(still.count) * gyro.medianIntervalSeconds
      self.gyroscope = StationaryPhase.axes(gyro, still, factor: 180 / .pi)
      allan = StationaryPhase.allan(gyro, still, place: place)
    } else if let accelerometer = accelerometer.value {
      let still = StationaryPhase.still(
        accelerometer, from: start, to: end, window: window, limit: StationaryPhase.stillAcceleration)
      stillTimes = still.ranges.map {
        accelerometer.times[$0.lowerBound]...accelerometer.times[$0.upperBound - 1]
      }
      stillSeconds = Double(still.count) * accelerometer.medianIntervalSeconds
      self.gyroscope = .unavailable(gyro.reason ?? .notKnown)
      allan = .unavailable(gyro.reason ?? .notKnown)
    } else {
      stillTimes = []
      stillSeconds = 0
      self.gyroscope = .unavailable(gyro.reason ?? .notKnown)
      allan = .unavailable(gyro.reason ?? .notKnown)
    }
    guard let force = accelerometer.value else {
      let reason = accelerometer.reason ?? .notKnown
      self.accelerometer = .unavailable(reason)
      gravityNorm = .unavailable(reason)
      gravityNormSD = .unavailable(reason)
      orientationDispersionDegrees = .unavailable(reason)
      return
    }
    let still = Still(
      ranges: stillTimes.map {
        force.firstIndex(atOrAfter: $0.lowerBound)..<force.firstIndex(after: $0.upperBound)
      }
      .filter { !$0.isEmpty })
    self.accelerometer = StationaryPhase.axes(force, still, factor: 1)
    let norms = still.ranges.flatMap { force.vectors[$0].map(\.norm) }
    gravityNorm = Measured(Statistics.mean(norms), else: StillnessReason.noStillRows)
    gravityNormSD = Measured(Statistics.sampleSD(norms), else: StillnessReason.fewerThanTwo)
    orientationDispersionDegrees = StationaryPhase.dispersion(force, still)
  }

  /// The still windows between two instants: windows of `window` seconds that scatter by less than `limit` (RMS) and
  /// whose mean is within `limit` of the middle of all that do.
  static func still(
    _ stream: SampledVectors, from start: HostTime, to end: HostTime, window: Double, limit: Double
  ) -> Still {
    let rows = stream.rows(from: stream.seconds(start), to: stream.seconds(end))
    let windows = StillParts.windows(of: stream.part(rows), seconds: window).filter { $0.dispersion < limit }
    guard
      let x = Statistics.median(windows.map(\.mean.x)), let y = Statistics.median(windows.map(\.mean.y)),
      let z = Statistics.median(windows.map(\.mean.z))
    else { return Still(ranges: []) }
    let middle = Vector3(x, y, z)
    return Still(
      ranges: windows.filter { ($0.mean - middle).norm < limit }.map {
        $0.rows.lowerBound + rows.lowerBound..<$0.rows.upperBound + rows.lowerBound
      })
  }

  private static func axes(_ stream: SampledVectors, _ still: Still, factor: Double) -> Measured<Axes> {
    guard still.count >= 10 else { return .unavailable(StillnessReason.fewerThanTen) }
    let vectors = still.ranges.flatMap { stream.vectors[$0].map { factor * $0 } }
    let minutes = still.ranges.flatMap { stream.times[$0].map { $0 / 60 } }
    func each(_ f: ([Double]) -> Double) -> Vector3 {
      Vector3(f(vectors.map(\.x)), f(vectors.map(\.y)), f(vectors.map(\.z)))
    }
    func mean(_ part: ArraySlice<Vector3>) -> Vector3 { (1 / Double(part.count)) * part.reduce(.zero, +) }
    let tenth = vectors.count / 10
    let slopes = [vectors.map(\.x), vectors.map(\.y), vectors.map(\.z)].map {
      Measured(LinearTrend(x: minutes, y: $0), else: .notKnown)
    }
    return .value(
      Axes(
        rows: vectors.count, mean: mean(vectors[...]), sd: each { Statistics.sampleSD($0) ?? .nan },
        rms: each { ($0.reduce(0) { $0 + $1 * $1 } / Double($0.count)).squareRoot() }, slopePerMinute: slopes,
        change: .value(mean(vectors.suffix(tenth)) - mean(vectors.prefix(tenth)))))
  }

  private static func allan(_ gyro: SampledVectors, _ still: Still, place: Place) -> Measured<Allan> {
    guard place == .table else {
      return .unavailable(StillnessReason.onlyOnTable)
    }
    // The longest stretch of windows that touch each other, in one stretch without a gap.
    var longest: Range<Int> = 0..<0
    var run: Range<Int> = 0..<0
    for range in still.ranges {
      let touches =
        range.lowerBound == run.upperBound
        && gyro.segment(of: range.lowerBound).lowerBound < range.lowerBound
      run = touches ? run.lowerBound..<range.upperBound : range
      if run.count > longest.count { longest = run }
    }
    guard longest.count >= 3 else { return .unavailable(StillnessReason.notStill) }
    let first = gyro.times[longest.lowerBound]
    let interval = (gyro.times[longest.upperBound - 1] - first) / Double(longest.count - 1)
    let seconds = Double(longest.count) * interval
    // The last window of a phase is cut off where it is not whole.
    guard seconds >= 0.98 * allanSeconds else {
      return .unavailable(StillnessReason.shortStretch(seconds: Int(allanSeconds)))
    }
    let second = max(Int((1 / interval).rounded()), 1)
    let extra = [max(second / 2, 1), second, 2 * second]
    let samples = Set(AllanDeviation.octaves(longest.count) + extra).sorted()
    let vectors = gyro.vectors[longest].map { (180 / Double.pi) * $0 }
    let deviations = [vectors.map(\.x), vectors.map(\.y), vectors.map(\.z)].map {
      AllanDeviation(rate: $0, interval: interval, samples: samples)
    }
    let walks = deviations.map { $0.angleRandomWalk(secondSamples: second, interval: interval) }
    let error = 1 / (2 * (seconds - 1)).squareRoot()
    return .value(
      Allan(
        seconds: seconds, intervalSeconds: interval, deviations: deviations,
        angleRandomWalk: walks,
        angleRandomWalkError: Measured(
          walks.contains { $0.value != nil } ? error : nil, else: walks[0].reason ?? .notKnown),
        biasInstability: deviations.map { deviation in
          guard seconds >= biasInstabilitySeconds else {
            return .unavailable(StillnessReason.needsHours(Int(biasInstabilitySeconds / 3600)))
          }
          return deviation.biasInstability(longest: seconds / 9)
        }))
  }

  private static func dispersion(_ force: SampledVectors, _ still: Still) -> Measured<Double> {
    let directions = still.ranges.compactMap { range in
      force.vectors[range].reduce(Vector3.zero, +).normalized
    }
    guard directions.count >= 3, let mean = directions.reduce(Vector3.zero, +).normalized else {
      return .unavailable(StillnessReason.fewWindows)
    }
    let squares = directions.reduce(0) { sum, direction in
      let angle = atan2(direction.cross(mean).norm, direction.dot(mean))
      return sum + angle * angle
    }
    return .value((squares / Double(directions.count)).squareRoot() * 180 / .pi)
  }
}

extension AllanDeviation {
  /// σ(1 s), where the deviation falls about as √τ there: between half a second and two by a slope of −0.9 to −0.1.
  func angleRandomWalk(secondSamples second: Int, interval: Double) -> Measured<Double> {
    func at(_ samples: Int) -> Double? { deviation(at: Double(samples) * interval) }
    guard let half = at(max(second / 2, 1)), let one = at(second), let two = at(2 * second), half > 0, two > 0
    else {
      return .unavailable(StillnessReason.noDeviationAtOneSecond)
    }
    let slope = log(two / half) / log(Double(2 * second) / Double(max(second / 2, 1)))
    guard (-0.9 ... -0.1).contains(slope) else {
      return .unavailable(StillnessReason.notWhite)
    }
    return .value(one * Double(second).squareRoot() * interval.squareRoot())
  }

  /// The smallest deviation up to averages of `longest` s, divided by 0.664 = √(2 ln 2 / π).
  func biasInstability(longest: Double) -> Measured<Double> {
    let usable = points.filter { $0.tau <= longest }
    guard let least = usable.min(by: { $0.deviation < $1.deviation }), let last = usable.last,
      least.tau < last.tau
    else { return .unavailable(StillnessReason.stillFalling) }
    return .value(least.deviation / 0.664)
  }
}

extension SampledVectors {
  /// The rows alone, with the segments cut to them.
  func part(_ rows: Range<Int>) -> SampledVectors {
    var part = self
    part.times = Array(times[rows])
    part.vectors = Array(vectors[rows])
    part.segments = segments.compactMap { segment in
      let inside = segment.clamped(to: rows)
      return inside.isEmpty
        ? nil : inside.lowerBound - rows.lowerBound..<inside.upperBound - rows.lowerBound
    }
    part.leftOutRows = []
    return part
  }

  /// Index of the first row after `time`.
  func firstIndex(after time: Double) -> Int {
    let index = firstIndex(atOrAfter: time)
    return index < times.count && times[index] == time ? index + 1 : index
  }
}
