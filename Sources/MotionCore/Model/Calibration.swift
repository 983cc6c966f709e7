/// The contents of `calibration.json`: the neutral reference and the rider axes that the run found, with the
/// stream rows that are their evidence, and every attempt.
public struct Calibration: Hashable, Sendable {
  /// The neutral reference.
  public struct Neutral: Hashable, Sendable {
    /// Attitude, sensor → reference, [x, y, z, w].
    public var quaternion: [Double]
    public var dispersionDegrees: Double?
    public var gyroBiasRadiansPerSecond: [Double]?
    /// The rows that it was computed from.
    public var rows = CalibrationRows()
    /// The limits and the source of the attitudes.
    public var settings: JSONValue?
  }

  /// A lean of the rider.
  public struct Gesture: Hashable, Sendable {
    public var rows: CalibrationRows
    public var angleDegrees: Double

    public init(rows: CalibrationRows, angleDegrees: Double) {
      self.rows = rows
      self.angleDegrees = angleDegrees
    }
  }

  /// The rider axes.
  public struct Axes: Hashable, Sendable {
    /// "gestures" or "standard".
    public var method: String
    /// Rotation from the sensor to the rider frame, [x, y, z, w].
    public var sensorToRider: [Double]
    public var left: Gesture?
    public var forward: Gesture?
    public var settings: JSONValue?
  }

  public static let version: Int64 = 1
  public static let fileName = "calibration.json"

  public var version: Int64
  public var neutral: Neutral?
  public var axes: Axes?
  /// The document itself, with everything in it.
  public var document: JSONValue
  /// Whether its rotations are those of another sensor on the body than the rows that it names now: they are then compared
  /// with nothing.
  var isOfAnotherSensor = false

  /// Reads a calibration document; nil where it is not one.
  public init?(json: JSONValue) {
    guard let version = json["version"]?.integer else { return nil }
    self.version = version
    document = json
    func numbers(_ value: JSONValue?) -> [Double]? {
      let found = value?.array?.compactMap(\.double)
      return found?.count == value?.array?.count ? found : nil
    }
    func gesture(_ value: JSONValue?) -> Gesture? {
      guard let rows = CalibrationRows(json: value?["rows"]), let angle = value?["angle_deg"]?.double else {
        return nil
      }
      return Gesture(rows: rows, angleDegrees: angle)
    }
    if let entry = json["neutral"], let q = numbers(entry["q"]), q.count == 4 {
      neutral = Neutral(
        quaternion: q, dispersionDegrees: entry["dispersion_deg"]?.double,
        gyroBiasRadiansPerSecond: numbers(entry["gyro_bias_rad_s"]),
        rows: CalibrationRows(json: entry["rows"]) ?? CalibrationRows(), settings: entry["settings"])
    }
    if let entry = json["axes"], let method = entry["method"]?.string,
      let q = numbers(entry["sensor_to_rider"]), q.count == 4
    {
      axes = Axes(
        method: method, sensorToRider: q, left: gesture(entry["left"]), forward: gesture(entry["forward"]),
        settings: entry["settings"])
    }
  }

  /// A calibration as a run found it, with its document.
  public init(neutral: Neutral?, axes: Axes?, attempts: [JSONValue]) {
    version = Calibration.version
    self.neutral = neutral
    self.axes = axes
    var object: JSONObject = ["version": .integer(version)]
    if let neutral { object.append("neutral", neutral.json) }
    if let axes { object.append("axes", axes.json) }
    object.append("attempts", .array(attempts))
    document = .object(object)
  }
}

extension Calibration.Neutral {
  init(
    attitude: Quaternion, rows: CalibrationRows, dispersionDegrees: Double, gyroBias: Vector3,
    settings: JSONValue
  ) {
    self.init(
      quaternion: attitude.components, dispersionDegrees: dispersionDegrees,
      gyroBiasRadiansPerSecond: [gyroBias.x, gyroBias.y, gyroBias.z], rows: rows, settings: settings)
  }

  var json: JSONValue {
    [
      "q": .array(quaternion.map(JSONValue.finite)), "rows": rows.json,
      "dispersion_deg": dispersionDegrees.map(JSONValue.finite) ?? .null,
      "gyro_bias_rad_s": .array((gyroBiasRadiansPerSecond ?? []).map(JSONValue.finite)),
      "settings": settings ?? [:],
    ]
  }
}

extension Calibration.Axes {
  init(
    method: String, sensorToRider: Quaternion, left: Calibration.Gesture?, forward: Calibration.Gesture?,
    settings: JSONValue
  ) {
    self.init(
      method: method, sensorToRider: sensorToRider.components, left: left, forward: forward,
      settings: settings)
  }

  var json: JSONValue {
    var object: JSONObject = [
      "method": .string(method), "sensor_to_rider": .array(sensorToRider.map(JSONValue.finite)),
    ]
    for (key, gesture) in [("left", left), ("forward", forward)] {
      guard let gesture else { continue }
      object.append(key, ["rows": gesture.rows.json, "angle_deg": .finite(gesture.angleDegrees)])
    }
    object.append("settings", settings ?? [:])
    return .object(object)
  }
}
