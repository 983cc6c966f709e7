/// A manifest that cannot be used at all.
public enum SchemaError: DiagnosedError, Hashable {
  /// The bundle's schema is not this program's.
  case otherSchema(path: String, name: String)
  /// The bundle was written by a program with another schema version.
  case otherVersion(path: String, found: Int64)

  public var failure: String {
    switch self {
    case .otherSchema(let path, _), .otherVersion(let path, _): "cannot read the session \(path)"
    }
  }

  public var cause: String {
    switch self {
    case .otherSchema(_, let name):
      "its schema is \"\(name)\", and this program reads \"\(Manifest.schemaName)\""
    case .otherVersion(_, let found):
      "it has schema version \(found), and this program reads version \(Manifest.schemaVersion)"
    }
  }

  public var remedy: String? {
    switch self {
    case .otherSchema: "give it to the program that wrote it"
    case .otherVersion:
      "use a version of drillrunner that knows this schema; its text is still readable by eye"
    }
  }
}

extension SchemaError: CatalogueMessage {
  public static let section = MessageSection("schema", "Sessions of other programs and versions", .error)
  public static let examples: [SchemaError] = [
    .otherSchema(path: "sessions/walk", name: "gait.session"),
    .otherVersion(path: "sessions/20301130T101502Z", found: 2),
  ]
}

/// Reads `manifest.json`. An entry that is missing or damaged is a problem, and what depends on it is marked;
/// the rest is taken.
struct ManifestDecoder {
  private var listed: [SessionFinding] = []
  private var unlisted = 0
  private let path: String

  init(path: String) {
    self.path = path
  }

  /// What is not as it should be.
  var problems: [SessionFinding] {
    listed + (unlisted > 0 ? [.moreMembers(unlisted)] : [])
  }

  /// Throws a `SchemaError` where the document says that it is of another schema or version.
  mutating func decode(_ json: JSONValue) throws(SchemaError) -> Manifest {
    let schema = json["schema"]
    if let name = schema?["name"]?.string, name != Manifest.schemaName {
      throw .otherSchema(path: path, name: name)
    }
    if let version = schema?["version"]?.integer {
      guard version == Manifest.schemaVersion else { throw .otherVersion(path: path, found: version) }
    } else {
      note(.schemaMissing(version: Manifest.schemaVersion))
    }
    let state = choice(SessionState.self, json["state"], "state") ?? .incomplete
    let platform = choice(RecordingPlatform.self, json["platform"], "platform") ?? .linux
    let synthetic = json["synthetic"]?.bool
    if synthetic == nil { note(.memberMissing("synthetic")) }
    let app = json["app"]
    let host = json["host"]
    var manifest = Manifest(
      uuid: text(json["uuid"], "uuid"), state: state, synthetic: synthetic ?? false, platform: platform,
      app: Manifest.App(
        name: text(app?["name"], "app.name"), version: text(app?["version"], "app.version"),
        revision: text(app?["revision"], "app.revision")),
      host: Manifest.Host(
        os: text(host?["os"], "host.os"), kernel: text(host?["kernel"], "host.kernel"),
        machine: text(host?["machine"], "host.machine")),
      sensors: members(json["sensors"], "sensors").map { ($0.key, sensor($0.value, $0.key)) },
      drill: drill(json["protocol"]), anchors: anchors(json["anchors"]),
      clocks: members(json["clocks"], "clocks").compactMap { clock($0.value, $0.key) },
      streams: members(json["streams"], "streams").compactMap { stream($0.value, $0.key) },
      audio: json["audio"], calibrationFile: json["calibration"]?["file"]?.string,
      eventsFile: text(json["events"]?["file"], "events.file", otherwise: "events.jsonl"),
      eventsSegments: json["events"]?["segments"]?.array?.compactMap(\.string) ?? [],
      eventsCount: count(json["events"]?["count"], "events.count"))
    manifest.files = members(json["files"], "files").compactMap { member in
      guard let bytes = member.value["bytes"]?.integer, bytes >= 0,
        let sha256 = member.value["sha256"]?.string
      else {
        note(.memberDamaged(cut("files.\(member.key)")))
        return nil
      }
      return Manifest.FileEntry(name: member.key, bytes: bytes, sha256: sha256)
    }
    manifest.incidents = json["incidents"]?.object ?? [:]
    manifest.unknown = JSONObject(
      (json.object?.members ?? []).filter { !ManifestDecoder.known.contains($0.key) }.map {
        ($0.key, $0.value)
      })
    manifest.source = ManifestSource(json: json)
    return manifest
  }

  private static let known: Set = [
    "schema", "uuid", "state", "synthetic", "platform", "app", "host", "sensors", "protocol", "anchors",
    "clocks",
    "streams", "audio", "calibration", "events", "files", "incidents",
  ]

  // MARK: Entries

  private mutating func sensor(_ json: JSONValue, _ key: String) -> SensorDescription {
    func part(_ name: String) -> String { text(json[name], "sensors.\(key).\(name)") }
    return SensorDescription(
      name: part("name"), driver: part("driver"), bus: part("bus"), path: part("path"),
      stableID: part("stable_id"), serial: json["serial"]?.string, firmware: json["firmware"]?.string,
      location: part("location"), settings: json["settings"]?.object ?? [:])
  }

  private mutating func drill(_ json: JSONValue?) -> Manifest.Drill {
    var seed = json?["seed"]?.integer.flatMap { UInt64(exactly: $0) }
    if seed == nil { seed = json?["seed"]?.string.flatMap { UInt64($0) } }
    if seed == nil { note(.memberUnknown("protocol.seed")) }
    return Manifest.Drill(
      title: text(json?["title"], "protocol.title"), file: text(json?["file"], "protocol.file"),
      sha256: text(json?["sha256"], "protocol.sha256"), seed: seed ?? 0)
  }

  private mutating func anchors(_ json: JSONValue?) -> [Manifest.Anchor] {
    guard let entries = json?.array else {
      note(.memberMissing("anchors"))
      return []
    }
    return entries.enumerated().compactMap { index, entry in
      guard let at = entry["at"]?.string.flatMap(Manifest.Anchor.Point.init),
        let host = entry["host_ns"]?.hostTime, let wall = entry["wall"]?.string
      else {
        note(.anchorDamaged("anchors[\(index)]"))
        return nil
      }
      return Manifest.Anchor(
        at: at, host: host, wall: wall, utcOffset: entry["utc_offset"]?.string ?? "",
        clockSynchronised: entry["clock_synchronised"]?.bool)
    }
  }

  private mutating func clock(_ json: JSONValue, _ key: String) -> ClockDescription? {
    guard let unit = json["unit"]?.string.flatMap(TimeUnit.init) else {
      note(.unitUnknown(cut("clocks.\(key)")))
      return nil
    }
    var mapping: ClockMapping?
    if let entry = json["mapping"] {
      if let t0 = entry["t0"]?.double, let host = entry["t0_host_ns"]?.hostTime,
        let drift = entry["drift_ppm"]?.double, let validated = entry["validated"]?.bool
      {
        mapping = ClockMapping(
          t0: t0, t0Host: host, driftPPM: drift,
          residualNs: entry["residual_ns"]?.double ?? .nan, validated: validated,
          reason: entry["reason"]?.string.map { UnavailableReason(recorded: $0) },
          checks: entry["checks"]?.object ?? [:])
      } else {
        note(.memberDamaged(cut("clocks.\(key).mapping")))
      }
    }
    let wrapsAt = json["wraps_at"]?.integer
    if let wrapsAt, wrapsAt < 1 { note(.wrapsAtNotPositive(cut("clocks.\(key)"))) }
    return ClockDescription(
      name: key, unit: unit, epoch: text(json["epoch"], "clocks.\(key).epoch"),
      wrapsAt: wrapsAt.flatMap { $0 < 1 ? nil : $0 }, mapping: mapping)
  }

  // MARK: Parts

  mutating func choice<Choice: RawRepresentable>(
    _ type: Choice.Type, _ json: JSONValue?, _ name: String
  ) -> Choice? where Choice.RawValue == String {
    let found = json?.string.flatMap(Choice.init)
    if found == nil { note(.memberUnknown(cut(name))) }
    return found
  }

  mutating func text(_ json: JSONValue?, _ name: String, otherwise: String = "") -> String {
    if let found = json?.string { return found }
    note(.memberMissing(cut(name)))
    return otherwise
  }

  /// A number of rows or events.
  mutating func count(_ json: JSONValue?, _ name: String) -> Int? {
    guard let found = json?.integer else { return nil }
    if found < 0 { note(.memberBelowZero(cut(name))) }
    return found < 0 ? nil : Int(clamping: found)
  }

  private mutating func members(_ json: JSONValue?, _ name: String) -> [JSONObject.Member] {
    guard let object = json?.object else {
      note(.memberMissing(cut(name)))
      return []
    }
    var seen: Set<String> = []
    return object.members.filter { member in
      let isNew = seen.insert(member.key).inserted
      if !isNew { note(.memberTwice(cut("\(name).\(member.key)"))) }
      return isNew
    }
  }

  /// A member's name, cut where a key is endless.
  func cut(_ name: String) -> String { Printable.excerpt(name, count: 260) }

  /// Adds a problem. The first hundred are listed; the others are counted.
  mutating func note(_ problem: SessionFinding) {
    if listed.count < 100 {
      listed.append(problem)
    } else {
      unlisted += 1
    }
  }
}
