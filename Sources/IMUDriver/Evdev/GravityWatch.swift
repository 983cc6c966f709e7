import MotionCore

/// Looks at the first two seconds of a sensor: while it is still, the acceleration must be one g within 10 %. A
/// virtual controller or a clone that tells a false scale shows here. The limits are those of `SensorCheck`.
struct GravityWatch: Sendable {
  /// How long it looks, ns of receipt.
  static let span: Int64 = 2_000_000_000
  /// Without a gyroscope, still is what the norm says: a standard deviation of less than so much, g.
  static let stillNorm = 0.02

  private let accelerometer: StreamDescription
  private let gyroscope: StreamDescription
  private var start: HostTime?
  private var norms = Moments()
  private var rates = [Moments](repeating: Moments(), count: 3)
  private(set) var settings: JSONValue = .unavailable(SensorReason.readTooShort)
  private(set) var isOver = false

  /// Count, sum and sum of squares.
  private struct Moments: Sendable {
    var count = 0.0
    var sum = 0.0
    var squares = 0.0

    mutating func add(_ value: Double) {
      count += 1
      sum += value
      squares += value * value
    }
    var mean: Double { sum / count }
    var variance: Double { max(0, squares / count - mean * mean) }
  }

  init(accelerometer: StreamDescription, gyroscope: StreamDescription) {
    self.accelerometer = accelerometer
    self.gyroscope = gyroscope
  }

  /// Takes the rows of a report. Returns the warning, once, where there is one.
  mutating func note(accelerometer row: MotionSample?, gyroscope rate: MotionSample?) -> Incident? {
    guard !isOver, let receipt = (row ?? rate)?.receipt else { return nil }
    let start = start ?? receipt
    self.start = start
    if let row, row.invalid.isEmpty {
      let squares = GravityWatch.values(row, accelerometer).reduce(0) { $0 + $1 * $1 }
      norms.add(squares.squareRoot())
    }
    if let rate, rate.invalid.isEmpty {
      for (axis, value) in GravityWatch.values(rate, gyroscope).enumerated() { rates[axis].add(value) }
    }
    guard (receipt - start).wholeNanoseconds >= GravityWatch.span else { return nil }
    isOver = true
    return verdict(at: receipt)
  }

  private mutating func verdict(at receipt: HostTime) -> Incident? {
    guard norms.count > 1 else {
      settings = .unavailable(SensorReason.noAccelerometer)
      return nil
    }
    let isStill: Bool
    if rates[0].count > 1 {
      let rms = rates.reduce(0) { $0 + $1.variance }.squareRoot() * .pi / 180
      isStill = rms < SensorCheck.Limits.stillRate
    } else {
      isStill = norms.variance.squareRoot() < GravityWatch.stillNorm
    }
    guard isStill else {
      settings = ["acceleration_norm_g": .real(norms.mean), "unavailable": .string(SensorReason.moved.text)]
      return nil
    }
    let isPlausible = abs(norms.mean - 1) <= SensorCheck.Limits.gravityTolerance
    settings = ["acceleration_norm_g": .real(norms.mean), "plausible": .bool(isPlausible)]
    guard !isPlausible else { return nil }
    return Incident(
      .implausible, at: receipt,
      fields: [
        "reason": .string(IncidentDetail.implausible.text),
        "acceleration_norm_g": .real(norms.mean),
      ])
  }

  /// The values of a row in the stream's unit; a rotation would not change the norm.
  private static func values(_ row: MotionSample, _ stream: StreamDescription) -> [Double] {
    row.values.enumerated().map { axis, raw in
      func of(_ list: [Double]?) -> Double { list.map { $0.count == 1 ? $0[0] : $0[axis] } ?? 1 }
      return of(stream.gain) * (raw.double + of(stream.offset)) * of(stream.scale)
    }
  }
}
