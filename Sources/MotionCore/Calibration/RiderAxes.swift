#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The rider's axes on the sensor, from leans or from the standard mounting.
public struct RiderAxes: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable {
    case gestures, standard
  }

  public var method: Method
  /// Turns a vector from the sensor's axes into the rider's.
  public var sensorToRider: Quaternion
  /// How far, in degrees, the lean that checks the axes is from where they say that it should be.
  public var checkDegrees: Double

  /// Axes with `up` as +Z and `axis`, made horizontal, as −X: the axis of a lean to the left. Nil where `axis` is
  /// vertical.
  static func rotation(up: Vector3, leanLeft axis: Vector3) -> Quaternion? {
    guard let z = up.normalized, let x = (axis.dot(z) * z - axis).normalized else { return nil }
    return Quaternion(axes: x, z.cross(x), z)?.conjugate
  }

  /// The axes from a lean to the left, which gives X, and a lean forward, which checks it. `up` is neutral up in the
  /// sensor frame, like the gestures' axes.
  ///
  /// - Throws: `CalibrationProblem` where the two do not fit together. What they cannot show: that both went the
  ///   opposite way.
  static func gestures(
    up: Vector3, left: GestureCalibration, forward: GestureCalibration, parameters: CalibrationParameters
  ) throws(CalibrationProblem) -> RiderAxes {
    guard let rotation = rotation(up: up, leanLeft: left.axis) else {
      throw CalibrationProblem(
        .notStraight(way: "to the left"), redo: .leanLeft)
    }
    let degrees = 180 / Double.pi
    // The axis of the forward lean in rider axes: +Y where all is well.
    let found = rotation.rotate(forward.axis)
    let off = atan2(-found.x, found.y) * degrees
    // The axis of the left lean is −X.
    let apart = atan2(abs(found.y), -found.x) * degrees
    let numbers: JSONObject = [
      "axes_apart_deg": .finite(apart), "forward_off_deg": .finite(off),
      "left_deg": .finite(left.angleDegrees), "forward_deg": .finite(forward.angleDegrees),
    ]
    guard apart >= parameters.smallestAxesDegrees, apart <= parameters.largestAxesDegrees else {
      let side = apart < 90 ? "left" : "right"
      throw CalibrationProblem(
        .nearCollinear(side: side), redo: .leanLeft, numbers: numbers)
    }
    guard found.y > 0 else {
      throw CalibrationProblem(
        .opposite, redo: .leanLeft, numbers: numbers)
    }
    guard abs(off) <= parameters.forwardCheckDegrees else {
      throw CalibrationProblem(
        .skewed(degrees: off, side: off > 0 ? "left" : "right"), redo: .leanForward, numbers: numbers)
    }
    return RiderAxes(method: .gestures, sensorToRider: rotation, checkDegrees: off)
  }

  /// The axes of the standard mounting, in which the sensor's frame is the rider's: the sensor's X, made horizontal. A lean
  /// to the left checks that.
  ///
  /// - Throws: `CalibrationProblem` where up or the lean is not where the standard mounting has it.
  static func standard(
    up: Vector3, left: GestureCalibration, parameters: CalibrationParameters
  ) throws(CalibrationProblem) -> RiderAxes {
    let degrees = 180 / Double.pi
    let z = Vector3(0, 0, 1)
    let tilt = up.angle(to: z) * degrees
    var numbers: JSONObject = ["up_off_deg": .finite(tilt), "left_deg": .finite(left.angleDegrees)]
    guard tilt <= parameters.standardUpDegrees, let rotation = rotation(up: up, leanLeft: Vector3(-1, 0, 0))
    else {
      throw CalibrationProblem(
        .topNotUp(degrees: tilt), redo: .standard, numbers: numbers)
    }
    let found = rotation.rotate(left.axis)
    let off = atan2(found.y, -found.x) * degrees
    numbers.append("lean_off_deg", .finite(off))
    guard abs(off) <= 180 - parameters.standardLeanDegrees else {
      throw CalibrationProblem(
        .wrongSide, redo: .standard, numbers: numbers)
    }
    guard abs(off) <= parameters.standardLeanDegrees else {
      throw CalibrationProblem(
        .leanDoesNotFit(degrees: off), redo: .standard, numbers: numbers)
    }
    return RiderAxes(method: .standard, sensorToRider: rotation, checkDegrees: off)
  }

  /// The same axes with another neutral up: turned by the shortest way. Nil where it is farther than `limit` degrees.
  func relevelled(up: Vector3, limit: Double) -> RiderAxes? {
    let now = sensorToRider.rotate(up)
    guard now.angle(to: Vector3(0, 0, 1)) * 180 / .pi <= limit else { return nil }
    var axes = self
    axes.sensorToRider = (Quaternion(levelling: now) * sensorToRider).renormalized
    return axes
  }
}
