import MotionCore
import Testing

@testable import CueAudio

/// Measurements that come to nothing.
@Suite struct CueTimingMeasurementTests {
  private let start = HostTime(nanoseconds: 5_000_000_000_000)

  private func compare(_ log: SoundLog) throws {
    let measurement = CueTimingMeasurement(
      clips: [Fixture.chirp()], count: 3, interval: .milliseconds(300))
    // Three seconds of silence.
    let silence = Recording(
      samples: Array(repeating: 0, count: 144_000), history: FrameHistory(rateHz: 48_000),
      segments: [.init(firstFrame: 0, segment: 0)], overruns: 0)
    _ = try measurement.compare(
      log: log, refined: [:], wanted: (0..<3).map { start + .milliseconds(300 * $0) }, recording: silence)
  }

  @Test func cuesThatAreNotInTheRecordingAreCounted() {
    let log = SoundLog()
    for id in 0..<3 {
      let onset = start + .milliseconds(300 * id)
      log.add(
        .committed(
          id: id,
          times: SoundTimes(
            dispatched: onset, frame0: onset, audible: onset, audibleUncertaintyNs: 0, timing: .measured),
          late: false))
    }
    #expect(throws: CueTimingMeasurement.Failure.notFound(0, of: 3)) { try compare(log) }
  }

  /// Errors of 1.9 and 2 stated uncertainties, one on each side, and one with none stated.
  @Test func statedUncertaintiesAreHeldAgainstTheErrors() {
    let coverage = CueTimingMeasurement.Coverage([(-190, 100), (400, 200), (0, nil), (380, 200)])
    #expect(coverage.share == 0.5)
    #expect(coverage.medianMs == 0.0002)
    let none = CueTimingMeasurement.Coverage([])
    #expect(none.share == 0 && none.medianMs == nil)
  }

  @Test func anOutputThatWasLostIsTheReason() {
    let log = SoundLog()
    log.add(.lost(reason: "the sound card was unplugged or its driver removed", at: start))
    #expect(
      throws: CueTimingMeasurement.Failure.outputLost(
        reason: "the sound card was unplugged or its driver removed")
    ) { try compare(log) }
  }
}
