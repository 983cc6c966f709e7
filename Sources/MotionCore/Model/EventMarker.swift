/// One row of `events.jsonl`: something that happened at an instant of the host clock. An annotation, never a
/// judgement.
public struct EventMarker: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case cue
    case cueTiming = "cue_timing"
    case say, marker, phase, recording, pause, calibration, incident
  }

  /// Sequence number in the file, from 0; the writer gives it.
  public var sequence: Int64
  /// The row's kind; a kind that this version does not know is kept as text.
  public var kind: String
  public var label: String
  public var host: HostTime
  /// What follows by kind, in order.
  public var fields: JSONObject

  public init(
    sequence: Int64 = 0, kind: Kind, label: String, host: HostTime, fields: JSONObject = [:]
  ) {
    self.init(sequence: sequence, kindText: kind.rawValue, label: label, host: host, fields: fields)
  }

  public init(sequence: Int64, kindText: String, label: String, host: HostTime, fields: JSONObject) {
    self.sequence = sequence
    self.kind = kindText
    self.label = label
    self.host = host
    self.fields = fields
  }

  public var knownKind: Kind? { Kind(rawValue: kind) }

  /// The row as it stands in the file.
  public var json: JSONValue {
    var object: JSONObject = [
      "n": .integer(sequence), "kind": .string(kind), "label": .string(label),
      "host_ns": .integer(host.nanoseconds),
    ]
    for member in fields.members { object.append(member.key, member.value) }
    return .object(object)
  }

  /// Reads a row; nil where one of the four common keys is missing or of a wrong type.
  public init?(json: JSONValue) {
    guard let object = json.object, let sequence = object["n"]?.integer, let kind = object["kind"]?.string,
      let label = object["label"]?.string, let host = object["host_ns"]?.hostTime
    else { return nil }
    let common: Set = ["n", "kind", "label", "host_ns"]
    self.init(
      sequence: sequence, kindText: kind, label: label, host: host,
      fields: JSONObject(object.members.lazy.filter { !common.contains($0.key) }.map { ($0.key, $0.value) }))
  }
}

/// The labels of `incident` events.
public enum IncidentKind: String, Sendable, CaseIterable {
  case sensorLost = "sensor_lost"
  case sensorBack = "sensor_back"
  case droppedEvents = "dropped_events"
  case fifoOverflow = "fifo_overflow"
  case checksum
  case clockJump = "clock_jump"
  case nonfinite
  case frozen
  /// The acceleration at rest is not one g.
  case implausible
  case audioLost = "audio_lost"
  case underrun
  case lateCue = "late_cue"
  case diskLow = "disk_low"
  case writeFailed = "write_failed"
  case syncSlow = "sync_slow"
  case queueFull = "queue_full"
  case interrupted

  /// Whether an incident of a sensor proves that rows are missing. The others say that something is odd.
  public var isLoss: Bool {
    switch self {
    case .droppedEvents, .fifoOverflow, .checksum, .queueFull, .nonfinite: true
    default: false
    }
  }
}

/// Something that went wrong and was handled: it becomes an `incident` event and is counted in the manifest.
public struct Incident: Hashable, Sendable {
  public var kind: IncidentKind
  public var host: HostTime
  /// The numbers and names behind it.
  public var fields: JSONObject

  public init(_ kind: IncidentKind, at host: HostTime, fields: JSONObject = [:]) {
    self.kind = kind
    self.host = host
    self.fields = fields
  }

  public var event: EventMarker {
    EventMarker(kind: .incident, label: kind.rawValue, host: host, fields: fields)
  }
}
