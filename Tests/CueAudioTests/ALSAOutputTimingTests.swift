import Foundation
import MotionCore
import Testing

@testable import CueAudio

// What a recording of the output's monitor shows.
extension ALSAOutputTests {
  /// The recorded monitor shows each cue at its logged time. Asserted to a block of 10 ms, the constant removed: the
  /// figures of docs/timing.md need an idle machine.
  @Test func recordedCuesStandAtTheirLoggedTimes() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let output = try open()
    let recorder = try MonitorRecorder(source: "cuesink.monitor")
    let measurement = CueTimingMeasurement(
      clips: [Fixture.chirp()], count: 10, interval: .milliseconds(500), leadIn: .seconds(2))
    let result = try measurement.run(output: output, recorder: recorder)
    #expect(result.heard == 10)
    #expect(result.lowestCorrelation > 0.99)
    #expect(result.predicted.absoluteMaxMs < 10)
    #expect(result.refined.absoluteMaxMs < 10)
  }
}
