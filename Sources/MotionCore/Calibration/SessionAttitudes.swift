/// The attitude at each valid row of the gyroscope: the device's own, where it has one that gravity has verified; else the
/// one derived from the raw streams.
struct SessionAttitudes: Sendable {
  /// Sensor → reference, Z up; NaN where it is not known.
  var attitudes: [Quaternion]
  var heading: HeadingQuality
  /// Where they come from.
  var source: String
  /// Why the device's own attitude is not used, where there is one.
  var fusedReason: UnavailableReason?
  /// RMS difference of the inclination between the device's own attitude and the derived one, degrees.
  var disagreementDegrees: Measured<Double>

  static let unknown = Quaternion(x: .nan, y: .nan, z: .nan, w: .nan)

  /// The rows of a `motion` stream that have an attitude, in order.
  struct FusedRows: Sendable {
    var times: [Double] = []
    var attitudes: [Quaternion] = []
    /// Their places in the stream.
    var rows: [Int] = []
    /// Rows without an attitude, and with a time out of order.
    var badValues = 0
    var badTimes = 0

    /// Nil where the stream has no attitude. Its rows lie on the time line of `line`.
    init?(_ stream: MotionStream, line: TimeLine) {
      guard let reader = MotionFieldReader.attitude(of: stream.description) else { return nil }
      let columns = reader.columns(of: stream)
      for row in 0..<stream.count {
        guard reader.isValid(row, of: stream), let q = reader.attitude({ columns[$0][row] }) else {
          badValues += 1
          continue
        }
        let time = line.seconds(row)
        guard time > times.last ?? -.infinity, abs(time) <= SampledVectors.largestSeconds else {
          badTimes += 1
          continue
        }
        times.append(time)
        attitudes.append(q)
        rows.append(row)
      }
    }

    /// Which reading gravity confirms.
    func verified(_ accelerometer: SampledVectors) -> AttitudeVerification {
      var verification = AttitudeVerification()
      for (time, q) in zip(times, attitudes) {
        let row = accelerometer.firstIndex(atOrAfter: time)
        guard row < accelerometer.times.count, accelerometer.times[row] - time < 0.1 else { continue }
        verification.add(q, force: accelerometer.vectors[row])
      }
      return verification
    }

    /// Between two rows along the shortest way; unknown in a gap and beyond the ends.
    func at(_ wanted: [Double], reading: AttitudeReading) -> [Quaternion] {
      guard times.count > 1, let median = Statistics.median(zip(times.dropFirst(), times).map { $0 - $1 })
      else {
        return wanted.map { _ in unknown }
      }
      let gap = SamplingStatistics.gapFactor * median
      let read = attitudes.map(reading.attitude)
      var after = 0
      return wanted.map { time in
        while after < times.count, times[after] < time { after += 1 }
        guard after < times.count else { return unknown }
        if times[after] == time { return read[after] }
        guard after > 0, times[after] - times[after - 1] <= gap else { return unknown }
        let part = (time - times[after - 1]) / (times[after] - times[after - 1])
        let turn = (read[after - 1].conjugate * read[after]).rotationVector
        return (read[after - 1] * Quaternion(rotationVector: part * turn)).renormalized
      }
    }
  }

  /// From the derived orientation and the device's own; `up` is what points up at rest. Unavailable where there is
  /// neither.
  static func choose(
    derived: Measured<SessionOrientation>, fused: FusedRows?, gyro: SampledVectors,
    up: Measured<SampledVectors>
  ) -> Measured<SessionAttitudes> {
    var reason: UnavailableReason?
    var own: (attitudes: [Quaternion], reading: AttitudeReading)?
    if let fused {
      if let up = up.value {
        let verification = fused.verified(up)
        reason = verification.reason
        if let reading = verification.reading { own = (fused.at(gyro.times, reading: reading), reading) }
      } else {
        reason = UnavailableReason(SourceReason.nothingToVerifyBy)
      }
    }
    let track = derived.value?.track
    if let own {
      let difference = track.map { track in
        inclination(zip(own.attitudes, track.inclinationAttitudes).lazy.map { ($0, $1) })
      }
      return .value(
        SessionAttitudes(
          attitudes: own.attitudes, heading: .drifting, source: "device, \(own.reading.rawValue)",
          disagreementDegrees: Measured(
            difference ?? nil, else: derived.reason ?? .notKnown)))
    }
    guard let track else {
      let none = derived.reason ?? .notKnown
      guard let reason else { return .unavailable(none) }
      return .unavailable(SourceReason.neitherAttitude(derived: none, own: reason))
    }
    return .value(
      SessionAttitudes(
        attitudes: track.headings == nil
          ? track.inclinationAttitudes : (0..<track.count).map { track[$0] },
        heading: track.headings == nil ? .drifting : .magnetic, source: "filter, offline",
        fusedReason: reason,
        disagreementDegrees: .unavailable(reason ?? UnavailableReason(SourceReason.noOwnAttitude))))
  }

  /// RMS angle between the upward directions of pairs, degrees; nil where none is known.
  private static func inclination(_ pairs: some Sequence<(Quaternion, Quaternion)>) -> Double? {
    let z = Vector3(0, 0, 1)
    var squares = 0.0
    var count = 0
    for (a, b) in pairs {
      let angle = a.conjugate.rotate(z).angle(to: b.conjugate.rotate(z))
      guard angle.isFinite else { continue }
      squares += angle * angle
      count += 1
    }
    return count > 0 ? (squares / Double(count)).squareRoot() * 180 / .pi : nil
  }
}
