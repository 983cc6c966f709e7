import Foundation
import MotionCore
import Testing

@testable import IMUDriver

struct SimulatedRiderMotionTests {
  private func statue(_ parameters: RiderParameters = .noiseless) -> SimulatedRider {
    SimulatedRider(seed: 1, swayClass: .still, clock: VirtualClock(), parameters: parameters)
  }

  @Test func atRestItMeasuresOneGravityUpwardsAndNoTurn() {
    let played = PlayedRider(statue(), seconds: 1)
    #expect(played.samples(0).count > 190)
    for (force, rate) in zip(played.values(0), played.values(1)) {
      // Rounding to 1/8192 g on three axes.
      #expect((force - Vector3(0, 0, 1)).norm < 1.1e-4)
      #expect(rate == .zero)
    }
  }

  /// Signs of frames and units: +X forward, +Y left, +Z up; leaning left is a negative turn about +X, leaning
  /// forward a positive one about +Y. With the torso leant left its own left axis points down, so the specific
  /// force along it is negative; leant forward, that holds for its forward axis.
  @Test(arguments: [
    (ExpectedPosition.left, [-1.0, 0, 0], [0.0, -1, 0]),
    (.right, [1, 0, 0], [0, 1, 0]),
    (.forward, [0, 1, 0], [-1, 0, 0]),
    (.back, [0, -1, 0], [1, 0, 0]),
  ])
  func aLeanTurnsAboutItsAxisAndTiltsGravity(
    expect: ExpectedPosition, turn: [Double], tilt: [Double]
  ) {
    var parameters = RiderParameters.noiseless
    parameters.crossFractionSD = 0
    parameters.overshootProbability = 0
    let played = PlayedRider(statue(parameters), seconds: 5, cues: [cue(expect, at: 0.5)])
    let truth = played.rider.truth?["cues"]?.array?.first
    #expect(truth?["direction"]?.string == expect.rawValue)
    let target = truth?["target_deg"]?.double ?? 0
    // Left and forward angles are positive.
    #expect((target > 0) == (expect == .left || expect == .forward))
    let angle = abs(target) * .pi / 180
    #expect(angle > 10.9 * .pi / 180 && angle < 29.1 * .pi / 180)
    let axis = Vector3(turn[0], turn[1], turn[2])
    // The turn about the fixed axis is the integral of the rate about it (trapezoid), over the host's interval:
    // 40 ppm shorter than the device's 5 ms.
    let rates = played.values(1).map { $0.dot(axis) * .pi / 180 }
    let integral = zip(rates, rates.dropFirst()).reduce(0) { $0 + ($1.0 + $1.1) / 2 * 0.005 / 1.00004 }
    #expect(abs(integral - angle) < 2e-5)
    let last = played.values(0).last ?? .zero
    #expect(abs(last.dot(Vector3(tilt[0], tilt[1], tilt[2])) - sin(angle)) < 2e-4)
    #expect(abs(last.z - cos(angle)) < 2e-4)
  }

  /// The general identity, on both axes at once: the attitude integrated from the rates turns the measured
  /// specific force, less the acceleration of the sensor computed from the rates, to straight up at every row.
  @Test func attitudeFromTheRatesExplainsTheAccelerometer() {
    let restless = SimulatedRider(
      seed: 3, rateHz: 1000, swayClass: .restless, clock: VirtualClock(), parameters: .noiseless)
    let cues: [(ExpectedPosition, Double)] = [
      (.left, 0.2), (.forward, 2), (.right, 4), (.back, 6), (.center, 8),
    ]
    let played = PlayedRider(restless, seconds: 10, cues: cues.map { cue($0.0, at: $0.1) })
    let rates = played.values(1).map { (.pi / 180) * $0 }
    let forces = played.values(0)
    let dt = 0.001 / 1.00004
    // The attitude at the first row, from the rider's own angles within a row of it.
    let first = restless.angles(at: VirtualClock.rehearsalStart)
    let v = Vector3(-first.lateral, first.forward, 0)
    var attitude = Quaternion(axis: v, radians: v.norm)
    var worst = 0.0
    for row in 1..<rates.count - 1 {
      let mean = 0.5 * (rates[row - 1] + rates[row])
      attitude = attitude * Quaternion(axis: mean, radians: mean.norm * dt)
      let r = Vector3(0, 0, 0.35)
      let alpha = (1 / (2 * dt)) * (rates[row + 1] - rates[row - 1])
      let moved = alpha.cross(r) + rates[row].cross(rates[row].cross(r))
      let gravity = forces[row] - (1 / 9.80665) * moved
      worst = max(worst, (attitude.rotate(gravity) - Vector3(0, 0, 1)).norm)
    }
    // Counts: 1e-4 g and, through the difference of two rates 2 ms apart, 4e-4 g; the first row's phase of up
    // to 1 ms at 2 °/s of sway: 4e-5.
    #expect(worst < 1.2e-3)
  }

  @Test func swayIsAnExactDerivativeOfItselfAndHasItsSize() {
    var random = SeededRandom(seed: 5)
    let interval = 0.005
    var sway = BodySway(.typical, first: 0.001, interval: interval, random: &random)
    let same = sway
    var sum = 0.0
    let rows = 200_000
    for row in 0..<rows {
      let stepped = sway.next()
      sum += stepped.angle * stepped.angle
      if row % 997 == 0 {
        let t = 0.001 + Double(row) * interval
        let direct = same.motion(at: t)
        #expect(abs(stepped.angle - direct.angle) < 1e-12)
        #expect(abs(stepped.acceleration - direct.acceleration) < 1e-9)
        // Central differences over ±1 ms err by h²/6 of a third derivative: with 0.015° at 12 Hz below 1e-4.
        let h = 0.001
        let before = same.motion(at: t - h)
        let after = same.motion(at: t + h)
        #expect(abs((after.angle - before.angle) / (2 * h) - direct.rate) < 1e-4)
        #expect(abs((after.rate - before.rate) / (2 * h) - direct.acceleration) < 1e-2)
      }
    }
    // Variances add: 0.25² + 0.15²/2 + 0.015² degrees²; the slowest sine turns 50 times in these 1000 s.
    let expected = (0.25 * 0.25 + 0.15 * 0.15 / 2 + 0.015 * 0.015).squareRoot()
    let measured = (sum / Double(rows)).squareRoot() * 180 / .pi
    #expect(abs(measured / expected - 1) < 0.03)
  }

  @Test func movementFromRestIsMinimumJerk() {
    // Flash and Hogan: x(u) = A(10u³ − 15u⁴ + 6u⁵); peak rate 1.875 A/T at the middle.
    let segment = LeanSegment(from: AngleMotion(angle: 0.1), to: 0.4, duration: 1.2)
    for step in 0...12 {
      let u = Double(step) / 12
      let expected = 0.1 + 0.3 * (10 * pow(u, 3) - 15 * pow(u, 4) + 6 * pow(u, 5))
      #expect(abs(segment.motion(at: 1.2 * u).angle - expected) < 1e-12)
    }
    #expect(abs(segment.motion(at: 0.6).rate - 1.875 * 0.3 / 1.2) < 1e-12)
    #expect(abs(segment.fastest(before: 9) - 0.6) < 1e-9)
    // Cut before its middle, it is fastest where it is cut.
    #expect(segment.fastest(before: 0.4) == 0.4)
  }
}
