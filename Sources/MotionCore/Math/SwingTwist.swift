#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A rotation as a swing, which tilts an axis, followed by a twist about that axis where it stood before:
/// q = twist · swing. The swing's own axis is perpendicular to `axis`. With `axis` upward, a later twist is a turn of
/// the heading, and leaves where the up-vector of the swung body points, relative to the body's front, alone.
///
/// P. Dobrowolski, "Swing-twist decomposition in Clifford algebra", 2015 (arXiv:1506.05481).
public struct SwingTwist: Hashable, Sendable {
  /// The first rotation, about an axis perpendicular to the twist's; of 0 … π.
  public var swing: Quaternion
  /// The second rotation, about the axis.
  public var twist: Quaternion
  /// The twist's angle about the axis, −π … π, radians.
  public var twistRadians: Double

  /// Nil where `axis` is zero, and where the swing is π to within the numbers' precision: the twist is then undefined.
  public init?(_ q: Quaternion, axis: Vector3) {
    guard let axis = axis.normalized else { return nil }
    let along = Vector3(q.x, q.y, q.z).dot(axis)
    let length = (along * along + q.w * q.w).squareRoot()
    guard length > 1e-12, length.isFinite else { return nil }
    // Of q and −q the one with the short twist.
    let sign = q.w < 0 ? -1.0 : 1.0
    let sine = sign * along / length
    twist = Quaternion(x: sine * axis.x, y: sine * axis.y, z: sine * axis.z, w: sign * q.w / length)
    twistRadians = 2 * atan2(sine, twist.w)
    let rest = twist.conjugate * q
    swing = rest.w < 0 ? -rest : rest
  }
}
