/// The orientation of a session's primary sensor, derived from its angular velocity and acceleration: the offline variant of
/// the filter, one attitude for each valid row of the gyroscope, or of the stream that stands in for it.
struct SessionOrientation: Sendable {
  /// The gyroscope's stream, or the one that stands in for it.
  var stream: MotionStream
  var track: OrientationTrack
  /// Rows of the stream that have no attitude: without valid values, or without a time in order. Ascending.
  var leftOutRows: [Int]
  var parameters: OrientationParameters
  /// The streams that were used, gyroscope first.
  var streamNames: [String]
  /// Streams whose rows come in bunches, so that their times were evened out.
  var evenedStreams: [String]
  /// Why there is no magnetometer in it.
  var noMagnetometer: UnavailableReason?

  /// A stream with its valid rows on the session's time line.
  typealias Rows = (stream: MotionStream, vectors: SampledVectors)

  /// Derives it from rows on one time line, the accelerometer's as specific force; or says why it cannot be had.
  static func derive(
    gyroscope: Measured<Rows>, accelerometer: Measured<Rows>, magnetometer: Measured<Rows>,
    parameters: OrientationParameters
  ) -> Measured<SessionOrientation> {
    guard let gyroscope = gyroscope.value else {
      return .unavailable(gyroscope.reason ?? .notKnown)
    }
    guard let accelerometer = accelerometer.value else {
      return .unavailable(accelerometer.reason ?? .notKnown)
    }
    var evened: [String] = []
    func timed(_ it: Rows) -> TimedVectors {
      let rows = TimedVectors(times: it.vectors.times, vectors: it.vectors.vectors)
      guard it.vectors.timeSource == .receipt, let even = rows.evened() else { return rows }
      if !evened.contains(it.stream.description.name) { evened.append(it.stream.description.name) }
      return even
    }
    var rows = InertialRows(gyroscope: timed(gyroscope), accelerometer: timed(accelerometer))
    var names = [gyroscope.stream.description.name]
    if accelerometer.stream.description.name != names[0] {
      names.append(accelerometer.stream.description.name)
    }
    if let magnetometer = magnetometer.value {
      rows.magnetometer = timed(magnetometer)
      names.append(magnetometer.stream.description.name)
    }
    guard let track = OrientationTrack.offline(rows, parameters: parameters) else {
      return .unavailable(.notKnown)
    }
    return .value(
      SessionOrientation(
        stream: gyroscope.stream, track: track, leftOutRows: gyroscope.vectors.leftOutRows,
        parameters: parameters, streamNames: names, evenedStreams: evened,
        noMagnetometer: magnetometer.reason))
  }

  /// What the table is, for `export.json`; `rider` says of whose angles.
  func json(rider: Measured<CalibratedRider>) -> JSONValue {
    var object: JSONObject = [
      "file": .string(OrientationTable.name), "rows_of": .string(stream.description.name),
      "streams": .array(streamNames.map { .string($0) }),
      "rotation": "sensor to reference, Z up",
      "heading": .string(
        noMagnetometer.map { "arbitrary; it drifts: \($0)" } ?? "Y is magnetic north"),
      "filter": ["version": .string(OrientationParameters.filterVersion), "variant": "offline"],
      "rows_without_attitude": .integer(Int64(leftOutRows.count)),
      "rows_not_used": .integer(Int64(track.unusedRows)),
      "bridged_gaps": .integer(Int64(track.bridgedGaps)),
      "broken_gaps": .integer(Int64(track.brokenGaps)),
    ]
    if !evenedStreams.isEmpty {
      object.append("times_evened", .array(evenedStreams.map { .string($0) }))
    }
    object.append(
      "rider_angles",
      rider.json {
        [
          "attitude_source": .string($0.attitudes.source), "axial": .string($0.attitudes.heading.rawValue),
          "signs": "lateral left, forward forward, axial to the left positive",
          "sensor_to_rider": .array($0.calibration.frame.sensorToRider.components.map(JSONValue.finite)),
        ]
      })
    object.append("parameters", parameters.json)
    return .object(object)
  }
}

extension StreamKind {
  /// The units that a stream of the kind may have.
  var units: Set<MeasurementUnit> {
    switch self {
    case .accelerometer: [.g, .metresPerSecondSquared]
    case .gyroscope: [.radiansPerSecond, .degreesPerSecond]
    case .magnetometer: [.microtesla, .gauss]
    case .motion: [.one]
    }
  }
}
