import Foundation
import MotionCore
import Testing

@Suite struct QuaternionRotationTests {
  static func random(_ random: inout SeededRandom) -> Quaternion {
    let q = Quaternion(x: random.normal(), y: random.normal(), z: random.normal(), w: random.normal())
    return q.normalized ?? .identity
  }

  static func vector(_ random: inout SeededRandom) -> Vector3 {
    Vector3(random.normal(), random.normal(), random.normal())
  }

  /// Rodrigues' formula, which needs no quaternion.
  private func rodrigues(_ v: Vector3, axis k: Vector3, radians: Double) -> Vector3 {
    cos(radians) * v + sin(radians) * k.cross(v) + ((1 - cos(radians)) * k.dot(v)) * k
  }

  @Test func rotationsAreRodriguesFormula() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<500 {
      let axis = Self.vector(&random).normalized ?? Vector3(1, 0, 0)
      let angle = 2 * .pi * (random.uniform() - 0.5)
      let v = Self.vector(&random)
      let expected = rodrigues(v, axis: axis, radians: angle)
      #expect((Quaternion(axis: axis, radians: angle).rotate(v) - expected).norm < 1e-13)
      #expect((Quaternion(rotationVector: angle * axis).rotate(v) - expected).norm < 1e-13)
    }
  }

  /// (a·b)v = a(bv), lengths and angles are kept, q⁻¹ undoes, q and −q are one rotation.
  @Test func compositionInverseAndDoubleCover() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<500 {
      let (a, b) = (Self.random(&random), Self.random(&random))
      let (v, u) = (Self.vector(&random), Self.vector(&random))
      #expect(((a * b).rotate(v) - a.rotate(b.rotate(v))).norm < 1e-13)
      #expect((a.conjugate.rotate(a.rotate(v)) - v).norm < 1e-13)
      #expect(abs(a.rotate(v).dot(a.rotate(u)) - v.dot(u)) < 1e-13)
      #expect((a.rotate(v).cross(a.rotate(u)) - a.rotate(v.cross(u))).norm < 1e-13)
      #expect(((-a).rotate(v) - a.rotate(v)).norm < 1e-14)
      #expect((-a).angle == a.angle && (-a).rotationVector == a.rotationVector)
      #expect(a.angle(to: -b) == a.angle(to: b))
      // The triangle inequality, and the same distance after a common turn.
      #expect(a.angle <= a.angle(to: b) + b.angle + 1e-12)
      #expect(abs((b * a).angle(to: b) - a.angle) < 1e-7)
    }
  }

  /// From far below the rounding of the cosine to the last bit before π, in any direction.
  @Test func rotationVectorsKeepTheirDigits() {
    var random = SeededRandom(seed: 3)
    let angles: [Double] = [
      0, .leastNonzeroMagnitude, 1e-300, 1e-160, 1e-20, 1e-9, 2e-8, 1e-4, 1, 3, Double.pi - 1e-4, .pi - 1e-9,
      .pi - 4.5e-16,
    ]
    for angle in angles {
      for _ in 0..<50 {
        let axis = Self.vector(&random).normalized ?? Vector3(1, 0, 0)
        let v = angle * axis
        let q = Quaternion(rotationVector: v)
        #expect(abs(q.norm - 1) < 1e-15)
        let difference = (q.rotationVector - v).norm
        // Half of the smallest number is none.
        #expect(difference <= 1e-14 * angle || (angle < 1e-300 && q.rotationVector.norm <= 2 * angle))
      }
    }
    // A half turn exactly: the axis, with either sign.
    #expect(Quaternion(x: 0, y: 1, z: 0, w: 0).rotationVector == Vector3(0, Double.pi, 0))
    #expect(Quaternion(x: 0, y: -1, z: 0, w: -0.0).rotationVector.norm == .pi)
    // Beyond π the short way round: 3π/2 about x is −π/2.
    #expect(
      (Quaternion(rotationVector: Vector3(1.5 * .pi, 0, 0)).rotationVector - Vector3(-.pi / 2, 0, 0)).norm
        < 1e-15)
  }

  @Test func framesGiveTheirQuaternion() {
    var random = SeededRandom(seed: 4)
    var all = (0..<200).map { _ in Self.random(&random) }
    // Half turns, where w is 0, and others whose largest component is each in turn.
    all += [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, 1, 0)].map {
      Quaternion(axis: $0, radians: .pi)
    }
    for q in all {
      let (x, y, z) = (q.rotate(Vector3(1, 0, 0)), q.rotate(Vector3(0, 1, 0)), q.rotate(Vector3(0, 0, 1)))
      #expect(Quaternion(axes: x, y, z).map { $0.angle(to: q) < 1e-7 } == true)
      // Left-handed, stretched and oblique ones are none.
      #expect(Quaternion(axes: y, x, z) == nil)
      #expect(Quaternion(axes: 1.01 * x, y, z) == nil)
      #expect(Quaternion(axes: x, y + 0.01 * x, z) == nil)
    }
    #expect(Quaternion(axes: Vector3(.nan, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)) == nil)
    #expect(Quaternion(x: 0, y: 0, z: 0, w: 0).normalized == nil)
    #expect(Quaternion(x: .infinity, y: 0, z: 0, w: 0).normalized == nil)
  }
}
