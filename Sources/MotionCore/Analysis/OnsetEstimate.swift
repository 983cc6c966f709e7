/// When a movement really began (or ended). Against a plain threshold, which crosses about 100 ms late on a lean
/// of 20° in 1 s, it has no bias for a minimum-jerk start.
///
/// `OnsetFit` makes it where the rest before a movement allows; else, and for the end of a movement, it is the
/// extrapolation of the flank of the rate to zero. The rate of a minimum-jerk movement reaches the part f of its
/// peak at u(f) = (1 − √(1 − √f))/2 of its duration. The start therefore lies 0.6128 · (t80 − t20) before t20.
///
/// What shape a start has is not known. For the extrapolation, its share of the uncertainty is the root mean
/// square of the bias for four published shapes of the rate (with a linear, quadratic, cubic start, and sin²), in
/// parts of t80 − t20: −0.3766, 0, 0.3314, 0.1080.
public struct OnsetEstimate: Hashable, Sendable {
  /// How an onset was estimated.
  public enum Method: String, Sendable, CaseIterable {
    /// The fit of the whole rise against the noise of the rest.
    case fit
    /// The extrapolation from two points of the rise.
    case extrapolation
  }

  /// u(0.2) / (u(0.8) − u(0.2)) of the minimum-jerk rate.
  public static let extrapolation: Double = {
    func u(_ part: Double) -> Double { (1 - (1 - part.squareRoot()).squareRoot()) / 2 }
    return u(0.2) / (u(0.8) - u(0.2))
  }()
  /// RMS bias of the extrapolation over the four shapes, in parts of t80 − t20.
  public static let startShapeUncertainty = 0.2566

  /// Seconds on the time line of the motion.
  var time: Double
  var method: Method
  /// Standard uncertainty from the sway and noise of the rest, for a start of the minimum-jerk shape, s.
  var noiseSeconds: Double
  /// Standard uncertainty with that of the unknown shape, s.
  var uncertaintySeconds: Double

  /// Extrapolates the flank that lies `step` (−1 before, +1 after) of the extreme of the rate at row `peak`,
  /// within the rows `limits`. `sign` is the direction of the movement, `restSD` the standard deviation of the
  /// lateral rate at rest, rad/s. Nil where a level is not crossed within `limits`.
  static func extrapolate(
    _ motion: LateralMotion, peak: Int, step: Int, sign: Double, limits: Range<Int>, restSD: Double,
    shapeUncertainty: Double
  ) -> OnsetEstimate? {
    let height = sign * motion.rate[peak]
    guard let t80 = crossing(motion, from: peak, step: step, sign: sign, level: 0.8 * height, limits: limits),
      let t20 = crossing(
        motion, from: t80.row - step, step: step, sign: sign, level: 0.2 * height, limits: limits)
    else { return nil }
    let rise = t20.time - t80.time
    let slope20 = abs(t20.slope)
    let slope80 = abs(t80.slope)
    guard slope20 > 0, slope80 > 0 else { return nil }
    let a = (1 + extrapolation) * restSD / slope20
    let b = extrapolation * restSD / slope80
    let shape = shapeUncertainty * rise
    return OnsetEstimate(
      time: t20.time + extrapolation * rise, method: .extrapolation,
      noiseSeconds: (a * a + b * b).squareRoot(),
      uncertaintySeconds: (a * a + b * b + shape * shape).squareRoot())
  }

  /// Where the rate, followed from row `start` in direction `step`, first falls to `level`, between two rows.
  private static func crossing(
    _ motion: LateralMotion, from start: Int, step: Int, sign: Double, level: Double, limits: Range<Int>
  ) -> (time: Double, slope: Double, row: Int)? {
    var i = start
    while limits.contains(i) {
      let value = sign * motion.rate[i]
      guard value.isFinite else { return nil }
      if value <= level {
        guard i != start else { return nil }
        let before = sign * motion.rate[i - step]
        let part = (before - level) / (before - value)
        let time = motion.times[i - step] + part * (motion.times[i] - motion.times[i - step])
        let slope = motion.rateChange[i - step] + part * (motion.rateChange[i] - motion.rateChange[i - step])
        return (time, slope, i)
      }
      i += step
    }
    return nil
  }
}
