/// Three normal equations, solved by Cramer's rule.
struct NormalEquations3 {
  var xx: Double
  var xy: Double
  var xz: Double
  var yy: Double
  var yz: Double
  var zz: Double
  var gradient: (Double, Double, Double)

  private var determinant: Double {
    xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
  }

  /// The variance of the first unknown, and the determinant of the covariance.
  var covariance: (variance: Double, determinant: Double)? {
    let d = determinant
    guard d > 0, d.isFinite else { return nil }
    let variance = (yy * zz - yz * yz) / d
    return variance > 0 ? (variance, 1 / d) : nil
  }

  /// The step, with the diagonal raised by the part `damping` of itself.
  func solved(damping: Double) -> (Double, Double, Double)? {
    var m = self
    m.xx *= 1 + damping
    m.yy *= 1 + damping
    m.zz *= 1 + damping
    let d = m.determinant
    guard d > 0, d.isFinite else { return nil }
    let (p, q, r) = gradient
    let a = p * (m.yy * m.zz - m.yz * m.yz) - m.xy * (q * m.zz - m.yz * r) + m.xz * (q * m.yz - m.yy * r)
    let b = m.xx * (q * m.zz - m.yz * r) - p * (m.xy * m.zz - m.yz * m.xz) + m.xz * (m.xy * r - q * m.xz)
    let c = m.xx * (m.yy * r - q * m.yz) - m.xy * (m.xy * r - q * m.xz) + p * (m.xy * m.yz - m.yy * m.xz)
    return (a / d, b / d, c / d)
  }
}
