extension Manifest {
  /// The manifest as JSON, its keys in the order of the schema. A manifest that was decoded keeps the members
  /// that this version does not know, at every level, after those that it knows.
  public var json: JSONValue {
    source.merged(into: ownJSON)
  }

  /// What this version has to say, without what its source held besides.
  var ownJSON: JSONValue {
    var object: JSONObject = [
      "schema": [
        "name": .string(Manifest.schemaName), "version": .integer(Manifest.schemaVersion),
      ],
      "uuid": .string(uuid), "state": .string(state.rawValue), "synthetic": .bool(synthetic),
      "platform": .string(platform.rawValue),
      "app": [
        "name": .string(app.name), "version": .string(app.version), "revision": .string(app.revision),
      ],
      "host": [
        "os": .string(host.os), "kernel": .string(host.kernel), "machine": .string(host.machine),
      ],
      "sensors": .object(JSONObject(sensors.map { ($0.name, $0.sensor.json) })),
      "protocol": [
        "title": .string(drill.title), "file": .string(drill.file), "sha256": .string(drill.sha256),
        "seed": Manifest.json(seed: drill.seed),
      ],
      "anchors": .array(anchors.map(\.json)),
      "clocks": .object(JSONObject(clocks.map { ($0.name, $0.json) })),
      "streams": .object(JSONObject(streams.map { ($0.description.name, $0.json) })),
    ]
    if let audio { object.append("audio", audio) }
    if let calibrationFile { object.append("calibration", ["file": .string(calibrationFile)]) }
    var events: JSONObject = ["file": .string(eventsFile)]
    if !eventsSegments.isEmpty { events.append("segments", .array(eventsSegments.map(JSONValue.string))) }
    events.append("count", .optional(eventsCount))
    object.append("events", .object(events))
    object.append(
      "files",
      .object(
        JSONObject(
          files.map { ($0.name, ["bytes": .integer($0.bytes), "sha256": .string($0.sha256)]) })))
    object.append("incidents", .object(incidents))
    for member in unknown.members { object.append(member.key, member.value) }
    return .object(object)
  }

  /// The text of `manifest.json`.
  public var fileBytes: [UInt8] {
    var bytes: [UInt8] = []
    json.withoutNonFinite.write(to: &bytes, layout: .indented)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// A seed beyond Int64 is written as a decimal string, since many readers would round the number.
  static func json(seed: UInt64) -> JSONValue {
    Int64(exactly: seed).map(JSONValue.integer) ?? .string(String(seed))
  }
}

extension SensorDescription {
  var json: JSONValue {
    var object: JSONObject = [
      "name": .string(name), "driver": .string(driver), "bus": .string(bus), "path": .string(path),
      "stable_id": .string(stableID),
    ]
    if let serial { object.append("serial", .string(serial)) }
    if let firmware { object.append("firmware", .string(firmware)) }
    object.append("location", .string(location))
    if !settings.members.isEmpty { object.append("settings", .object(settings)) }
    return .object(object)
  }
}

extension Manifest.Anchor {
  var json: JSONValue {
    [
      "at": .string(at.rawValue), "host_ns": .integer(host.nanoseconds), "wall": .string(wall),
      "utc_offset": .string(utcOffset),
      "clock_synchronised": clockSynchronised.map(JSONValue.bool) ?? .null,
    ]
  }
}

extension ClockDescription {
  var json: JSONValue {
    var object: JSONObject = ["unit": .string(unit.rawValue), "epoch": .string(epoch)]
    if let wrapsAt { object.append("wraps_at", .integer(wrapsAt)) }
    if let mapping { object.append("mapping", mapping.json) }
    return .object(object)
  }
}

extension ClockMapping {
  var json: JSONValue {
    var object: JSONObject = [
      "t0": .finite(t0), "t0_host_ns": .integer(t0Host.nanoseconds), "drift_ppm": .finite(driftPPM),
      "residual_ns": .finite(residualNs), "validated": .bool(validated),
    ]
    if let reason { object.append("reason", .string(reason.text)) }
    object.append("checks", .object(checks))
    return .object(object)
  }
}

extension Manifest.StreamEntry {
  var json: JSONValue {
    let it = description
    var object: JSONObject = ["file": file.map(JSONValue.string) ?? .null]
    if !segments.isEmpty { object.append("segments", .array(segments.map(JSONValue.string))) }
    object.append("sensor", .string(it.sensor))
    object.append("kind", .string(it.kind.rawValue))
    object.append("clock", .string(it.clock))
    object.append("timestamp_source", .string(it.timestampSource.rawValue))
    object.append("unit", .string(it.unit.rawValue))
    object.append("scale", .perAxis(it.scale))
    object.append("offset", .perAxis(it.offset))
    if let gain = it.gain { object.append("gain", .perAxis(gain)) }
    if let matrix = it.mountMatrix {
      object.append("mount_matrix", .array(matrix.map { .array($0.map(JSONValue.finite)) }))
    }
    if let convention = it.convention { object.append("convention", .string(convention.rawValue)) }
    object.append("frame", .string(it.frame))
    if let fields = it.fields { object.append("fields", fields) }
    object.append("requested_hz", it.requestedHz.map(JSONValue.finite) ?? .null)
    switch it.capability {
    case .available: object.append("capability", "available")
    case .unavailable(let reason):
      object.append("capability", "unavailable")
      object.append("reason", .string(reason.text))
    case .invalid(let reason):
      object.append("capability", "invalid")
      object.append("reason", .string(reason.text))
    }
    object.append("count", .optional(count))
    object.append("statistics", statistics ?? .null)
    object.append("losses", .object(losses))
    return .object(object)
  }
}

extension JSONValue {
  /// The value with null in the place of every real that JSON cannot hold. What is to be kept is not lost
  /// because somebody computed a NaN.
  var withoutNonFinite: JSONValue {
    switch self {
    case .real(let value): .finite(value)
    case .array(let elements): .array(elements.map(\.withoutNonFinite))
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, $0.value.withoutNonFinite) }))
    default: self
    }
  }

  static func optional(_ count: Int?) -> JSONValue {
    count.map { .integer(Int64($0)) } ?? .null
  }

  /// A real; null for NaN and infinities, which JSON does not have.
  static func finite(_ value: Double) -> JSONValue {
    value.isFinite ? .real(value) : .null
  }

  /// One number for all axes, or an array of one an axis.
  static func perAxis(_ values: [Double]) -> JSONValue {
    values.count == 1 ? .finite(values[0]) : .array(values.map(JSONValue.finite))
  }
}
