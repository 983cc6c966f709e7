/// One stream as a tracking system of BIDS: its `motion.tsv`, `channels.tsv` and their sidecars. Every stream is one of
/// its own, because every stream has its own times.
struct BIDSTracksys {
  let label: String
  let stream: MotionStream
  let channels: [BIDSChannel]
  let times: RowTimes
  /// Seconds of the first row with a time, since the session's start.
  let firstSeconds: Double
  /// (rows with a time − 1) / (last − first), Hz; nil where it cannot be computed.
  let effectiveHz: Double?
  /// The rate asked for, or else the median rate delivered.
  let nominalHz: Double

  /// A stream that can be written; unavailable with the reason otherwise.
  static func make(_ stream: MotionStream, label: String, in timed: TimedSession) -> Measured<BIDSTracksys> {
    let times = timed.times(of: stream)
    guard stream.count > 0 else { return .unavailable(ExportReason.noRows) }
    guard let first = times.seconds.first(where: { !$0.isNaN }),
      let last = times.seconds.last(where: { !$0.isNaN })
    else { return .unavailable(ExportReason.noTimes) }
    let count = times.seconds.count { !$0.isNaN }
    let effective = count > 1 && last > first ? Double(count - 1) / (last - first) : nil
    let median = timed.analysis.sampling.first { $0.name == stream.description.name }?.statistics.medianHz
      .value
    guard let nominal = stream.description.requestedHz ?? median ?? effective, nominal > 0 else {
      return .unavailable(ExportReason.rateUnknown)
    }
    return BIDSChannel.all(stream).map {
      BIDSTracksys(
        label: label, stream: stream, channels: $0, times: times, firstSeconds: first,
        effectiveHz: effective, nominalHz: nominal)
    }
  }

  /// LATENCY: seconds since the first sample (BIDS 1.11.1, "Motion").
  private var latencies: [Double] { times.seconds.map { $0 - firstSeconds } }

  /// The channels in the order of the columns, LATENCY last.
  var allChannels: [BIDSChannel] {
    channels + [
      BIDSChannel(name: "latency", component: "n/a", type: "LATENCY", unit: "s", values: latencies)
    ]
  }

  /// `motion.tsv`: no header, one row for each row of the stream.
  func writeMotion(to file: OutputFile) throws(ExportError) {
    let columns = allChannels.map(\.values)
    for row in 0..<stream.count {
      for (index, values) in columns.enumerated() {
        if index > 0 { file.write("\t") }
        if values[row].isFinite { file.write(values[row]) } else { file.write("n/a") }
      }
      file.write("\n")
      try file.flushWhenFull()
    }
    try file.finish()
  }

  func channelsText(location: String) -> String {
    var lines = [
      "name\tcomponent\ttype\ttracked_point\tunits\tplacement\treference_frame\tsampling_frequency\tstatus"
    ]
    let place = BIDSText.cell(location)
    let rate = nominalHz.description
    for channel in allChannels {
      let frame = channel.type == "LATENCY" ? "n/a" : BIDSText.cell(stream.description.frame)
      lines.append(
        [
          channel.name, channel.component, channel.type, place, channel.unit, place, frame, rate, "good",
        ].joined(separator: "\t"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var channelsJSON: JSONValue {
    let it = stream.description
    var text =
      it.frame == "sensor"
      ? "The sensor's own axes, right-handed. The mounting on the body is arbitrary."
      : "The frame \"\(it.frame)\" of the recording."
    switch it.convention {
    case .specificForce: text += " Accelerations are specific force: +1 g upwards at rest."
    case .gravity: text += " Accelerations point along gravity: -1 g upwards at rest."
    case nil: break
    }
    return [
      "reference_frame": [
        "Description": "The frame in which the components of a channel are given.",
        "Levels": .object([
          BIDSText.cell(it.frame): ["Description": .string(text), "RotationRule": "right-hand"]
        ]),
      ]
    ]
  }

  /// `motion.json`.
  func motionJSON(_ session: MotionSession, taskName: String) -> JSONValue {
    let manifest = session.manifest
    let sensor = manifest.sensors.first { $0.name == stream.description.sensor }?.sensor
    var object: JSONObject = [
      "TaskName": .string(taskName),
      "TaskDescription": .string(
        (manifest.synthetic ? "SYNTHETIC: simulated input, not a measurement of a person. " : "")
          + "Spoken-cue movement drill \"\(manifest.drill.title)\"."),
      "SamplingFrequency": .finite(nominalHz),
      "SamplingFrequencyEffective": effectiveHz.map(JSONValue.finite) ?? "n/a",
      "RecordingType": "continuous", "MissingValues": "n/a", "TrackedPointsCount": 1,
      "TrackingSystemName": .string(stream.description.name),
      "ManufacturersModelName": .string(sensor?.name ?? "n/a"),
      "SoftwareVersions": .string("\(manifest.app.name) \(manifest.app.version)"),
      "MotionChannelCount": .integer(Int64(allChannels.count)),
    ]
    if let last = times.seconds.last(where: { !$0.isNaN }) {
      object.append("RecordingDuration", .finite(last - firstSeconds))
    }
    for type in ["ACCEL", "GYRO", "LATENCY", "MAGN", "MISC", "ORNT"] {
      let count = allChannels.count { $0.type == type }
      if count > 0 { object.append("\(type)ChannelCount", .integer(Int64(count))) }
    }
    // Members that BIDS does not define.
    object.append("Synthetic", .bool(manifest.synthetic))
    object.append("SourceSession", .string(manifest.uuid))
    object.append("SourceSessionState", .string(session.state.rawValue))
    object.append("FirstSampleAfterSessionStart", .finite(firstSeconds))
    object.append("SampleTimes", times.json)
    return .object(object)
  }
}

/// Text for the cells of a TSV file, which has no quoting.
enum BIDSText {
  /// `text` on one line without tabs; n/a where it is empty.
  static func cell(_ text: String) -> String {
    let safe = String(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    return safe.allSatisfy { $0 == " " } ? "n/a" : safe
  }
}
