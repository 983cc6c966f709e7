/// The gyroscope's zero: what it reads when it does not turn.
public struct GyroBias: Hashable, Sendable {
  public enum Source: String, Sendable {
    case stationaryPhase = "stationary phase"
    case stillParts = "still parts"
  }

  public var radiansPerSecond: Vector3
  public var source: Source
  /// The time that it was read from.
  public var seconds: Double

  /// The mean rate of the still windows in the stationary phases; without enough of them the median of each
  /// axis over the quietest quarter of all windows. Nil where nothing was still.
  static func estimate(
    windows: [StillParts.Window], gyro: SampledVectors, stationary: [ClosedRange<Double>], limit: Double
  ) -> GyroBias? {
    let quiet = windows.filter { $0.dispersion < limit }
    let inPhase = quiet.filter { window in
      let start = gyro.times[window.rows.lowerBound]
      let end = gyro.times[window.rows.upperBound - 1]
      return stationary.contains { $0.lowerBound <= start && end <= $0.upperBound }
    }
    if inPhase.count >= 2 {
      let centre = median(inPhase)
      let used = inPhase.filter { ($0.mean - centre).norm < limit }
      if used.count >= 2 {
        let rows = used.reduce(0) { $0 + $1.rows.count }
        let sum = used.reduce(Vector3.zero) { $0 + Double($1.rows.count) * $1.mean }
        return GyroBias(
          radiansPerSecond: (1 / Double(rows)) * sum, source: .stationaryPhase,
          seconds: Double(rows) * gyro.medianIntervalSeconds)
      }
    }
    let quietest = quiet.sorted { ($0.dispersion, $0.rows.lowerBound) < ($1.dispersion, $1.rows.lowerBound) }
      .prefix(max(2, windows.count / 4))
    guard quietest.count >= 2 else { return nil }
    let rows = quietest.reduce(0) { $0 + $1.rows.count }
    return GyroBias(
      radiansPerSecond: median(Array(quietest)), source: .stillParts,
      seconds: Double(rows) * gyro.medianIntervalSeconds)
  }

  private static func median(_ windows: [StillParts.Window]) -> Vector3 {
    Vector3(
      Statistics.median(windows.map(\.mean.x)) ?? 0, Statistics.median(windows.map(\.mean.y)) ?? 0,
      Statistics.median(windows.map(\.mean.z)) ?? 0)
  }
}
