import Testing

@testable import MotionCore

/// Streams whose rows are few, or fewer than they were: low rates, lost rows, gaps, a sensor that hangs. The truth is
/// written down, and nothing that was not recorded may become a finding about the rider.
@Suite struct SparseRowsTests {
  private func analysis(_ change: (inout LeanSession) -> Void) -> Analysis {
    var session = LeanSession.standard
    session.noiseDegPerSecond = 0.05
    change(&session)
    return MotionAnalyzer().analyze(session.build())
  }

  private func error(_ trial: Trial, _ analysis: Analysis, _ index: Int) throws -> Double {
    let onset = try #require(trial.onset.value)
    let start = try #require(analysis.session.start)
    return (onset - start).inSeconds - LeanSession.standard.leans[index].start
  }

  /// At 33 Hz one row is lost in the middle of every lean, and one where it rises: intervals of 60 ms, which are no gaps.
  /// Each lean stays one movement, and begins when it began.
  @Test func oneLostRowDoesNotCutAMovement() throws {
    let found = analysis { session in
      session.hz = 1 / 0.03
      for lean in session.leans {
        for part in [0.2, 0.5] {
          let row = ((lean.start + part) / 0.03).rounded() * 0.03
          session.gaps.append(row - 0.01...row + 0.01)
        }
      }
    }
    #expect(found.movement.gaps == 0)
    #expect(found.transitions.count == LeanSession.standard.leans.count)
    let answered = found.trials.filter { $0.transition != nil }
    #expect(answered.count == found.transitions.count)
    for (index, trial) in answered.enumerated() {
      let uncertainty = try #require(trial.onsetUncertaintyNs.value)
      let error = try self.error(trial, found, index)
      #expect(abs(error) < 3e-9 * uncertainty, "\(index): \(error) s")
    }
  }

  /// At 15 Hz no row has two others within the half-width: its neighbours stand in.
  @Test(arguments: [15.0, 10]) func atALowRateMovementsAreFound(hz: Double) throws {
    let found = analysis { $0.hz = hz }
    let answered = found.trials.filter { $0.transition != nil }
    #expect(answered.count == LeanSession.standard.leans.count && !found.trials.isEmpty)
    for (index, trial) in answered.enumerated() {
      let uncertainty = try #require(trial.onsetUncertaintyNs.value)
      let error = try self.error(trial, found, index)
      #expect(abs(error) < 3e-9 * uncertainty, "\(index): \(error) s")
    }
    #expect(found.limitations.contains { $0.text.contains("too few neighbours for the full order") })
  }

  /// At 5 Hz nothing is known of a movement, and so nobody missed one.
  @Test func tooFewRowsAreNoMissedCue() throws {
    let found = analysis { $0.hz = 5 }
    #expect(found.movement.axis == .unavailable(MovementReason.rowsTooFar(milliseconds: "200")))
    for trial in found.trials {
      #expect(trial.reasons.contains(.movementUnavailable) && !trial.reasons.contains(.missed))
    }
  }

  /// Nothing for two seconds around the second lean: the explanation names the gap, and does not say that the rider was
  /// at rest.
  @Test func aGapIsExplained() throws {
    let lean = LeanSession.standard.leans[1]
    let gap = lean.start - 0.5...lean.start + 1.5
    let found = analysis { $0.gaps = [gap] }
    let trial = try #require(found.trials.first { $0.reasons.contains(.gapInWindow) })
    let number = try #require(trial.cue.trial)
    let lines = try #require(found.explanation(ofTrial: number))
    let text = lines.joined(separator: "\n")
    #expect(text.contains(": what the body did in it is not known"), "\(text)")
    #expect(!text.contains(ExplanationLine.atRest.text), "\(text)")
  }

  /// The data end 40 ms after the rise begins: cut, and not slower again.
  @Test func arisingThatIsCutIsNotCalledShort() throws {
    let lean = LeanSession.standard.leans[1]
    let found = analysis {
      $0.noiseDegPerSecond = 0
      $0.gaps = [lean.start + 0.15...lean.start + 0.4]
    }
    let cut = DetectionStep.Observation.cut(atStart: false, gap: true)
    let steps = found.decisions.values.joined().map(\.observation)
    #expect(steps.contains(cut))
    let isShort = steps.contains { if case .tooShort = $0 { true } else { false } }
    #expect(!isShort)
  }

  /// Frozen from 10 s on: all rows are the same.
  @Test func aSensorThatHangsIsTold() {
    var session = LeanSession.standard
    session.noiseDegPerSecond = 0.05
    var built = session.build()
    #expect(!MotionAnalyzer().analyze(built).limitations.contains { $0.text.contains("exactly the same") })
    for stream in built.streams.indices where built.streams[stream].description.kind == .gyroscope {
      built.streams[stream].values = built.streams[stream].values.map { column in
        switch column {
        case .integers(var values):
          for row in 2000..<values.count { values[row] = values[2000] }
          return .integers(values)
        case .reals(var values):
          for row in 2000..<values.count { values[row] = values[2000] }
          return .reals(values)
        }
      }
    }
    let limitations = MotionAnalyzer().analyze(built).limitations
    #expect(limitations.contains { $0.text.contains("exactly the same for 20.0 s") }, "\(limitations)")
  }
}
