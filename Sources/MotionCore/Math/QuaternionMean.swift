/// The mean of attitudes that lie close together, as those of a body that is held still.
public struct QuaternionMean: Sendable {
  /// The mean attitude.
  public var attitude: Quaternion
  /// Root mean square of the angles between the samples and the mean, radians.
  public var dispersionRadians: Double
  /// The largest of these angles, radians.
  public var largestRadians: Double

  /// The normalised sum of the samples, each with the sign that puts it into the same hemisphere as the sum of those
  /// before: q and −q are the same attitude, and would cancel. For samples within a few degrees it is the maximum
  /// likelihood mean to second order in the angle (F. L. Markley et al., "Averaging quaternions", Journal of Guidance,
  /// Control, and Dynamics 30(4), 2007).
  ///
  /// Nil without samples, and where the sum vanishes or is not finite.
  public init?(_ samples: [Quaternion]) {
    var sum = Quaternion(x: 0, y: 0, z: 0, w: 0)
    for q in samples {
      let sign = sum.x * q.x + sum.y * q.y + sum.z * q.z + sum.w * q.w < 0 ? -1.0 : 1.0
      sum = Quaternion(
        x: sum.x + sign * q.x, y: sum.y + sign * q.y, z: sum.z + sign * q.z, w: sum.w + sign * q.w)
    }
    guard let mean = sum.normalized else { return nil }
    attitude = mean
    var squares = 0.0
    largestRadians = 0
    for q in samples {
      let angle = mean.angle(to: q)
      squares += angle * angle
      largestRadians = max(largestRadians, angle)
    }
    dispersionRadians = (squares / Double(samples.count)).squareRoot()
  }
}
