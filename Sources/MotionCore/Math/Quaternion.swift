#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A rotation as a unit quaternion, stored x, y, z, w. It is active: `q.rotate(v)` is q v q⁻¹, so an attitude
/// "sensor → reference" takes a vector in the sensor frame to the reference frame.
public struct Quaternion: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double
  public var w: Double

  /// The components as they are; they must be of length one.
  public init(x: Double, y: Double, z: Double, w: Double) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  public static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

  /// The rotation by `radians` about `axis`, which need not be of length one but must not be zero.
  public init(axis: Vector3, radians: Double) {
    let factor = sin(radians / 2) / axis.norm
    self.init(x: factor * axis.x, y: factor * axis.y, z: factor * axis.z, w: cos(radians / 2))
  }

  /// The components in the order in which they are stored: [x, y, z, w].
  public var components: [Double] { [x, y, z, w] }

  /// The inverse rotation.
  public var conjugate: Quaternion { Quaternion(x: -x, y: -y, z: -z, w: w) }

  /// Hamilton product: `b` first, then `a`.
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }

  /// The vector turned: v + 2w(u × v) + 2u × (u × v), with u the vector part.
  public func rotate(_ v: Vector3) -> Vector3 {
    let u = Vector3(x, y, z)
    let t = 2 * u.cross(v)
    return v + w * t + u.cross(t)
  }
}
