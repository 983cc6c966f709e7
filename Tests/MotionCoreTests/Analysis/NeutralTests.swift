import MotionCore
import Testing

/// Where neutral comes from, and whether the analysis says so truly.
@Suite struct NeutralTests {
  private func neutralSentences(_ session: LeanSession) -> [String] {
    MotionAnalyzer().analyze(session.build()).limitations.map(\.text).filter { $0.hasPrefix("neutral is") }
  }

  /// Five seconds of stillness cut from a longer one, beginning nowhere near a multiple of a window.
  @Test(arguments: [0.0, 0.3, 0.7, 1.1])
  func aFiveSecondPhaseWithinLongerStillnessIsUsed(start: Double) {
    var session = LeanSession.standard
    session.stationary = start...(start + 5)
    #expect(neutralSentences(session) == [])
  }

  /// The rider sits 6° to the left in the phase, then at 0°: angles count from the phase.
  @Test func neutralIsTheMedianOfThePhaseNotOfTheRest() throws {
    var session = LeanSession.standard
    session.cues.removeFirst()
    session.stationary = 0.7...5.7
    session.leans.insert(LeanSession.Lean(start: -2, by: 6), at: 0)
    session.leans.insert(LeanSession.Lean(start: 6.5, by: -6), at: 1)
    let analysis = MotionAnalyzer().analyze(session.build())
    #expect(neutralSentences(session) == [])
    // The lean of trial 1 goes from 0° to 20° of the body: −6° to 14° from the phase's neutral.
    let place = try #require(analysis.trials[0].transition)
    #expect(abs(try #require(analysis.transitions[place].startDegrees.value) + 6) < 0.3)
    #expect(abs(try #require(analysis.transitions[place].endDegrees.value) - 14) < 0.3)
  }

  @Test func withoutAPhaseTheReasonIsThatThereIsNone() {
    var session = LeanSession.standard
    session.stationary = nil
    #expect(
      neutralSentences(session) == [
        "neutral is where the rider sat still at centre by the cues: the session has no stationary phase on "
          + "the torso"
      ])
  }

  @Test func aPhaseInWhichTheRiderMovedIsSaidToBeNotStill() {
    var session = LeanSession.standard
    session.stationary = 0.2...4.8
    session.leans += (0..<5).map {
      LeanSession.Lean(start: Double($0), duration: 0.95, by: $0.isMultiple(of: 2) ? 8 : -8)
    }
    session.leans.append(LeanSession.Lean(start: 5, duration: 0.9, by: -8))
    #expect(
      neutralSentences(session) == [
        "neutral is where the rider sat still at centre by the cues: the rider was not still in the stationary "
          + "phase on the torso"
      ])
  }
}
