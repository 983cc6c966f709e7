/// Where the angular velocity of an analysis comes from.
public enum RateSource: String, Hashable, Sendable {
  case gyroscope
  /// The rotation rate of the device's own fusion.
  case rotationRate = "rotation_rate"
  /// The derivative of the attitude of the device's own fusion.
  case attitudeDerivative = "attitude_derivative"
}

/// Where the acceleration of an analysis comes from.
public enum ForceSource: String, Hashable, Sendable {
  case accelerometer
  /// The sum of both in the device's own fusion.
  case gravityAndUserAcceleration = "gravity_and_user_acceleration"
  /// The gravity of the device's own fusion alone: a direction, and no acceleration.
  case gravity
}

/// The rows of the primary sensor in physical units, on one time line: from the raw streams or, where one is missing, from
/// the `motion` stream of the device.
struct SessionVectors: Sendable {
  /// The clock of a stream, and how it maps to the host's.
  struct StreamClock: Sendable {
    var clock: ClockDescription?
    var mapping: ClockMapping?
    var times: DeviceTime

    func line(_ stream: MotionStream, origin: HostTime) -> TimeLine {
      TimeLine(stream: stream, clock: clock, mapping: mapping, deviceTimes: times, origin: origin)
    }
  }

  /// Angular velocity, rad/s, sensor frame: the time base of the analysis.
  private(set) var rate: Measured<SampledVectors>
  private(set) var rateSource: Measured<RateSource>
  /// The stream whose rows `rate` has.
  private(set) var rateStream: MotionStream?
  /// Specific force, g, sensor frame.
  private(set) var force: Measured<SampledVectors>
  private var forceStream: MotionStream?
  /// What the device's own attitude is verified by: where up is, measured or, without an accelerometer, by the device.
  private let verifier: Measured<SampledVectors>
  /// What points up at rest: `force`, or the device's own gravity.
  private(set) var up: Measured<SampledVectors>
  private(set) var upSource: Measured<ForceSource>
  private let motion: FusedMotion?
  private let session: MotionSession
  private let clocks: [String: StreamClock]

  /// `clocks` by the names of the streams; `polynomial` differentiates an attitude where there is no rate.
  init(_ session: MotionSession, clocks: [String: StreamClock], polynomial: LocalPolynomial) {
    self.session = session
    self.clocks = clocks
    let gyroscope = SessionVectors.axes(.gyroscope, session, clocks, origin: nil)
    var motion: FusedMotion?
    if let stream = session.stream(.motion), stream.count > 0, let clock = clocks[stream.description.name] {
      let origin = gyroscope.value?.origin ?? HostTime(nanoseconds: stream.receiptNs[0])
      motion = FusedMotion(stream: stream, line: clock.line(stream, origin: origin), origin: origin)
    }
    self.motion = motion

    // Acceleration.
    var accelerometer = SessionVectors.axes(
      .accelerometer, session, clocks, origin: gyroscope.value?.origin ?? motion?.origin)
    let accelerometerStream = session.stream(.accelerometer)
    if accelerometerStream?.description.convention == .gravity, var vectors = accelerometer.value {
      for i in vectors.vectors.indices { vectors.vectors[i] = -vectors.vectors[i] }
      accelerometer = .value(vectors)
    }
    if gyroscope.value == nil, motion != nil, accelerometerStream?.description.mountMatrix != nil {
      accelerometer = .unavailable(SourceReason.turned(kind: "accelerometer"))
    }
    // While the device moves its own gravity is where up is, and the whole acceleration is not.
    verifier = accelerometer.value == nil ? motion.map(\.gravity) ?? accelerometer : accelerometer
    force = accelerometer
    forceStream = accelerometerStream
    up = accelerometer
    upSource = accelerometer.map { _ in .accelerometer }
    if let reason = accelerometer.reason, let motion {
      let isTurned = gyroscope.value != nil && session.stream(.gyroscope)?.description.mountMatrix != nil
      force = isTurned ? .unavailable(SourceReason.turned(kind: "gyroscope")) : motion.force
      forceStream = motion.stream
      up = force
      upSource = force.map { _ in .gravityAndUserAcceleration }
      if let other = force.reason {
        up = isTurned ? force : motion.gravity
        upSource = up.map { _ in .gravity }
        force = .unavailable(SourceReason.neitherOf(reason, other))
        if let none = up.reason { up = .unavailable(SourceReason.neitherOf(reason, none)) }
      }
    }

    // Angular velocity.
    rate = gyroscope
    rateSource = gyroscope.map { _ in .gyroscope }
    rateStream = session.stream(.gyroscope)
    guard let reason = gyroscope.reason, let motion else { return }
    rateStream = motion.stream
    rate = motion.rotationRate
    rateSource = rate.map { _ in .rotationRate }
    guard let noRate = rate.reason else { return }
    rate = motion.attitudeDerivative(up: verifier, polynomial: polynomial)
    rateSource = rate.map { _ in .attitudeDerivative }
    guard let noAttitude = rate.reason else { return }
    let none = UnavailableReason(SourceReason.noneOf(reason, noRate, noAttitude))
    rate = .unavailable(none)
    rateSource = .unavailable(none)
  }

  private static func axes(
    _ kind: StreamKind, _ session: MotionSession, _ clocks: [String: StreamClock], origin: HostTime?
  ) -> Measured<SampledVectors> {
    axes(kind, session, origin: origin) { clocks[$0.description.name] ?? session.clock(of: $0) }
  }

  /// The rows of the three-axis stream of `kind`, as it has them.
  static func axes(
    _ kind: StreamKind, _ session: MotionSession, origin: HostTime?, clock: (MotionStream) -> StreamClock
  ) -> Measured<SampledVectors> {
    guard let stream = session.stream(kind) else {
      return .unavailable(MotionAnalyzer.missingReason(kind, in: session))
    }
    let clock = clock(stream)
    do {
      return .value(
        try SampledVectors(
          stream: stream, clock: clock.clock, mapping: clock.mapping, deviceTimes: clock.times,
          units: kind.units, origin: origin))
    } catch {
      return .unavailable(error)
    }
  }

  /// The orientation that the filter derives from these rows.
  func orientation(_ parameters: OrientationParameters) -> Measured<SessionOrientation> {
    if rateSource.value == .attitudeDerivative {
      return .unavailable(SourceReason.derivedAlready)
    }
    func rows(_ stream: MotionStream?, _ vectors: Measured<SampledVectors>) -> Measured<
      SessionOrientation.Rows
    > {
      vectors.flatMap { vectors in
        Measured(stream.map { ($0, vectors) }, else: .notKnown)
      }
    }
    let magnetometer =
      parameters.usesMagnetometer
      ? SessionVectors.axes(.magnetometer, session, clocks, origin: rate.value?.origin)
      : .unavailable(SourceReason.magnetometerLeftOut)
    return SessionOrientation.derive(
      gyroscope: rows(rateStream, rate), accelerometer: rows(forceStream, force),
      magnetometer: rows(session.stream(.magnetometer), magnetometer), parameters: parameters)
  }

  /// The attitude at each row of `rate`: the device's own where gravity has verified it, else the derived one.
  func attitudes(derived: Measured<SessionOrientation>) -> Measured<SessionAttitudes> {
    guard let rate = rate.value else { return .unavailable(rate.reason ?? .notKnown) }
    return SessionAttitudes.choose(
      derived: derived, fused: motion?.attitudes, gyro: rate, up: verifier)
  }
}
