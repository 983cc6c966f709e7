import MotionCore
import Testing

@testable import DrillRunner
@testable import MotionCore

/// What the coach sees in the live angles, sample by sample at 10 Hz.
@Suite struct RunCoachTests {
  /// A machine in a block, and the coach that watches it; LEFT is heard at 4.4 s, CENTER at 8.4 s.
  private func remarks(
    _ plan: RunPlan = .short(), until: Double = 11, angles: (Double) -> (lateral: Double, forward: Double)
  ) -> [SpokenSentence] {
    var driver = MachineDriver(plan)
    var coach = RunCoach()
    var seen: [SpokenSentence] = []
    driver.begin()
    for tenth in 1...Int(until * 10) {
      let seconds = Double(tenth) / 10
      driver.run(until: seconds)
      let (lateral, forward) = angles(seconds)
      let now = RiderAngles(
        lateralRadians: lateral * .pi / 180, forwardRadians: forward * .pi / 180, axialRadians: 0,
        heading: .drifting)
      if let remark = coach.look(now, driver.machine, at: driver.now) { seen.append(remark) }
    }
    return seen
  }

  /// A ramp to `target` that lasts a second.
  private func ramp(_ seconds: Double, from start: Double, to target: Double, _ base: Double = 0) -> Double {
    base + (target - base) * min(max(seconds - start, 0), 1)
  }

  @Test("Who does what was asked hears nothing")
  func asAsked() {
    #expect(
      remarks { seconds in
        (seconds < 8.7 ? ramp(seconds, from: 4.7, to: 20) : ramp(seconds, from: 8.7, to: 0, 20), 0)
      } == [])
  }

  @Test("No movement after a word; coming back is not asked of who has not left")
  func neverMoved() {
    #expect(remarks { _ in (0.5, 0) } == [.neverMoved])
    // To the side, and not back.
    #expect(remarks(until: 13) { (ramp($0, from: 4.7, to: 20), 0) } == [.neverMoved])
  }

  @Test("To the other side")
  func wrongWay() {
    #expect(remarks(until: 8) { (ramp($0, from: 4.7, to: -20), 0) } == [.wrongWay])
    // Forward where left was asked for is no movement to the left.
    #expect(remarks(until: 8) { (0, ramp($0, from: 4.7, to: 20)) } == [.neverMoved])
  }

  @Test("On the way before the word")
  func early() {
    #expect(
      remarks(until: 8) { (ramp($0, from: 3.9, to: 20), 0) }.first == .movedEarly)
  }

  @Test("Movement while the rider is to sit still; in a rest nobody looks")
  func still() {
    let plan = RunPlan.short(before: [.stationary(.seconds(5), place: "torso")])
    #expect(remarks(plan, until: 4) { (ramp($0, from: 2, to: 12), 0) }.contains(.movedWhileStill))
    #expect(remarks(plan, until: 4) { _ in (4, 4) } == [], "where the body is does not matter")
    let resting = RunPlan.short(before: [.rest(.seconds(5))])
    #expect(remarks(resting, until: 4) { (ramp($0, from: 2, to: 12), 0) } == [])
  }
}
