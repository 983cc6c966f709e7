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

  /// Nobody is asked to be quiet for a device that is not there.
  @Test(arguments: [("no-such-output", "default"), (nil, "no-such-input")] as [(String?, String)])
  func aRoundBeginsWhenOutputAndInputAreOpen(output: String?, input: String) {
    let measurement = LatencyMeasurement(pcm: output, record: input, clicks: 30)
    var rounds = 0
    #expect(throws: (any Error).self) {
      try measurement.run(progress: { _ in rounds += 1 }, shallStop: { false })
    }
    #expect(rounds == 0)
  }
}
