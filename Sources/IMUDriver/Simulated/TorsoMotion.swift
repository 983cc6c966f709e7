import Foundation
import MotionCore

/// What an ideal sensor on the torso measures, from the two lean angles and their derivatives.
///
/// The torso turns about the hip by the rotation vector v = (−lateral, forward, 0) in the rider frame: exactly
/// the swing whose components the analysis calls lateral and forward. The sensor sits at r = (0, 0, height)
/// above the hip, rigidly.
struct TorsoMotion: Sendable {
  /// Angular velocity in the torso's own axes, rad/s.
  var angularVelocity: Vector3
  /// Specific force in the torso's own axes, g: +1 upwards at rest.
  var specificForce: Vector3

  /// 9.80665 m/s², standard gravity (CGPM 1901).
  static let gravity = 9.80665

  init(lateral: AngleMotion, forward: AngleMotion, heightMetres: Double) {
    let v = Vector3(-lateral.angle, forward.angle, 0)
    let dv = Vector3(-lateral.rate, forward.rate, 0)
    let ddv = Vector3(-lateral.acceleration, forward.acceleration, 0)

    // ω = J v̇ with the right Jacobian of the rotation group, J = 1 − a[v]× + b[v]×², a = (1 − cos θ)/θ²,
    // b = (θ − sin θ)/θ³, θ = |v| (J. Solà, J. Deray, D. Atchuthan, "A micro Lie theory for state estimation
    // in robotics", arXiv:1812.01537, equation 143); its time derivative is the angular acceleration.
    let square = v.dot(v)
    let factors = Factors(square: square)
    let squareRate = 2 * v.dot(dv)
    let vdv = v.cross(dv)
    let vddv = v.cross(ddv)
    let vvdv = v.cross(vdv)
    angularVelocity = dv - factors.a * vdv + factors.b * vvdv
    let angularAcceleration =
      ddv - (factors.aSlope * squareRate) * vdv - factors.a * vddv + (factors.bSlope * squareRate) * vvdv
      + factors.b * (dv.cross(vdv) + v.cross(vddv))

    // Tangential and centripetal acceleration, and what carries the sensor against gravity: Rᵀ ẑ with
    // Rodrigues' formula.
    let r = Vector3(0, 0, heightMetres)
    let acceleration = angularAcceleration.cross(r) + angularVelocity.cross(angularVelocity.cross(r))
    let up = Vector3(0, 0, 1)
    let vUp = v.cross(up)
    let gravityDirection = up - factors.c * vUp + factors.a * v.cross(vUp)
    specificForce = (1 / TorsoMotion.gravity) * acceleration + gravityDirection
  }

  /// The coefficients of the formulas as functions of s = θ², and the slopes of a and b by s.
  private struct Factors {
    var a: Double
    var b: Double
    var c: Double
    var aSlope: Double
    var bSlope: Double

    init(square s: Double) {
      if s < 0.01 {
        // Taylor series; the first term left out is below 1e-14 here.
        a = 1.0 / 2 - s * (1.0 / 24 - s * (1.0 / 720 - s * (1.0 / 40320 - s / 3_628_800)))
        b = 1.0 / 6 - s * (1.0 / 120 - s * (1.0 / 5040 - s * (1.0 / 362880 - s / 39_916_800)))
        c = 1 - s * (1.0 / 6 - s * (1.0 / 120 - s * (1.0 / 5040 - s / 362880)))
        aSlope = -1.0 / 24 + s * (1.0 / 360 - s * (1.0 / 13440 - s / 907_200))
        bSlope = -1.0 / 120 + s * (1.0 / 2520 - s * (1.0 / 120960 - s / 9_979_200))
      } else {
        let theta = s.squareRoot()
        let sine = sin(theta)
        let cosine = cos(theta)
        c = sine / theta
        a = (1 - cosine) / s
        b = (1 - c) / s
        // By differentiating with θ² = s: da/ds = (c/2 − a)/s, db/ds = (a/2 − 3b/2)/s.
        aSlope = (c / 2 - a) / s
        bSlope = (a - 3 * b) / (2 * s)
      }
    }
  }
}
