import Testing

@testable import CueAudio

/// What a latency is recorded from.
@Suite struct LatencyInputTests {
  /// A card of the kernel has no monitor, and nothing is opened.
  @Test func onlyASinkOfASoundServerHasAMonitor() {
    let measurement = LatencyMeasurement(pcm: "card:Nowhere", record: LatencyMeasurement.monitor, clicks: 30)
    #expect {
      try measurement.run(progress: { _ in }, shallStop: { false })
    } throws: {
      guard case LoopRecorder.Failure.cannotOpen(let error) = $0 else { return false }
      return error == .unsuitable(pcm: LatencyMeasurement.monitor, PCMUnfitness.noMonitor)
    }
  }
}
