import Foundation
import Testing

@testable import MotionCore

/// What speaks against a calibration when its session is analysed, and what is then told.
@Suite struct CalibrationDoubtTests {
  /// Half of a calibration, rows that are not there, and leans that contradict each other are not used, and why is told.
  @Test func aCalibrationThatCannotBeUsedSaysWhy() throws {
    let session = CalibratedSession.session(CalibratedSession.rider())
    func reason(_ change: (inout MotionSession) -> Void) -> UnavailableReason? {
      var changed = session
      change(&changed)
      let analysis = MotionAnalyzer().analyze(changed)
      #expect(analysis.trials.compactMap(\.latencyMilliseconds.value).count == 4)
      return analysis.movement.calibration.reason
    }
    #expect(reason { $0.calibration?.neutral = nil } == "neutral was not calibrated")
    #expect(reason { $0.calibration?.axes = nil } == "the rider's axes were not calibrated")
    #expect(
      reason { $0.calibration?.neutral?.rows = CalibrationRows() }
        == "the rows of the neutral posture are not there, or have no attitude")
    #expect(
      reason { $0.calibration?.axes?.left = nil } == "the rows of the lean to the left are not there")
    #expect(
      reason { $0.calibration?.axes?.forward = nil } == UnavailableReason(CalibrationReason.noForwardRows))
    let left = session.calibration?.axes?.left
    #expect(
      reason { $0.calibration?.axes?.forward = left } == "the leans do not bear it out: near_collinear")
    #expect(
      reason { $0.calibration?.axes?.sensorToRider = [1, 1, 1, 1] }
        == "calibration.json holds a rotation that is none")
  }

  /// The run used other axes than its rows give: the analysis uses its own and says how far apart they are.
  @Test func aDisagreementIsTold() throws {
    var session = CalibratedSession.session(CalibratedSession.rider())
    let right = try CalibratedSession.use(session)
    let wrong = Quaternion(axis: Vector3(0, 0, 1), radians: 7 * .pi / 180) * right.frame.sensorToRider
    session.calibration?.axes?.sensorToRider = wrong.components
    let found = MotionAnalyzer().analyze(session)
    let use = try #require(found.movement.calibration.value)
    #expect(abs(try #require(use.axesDisagreementDegrees.value) - 7) < 0.2)
    #expect(use.frame == right.frame)
    #expect(found.limitations.map(\.messageID).contains("limit.other-calibration"))
    #expect(found.limitations.contains { $0.text.contains("give another one than the run used") })
    // The rotations of another sensor are compared with nothing.
    session.calibration?.isOfAnotherSensor = true
    let other = try CalibratedSession.use(session)
    #expect(other.axesDisagreementDegrees == .unavailable(CalibrationReason.otherSensor))
  }

  /// Both leans of the calibration the opposite way fit together; the movement after the cues gives it away.
  @Test func leansThatWereBothOppositeShowAfterTheCues() throws {
    var rider = CalibratedSession.rider()
    rider.moves.removeFirst(4)
    rider.moves += SyntheticRider.lean(4.5, lateral: -15) + SyntheticRider.lean(7.5, forward: -12)
    let analysis = MotionAnalyzer().analyze(CalibratedSession.session(rider))
    let use = try #require(analysis.movement.calibration.value)
    #expect((use.mainAxisOffDegrees.value ?? 0) > 178)
    #expect(analysis.limitations.contains { $0.text.contains("opposite to the calibration's left") })
  }

  /// The sensor slips by 12° between two blocks: the second block is named, and not the first.
  @Test func aSensorThatSlipsIsFlaggedInItsBlock() throws {
    var cues = CalibratedSession.cues
    for (at, expect) in [(40.0, ExpectedPosition.left), (44, .center), (48, .right), (52, .center)] {
      cues.append(LeanSession.Cue(at: at, expect: expect, block: "second"))
    }
    var rider = CalibratedSession.rider()
    rider.seconds = 56
    for (start, by) in [(40.4, 20.0), (44.4, -20), (48.4, -18), (52.4, 18)] {
      rider.moves.append(SyntheticRider.Move(start: start, by: (by, 0, 0)))
    }
    let sound = MotionAnalyzer().analyze(CalibratedSession.session(rider, cues: cues))
    #expect(sound.movement.calibration.value?.mounting.blocks.map(\.name) == ["main", "second"])
    #expect(!sound.limitations.contains { $0.text.hasPrefix("mounting changed?") })
    // About the rider's own X: to the side.
    let turn = Quaternion(axis: Vector3(1, 0, 0), radians: 12 * .pi / 180)
    rider.slip = (38, rider.mounting.conjugate * turn * rider.mounting)
    let slipped = MotionAnalyzer().analyze(CalibratedSession.session(rider, cues: cues))
    let changed = try #require(slipped.movement.calibration.value?.mounting.changed)
    #expect(changed.map(\.name) == ["second"])
    #expect(abs(try #require(changed.first).offDegrees - 12) < 1)
    #expect(slipped.limitations.contains { $0.text.hasPrefix("mounting changed? In block second") })
    #expect(
      slipped.document["movement"]?["calibration"]?["mounting"]?["changed"]?.bool == true)
  }

  /// The rows of the neutral posture are those of the lean: the rider moved in them.
  @Test func rowsThatDoNotPassTheLimitsAreTold() throws {
    var session = CalibratedSession.session(CalibratedSession.rider())
    let lean = try #require(session.calibration?.axes?.left?.rows)
    session.calibration?.neutral?.rows = lean
    let found = MotionAnalyzer().analyze(session).limitations
    #expect(
      found.contains {
        $0.messageID == "limit.calibration-doubtful" && $0.text.contains("neutral: ")
      }, "\(found)")
  }

  /// After the cues the rider leans to the front left and to the back right: atan(15/20) is 36.9°.
  @Test func aMovementBesideTheCalibratedAxisIsTold() throws {
    var rider = CalibratedSession.rider()
    for index in rider.moves.indices where rider.moves[index].start > 20 {
      rider.moves[index].by.forward = 0.75 * rider.moves[index].by.lateral
    }
    let found = MotionAnalyzer().analyze(CalibratedSession.session(rider)).limitations
    guard case .mainAxisOff(let degrees)? = found.first(where: { $0.messageID == "limit.main-axis-off" })
    else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(degrees - 36.9) < 3)
  }

  /// The same rider twice, once without the calibration: left and right are not of the same axes.
  @Test func otherAxesAreToldInAComparison() {
    let a = CalibratedSession.session(CalibratedSession.rider())
    var b = a
    b.calibration = nil
    b.manifest.uuid = "00000000-0000-4000-8000-000000000002"
    let found = SessionComparison(a, b).limitations
    #expect(found.contains(ComparisonLimitation.otherAxes(calibrated: "A")), "\(found)")
  }
}
