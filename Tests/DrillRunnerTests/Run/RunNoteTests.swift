import MotionCore
import Testing

@testable import DrillRunner

/// What of the events of a run is shown at once to whoever stands beside it.
@Suite struct RunNoteTests {
  private func note(_ kind: EventMarker.Kind, _ label: String, _ fields: JSONObject) -> String? {
    RunEngine.note(
      of: EventMarker(kind: kind, label: label, host: HostTime(nanoseconds: 0), fields: fields))?.text
  }

  @Test func aCalibrationThatDidNotPassIsShownWithItsReason() {
    #expect(
      note(
        .calibration, "lean_left",
        ["edge": "end", "outcome": "failed", "reason": "never_moved", "attempt": 2])
        == "calibration, lean left: attempt 2 did not pass: never moved")
    #expect(note(.calibration, "lean_left", ["edge": "end", "outcome": "passed", "attempt": 2]) == nil)
    #expect(note(.calibration, "lean_left", ["edge": "begin", "attempt": 2]) == nil)
  }

  @Test func soundsThatComeLateOrBrokenAreShown() {
    func shown(_ label: String, _ fields: JSONObject) -> RunNote? {
      RunEngine.note(
        of: EventMarker(kind: .incident, label: label, host: HostTime(nanoseconds: 0), fields: fields))
    }
    #expect(shown(IncidentKind.underrun.rawValue, [:]) == RunNote.underrun)
    #expect(
      shown(IncidentKind.lateCue.rawValue, ["cue": "LEFT", "late_ns": 42_300_000])
        == .lateCue("LEFT", milliseconds: 42))
  }

  /// What makes the values of a sensor doubtful is shown with the sensor's name, and nothing else of it.
  @Test func aDoubtfulSensorIsShown() {
    func shown(_ kind: IncidentKind) -> RunNote? {
      LiveRun.note(
        of: Incident(kind, at: HostTime(nanoseconds: 0), fields: ["reason": "why"]), sensor: "torso")
    }
    #expect(shown(.implausible) == RunNote.sensorDoubtful(name: "torso", reason: "why"))
    #expect(shown(.clockJump) == RunNote.sensorDoubtful(name: "torso", reason: "why"))
    #expect(shown(.frozen) == nil)
  }

  @Test func aLostSoundIsShownWithoutItsNextStep() {
    #expect(
      note(.incident, "audio_lost", ["reason": "the server ended\n  → restart it"])
        == "the sound output is lost: the server ended")
    #expect(note(.incident, "sensor_back", [:]) == nil)
  }
}
