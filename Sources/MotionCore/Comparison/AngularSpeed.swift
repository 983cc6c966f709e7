/// How fast a sensor turned, whatever its mounting: the magnitude of its angular velocity on its session's host clock.
struct AngularSpeed: Sendable {
  /// Host time of second zero.
  var origin: HostTime
  /// Seconds after `origin`, strictly ascending.
  var times: [Double] = []
  /// rad/s.
  var speeds: [Double] = []
  /// Runs of rows without a large gap between them.
  var segments: [Range<Int>] = []
  /// The stream that it comes from.
  var source: String

  /// Of the gyroscope, less `bias`; of a device that fuses on board and delivers no gyroscope: of its rotation rate, from
  /// which the device has taken the bias already.
  static func of(_ session: MotionSession, bias: Vector3?) -> Measured<AngularSpeed> {
    let gyro = session.vectors(.gyroscope)
    if let gyro = gyro.value {
      return .value(
        AngularSpeed(
          origin: gyro.origin, times: gyro.times,
          speeds: gyro.vectors.map { ($0 - (bias ?? .zero)).norm }, segments: gyro.segments,
          source: "gyroscope"))
    }
    let reason = gyro.reason ?? "no gyroscope"
    guard let stream = session.stream(.motion),
      let reader = MotionFieldReader("rotation_rate", of: stream.description)
    else { return .unavailable("no angular velocity: \(reason)") }
    return rotationRate(stream, reader, session.clock(of: stream))
  }

  private static func rotationRate(
    _ stream: MotionStream, _ reader: MotionFieldReader, _ clock: ClockDescription?
  ) -> Measured<AngularSpeed> {
    guard let first = stream.receiptNs.first else { return .unavailable("the motion stream has no rows") }
    let computed = SamplingSummary.compute(stream: stream, clock: clock)
    let origin = HostTime(nanoseconds: first)
    let line = TimeLine(
      stream: stream, clock: clock, mapping: computed.mapping, deviceTimes: computed.times, origin: origin)
    let columns = stream.values.map(\.doubles)
    var speed = AngularSpeed(origin: origin, source: "motion: rotation rate")
    for row in 0..<stream.count where stream.invalid[row] == nil {
      let time = line.seconds(row)
      guard time > speed.times.last ?? -.infinity, abs(time) <= SampledVectors.largestSeconds,
        let rate = reader.values({ columns[$0][row] }), rate.count == 3
      else { continue }
      let norm = Vector3(rate[0], rate[1], rate[2]).norm
      guard norm <= SampledVectors.largestValue else { continue }
      speed.times.append(time)
      speed.speeds.append(norm)
    }
    guard let median = Statistics.median(zip(speed.times.dropFirst(), speed.times).map { $0 - $1 }) else {
      return .unavailable("the motion stream has fewer than two valid rows")
    }
    var start = 0
    for i in speed.times.indices.dropFirst()
    where speed.times[i] - speed.times[i - 1] > SamplingStatistics.gapFactor * median {
      speed.segments.append(start..<i)
      start = i
    }
    speed.segments.append(start..<speed.times.count)
    return .value(speed)
  }
}
