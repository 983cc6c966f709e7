import Foundation
import Testing

@testable import MotionCore

/// Angles from attitudes: signs, size, and what heading does not touch.
@Suite struct RiderFrameTests {
  private func frame(_ mounting: Quaternion, heading: Double) -> RiderFrame {
    RiderFrame(
      neutral: Quaternion(axis: Vector3(0, 0, 1), radians: heading) * mounting, sensorToRider: mounting)
  }

  /// A1 with the axes known: any mounting gives the same signed angles.
  @Test func anyMountingGivesTheSameAngles() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<500 {
      let mounting = SyntheticRider.randomRotation(&random)
      let heading = 6 * random.uniform() - 3
      let frame = frame(mounting, heading: heading)
      for (lateral, forward, axial) in [
        (20.0, 0.0, 0.0), (-20, 0, 0), (0, 15, 0), (0, -15, 0), (0, 0, 15), (0, 0, -15), (20, 15, 15),
        (-20, 15, -15),
      ] {
        let body = SyntheticRider.pose(lateral: lateral, forward: forward, axial: axial, heading: heading)
        let angles = try #require(frame.angles(body * mounting, heading: .drifting))
        #expect(abs(angles.lateralDegrees - lateral) < 1e-9)
        #expect(abs(angles.forwardDegrees - forward) < 1e-9)
        #expect(abs(angles.axialDegrees - axial) < 1e-9)
      }
    }
  }

  /// 20° to the left under 30° of heading drift is 20° to the left. In the other order, swing after twist, the same rotation
  /// would read 17.3° and −10.0° (20·cos 30°, −20·sin 30°).
  @Test func headingDriftDoesNotTouchTheLean() throws {
    let mounting = Quaternion(axis: Vector3(1, 2, 3), radians: 1.1)
    let frame = frame(mounting, heading: 0.4)
    let lean = SyntheticRider.pose(lateral: 20, forward: 0, axial: 0, heading: 0.4)
    let drift = Quaternion(axis: Vector3(0, 0, 1), radians: 30 * .pi / 180)
    let angles = try #require(frame.angles(drift * lean * mounting, heading: .drifting))
    #expect(abs(angles.lateralDegrees - 20) < 1e-9 && abs(angles.forwardDegrees) < 1e-9)
    #expect(abs(angles.axialDegrees - 30) < 1e-9)
    let rotation = frame.rotation(drift * lean * mounting)
    let parts = try #require(SwingTwist(rotation, axis: Vector3(0, 0, 1)))
    let other = (rotation * parts.twist.conjugate).rotationVector
    #expect(abs(-other.x * 180 / .pi - 17.3205) < 1e-3 && abs(other.y * 180 / .pi + 10) < 1e-3)
  }

  @Test func axesPointWhereTheirNamesSay() {
    let mounting = Quaternion(axis: Vector3(-1, 0.3, 2), radians: 2.2)
    let frame = frame(mounting, heading: 0)
    #expect((mounting.rotate(frame.forward) - Vector3(1, 0, 0)).norm < 1e-12)
    #expect((mounting.rotate(frame.left) - Vector3(0, 1, 0)).norm < 1e-12)
    #expect((mounting.rotate(frame.up) - Vector3(0, 0, 1)).norm < 1e-12)
    #expect((frame.turn(frame.left) - Vector3(0, 1, 0)).norm < 1e-12)
  }

  /// Hanging head down the twist is undefined: there are no angles, rather than any.
  @Test func upsideDownHasNoAngles() {
    let frame = frame(.identity, heading: 0)
    #expect(frame.angles(Quaternion(x: 1, y: 0, z: 0, w: 0), heading: .drifting) == nil)
    let near = frame.angles(
      SyntheticRider.pose(lateral: 179, forward: 0, axial: 0), heading: .drifting)
    #expect(abs((near?.lateralDegrees ?? 0) - 179) < 1e-6)
  }
}
