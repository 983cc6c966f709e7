import Foundation
import MotionCore
import Testing

@Suite struct SwingTwistTests {
  @Test func twistAfterSwingIsTheRotation() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<500 {
      let q = QuaternionRotationTests.random(&random)
      let axis = try #require(QuaternionRotationTests.vector(&random).normalized)
      let parts = try #require(SwingTwist(q, axis: 3 * axis))
      let v = QuaternionRotationTests.vector(&random)
      #expect((parts.twist.rotate(parts.swing.rotate(v)) - q.rotate(v)).norm < 1e-13)
      // The twist leaves the axis alone; the swing's own axis has no part along it.
      #expect((parts.twist.rotate(axis) - axis).norm < 1e-13)
      #expect(abs(parts.swing.rotationVector.dot(axis)) < 1e-12)
      #expect(parts.swing.w >= 0 && abs(parts.twistRadians) <= .pi)
      #expect((parts.twist.rotationVector - parts.twistRadians * axis).norm < 1e-12)
      let opposite = try #require(SwingTwist(-q, axis: axis))
      #expect(abs(opposite.twistRadians - parts.twistRadians) < 1e-13)
    }
  }

  /// 20° of lean, then 30° of heading drift: the swing is the lean, whatever the drift. The other order would read 17.3°.
  @Test func headingDriftLeavesTheSwingAlone() throws {
    let degree = Double.pi / 180
    let lean = Quaternion(axis: Vector3(1, 0, 0), radians: -20 * degree)
    let drift = Quaternion(axis: Vector3(0, 0, 1), radians: 30 * degree)
    let parts = try #require(SwingTwist(drift * lean, axis: Vector3(0, 0, 1)))
    #expect((parts.swing.rotationVector - Vector3(-20 * degree, 0, 0)).norm < 1e-14)
    #expect(abs(parts.twistRadians - 30 * degree) < 1e-14)
    let other = try #require(SwingTwist(lean * drift, axis: Vector3(0, 0, 1)))
    #expect(abs(-other.swing.rotationVector.x / degree - 17.3) < 0.1)
  }

  @Test func aSwingOfHalfATurnHasNoTwist() {
    #expect(SwingTwist(Quaternion(x: 1, y: 0, z: 0, w: 0), axis: Vector3(0, 0, 1)) == nil)
    #expect(SwingTwist(.identity, axis: .zero) == nil)
    #expect(
      SwingTwist(Quaternion(x: 0, y: 0, z: 1, w: 0), axis: Vector3(0, 0, 1))?.twistRadians.magnitude == .pi)
  }
}
