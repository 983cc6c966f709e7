import Foundation
import MotionCore
import Testing

/// What becomes of a cue, in sessions where the truth is written down.
@Suite struct TrialVerdictTests {
  private func analysis(_ change: (inout LeanSession) -> Void) -> Analysis {
    var session = LeanSession.standard
    change(&session)
    return MotionAnalyzer().analyze(session.build())
  }

  /// Trials of the standard session: 1 CENTER at 6 s, 2 LEFT at 10, 3 CENTER at 14, 4 RIGHT at 18, 5 CENTER at 22.
  private func trial(_ number: Int, _ change: (inout LeanSession) -> Void) -> Trial {
    analysis(change).trials[number - 1]
  }

  @Test func aMovementToTheOtherSideIsInvalid() {
    let result = analysis {
      // A third pair, obeyed, keeps the sign of the axis with the cues; then LEFT is answered to the right.
      $0.seconds = 45
      $0.cues += [.init(at: 28, expect: .left), .init(at: 32, expect: .center)]
      $0.leans += [.init(start: 28.3, by: -20), .init(start: 32.3, by: 20)]
    }
    let trial = result.trials[5]
    #expect(trial.verdict == .invalid)
    #expect(trial.reasons == [.wrongDirection])
    #expect(trial.direction.value == .outboundRight)
    #expect(trial.asked.value == .outboundLeft)
  }

  @Test func anOnsetSoonerThan100MillisecondsIsFlaggedAndStillCounts() throws {
    let trial = trial(2) { $0.leans[0].start = 10.05 }
    #expect(trial.verdict == .attention)
    #expect(trial.reasons == [.anticipation])
    #expect(abs(try #require(trial.latencyMilliseconds.value) - 50) < 5)
    #expect(trial.counts)
  }

  @Test func anOnsetBeforeTheCueIsInvalidWithANegativeLatency() throws {
    let trial = trial(2) { $0.leans[0].start = 9.8 }
    #expect(trial.verdict == .invalid)
    #expect(trial.reasons == [.onsetBeforeCue])
    #expect(abs(try #require(trial.latencyMilliseconds.value) + 200) < 5)
  }

  @Test func noMovementIsMissedAndHasNoNumbers() {
    let trial = trial(4) { $0.leans.removeSubrange(2...3) }
    #expect(trial.verdict == .invalid)
    #expect(trial.reasons == [.missed])
    #expect(trial.latencyMilliseconds == .unavailable("no movement in the search window"))
    #expect(trial.onset.value == nil)
    #expect(trial.direction.value == nil)
  }

  @Test func aSecondCueToTheSameSideIsAlreadyThere() {
    let trial = trial(3) {
      $0.cues[2].expect = .left
      $0.cues[3].expect = .left
      $0.leans.removeSubrange(1...3)
    }
    #expect(trial.verdict == .notRequired)
    #expect(trial.reasons == [.alreadyThere])
  }

  @Test func aLateCueIsFlagged() throws {
    let trial = trial(2) { $0.cues[1].status = .late }
    #expect(trial.reasons == [.lateCue])
    #expect(trial.verdict == .attention)
    #expect(abs(try #require(trial.latencyMilliseconds.value) - 300) < 5)
  }

  @Test(arguments: [CueStatus.cancelled, .failed])
  func aCueThatDidNotSoundIsInvalidAndItsMovementIsNotAnAnswer(status: CueStatus) {
    let trial = trial(2) { $0.cues[1].status = status }
    #expect(trial.verdict == .invalid)
    #expect(trial.reasons == [status == .failed ? .cueFailed : .cueCancelled])
    #expect(trial.latencyMilliseconds.value == nil)
    #expect(trial.transition == nil)
  }

  @Test func aCueCancelledByAPauseSaysSo() {
    let trial = trial(2) {
      $0.cues[1].status = .cancelled
      $0.cues[1].reason = "paused"
    }
    #expect(trial.reasons == [.cueCancelled, .paused])
  }

  /// A run that was stopped names the cues it never reached, without a time.
  @Test func cuesThatWereNeverReachedAreInvalidAndDisturbNoOther() {
    let result = analysis { session in
      session.state = .interrupted
      session.extraEvents = (6...7).map { number in
        CueEvent(
          cue: "LEFT", trial: number, block: "main", intent: "plain", expect: .left, scheduled: nil,
          clip: nil, times: .none, status: .cancelled, reason: "stopped"
        ).event(now: session.host(25))
      }
    }
    #expect(
      result.trials.map(\.verdict) == [.notRequired, .valid, .valid, .valid, .valid, .invalid, .invalid])
    #expect(result.trials[6].reasons == [.cueCancelled])
    let json = result.document["trials"]?.array?.last
    #expect(json?["scheduled_ns"] == JSONValue.unavailable(TrialReason.timeNeverKnown))
    #expect(json?["audible_ns"] == JSONValue.unavailable(TrialReason.audibleUnknown))
    #expect(result.limitations.contains { $0.text.contains("interrupted") })
  }

  @Test func anUnknownAudibleTimeGivesALatencyFromDispatchOnly() throws {
    let trial = trial(2) { $0.cues[1].timing = .unknown }
    #expect(trial.verdict == .attention)
    #expect(trial.reasons == [.audibleUnknown])
    #expect(trial.latencyMilliseconds.value == nil)
    #expect(trial.latencyUncertaintyMilliseconds.value == nil)
    // Dispatched 50 ms before the word.
    #expect(abs(try #require(trial.latencyFromDispatchMilliseconds.value) - 350) < 5)
  }

  @Test func anEstimatedAudibleTimeIsFlagged() {
    #expect(trial(2) { $0.cues[1].timing = .estimated }.reasons == [.audibleEstimated])
  }

  @Test func aGapInTheWindowIsInvalidEvenWhereTheMovementIsSeen() {
    let after = trial(2) { $0.gaps = [11.8...12.1] }
    #expect(after.verdict == .invalid)
    #expect(after.reasons == [.gapInWindow])
    let across = trial(2) { $0.gaps = [10.2...11.4] }
    #expect(across.verdict == .invalid)
    #expect(across.reasons.contains(.gapInWindow))
    #expect(!across.reasons.contains(.missed))
    #expect(across.latencyMilliseconds.value == nil)
  }

  @Test func aMovementThatBeganInAGapHasNoInventedOnset() {
    let trial = trial(2) { $0.gaps = [10.2...10.7] }
    #expect(trial.onset.value == nil)
    #expect(trial.reasons.contains(.gapInWindow))
  }

  @Test func aRecordingThatEndsInTheWindowIsNotCalledMissed() {
    let trial = trial(5) {
      $0.seconds = 22.2
      $0.state = .incomplete
    }
    #expect(trial.verdict == .invalid)
    #expect(trial.reasons == [.windowNotCovered])
  }

  @Test func catchTrialsCountFalseStarts() {
    let result = analysis {
      $0.cues.insert(.init(at: 8, expect: .none, status: .silent), at: 1)
      $0.cues.append(.init(at: 26, expect: .none, status: .silent))
      $0.leans += [.init(start: 26.4, by: 15), .init(start: 28.5, by: -15)]
    }
    #expect(result.catchTrials.map(\.falseStart.value) == [false, true])
    #expect(result.trials.map(\.verdict) == [.notRequired, .valid, .valid, .valid, .valid])
    #expect(result.document["catch_trials"]?["false_starts"]?.integer == 1)
  }

  @Test func directMovementsFromSideToSideAreNamed() {
    let result = analysis {
      $0.cues = [.init(at: 10, expect: .left), .init(at: 14, expect: .right), .init(at: 18, expect: .left)]
      $0.leans = [.init(start: 10.3, by: 18), .init(start: 14.3, by: -36), .init(start: 18.3, by: 36)]
    }
    #expect(result.trials.map(\.direction.value) == [.outboundLeft, .directLeftRight, .directRightLeft])
    #expect(result.trials.allSatisfy { $0.verdict == .valid })
  }

  @Test func refinedTimesOfTheCueAreUsed() throws {
    // The events of the session: two phases, then the cues; LEFT has number 3. It was heard 20 ms later.
    let trial = trial(2) { session in
      let times = SoundTimes(
        dispatched: nil, frame0: session.host(10.015), audible: session.host(10.02),
        audibleUncertaintyNs: 100_000, timing: .measured)
      session.extraEvents = [times.refinement(ofCue: 3, label: "LEFT", now: session.host(29))]
    }
    #expect(abs(try #require(trial.latencyMilliseconds.value) - 280) < 5)
    #expect(abs(try #require(trial.latencyFromDispatchMilliseconds.value) - 350) < 5)
  }
}
