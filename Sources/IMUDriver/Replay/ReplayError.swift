import MotionCore

/// Why a session cannot be replayed.
public enum ReplayError: DiagnosedError, Hashable {
  /// The session has no row of that sensor.
  case noRows(session: String, sensor: String)
  /// The session has no such sensor.
  case noSensor(session: String, sensor: String, known: [String])

  public var failure: String {
    switch self {
    case .noRows(let session, _), .noSensor(let session, _, _): "cannot replay \(session)"
    }
  }

  public var cause: String {
    switch self {
    case .noRows(_, let sensor): "it holds no row of the sensor \"\(sensor)\""
    case .noSensor(_, let sensor, let known):
      known.isEmpty
        ? "it names no sensor at all"
        : "it has no sensor \"\(sensor)\"; it has " + known.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }

  public var remedy: String? {
    switch self {
    case .noRows: "Choose a session that recorded something."
    case .noSensor(_, _, let known):
      known.isEmpty ? "Choose a session that recorded a sensor." : "Name one of its sensors."
    }
  }
}

extension ReplayError: CatalogueMessage {
  public static let section = MessageSection("replay", "Replaying a session", .error)
  public static let examples: [ReplayError] = [
    .noRows(session: "20261130T101502Z", sensor: "torso"),
    .noSensor(session: "20261130T101502Z", sensor: "wrist", known: ["torso"]),
  ]
}
