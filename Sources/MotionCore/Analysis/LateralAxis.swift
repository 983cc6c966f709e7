/// The axis that the rider leans about, in the sensor frame, as the movement after the cues shows it.
public struct LateralAxis: Hashable, Sendable {
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
    let after = Duration(fromSeconds: configuration.searchAfterSeconds)
    var moments = SymmetricMatrix3()
    var windows: [(expect: ExpectedPosition, rows: Range<Int>)] = []
    for (index, cue) in timeline.cues.enumerated() {
      guard [.left, .right, .center].contains(cue.expect), cue.status != .cancelled, cue.status != .failed
      else { continue }
      let start = gyro.seconds(timeline.references[index])
      let end = gyro.seconds(timeline.windowEnd(of: index, after: after))
      let rows = gyro.rows(from: start, to: end)
      guard rows.count >= 2 else { continue }
      windows.append((cue.expect, rows))
      for i in rows { moments.addOuterProduct(gyro.vectors[i] - bias) }
    }
    guard windows.contains(where: { $0.expect != .center }) else {
      return .unavailable("no left or right cue has samples after it")
    }
    let eigen = moments.eigen()
    let total = eigen.reduce(0) { $0 + max(0, $1.value) }
    guard total > 0 else { return .unavailable("the sensor did not turn after any cue") }
    let axis = eigen[0].vector
    var sum = 0.0
    var moves: [Double] = []
    for window in windows where window.expect != .center {
      var angle = 0.0
      for i in window.rows.dropFirst() {
        let step = gyro.times[i] - gyro.times[i - 1]
        guard step <= SamplingStatistics.gapFactor * gyro.medianIntervalSeconds else { continue }
        angle += step * axis.dot(0.5 * (gyro.vectors[i] + gyro.vectors[i - 1]) - bias)
      }
      let towardsLeft = window.expect == .left ? angle : -angle
      sum += towardsLeft
      if abs(angle) >= configuration.neutralBandDegrees * .pi / 180 { moves.append(towardsLeft) }
    }
    guard !moves.isEmpty, sum != 0 else {
      return .unavailable(
        "no movement of \(configuration.neutralBandDegrees)° followed any left or right cue")
    }
    return .value(
      LateralAxis(
        direction: sum > 0 ? axis : -axis, share: eigen[0].value / total, signCues: moves.count,
        signAgreeing: moves.count { $0 * sum > 0 }))
  }
}
