import Testing

@testable import MotionCore

/// An accelerometer alone: postures by gravity, and nothing that needs an angular velocity.
@Suite struct GravityTiltTests {
  private func session(_ change: (inout LeanSession) -> Void = { _ in }) -> MotionSession {
    var lean = LeanSession.standard
    change(&lean)
    var session = lean.build()
    session.streams.removeAll { $0.description.kind == .gyroscope }
    session.manifest.streams.removeAll { $0.description.kind == .gyroscope }
    return session
  }

  /// The angles that the body holds after each word, by the truth of the session, whatever the mounting.
  @Test func posturesAreThoseThatWereHeld() throws {
    let truth = LeanSession.standard
    let analysis = MotionAnalyzer().analyze(session { $0.mounting = (Vector3(1, 2, 3), 1.1) })
    let tilt = try #require(analysis.tilt.value)
    #expect(tilt.postures.count == truth.cues.count)
    for (posture, cue) in zip(tilt.postures, truth.cues) {
      // It holds from 1.3 s after the word to the next.
      let held = abs(truth.angle(at: cue.at + 2.2))
      #expect(abs(try #require(posture.tiltDegrees.value) - held) < 0.01, "\(cue.at)")
    }
    let left = try #require(tilt.groups.first { $0.expect == .left })
    #expect(left.tiltDegrees.count == truth.cues.count { $0.expect == .left })
    #expect(analysis.limitations.contains(.tiltOnly))
  }

  /// No rate is made up: no onset, no latency, no transition, and nobody missed a cue.
  @Test func thereAreNoTimes() {
    let analysis = MotionAnalyzer().analyze(session())
    #expect(analysis.transitions.isEmpty)
    for trial in analysis.trials {
      #expect(trial.latencyMilliseconds.value == nil && trial.reasons.contains(.movementUnavailable))
    }
  }

  @Test func withAGyroscopeItIsNotNeeded() {
    let analysis = MotionAnalyzer().analyze(LeanSession.standard.build())
    #expect(analysis.tilt.reason == UnavailableReason(MovementReason.tiltNotNeeded))
  }

  /// Without a still phase there is no neutral; a body that still moves has no posture; a gap none either.
  @Test func whatIsNotHeldIsUnavailable() throws {
    let none = MotionAnalyzer().analyze(session { $0.stationary = nil }).tilt
    #expect(none.reason == UnavailableReason(StillnessReason.noPhaseOn(place: "torso")))
    let cue = LeanSession.standard.cues[0]
    let moving = MotionAnalyzer().analyze(
      session { $0.leans.append(.init(start: cue.at + 3, duration: 1.5, by: 60)) })
    #expect(
      moving.tilt.value?.postures[0].tiltDegrees == .unavailable(StillnessReason.notStill))
    let parted = MotionAnalyzer().analyze(session { $0.gaps = [cue.at + 3.4...cue.at + 3.9] })
    #expect(
      parted.tilt.value?.postures[0].tiltDegrees == .unavailable(StillnessReason.noStillRows))
  }
}
