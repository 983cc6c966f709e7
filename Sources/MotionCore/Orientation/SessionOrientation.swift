/// The orientation of a session's primary sensor, derived from its raw streams: the offline variant of the filter, one
/// attitude for each valid row of the gyroscope.
struct SessionOrientation: Sendable {
  /// The gyroscope's stream.
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
  var noMagnetometer: String?

  /// Derives it, or says why it cannot be had.
  static func derive(
    _ session: MotionSession, sampling: [Analysis.StreamSampling], origin: HostTime,
    parameters: OrientationParameters = .default
  ) -> Measured<SessionOrientation> {
    do {
      return .value(try SessionOrientation(session, sampling, origin, parameters))
    } catch {
      return .unavailable(error.reason)
    }
  }

  private init(
    _ session: MotionSession, _ sampling: [Analysis.StreamSampling], _ origin: HostTime,
    _ parameters: OrientationParameters
  ) throws(UnusableStream) {
    func vectors(
      _ kind: StreamKind, _ units: Set<MeasurementUnit>
    ) throws(UnusableStream) -> (stream: MotionStream, vectors: SampledVectors) {
      guard let stream = session.stream(kind) else {
        throw UnusableStream(reason: MotionAnalyzer.missingReason(kind, in: session))
      }
      let clock = session.manifest.clocks.first { $0.name == stream.description.clock }
      let sampled = try SampledVectors(
        stream: stream, clock: clock,
        mapping: sampling.first { $0.name == stream.description.name }?.mapping,
        deviceTimes: DeviceTime(stream: stream, clock: clock), units: units, origin: origin)
      return (stream, sampled)
    }
    var evened: [String] = []
    func timed(_ it: (stream: MotionStream, vectors: SampledVectors)) -> TimedVectors {
      var rows = TimedVectors(times: it.vectors.times, vectors: it.vectors.vectors)
      if it.stream.description.convention == .gravity { rows.vectors = rows.vectors.map { -$0 } }
      guard it.vectors.timeSource == .receipt, let even = rows.evened() else { return rows }
      evened.append(it.stream.description.name)
      return even
    }
    let gyroscope = try vectors(.gyroscope, [.radiansPerSecond, .degreesPerSecond])
    let accelerometer = try vectors(.accelerometer, [.g, .metresPerSecondSquared])
    var rows = InertialRows(gyroscope: timed(gyroscope), accelerometer: timed(accelerometer))
    streamNames = [gyroscope.stream.description.name, accelerometer.stream.description.name]
    if parameters.usesMagnetometer {
      do {
        let magnetometer = try vectors(.magnetometer, [.microtesla, .gauss])
        rows.magnetometer = timed(magnetometer)
        streamNames.append(magnetometer.stream.description.name)
      } catch {
        noMagnetometer = error.reason
      }
    } else {
      noMagnetometer = "the parameters leave it out"
    }
    guard let track = OrientationTrack.offline(rows, parameters: parameters) else {
      throw UnusableStream(reason: "gyroscope or accelerometer has fewer than two valid rows")
    }
    stream = gyroscope.stream
    self.track = track
    leftOutRows = gyroscope.vectors.leftOutRows
    self.parameters = parameters
    evenedStreams = evened
  }

  /// What the table is, for `export.json`.
  var json: JSONValue {
    var object: JSONObject = [
      "file": .string(OrientationTable.name), "rows_of": .string(stream.description.name),
      "streams": .array(streamNames.map { .string($0) }),
      "rotation": "sensor to reference, Z up",
      "heading": .string(
        noMagnetometer == nil ? "Y is magnetic north" : "arbitrary; it drifts: \(noMagnetometer ?? "")"),
      "filter": ["version": .string(OrientationParameters.filterVersion), "variant": "offline"],
      "rows_without_attitude": .integer(Int64(leftOutRows.count)),
      "rows_not_used": .integer(Int64(track.unusedRows)),
      "bridged_gaps": .integer(Int64(track.bridgedGaps)),
      "broken_gaps": .integer(Int64(track.brokenGaps)),
    ]
    if !evenedStreams.isEmpty {
      object.append("times_evened", .array(evenedStreams.map { .string($0) }))
    }
    object.append("parameters", parameters.json)
    return .object(object)
  }
}
