#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Rotation vectors, angles and lengths. q and −q are the same rotation; everything here takes the short way round.
extension Quaternion {
  /// The rotation by |v| radians about v; v may be zero.
  public init(rotationVector v: Vector3) {
    // Of a tiny vector the square vanishes, and the half angle is its own sine to the last bit.
    let half = v.norm / 2
    let factor = half < 1e-8 ? 0.5 : sin(half) / (2 * half)
    self.init(x: factor * v.x, y: factor * v.y, z: factor * v.z, w: cos(half))
  }

  /// The rotation vector: axis times angle in radians, of length 0 … π. At π both signs are the same rotation; which
  /// of them is given follows from the quaternion's own sign.
  ///
  /// The angle is 2·atan2(|vector part|, |w|), which keeps its digits near 0, where the arc cosine of w has none, and
  /// near π.
  public var rotationVector: Vector3 {
    let u = Vector3(x, y, z)
    let length = u.norm
    let sign = w < 0 ? -1.0 : 1.0
    // 2·asin(s)/s is 2 where s² is below the last bit of 1.
    guard length > 1e-8 else { return (sign * 2) * u }
    return (sign * 2 * atan2(length, abs(w)) / length) * u
  }

  /// The angle of the rotation in radians, 0 … π.
  public var angle: Double { 2 * atan2(Vector3(x, y, z).norm, abs(w)) }

  /// The angle in radians, 0 … π, of the rotation between this attitude and `other`.
  public func angle(to other: Quaternion) -> Double { (conjugate * other).angle }

  /// The Euclidean length of the four components; 1 for a rotation.
  public var norm: Double { (x * x + y * y + z * z + w * w).squareRoot() }

  /// The quaternion of length one in this direction; nil where the length is 0 or not finite.
  public var normalized: Quaternion? {
    let length = norm
    guard length > 0, length.isFinite else { return nil }
    return Quaternion(x: x / length, y: y / length, z: z / length, w: w / length)
  }

  public static prefix func - (q: Quaternion) -> Quaternion {
    Quaternion(x: -q.x, y: -q.y, z: -q.z, w: -q.w)
  }

  /// The rotation that takes the axes of a frame to the given three, which are orthonormal and right-handed: the
  /// matrix with the columns `x`, `y`, `z`. Nil where they are not so within `tolerance`.
  ///
  /// The component that is largest is computed first, so that none is divided by a small one: S. W. Shepperd,
  /// "Quaternion from rotation matrix", Journal of Guidance and Control 1(3), 1978.
  public init?(axes x: Vector3, _ y: Vector3, _ z: Vector3, tolerance: Double = 1e-6) {
    let faults = [
      x.dot(x) - 1, y.dot(y) - 1, z.dot(z) - 1, x.dot(y), y.dot(z), z.dot(x), x.cross(y).dot(z) - 1,
    ]
    guard faults.allSatisfy({ abs($0) <= tolerance }) else { return nil }
    let squares = [
      1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z, 1 + x.x + y.y + z.z,
    ]
    let largest = squares.indices.max { squares[$0] < squares[$1] }!
    let twice = squares[largest].squareRoot()
    let components =
      switch largest {
      case 0: [twice * twice, x.y + y.x, z.x + x.z, y.z - z.y]
      case 1: [x.y + y.x, twice * twice, y.z + z.y, z.x - x.z]
      case 2: [z.x + x.z, y.z + z.y, twice * twice, x.y - y.x]
      default: [y.z - z.y, z.x - x.z, x.y - y.x, twice * twice]
      }
    let q = Quaternion(x: components[0], y: components[1], z: components[2], w: components[3])
    guard let unit = q.normalized else { return nil }
    self = unit
  }
}
