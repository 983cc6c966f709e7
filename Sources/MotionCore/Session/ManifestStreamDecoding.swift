extension ManifestDecoder {
  /// Reads a stream's entry. Where the manifest does not say how to read the values, the rows still open as the
  /// raw numbers that they are, and the capability says why they are not more.
  mutating func stream(_ json: JSONValue, _ key: String) -> Manifest.StreamEntry? {
    var damage: [String] = []
    guard let kind = StreamKind(rawValue: json["kind"]?.string ?? ManifestDecoder.kindPart(of: key)) else {
      note(.streamKindUnknown(cut("streams.\(key)")))
      return nil
    }
    func required<Value>(_ name: String, _ value: Value?, otherwise: Value) -> Value {
      if value == nil { damage.append(name) }
      return value ?? otherwise
    }
    let motion = kind == .motion
    let fields = json["fields"]
    // A field that is not available has no values in the rows.
    let delivered = fields?.object?.members.filter { $0.value["capability"] != "unavailable" }
    let valueKeys =
      motion
      ? delivered?.flatMap { $0.value["keys"]?.array?.compactMap(\.string) ?? [] } ?? []
      : StreamKind.axes
    var description = StreamDescription(
      name: key, kind: kind, sensor: required("sensor", json["sensor"]?.string, otherwise: ""),
      clock: required("clock", json["clock"]?.string, otherwise: ""),
      timestampSource: required(
        "timestamp_source", json["timestamp_source"]?.string.flatMap(TimestampSource.init),
        otherwise: .receipt),
      unit: required("unit", json["unit"]?.string.flatMap(MeasurementUnit.init), otherwise: .one),
      scale: required("scale", ManifestDecoder.perAxis(json["scale"]), otherwise: [1]),
      offset: required("offset", ManifestDecoder.perAxis(json["offset"]), otherwise: [0]),
      gain: json["gain"].flatMap(ManifestDecoder.perAxis), frame: json["frame"]?.string ?? "sensor",
      valueKeys: valueKeys, fields: fields, requestedHz: rate(json["requested_hz"], key))
    if json["gain"] != nil, description.gain == nil { damage.append("gain") }
    if let matrix = json["mount_matrix"] {
      let rows = matrix.array?.map { ManifestDecoder.perAxis($0) ?? [] } ?? []
      if rows.count == 3, rows.allSatisfy({ $0.count == 3 }) {
        description.mountMatrix = rows
      } else {
        damage.append("mount_matrix")
      }
    }
    if let convention = json["convention"] {
      description.convention = convention.string.flatMap(AccelerationConvention.init)
      if description.convention == nil { damage.append("convention") }
    }
    let reason = ManifestReason.recorded(json["reason"]?.string)
    switch json["capability"]?.string {
    case "available": description.capability = .available
    case "unavailable": description.capability = .unavailable(reason: reason)
    case "invalid": description.capability = .invalid(reason: reason)
    default: damage.append("capability")
    }
    if !damage.isEmpty {
      let list = damage.joined(separator: ", ")
      note(.streamDescriptionDamaged(stream: cut("streams.\(key)"), members: list))
      if case .unavailable = description.capability {
      } else {
        description.capability = .invalid(
          reason: UnavailableReason(ManifestReason.notSaid(members: list)))
      }
    }
    return Manifest.StreamEntry(
      description: description, file: json["file"]?.string,
      segments: json["segments"]?.array?.compactMap(\.string) ?? [],
      count: count(json["count"], "streams.\(key).count"),
      statistics: json["statistics"] == .null ? nil : json["statistics"],
      losses: json["losses"]?.object ?? [:])
  }

  /// A rate that was asked for, Hz.
  private mutating func rate(_ json: JSONValue?, _ key: String) -> Double? {
    guard let found = json?.double else { return nil }
    guard found > 0, found <= 1e6 else {
      note(.notARate(cut("streams.\(key).requested_hz")))
      return nil
    }
    return found
  }

  /// "gyroscope" of "gyroscope@wrist".
  static func kindPart(of name: String) -> String {
    String(name.prefix { $0 != "@" && $0 != "." })
  }

  /// One finite number, or three.
  private static func perAxis(_ json: JSONValue?) -> [Double]? {
    if let number = json?.double { return [number] }
    guard let values = json?.array?.compactMap(\.double), values.count == json?.array?.count,
      !values.isEmpty
    else { return nil }
    return values
  }
}

extension Manifest {
  /// The entry of a stream whose rows are there and of which the manifest says nothing.
  static func undescribed(_ name: String, _ kind: StreamKind, file: String) -> StreamEntry {
    StreamEntry(
      description: StreamDescription(
        name: name, kind: kind, sensor: "", clock: "", timestampSource: .receipt, unit: .one, scale: [1],
        valueKeys: kind == .motion ? [] : StreamKind.axes,
        capability: .invalid(reason: UnavailableReason(ManifestReason.notDescribed))),
      file: file)
  }

  /// What stands for a manifest that cannot be read.
  static var unreadable: Manifest {
    Manifest(
      uuid: "", state: .incomplete, synthetic: false, app: App(name: "", version: "", revision: ""),
      host: Host(os: "", kernel: "", machine: ""), sensors: [],
      drill: Drill(title: "", file: "", sha256: "", seed: 0), anchors: [], clocks: [], streams: [])
  }
}
