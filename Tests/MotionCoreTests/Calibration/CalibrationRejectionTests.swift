import Foundation
import Testing

@testable import MotionCore

/// Every way in which a step fails, with its reason and what is said.
@Suite struct CalibrationRejectionTests {
  private func neutral(_ moves: [SyntheticRider.Move], sway: (Double, Double) = (0, 0.3)) throws
    -> CalibrationAttempt
  {
    var rider = SyntheticRider()
    rider.moves = moves
    rider.sway = (sway.0, sway.1)
    var led = LedCalibration(rider)
    let found = led.step(.neutral, at: 1.5)
    return try #require(found)
  }

  /// The attempts at left and forward after a good neutral; the rider moves from 4.5 s and from 7.5 s or later.
  private func leans(
    _ moves: [SyntheticRider.Move], forwardAt: Double = 7.1, standard: Bool = false,
    mounting: Quaternion = .identity
  ) throws -> [CalibrationAttempt] {
    var rider = SyntheticRider()
    rider.moves = moves
    rider.seconds = 25
    rider.mounting = mounting
    var led = LedCalibration(rider)
    #expect(led.passes(.neutral, at: 1.5) == true)
    led.step(standard ? .standard : .leanLeft, at: 4.1)
    if !standard, led.attempts.last?.passed == true { led.step(.leanForward, at: forwardAt) }
    return Array(led.attempts.dropFirst())
  }

  @Test func oneMovementInNeutralIsToldWithItsSizeAndTime() throws {
    // 4° in 0.4 s, half of it done 1.0 s after the step began.
    let attempt = try neutral([SyntheticRider.Move(start: 2.3, duration: 0.4, by: (4, 0, 0))])
    #expect(attempt.problem?.kind == .moved && attempt.reason == "moved")
    #expect(
      attempt.problem?.sentence
        == "You moved 4 degrees after one second. Please keep still until you hear me again.")
    #expect(abs((attempt.numbers["moved_deg"]?.double ?? 0) - 4) < 0.05)
    #expect(abs((attempt.numbers["moved_after_s"]?.double ?? 0) - 1) < 0.05)
    #expect(attempt.problem?.redo == .neutral && !attempt.rows.isEmpty)
  }

  /// 0.3° at 8 Hz: little angle, but 15 °/s of amplitude, 10.7 °/s RMS.
  @Test func shakingIsNotStill() throws {
    let attempt = try neutral([], sway: (0.3, 8))
    #expect(attempt.problem?.kind == .notStill)
    // 2π·8 Hz·0.3°/√2 of the angle itself; the mean over a row of 10 ms has sinc(0.08) = 0.9895 of it.
    #expect(abs((attempt.numbers["rate_deg_s"]?.double ?? 0) - 10.66 * 0.9895) < 0.1)
  }

  /// 0.5° of slow sway, 0.35° RMS and 0.7 °/s RMS, is a rider who sits still.
  @Test func ordinarySwayIsStill() throws {
    #expect(try neutral([], sway: (0.5, 0.3)).passed)
  }

  @Test func noLeanAtAll() throws {
    let attempt = try #require(try leans([]).first)
    #expect(attempt.problem?.kind == .neverMoved && attempt.problem?.redo == .leanLeft)
  }

  @Test func aLeanTooSmall() throws {
    let attempt = try #require(try leans(SyntheticRider.lean(4.5, lateral: 7)).first)
    #expect(attempt.problem?.kind == .tooSmall)
    #expect(
      attempt.problem?.sentence == "You leaned 7 degrees. Please lean to the left at least 10 degrees.")
  }

  /// 8° are enough forward, not to the left.
  @Test func theForwardLeanMayBeSmaller() throws {
    let attempts = try leans(SyntheticRider.lean(4.5, lateral: 15) + SyntheticRider.lean(7.5, forward: 8.5))
    #expect(attempts.map(\.passed) == [true, true])
    let left = try leans(SyntheticRider.lean(4.5, lateral: 8.5))
    #expect(left[0].problem?.kind == .tooSmall)
  }

  @Test func aLeanTooLate() throws {
    let attempt = try #require(try leans(SyntheticRider.lean(8.5, lateral: 15)).first)
    #expect(attempt.problem?.kind == .neverMoved)
  }

  @Test func aLeanThatIsHeldForEver() throws {
    let attempt = try #require(try leans([SyntheticRider.Move(start: 4.5, by: (15, 0, 0))]).first)
    #expect(attempt.problem?.kind == .notReturned)
    #expect(attempt.problem?.sentence.contains("you are 15 degrees away") == true)
  }

  /// Back to 7° is not back; back to 3° is.
  @Test func backIsWithinFiveDegrees() throws {
    for (left, passes) in [(7.0, false), (3.0, true)] {
      let attempt = try #require(
        try leans([
          SyntheticRider.Move(start: 4.5, by: (15, 0, 0)),
          SyntheticRider.Move(start: 5.8, by: (left - 15, 0, 0)),
        ]).first)
      #expect(attempt.passed == passes)
    }
  }

  @Test func aSensorThatFellIsNoLean() throws {
    let attempt = try #require(
      try leans([SyntheticRider.Move(start: 4.5, by: (10, 100, 0))]).first)
    #expect(attempt.problem?.kind == .tooLarge)
  }

  @Test func aLeanThisWayAndThat() throws {
    let attempt = try #require(
      try leans([
        SyntheticRider.Move(start: 4.5, by: (14, 0, 0)), SyntheticRider.Move(start: 5.3, by: (-14, 14, 0)),
        SyntheticRider.Move(start: 6.1, by: (0, -14, 0)),
      ]).first)
    #expect(attempt.problem?.kind == .notStraight)
  }

  /// The second lean: what it was, and what is said of it.
  @Test(arguments: [
    (15.0, 0.0, CalibrationProblem.Reason.nearCollinear, CalibrationStep.leanLeft),
    (-15, 0, .nearCollinear, .leanLeft), (12, 9, .nearCollinear, .leanLeft), (0, -12, .opposite, .leanLeft),
    (5, 12, .skewed, .leanForward), (-5, 12, .skewed, .leanForward),
  ])
  func aForwardLeanThatIsNone(
    lateral: Double, forward: Double, reason: CalibrationProblem.Reason, redo: CalibrationStep
  ) throws {
    let attempts = try leans(
      SyntheticRider.lean(4.5, lateral: 15) + SyntheticRider.lean(7.5, lateral: lateral, forward: forward),
      mounting: Quaternion(axis: Vector3(1, 1, 0.2), radians: 1.9))
    #expect(attempts.map(\.passed) == [true, false])
    #expect(attempts.last?.problem?.kind == reason)
    #expect(attempts.last?.problem?.redo == redo)
    if reason == .skewed {
      // atan(5/12) = 22.6°.
      #expect(
        attempts.last?.problem?.sentence
          == "Your forward lean went 23 degrees to the \(lateral > 0 ? "left" : "right"). Lean straight forward."
      )
    }
  }

  /// Forward when left was asked for, left when forward was: together they are the opposite of what they should be.
  @Test func theWrongOrderIsOpposite() throws {
    let attempts = try leans(SyntheticRider.lean(4.5, forward: 15) + SyntheticRider.lean(7.5, lateral: 15))
    #expect(attempts.last?.problem?.kind == .opposite)
  }

  /// To the right when left was asked for.
  @Test func aRightLeanIsOpposite() throws {
    let attempts = try leans(SyntheticRider.lean(4.5, lateral: -15) + SyntheticRider.lean(7.5, forward: 12))
    #expect(attempts.last?.problem?.kind == .opposite)
  }

  @Test func stepsOutOfOrderAreRefused() {
    let rider = SyntheticRider.calibrating
    var led = LedCalibration(rider)
    led.run(to: 1)
    led.session.begin(.leanLeft, at: rider.host(1))
    let first = led.session.outcome(at: rider.host(1))
    #expect(first?.problem?.kind == .noNeutral && first?.problem?.redo == .neutral)
    led.step(.neutral, at: 1.5)
    led.session.begin(.leanForward, at: rider.host(4.1))
    let second = led.session.outcome(at: rider.host(4.1))
    #expect(second?.problem?.kind == .wrongOrder && second?.problem?.redo == .leanLeft)
  }

  @Test func aSensorWithoutGyroscopeCannotBeCalibrated() {
    var session = CalibrationSession(streams: [SyntheticRider.accelerometer], clocks: [.host()])
    session.begin(.neutral, at: HostTime(nanoseconds: 0))
    let attempt = session.outcome(at: HostTime(nanoseconds: 0))
    #expect(attempt?.problem?.kind == .noOrientation)
    #expect(session.angles == .unavailable(CalibrationReason.sensorLacks(["gyroscope"])))
  }

  /// In the standard mounting the sensor's axes are the rider's.
  @Test func theStandardMountingChecksItsSigns() throws {
    func attempt(_ mounting: Quaternion, lateral: Double = 15, forward: Double = 0) throws
      -> CalibrationProblem.Reason?
    {
      try #require(
        try leans(
          SyntheticRider.lean(4.5, lateral: lateral, forward: forward), standard: true, mounting: mounting
        ).first
      ).problem?.kind
    }
    let turn = Double.pi / 180
    #expect(try attempt(.identity) == nil)
    #expect(try attempt(Quaternion(axis: Vector3(1, 1, 0), radians: 20 * turn)) == nil)
    #expect(try attempt(.identity, lateral: -15) == .wrongSide)
    // Back to front.
    #expect(try attempt(Quaternion(axis: Vector3(0, 0, 1), radians: 180 * turn)) == .wrongSide)
    // On its side, upside down, a quarter turn about the vertical, and a lean forward.
    #expect(try attempt(Quaternion(axis: Vector3(1, 0, 0), radians: 90 * turn)) == .notStandard)
    #expect(try attempt(Quaternion(axis: Vector3(1, 0, 0), radians: 180 * turn)) == .notStandard)
    #expect(try attempt(Quaternion(axis: Vector3(0, 0, 1), radians: 90 * turn)) == .notStandard)
    #expect(try attempt(.identity, lateral: 0, forward: 15) == .notStandard)
    // A quarter turn lays the sensor's top on its side.
    let lying = try leans(
      SyntheticRider.lean(4.5, lateral: 15), standard: true,
      mounting: Quaternion(axis: Vector3(1, 0, 0), radians: 90 * turn))
    #expect(lying.first?.problem?.sentence == CalibrationAdvice.topNotUp(degrees: 90).text)
  }
}

extension CalibrationAttempt {
  fileprivate var reason: String? { problem?.reason }
}
