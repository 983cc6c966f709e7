import MotionCore

/// What became of a request of the calibration: a lean and its return, or holding still.
struct RiderGesture: Sendable {
  var guidance: HeardGuidance
  /// When the lean began; nil where none was asked for.
  var onset: HostTime?
  /// When the way back began.
  var turn: HostTime?
  /// The angles of the lean, radians, left and forward positive.
  var lateral = 0.0
  var forward = 0.0
  /// Of the lean and of the way back, seconds.
  var duration = 0.0
  var backDuration = 0.0

  var json: JSONValue {
    var object: JSONObject = [
      "request": .string(guidance.request.rawValue), "audible_ns": .integer(guidance.audible.nanoseconds),
      "onset_ns": onset.map { .integer($0.nanoseconds) } ?? .null,
    ]
    guard let turn else { return .object(object) }
    let degrees = 180 / Double.pi
    object.append("lateral_deg", .real(lateral * degrees))
    object.append("forward_deg", .real(forward * degrees))
    object.append("duration_s", .real(duration))
    object.append("turn_ns", .integer(turn.nanoseconds))
    object.append("back_duration_s", .real(backDuration))
    return .object(object)
  }
}
