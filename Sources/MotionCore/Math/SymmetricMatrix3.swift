/// A symmetric 3×3 matrix, such as the second moments of three-axis values, with its eigenvectors.
public struct SymmetricMatrix3: Hashable, Sendable {
  public var xx = 0.0
  public var xy = 0.0
  public var xz = 0.0
  public var yy = 0.0
  public var yz = 0.0
  public var zz = 0.0

  public init() {}

  public init(xx: Double, xy: Double, xz: Double, yy: Double, yz: Double, zz: Double) {
    self.xx = xx
    self.xy = xy
    self.xz = xz
    self.yy = yy
    self.yz = yz
    self.zz = zz
  }

  /// Adds v·vᵀ.
  public mutating func addOuterProduct(_ v: Vector3) {
    xx += v.x * v.x
    xy += v.x * v.y
    xz += v.x * v.z
    yy += v.y * v.y
    yz += v.y * v.z
    zz += v.z * v.z
  }

  /// The eigenvalues in descending order with eigenvectors of length one, by cyclic Jacobi rotations
  /// (G. H. Golub and C. F. Van Loan, "Matrix Computations", section 8.5). A vector's sign is arbitrary but
  /// deterministic: its component of largest magnitude is positive.
  public func eigen() -> [(value: Double, vector: Vector3)] {
    var a = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    var v: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    // Convergence is quadratic: a handful of sweeps reach the last bit, the bound only stops non-finite input.
    for _ in 0..<50 {
      let offDiagonal = abs(a[0][1]) + abs(a[0][2]) + abs(a[1][2])
      let scale = abs(a[0][0]) + abs(a[1][1]) + abs(a[2][2])
      guard offDiagonal > scale * 1e-17, offDiagonal.isFinite, offDiagonal > 0 else { break }
      for (p, q) in [(0, 1), (0, 2), (1, 2)] where a[p][q] != 0 {
        SymmetricMatrix3.rotate(&a, &v, p, q)
      }
    }
    return [0, 1, 2].map { column in
      (a[column][column], SymmetricMatrix3.signed(Vector3(v[0][column], v[1][column], v[2][column])))
    }.sorted { $0.0 > $1.0 }
  }

  /// One Jacobi rotation that brings a[p][q] to zero, accumulated in `v`.
  private static func rotate(_ a: inout [[Double]], _ v: inout [[Double]], _ p: Int, _ q: Int) {
    let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
    let sign = theta >= 0 ? 1.0 : -1.0
    let t = sign / (abs(theta) + (theta * theta + 1).squareRoot())
    let c = 1 / (t * t + 1).squareRoot()
    let s = t * c
    for k in 0..<3 {
      (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q])
    }
    for k in 0..<3 {
      (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k])
      (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q])
    }
    a[p][q] = 0
    a[q][p] = 0
  }

  private static func signed(_ v: Vector3) -> Vector3 {
    let largest = [v.x, v.y, v.z].max { abs($0) < abs($1) }!
    return largest < 0 ? -v : v
  }
}

extension SymmetricMatrix3 {
  /// The inverse by cofactors; its entries are not finite where the matrix is singular.
  @inline(__always)
  var inverse: SymmetricMatrix3 {
    let cxx = yy * zz - yz * yz
    let cxy = xz * yz - xy * zz
    let cxz = xy * yz - xz * yy
    let factor = 1 / (xx * cxx + xy * cxy + xz * cxz)
    return SymmetricMatrix3(
      xx: factor * cxx, xy: factor * cxy, xz: factor * cxz, yy: factor * (xx * zz - xz * xz),
      yz: factor * (xy * xz - xx * yz), zz: factor * (xx * yy - xy * xy))
  }

  static func + (a: SymmetricMatrix3, b: SymmetricMatrix3) -> SymmetricMatrix3 {
    SymmetricMatrix3(
      xx: a.xx + b.xx, xy: a.xy + b.xy, xz: a.xz + b.xz, yy: a.yy + b.yy, yz: a.yz + b.yz, zz: a.zz + b.zz)
  }

  static func * (a: SymmetricMatrix3, v: Vector3) -> Vector3 {
    Vector3(
      a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
      a.xz * v.x + a.yz * v.y + a.zz * v.z)
  }
}
