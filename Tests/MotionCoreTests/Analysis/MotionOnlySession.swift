@testable import MotionCore

/// A session with raw streams as a phone or a watch would have recorded it: one `motion` stream with attitude, gravity, user
/// acceleration and rotation rate, in the signs of Core Motion, and no raw streams. Written from docs/watch-readiness.md.
struct MotionOnlySession {
  /// Fields that the device does not deliver.
  var without: Set<String> = []
  /// Of gravity and user acceleration; nil leaves it out.
  var convention: String? = "gravity"
  /// The heading is delivered, and declared invalid in every row.
  var hasInvalidHeading = false

  /// The fields with their keys, in the order of the rows.
  private static let fields: [(name: String, keys: [String], unit: String)] = [
    ("attitude", ["qx", "qy", "qz", "qw"], "1"), ("gravity", ["gx", "gy", "gz"], "g"),
    ("user_acceleration", ["ux", "uy", "uz"], "g"), ("rotation_rate", ["rx", "ry", "rz"], "rad/s"),
    ("heading", ["hd"], "deg"),
  ]

  /// One row: attitude sensor → reference, specific force in g, rate in rad/s.
  typealias Row = (attitude: Quaternion, force: Vector3, rate: Vector3)

  /// A stream of `rows` with the times of `raw`.
  func stream(_ rows: [Row], timesOf raw: MotionStream) -> MotionStream {
    let delivered = Self.fields.filter {
      !without.contains($0.name) && ($0.name != "heading" || hasInvalidHeading)
    }
    let fields = Self.fields.map { field -> (String, JSONValue) in
      guard delivered.contains(where: { $0.name == field.name }) else {
        return (
          field.name,
          [
            "keys": .array(field.keys.map { .string($0) }), "unit": .string(field.unit),
            "capability": "unavailable", "reason": "the test's device has none",
          ]
        )
      }
      var object: JSONObject = [
        "keys": .array(field.keys.map { .string($0) }), "unit": .string(field.unit), "scale": 1, "offset": 0,
        "capability": "available",
      ]
      if field.unit == "g", let convention { object.append("convention", .string(convention)) }
      return (field.name, .object(object))
    }
    let values = rows.map { row -> [String: [Double]] in
      let down = row.attitude.conjugate.rotate(Vector3(0, 0, -1))
      let user = -row.force - down
      return [
        "attitude": row.attitude.components, "gravity": [down.x, down.y, down.z],
        "user_acceleration": [user.x, user.y, user.z],
        "rotation_rate": [row.rate.x, row.rate.y, row.rate.z], "heading": [-1],
      ]
    }
    let keys = delivered.flatMap(\.keys)
    let columns = delivered.flatMap { field in
      field.keys.indices.map { key in MotionStream.Column.reals(values.map { $0[field.name]![key] }) }
    }
    var stream = MotionStream(
      description: StreamDescription(
        name: "motion", kind: .motion, sensor: raw.description.sensor, clock: raw.description.clock,
        timestampSource: raw.description.timestampSource, unit: .one, scale: [1], valueKeys: keys,
        fields: .object(JSONObject(fields))),
      sequence: raw.sequence, deviceTime: raw.deviceTime, receiptNs: raw.receiptNs, values: columns)
    if hasInvalidHeading {
      stream.invalid = Dictionary(uniqueKeysWithValues: rows.indices.map { ($0, ["hd"]) })
    }
    return stream
  }

  /// `session` with `motion` in place of its raw streams.
  static func replacing(_ session: MotionSession, by motion: MotionStream) -> MotionSession {
    var session = session
    session.streams = [motion]
    session.manifest.streams =
      [Manifest.StreamEntry(description: motion.description, file: nil)]
      + [StreamKind.accelerometer, .gyroscope].map { kind in
        var description = motion.description
        description.name = kind.rawValue
        description.kind = kind
        description.fields = nil
        description.capability = .unavailable(reason: "the test's device has device motion alone")
        return Manifest.StreamEntry(description: description, file: nil)
      }
    return session
  }

  /// What a device would have made of a raw session: rates and forces as measured, attitudes by the offline filter. Its two
  /// raw streams have their rows at the same times, all of them valid.
  func derived(from session: MotionSession) -> MotionSession? {
    let vectors = MotionAnalyzer().analyzed(session).vectors
    guard let raw = session.stream(.gyroscope), let rate = vectors.rate.value,
      let force = vectors.force.value, let track = vectors.orientation(.default).value?.track,
      rate.times.count == raw.count, force.times.count == raw.count
    else { return nil }
    let rows = rate.times.indices.map { (track[$0], force.vectors[$0], rate.vectors[$0]) }
    return Self.replacing(session, by: stream(rows, timesOf: raw))
  }

  /// A rider as seen without noise.
  func rider(_ rider: SyntheticRider, in session: MotionSession) -> MotionSession {
    let rows = rider.times.map { t in
      let it = rider.values(t)
      return (attitude: rider.attitude(t), force: it.force, rate: it.rate)
    }
    return Self.replacing(session, by: stream(rows, timesOf: rider.streams[1]))
  }
}
