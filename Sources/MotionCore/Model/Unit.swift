/// The units that a stream may declare (session format, "Manifest").
public enum MeasurementUnit: String, Sendable, CaseIterable {
  case g = "g"
  case metresPerSecondSquared = "m/s2"
  case radiansPerSecond = "rad/s"
  case degreesPerSecond = "deg/s"
  case microtesla = "uT"
  case gauss = "G"
  case radians = "rad"
  case degrees = "deg"
  case one = "1"

  /// What a value in this unit is multiplied with to get the core's unit of the same quantity: g, rad/s, µT,
  /// rad or 1. Standard gravity is 9.80665 m/s² by definition (CGPM 1901).
  public var toCore: Double {
    switch self {
    case .g, .radiansPerSecond, .microtesla, .radians, .one: 1
    case .metresPerSecondSquared: 1 / 9.80665
    case .degreesPerSecond, .degrees: .pi / 180
    case .gauss: 100
    }
  }
}

/// The units of a device clock.
public enum TimeUnit: String, Sendable, CaseIterable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"

  /// Nanoseconds in one unit.
  public var nanoseconds: Double {
    switch self {
    case .nanoseconds: 1
    case .microseconds: 1e3
    case .milliseconds: 1e6
    case .seconds: 1e9
    }
  }
}
