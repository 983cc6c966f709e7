#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A vector of three components in one frame; the name of the value that holds it says frame and unit.
public struct Vector3: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  public static let zero = Vector3(0, 0, 0)

  public static func + (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x + b.x, a.y + b.y, a.z + b.z) }
  public static func - (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x - b.x, a.y - b.y, a.z - b.z) }
  public static prefix func - (a: Vector3) -> Vector3 { Vector3(-a.x, -a.y, -a.z) }
  public static func * (factor: Double, a: Vector3) -> Vector3 {
    Vector3(factor * a.x, factor * a.y, factor * a.z)
  }

  public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

  public func cross(_ other: Vector3) -> Vector3 {
    Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The angle between both directions, radians, 0 … π.
  public func angle(to other: Vector3) -> Double { atan2(cross(other).norm, dot(other)) }

  public var norm: Double { dot(self).squareRoot() }

  /// The vector of length one in this direction; nil for the zero vector.
  public var normalized: Vector3? {
    let length = norm
    return length > 0 && length.isFinite ? (1 / length) * self : nil
  }
}
