/// The contents of `calibration.json`: the neutral reference and the rider axes that the run found, with the
/// stream rows that are their evidence. This version reads it; it does not calibrate yet.
public struct Calibration: Hashable, Sendable {
  /// The neutral reference.
  public struct Neutral: Hashable, Sendable {
    /// Attitude, sensor → reference, [x, y, z, w].
    public var quaternion: [Double]
    public var dispersionDegrees: Double?
    public var gyroBiasRadiansPerSecond: [Double]?
  }

  /// The rider axes.
  public struct Axes: Hashable, Sendable {
    public var method: String
    /// Rotation from the sensor to the rider frame, [x, y, z, w].
    public var sensorToRider: [Double]
  }

  public var version: Int64
  public var neutral: Neutral?
  public var axes: Axes?
  /// The document itself, with everything in it.
  public var document: JSONValue

  /// Reads a calibration document; nil where it is not one.
  public init?(json: JSONValue) {
    guard let version = json["version"]?.integer else { return nil }
    self.version = version
    document = json
    func numbers(_ value: JSONValue?) -> [Double]? {
      let found = value?.array?.compactMap(\.double)
      return found?.count == value?.array?.count ? found : nil
    }
    if let entry = json["neutral"], let q = numbers(entry["q"]), q.count == 4 {
      neutral = Neutral(
        quaternion: q, dispersionDegrees: entry["dispersion_deg"]?.double,
        gyroBiasRadiansPerSecond: numbers(entry["gyro_bias_rad_s"]))
    }
    if let entry = json["axes"], let method = entry["method"]?.string,
      let q = numbers(entry["sensor_to_rider"]), q.count == 4
    {
      axes = Axes(method: method, sensorToRider: q)
    }
  }
}
