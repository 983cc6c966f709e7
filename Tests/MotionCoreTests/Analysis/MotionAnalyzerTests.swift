import Foundation
import MotionCore
import Testing

/// Whole analyses of sessions whose truth is known (`LeanSession`).
@Suite struct MotionAnalyzerTests {
  @Test func standardDrillGivesOnsetLatencyDirectionAndVerdict() throws {
    let truth = LeanSession.standard
    let analysis = MotionAnalyzer().analyze(truth.build())
    #expect(analysis.trials.map(\.verdict) == [.notRequired, .valid, .valid, .valid, .valid])
    #expect(analysis.trials[0].reasons == [.alreadyThere])
    #expect(
      analysis.trials.dropFirst().map(\.direction.value) == [
        .outboundLeft, .returnFromLeft, .outboundRight, .returnFromRight,
      ])
    for (trial, lean) in zip(analysis.trials.dropFirst(), truth.leans) {
      let onset = try #require(trial.onset.value)
      // The truth is the start of the minimum-jerk profile; golden page: no bias for such starts.
      #expect(abs((onset - truth.host(lean.start)).inSeconds) < 0.005)
      #expect(abs(try #require(trial.latencyMilliseconds.value) - 300) < 5)
      #expect(abs(try #require(trial.latencyFromDispatchMilliseconds.value) - 350) < 5)
    }
  }
}
