/// One attitude of the sensor, with the rate at the time.
struct OrientedSample: Sendable {
  /// Seconds on any one time line.
  var time: Double
  /// Sensor → reference, Z up.
  var attitude: Quaternion
  /// rad/s, sensor frame, bias included.
  var rate: Vector3
  /// Row of the stream that the sample belongs to, and its receipt.
  var row: Int64 = 0
  var receipt = HostTime(nanoseconds: 0)
}

/// The neutral posture from the attitudes of a rider who sits still: mean, and whether it was still.
public struct NeutralCalibration: Hashable, Sendable {
  /// Hemisphere-aligned mean of the attitudes, sensor → reference.
  public var attitude: Quaternion
  /// RMS angle of the attitudes to the mean, and the largest one.
  public var dispersionDegrees: Double
  public var excursionDegrees: Double
  /// RMS of the rate about its mean.
  public var rateDegPerSecond: Double
  /// Mean rate: what the gyroscope reads at rest, rad/s, sensor frame.
  public var gyroBias: Vector3
  /// How far the rider went from the first posture, and when the larger part of it was done.
  public var movedDegrees: Double
  public var movedAfterSeconds: Double
  public var seconds: Double
  public var samples: Int

  /// The upward direction in the neutral posture, sensor frame.
  public var up: Vector3 { attitude.conjugate.rotate(Vector3(0, 0, 1)) }

  /// The first posture is the mean over this time.
  private static let firstSeconds = 0.25

  /// Nil without samples.
  init?(_ samples: [OrientedSample]) {
    guard let first = samples.first, let last = samples.last,
      let mean = QuaternionMean(samples.map(\.attitude)),
      let start = QuaternionMean(
        samples.prefix { $0.time - first.time <= Self.firstSeconds }.map(\.attitude))
    else { return nil }
    let degrees = 180 / Double.pi
    let count = Double(samples.count)
    attitude = mean.attitude
    dispersionDegrees = mean.dispersionRadians * degrees
    excursionDegrees = mean.largestRadians * degrees
    let bias = (1 / count) * samples.reduce(Vector3.zero) { $0 + $1.rate }
    gyroBias = bias
    let squares = samples.reduce(0) { $0 + ($1.rate - bias).dot($1.rate - bias) }
    rateDegPerSecond = (squares / count).squareRoot() * degrees
    let distances = samples.map { start.attitude.angle(to: $0.attitude) }
    let farthest = distances.max() ?? 0
    movedDegrees = farthest * degrees
    movedAfterSeconds =
      zip(samples, distances).first { $1 >= farthest / 2 }.map { $0.0.time - first.time } ?? 0
    seconds = last.time - first.time
    self.samples = samples.count
  }

  /// Why it is no neutral posture; nil where it is one.
  func problem(_ parameters: CalibrationParameters) -> CalibrationProblem? {
    if excursionDegrees > parameters.excursionDegrees || dispersionDegrees >= parameters.dispersionDegrees {
      return CalibrationProblem(
        .moved(degrees: movedDegrees, afterSeconds: movedAfterSeconds), redo: .neutral, numbers: numbers)
    }
    guard rateDegPerSecond < parameters.stillRateDegPerSecond else {
      return CalibrationProblem(
        .notStill, redo: .neutral, numbers: numbers)
    }
    return nil
  }

  var numbers: JSONObject {
    [
      "seconds": .finite(seconds), "samples": .integer(Int64(samples)),
      "dispersion_deg": .finite(dispersionDegrees), "excursion_deg": .finite(excursionDegrees),
      "rate_deg_s": .finite(rateDegPerSecond), "moved_deg": .finite(movedDegrees),
      "moved_after_s": .finite(movedAfterSeconds),
    ]
  }
}
