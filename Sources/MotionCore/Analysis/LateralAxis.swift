/// The axis that the rider leans about, in the sensor frame: the calibrated one, or as the movement after the cues shows it.
public struct LateralAxis: Hashable, Sendable {
  public enum Source: String, Hashable, Sendable {
    case calibration
    /// The main axis of the movement after the cues, with the sign that the cues give it.
    case movement
  }

  public var source: Source
  /// Of length one; a positive rotation about it is a lean to the left.
  public var direction: Vector3
  /// Share of the squared rate in the cue windows that is about this axis, 0…1.
  public var share: Double
  /// Left and right cues that were followed by a movement, and those of them whose movement agrees with the
  /// sign that was chosen.
  public var signCues: Int
  public var signAgreeing: Int

  /// The main axis of rotation over the search windows of left, right and center cues. Its sign makes the sum
  /// of the movements after left cues, less that after right cues, positive.
  static func find(
    gyro: SampledVectors, bias: Vector3, timeline: SessionTimeline, configuration: AnalysisConfiguration
  ) -> Measured<LateralAxis> {
    let windows = windows(gyro: gyro, timeline: timeline, configuration: configuration)
    guard windows.contains(where: { $0.expect != .center }) else {
      return .unavailable(MovementReason.noSamplesAfterCues)
    }
    let eigen = moments(gyro: gyro, bias: bias, windows: windows.map(\.rows)).eigen()
    let total = eigen.reduce(0) { $0 + max(0, $1.value) }
    guard total > 0 else { return .unavailable(MovementReason.neverTurned) }
    let axis = eigen[0].vector
    let moves = moves(about: axis, gyro: gyro, bias: bias, windows: windows)
    let sum = moves.reduce(0, +)
    let large = moves.filter { abs($0) >= configuration.neutralBandDegrees * .pi / 180 }
    guard !large.isEmpty, sum != 0 else {
      return .unavailable(MovementReason.noMovementAfterCues(degrees: configuration.neutralBandDegrees))
    }
    return .value(
      LateralAxis(
        source: .movement, direction: sum > 0 ? axis : -axis, share: eigen[0].value / total,
        signCues: large.count, signAgreeing: large.count { $0 * sum > 0 }))
  }

  /// The calibrated axis, with what the movement after the cues says of it; after no cue, all movement.
  static func calibrated(
    _ axis: Vector3, gyro: SampledVectors, bias: Vector3, timeline: SessionTimeline,
    configuration: AnalysisConfiguration
  ) -> LateralAxis {
    let windows = windows(gyro: gyro, timeline: timeline, configuration: configuration)
    let moments = moments(
      gyro: gyro, bias: bias, windows: windows.isEmpty ? [gyro.times.indices] : windows.map(\.rows))
    let total = moments.xx + moments.yy + moments.zz
    let large = moves(about: axis, gyro: gyro, bias: bias, windows: windows)
      .filter { abs($0) >= configuration.neutralBandDegrees * .pi / 180 }
    return LateralAxis(
      source: .calibration, direction: axis, share: total > 0 ? axis.dot(moments * axis) / total : 0,
      signCues: large.count, signAgreeing: large.count { $0 > 0 })
  }

  private typealias Window = (expect: ExpectedPosition, rows: Range<Int>)

  /// The search windows of left, right and center cues that have rows.
  private static func windows(
    gyro: SampledVectors, timeline: SessionTimeline, configuration: AnalysisConfiguration
  ) -> [Window] {
    let after = Duration(fromSeconds: configuration.searchAfterSeconds)
    return timeline.cues.enumerated().compactMap { index, cue in
      guard [.left, .right, .center].contains(cue.expect), cue.status != .cancelled, cue.status != .failed
      else { return nil }
      let start = gyro.seconds(timeline.references[index])
      let end = gyro.seconds(timeline.windowEnd(of: index, after: after))
      let rows = gyro.rows(from: start, to: end)
      return rows.count >= 2 ? (cue.expect, rows) : nil
    }
  }

  private static func moments(gyro: SampledVectors, bias: Vector3, windows: [Range<Int>]) -> SymmetricMatrix3
  {
    var moments = SymmetricMatrix3()
    for rows in windows {
      for i in rows { moments.addOuterProduct(gyro.vectors[i] - bias) }
    }
    return moments
  }

  /// The angles turned about `axis` after left cues, and, negated, after right ones, radians.
  private static func moves(
    about axis: Vector3, gyro: SampledVectors, bias: Vector3, windows: [Window]
  ) -> [Double] {
    windows.filter { $0.expect != .center }.map { window in
      var angle = 0.0
      for i in window.rows.dropFirst() {
        let step = gyro.times[i] - gyro.times[i - 1]
        guard step <= SamplingStatistics.gapFactor * gyro.medianIntervalSeconds else { continue }
        angle += step * axis.dot(0.5 * (gyro.vectors[i] + gyro.vectors[i - 1]) - bias)
      }
      return window.expect == .left ? angle : -angle
    }
  }
}
