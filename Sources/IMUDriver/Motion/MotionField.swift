import MotionCore

/// A field of the motion stream (session format, "Manifest").
enum MotionField: String, Hashable, Sendable, CaseIterable {
  case attitude, euler, matrix, gravity
  case userAcceleration = "user_acceleration"
  case rotationRate = "rotation_rate"
  case field, heading

  /// The keys of a row, in the order of the schema.
  var keys: [String] {
    switch self {
    case .attitude: ["qx", "qy", "qz", "qw"]
    case .euler: ["roll", "pitch", "yaw"]
    case .matrix: ["r00", "r01", "r02", "r10", "r11", "r12", "r20", "r21", "r22"]
    case .gravity: ["gx", "gy", "gz"]
    case .userAcceleration: ["ux", "uy", "uz"]
    case .rotationRate: ["rx", "ry", "rz"]
    case .field: ["mx", "my", "mz"]
    case .heading: ["hd"]
    }
  }

  /// The field's entry in `fields` of the manifest. `convention` is what gravity has told, see `GravityTest`.
  func entry(
    keys: [String]? = nil, unit: MeasurementUnit, scale: Double, offset: Double, convention: String?
  ) -> JSONValue {
    [
      "keys": .array((keys ?? self.keys).map { .string($0) }), "unit": .string(unit.rawValue),
      "scale": .real(scale), "offset": .real(offset),
      "convention": .string(convention ?? GravityTest.unverified), "capability": "available",
    ]
  }
}
