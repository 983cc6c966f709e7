/// What a few seconds of a sensor at rest tell: does it deliver as it should, is what it says plausible, can its
/// clock be used. For choosing and mounting a sensor; a session's own diagnostics are computed from its bundle.
public struct SensorCheck: Sendable {
  /// The limits, each the definition of docs/metrics.md or docs/sensors.md.
  public enum Limits {
    /// Still: RMS of the angular rate about its mean below this, rad/s.
    public static let stillRate = 3 * Double.pi / 180
    /// At rest the measured acceleration is 1 g within this.
    public static let gravityTolerance = 0.1
    /// Raw values that do not change for so long belong to a frozen sensor, s.
    public static let frozenSeconds = 1.0
    /// A device clock that runs so far off the host's is not the clock it says it is.
    public static let plausibleDriftPPM = 50_000.0
  }

  /// One stream's part.
  public struct Stream: Sendable {
    public var name: String
    public var kind: StreamKind
    public var statistics: SamplingStatistics
    /// nil for a stream on the clock `host`, and where no line can be fitted.
    public var mapping: ClockMapping?
    /// The longest run of rows with the same raw values, s, on the receipts' clock.
    public var longestConstantSeconds: Measured<Double>
    /// Holes in the device's packet counter: packets that were observed to be missing; unavailable without one.
    public var counterMissing: Measured<Int>

    public var isFrozen: Bool { (longestConstantSeconds.value ?? 0) >= Limits.frozenSeconds }
  }

  public var streams: [Stream]
  /// RMS of the angular rate about its mean, rad/s.
  public var rateRMS: Measured<Double>
  /// Mean and standard deviation of the norm of the acceleration, g.
  public var accelerationNorm: Measured<Double>
  public var accelerationNormSD: Measured<Double>

  public var isStill: Measured<Bool> { rateRMS.map { $0 < Limits.stillRate } }

  /// Whether the acceleration at rest is one standard gravity; unavailable while the sensor is moved.
  public var isPlausible: Measured<Bool> {
    switch isStill {
    case .value(false): .unavailable(SamplingReason.sensorMoved)
    case .value(true), .unavailable:
      accelerationNorm.map { abs($0 - 1) <= Limits.gravityTolerance }
    }
  }

  /// Checks `streams` (one sensor's) with their clocks.
  public init(_ streams: [MotionStream], clocks: [ClockDescription]) {
    func clock(of stream: MotionStream) -> ClockDescription? {
      clocks.first { $0.name == stream.description.clock }
    }
    self.streams = streams.map { stream in
      let summary = SamplingSummary.compute(stream: stream, clock: clock(of: stream))
      return Stream(
        name: stream.description.name, kind: stream.description.kind, statistics: summary.statistics,
        mapping: summary.mapping, longestConstantSeconds: SensorCheck.longestConstant(stream),
        counterMissing: SensorCheck.missing(stream))
    }
    func vectors(_ kind: StreamKind, _ units: Set<MeasurementUnit>) -> Measured<[Vector3]> {
      guard let stream = streams.first(where: { $0.description.kind == kind }) else {
        return .unavailable(SamplingReason.noStream(kind: kind.rawValue))
      }
      let summary = SamplingSummary.compute(stream: stream, clock: clock(of: stream))
      do throws(UnusableStream) {
        let sampled = try SampledVectors(
          stream: stream, clock: clock(of: stream), mapping: summary.mapping, deviceTimes: summary.times,
          units: units)
        return .value(sampled.vectors)
      } catch {
        return .unavailable(error)
      }
    }
    rateRMS = vectors(.gyroscope, [.radiansPerSecond, .degreesPerSecond]).map { rates in
      let count = Double(rates.count)
      let mean = (1 / count) * rates.reduce(.zero, +)
      let squares = rates.reduce(0) { $0 + ($1 - mean).dot($1 - mean) }
      return (squares / count).squareRoot()
    }
    let norms = vectors(.accelerometer, [.g, .metresPerSecondSquared]).map { $0.map(\.norm) }
    accelerationNorm = norms.map { $0.reduce(0, +) / Double($0.count) }
    accelerationNormSD = norms.map { Statistics.populationSD($0) ?? 0 }
  }

  private static func longestConstant(_ stream: MotionStream) -> Measured<Double> {
    guard stream.count >= 2 else { return .unavailable(SamplingReason.fewRows) }
    var longest: Int64 = 0
    var start = 0
    for row in 1..<stream.count {
      let isSame = stream.values.allSatisfy { column in
        switch column {
        case .integers(let values): values[row] == values[row - 1]
        case .reals(let values): values[row] == values[row - 1]
        }
      }
      if !isSame { start = row }
      longest = max(longest, stream.receiptNs[row] &- stream.receiptNs[start])
    }
    return .value(Double(longest) / 1e9)
  }

  private static func missing(_ stream: MotionStream) -> Measured<Int> {
    guard let counter = stream.counter else { return .unavailable(SamplingReason.noCounter) }
    var missing = 0
    for (next, previous) in zip(counter.dropFirst(), counter)
    where next != MotionStream.absent && previous != MotionStream.absent && next > previous + 1 {
      missing += Int(clamping: next - previous - 1)
    }
    return .value(missing)
  }
}
