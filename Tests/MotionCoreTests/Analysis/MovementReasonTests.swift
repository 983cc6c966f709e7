import Testing

@testable import MotionCore

/// Why numbers of movements and trials are not there, and how that is explained, in sessions whose truth is written down.
@Suite struct MovementReasonTests {
  private func analysis(_ change: (inout LeanSession) -> Void = { _ in }) -> Analysis {
    var session = LeanSession.standard
    change(&session)
    return MotionAnalyzer().analyze(session.build())
  }

  private func expect(
    _ told: [String], has lines: [ExplanationLine], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for line in lines {
      #expect(told.contains("  " + line.text), "\(line.text)\n\(told)", sourceLocation: sourceLocation)
    }
  }

  @Test func ofTheAxes() {
    let flat = analysis {
      $0.leans = []
      $0.biasDegPerSecond = .zero
    }
    #expect(flat.movement.axis == .unavailable(MovementReason.neverTurned))
    // Leans of one degree.
    let small = analysis { session in
      for place in session.leans.indices { session.leans[place].by /= 20 }
    }
    #expect(small.movement.axis == .unavailable(MovementReason.noMovementAfterCues(degrees: 3)))
    let forward = analysis { $0.cues.append(.init(at: 26, expect: .forward)) }
    let none = UnavailableReason(CalibrationReason.notCalibrated)
    #expect(forward.trials[5].onset == .unavailable(MovementReason.forwardUnknown(none)))
  }

  @Test func ofReturns() {
    // Out so slowly, by 1.875 · 20° in 9 s at most, that it is no movement: the return is the first.
    let slow = analysis { $0.leans[0] = .init(start: 5, duration: 9, by: 20) }
    #expect(slow.transitions[0].returnOf == .unavailable(MovementReason.noneBefore))
    // A gap while the lean is held.
    let parted = analysis { $0.gaps = [12.5...12.8] }
    #expect(parted.transitions[1].returnOf == .unavailable(MovementReason.gapSinceBefore))
  }

  /// Without an accelerometer a lean between two gaps has no still period at centre, and so no angle.
  @Test func ofAStretchWithoutAngles() throws {
    let found = analysis {
      $0.accelerometer = false
      $0.gaps = [9.8...10.0, 13.8...14.0]
    }
    let answer = try #require(found.trials[1].transition.map { found.transitions[$0] })
    #expect(answer.peakDegrees == .unavailable(MovementReason.angleUnknown))
    let reason = UnavailableReason(MovementReason.noAngleThen)
    expect(
      try #require(found.explanation(ofTrial: 2)),
      has: [.notAsked(reason), .answerUnknown(reason, flags: [])])
  }

  @Test func ofAnAnswer() throws {
    let found = analysis()
    let told = try #require(found.explanation(ofTrial: 2))
    let trial = found.trials[1]
    let (latency, uncertainty) = (
      try #require(trial.latencyMilliseconds.value), try #require(trial.latencyUncertaintyMilliseconds.value)
    )
    #expect(abs(latency - 300) < 5)
    expect(
      told,
      has: [
        .latency(
          FixedNumber.text(latency, digits: 1) + " ms",
          uncertainty: FixedNumber.text(uncertainty, digits: 1) + " ms"),
        .verdict("valid", reasons: []),
      ])
  }

  /// CENTER at centre asks for nothing; a cue that nobody follows has no answer.
  @Test func ofNoAnswer() throws {
    let found = analysis { $0.leans.removeSubrange(2...3) }
    #expect(found.trials[0].onset == .unavailable(TrialReason.noMovementNeeded))
    expect(
      try #require(found.explanation(ofTrial: 1)),
      has: [
        .notAsked(UnavailableReason(TrialReason.atCentreAlready)),
        .noAnswer(UnavailableReason(TrialReason.noMovementNeeded)),
        .verdict("not_required", reasons: ["already_there (not_required)"]),
      ])
    expect(
      try #require(found.explanation(ofTrial: 4)),
      has: [
        .noAnswer(UnavailableReason(TrialReason.noMovementInWindow)),
        .verdict("invalid", reasons: ["missed (invalid)"]),
      ])
  }

  @Test func ofACueThatDoesNotSayWhenItWasDispatched() {
    var session = LeanSession.standard.build()
    for place in session.events.indices where session.events[place].label == "LEFT" {
      session.events[place].fields["dispatched_ns"] = nil
    }
    let trial = MotionAnalyzer().analyze(session).trials[1]
    #expect(trial.latencyFromDispatchMilliseconds == .unavailable(TrialReason.dispatchUnknown))
    #expect(trial.latencyFromDispatchUncertaintyMilliseconds == .unavailable(TrialReason.dispatchUnknown))
    #expect(trial.latencyMilliseconds.value != nil)
  }
}
