/// The fields of the primary sensor's `motion` stream that stand in for raw streams which the session does not have: what a
/// phone or a watch delivers.
struct FusedMotion: Sendable {
  let stream: MotionStream
  let line: TimeLine
  /// Host time of second zero.
  let origin: HostTime

  /// The device's rotation rate, rad/s. Its bias is removed, and it may be filtered: it is not a raw gyroscope.
  var rotationRate: Measured<SampledVectors> {
    guard let reader = reader("rotation_rate") else { return .unavailable(missing("rotation_rate")) }
    let columns = reader.columns(of: stream)
    return vectors { row in
      reader.isValid(row, of: stream) ? reader.vector { columns[$0][row] } : nil
    }
  }

  /// The whole acceleration as specific force, g: gravity and user acceleration together.
  var force: Measured<SampledVectors> {
    guard let gravity = reader("gravity") else { return .unavailable(missing("gravity")) }
    guard let user = reader("user_acceleration") else {
      return .unavailable(missing("user_acceleration"))
    }
    guard let sign = sign(gravity) else { return .unavailable(noConvention(gravity)) }
    // Where it has no convention of its own, it has that of gravity: their sum is what the sensor measured.
    let userSign = self.sign(user) ?? sign
    let columns = (gravity.columns(of: stream), user.columns(of: stream))
    return vectors { row in
      guard gravity.isValid(row, of: stream), user.isValid(row, of: stream),
        let down = gravity.vector({ columns.0[$0][row] }),
        let acceleration = user.vector({ columns.1[$0][row] })
      else { return nil }
      return sign * down + userSign * acceleration
    }
  }

  /// The direction of gravity alone as specific force at rest, g: upwards.
  var gravity: Measured<SampledVectors> {
    guard let reader = reader("gravity") else { return .unavailable(missing("gravity")) }
    guard let sign = sign(reader) else { return .unavailable(noConvention(reader)) }
    let columns = reader.columns(of: stream)
    return vectors { row in
      guard reader.isValid(row, of: stream), let down = reader.vector({ columns[$0][row] }) else {
        return nil
      }
      return sign * down
    }
  }

  /// The rows that have an attitude; nil where the stream has none.
  var attitudes: SessionAttitudes.FusedRows? { SessionAttitudes.FusedRows(stream, line: line) }

  /// The angular velocity as the derivative of the device's attitude, once `up` has verified how that is to be read.
  func attitudeDerivative(
    up: Measured<SampledVectors>, polynomial: LocalPolynomial
  ) -> Measured<SampledVectors> {
    guard let rows = attitudes else { return .unavailable(SourceReason.noAttitude) }
    guard let up = up.value else {
      return .unavailable(SourceReason.attitudeNotChecked(up.reason ?? .notKnown))
    }
    let verification = rows.verified(up)
    guard let reading = verification.reading else {
      return .unavailable(SourceReason.attitudeNotVerified(verification.reason))
    }
    do {
      return .value(
        try SampledVectors(
          derivativeOf: rows, reading: reading, polynomial: polynomial, of: self))
    } catch {
      return .unavailable(error)
    }
  }

  private func reader(_ field: String) -> MotionFieldReader? {
    MotionFieldReader(field, of: stream.description)
  }

  private func missing(_ field: String) -> SourceReason {
    guard let reason = stream.description.fields?[field]?["reason"]?.string else { return .noField(field) }
    return .fieldMissing(field, reason: UnavailableReason(recorded: reason))
  }

  /// +1 for values that point up at rest, −1 for those that point down; nil where that is not said.
  private func sign(_ reader: MotionFieldReader) -> Double? {
    switch reader.convention.flatMap(AccelerationConvention.init) {
    case .specificForce: 1
    case .gravity: -1
    case nil: nil
    }
  }

  private func noConvention(_ reader: MotionFieldReader) -> SourceReason {
    let fields = reader.keys.joined(separator: " ")
    return reader.convention.map { .noConvention(fields: fields, found: $0) }
      ?? .conventionNotStated(fields: fields)
  }

  private func vectors(_ value: (Int) -> Vector3?) -> Measured<SampledVectors> {
    do {
      return .value(try SampledVectors(rowsOf: stream, line: line, origin: origin, value: value))
    } catch {
      return .unavailable(error)
    }
  }
}

extension SampledVectors {
  /// The angular velocity of attitudes, rad/s, sensor frame: ω = 2 q* q̇ / |q|², with q and q̇ by the local polynomial
  /// through the four components at the rows' own times (J. B. Kuipers, "Quaternions and Rotation Sequences", 1999, 11.5).
  /// Nothing is fitted across a gap, and rows with too few neighbours for a derivative are left out.
  fileprivate init(
    derivativeOf fused: SessionAttitudes.FusedRows, reading: AttitudeReading, polynomial: LocalPolynomial,
    of motion: FusedMotion
  ) throws(UnusableStream) {
    self.init(origin: motion.origin, line: motion.line)
    badValues = fused.badValues
    badTimes = fused.badTimes
    let name = motion.stream.description.name
    guard let median = Statistics.median(zip(fused.times.dropFirst(), fused.times).map { $0 - $1 }) else {
      throw UnusableStream.slowAttitude(stream: name)
    }
    var used: [Int] = []
    for segment in SampledVectors.split(fused.times, gap: SamplingStatistics.gapFactor * median) {
      // q and −q are one attitude: each has the sign that is nearer to the one before.
      var last: Quaternion?
      let attitudes = fused.attitudes[segment].map { raw -> Quaternion in
        let q = reading.attitude(raw)
        let isFar = last.map { $0.x * q.x + $0.y * q.y + $0.z * q.z + $0.w * q.w < 0 } ?? false
        last = isFar ? -q : q
        return isFar ? -q : q
      }
      let fits = polynomial.fit(
        times: Array(fused.times[segment]),
        columns: [attitudes.map(\.x), attitudes.map(\.y), attitudes.map(\.z), attitudes.map(\.w)])
      for i in segment {
        func quaternion(_ part: KeyPath<LocalPolynomial.Fit, [Double]>) -> Quaternion {
          func component(_ n: Int) -> Double { fits[n][keyPath: part][i - segment.lowerBound] }
          return Quaternion(x: component(0), y: component(1), z: component(2), w: component(3))
        }
        let q = quaternion(\.value)
        let turn = q.conjugate * quaternion(\.first)
        let rate = (2 / (q.norm * q.norm)) * Vector3(turn.x, turn.y, turn.z)
        guard rate.isFinite else {
          badValues += 1
          continue
        }
        times.append(fused.times[i])
        vectors.append(rate)
        used.append(fused.rows[i])
      }
    }
    var next = 0
    for row in 0..<motion.stream.count {
      if next < used.count, used[next] == row { next += 1 } else { leftOutRows.append(row) }
    }
    guard times.count >= 2 else {
      throw UnusableStream.slowAttitude(stream: name)
    }
    try finish(name)
  }
}
