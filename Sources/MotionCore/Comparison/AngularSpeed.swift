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
    if let gyro = gyro.value { return .value(AngularSpeed(gyro, bias: bias ?? .zero, source: "gyroscope")) }
    guard let stream = session.stream(.motion), let first = stream.receiptNs.first else {
      return .unavailable(SourceReason.noAngularVelocity(gyro.reason ?? .notKnown))
    }
    let origin = HostTime(nanoseconds: first)
    let line = session.clock(of: stream).line(stream, origin: origin)
    return FusedMotion(stream: stream, line: line, origin: origin).rotationRate
      .map { AngularSpeed($0, bias: .zero, source: "motion: rotation rate") }
  }
}

extension AngularSpeed {
  /// Of the angular velocity `rate`, less `bias`.
  fileprivate init(_ rate: SampledVectors, bias: Vector3, source: String) {
    self.init(
      origin: rate.origin, times: rate.times, speeds: rate.vectors.map { ($0 - bias).norm },
      segments: rate.segments, source: source)
  }
}
