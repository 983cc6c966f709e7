/// One column of a `motion.tsv`, and its row in `channels.tsv`.
struct BIDSChannel {
  var name: String
  /// x, y, z, quat_x … quat_w, or n/a.
  var component: String
  /// ACCEL, GYRO, MAGN, ORNT, MISC or LATENCY.
  var type: String
  /// m/s^2, rad/s, uT, rad, s or n/a.
  var unit: String
  /// One that is not finite is n/a.
  var values: [Double]

  /// Standard gravity, m/s² (CGPM 1901).
  private static let gravity = 9.80665

  /// The channels of a stream in the units of BIDS, without LATENCY; or why there are none.
  static func all(_ stream: MotionStream) -> Measured<[BIDSChannel]> {
    let found = StreamValues(stream)
    if let reason = found.reasons.first { return .unavailable(reason) }
    var channels: [BIDSChannel] = []
    for column in found.columns {
      let (type, component) = place(column.key, stream.description.kind)
      guard let (factor, unit) = conversion(column.unit, type: type) else {
        return .unavailable(ExportReason.wrongUnit(key: column.key, unit: column.unit.rawValue))
      }
      let prefix =
        switch stream.description.kind {
        case .accelerometer: "accel"
        case .gyroscope: "gyro"
        case .magnetometer: "mag"
        case .motion: "motion"
        }
      channels.append(
        BIDSChannel(
          name: "\(prefix)_\(column.key)", component: component, type: type, unit: unit,
          values: factor == 1 ? column.values : column.values.map { $0 * factor }))
    }
    return channels.isEmpty ? .unavailable(ExportReason.noUnits) : .value(channels)
  }

  /// Type and component of a row's value.
  private static func place(_ key: String, _ kind: StreamKind) -> (type: String, component: String) {
    switch kind {
    case .accelerometer: return ("ACCEL", key)
    case .gyroscope: return ("GYRO", key)
    case .magnetometer: return ("MAGN", key)
    case .motion: break
    }
    switch key {
    case "qx", "qy", "qz", "qw": return ("ORNT", "quat_\(key.dropFirst())")
    case "roll": return ("ORNT", "x")
    case "pitch": return ("ORNT", "y")
    case "yaw": return ("ORNT", "z")
    case "gx", "gy", "gz", "ux", "uy", "uz": return ("ACCEL", String(key.dropFirst()))
    case "rx", "ry", "rz": return ("GYRO", String(key.dropFirst()))
    case "mx", "my", "mz": return ("MAGN", String(key.dropFirst()))
    default: return ("MISC", "n/a")
    }
  }

  /// What a value is multiplied with, and the unit that it then has.
  private static func conversion(
    _ unit: MeasurementUnit, type: String
  ) -> (factor: Double, unit: String)? {
    switch (type, unit) {
    case ("ACCEL", .g): (gravity, "m/s^2")
    case ("ACCEL", .metresPerSecondSquared): (1, "m/s^2")
    case ("GYRO", .radiansPerSecond): (1, "rad/s")
    case ("GYRO", .degreesPerSecond): (.pi / 180, "rad/s")
    case ("MAGN", .microtesla): (1, "uT")
    case ("MAGN", .gauss): (100, "uT")
    case ("ORNT", .radians), ("MISC", .radians): (1, "rad")
    case ("ORNT", .degrees), ("MISC", .degrees): (.pi / 180, "rad")
    case ("ORNT", .one), ("MISC", .one): (1, "n/a")
    default: nil
    }
  }
}
