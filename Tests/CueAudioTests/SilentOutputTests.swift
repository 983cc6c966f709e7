import Foundation
import MotionCore
import Testing

@testable import CueAudio

@Suite struct SilentOutputTests {
  /// 0.3 s long, onset after 100 ms.
  private let clip = Fixture.constant(0, frames: 14_400, onsetFrame: 4_800)

  private func output(simulated: Bool = true) -> (VirtualOutput, VirtualClock, ReportLog) {
    let clock = VirtualClock()
    let output = VirtualOutput(clock: clock, simulatedRider: simulated)
    let log = ReportLog()
    output.start { log.add($0) }
    return (output, clock, log)
  }

  @Test func soundBeginsAnOnsetBeforeTheWantedTime() {
    let (output, clock, log) = output()
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: Fixture.host(ms: 1000)))
    #expect(output.nextEvent == Fixture.host(ms: 900))
    clock.advance(to: Fixture.host(ms: 5000))
    output.advance(to: Fixture.host(ms: 5000))
    #expect(log.lines == ["committed 1 @900", "finished 1 @1200"])
    #expect(log.committed[1]?.audible == Fixture.host(ms: 1000))
    #expect(log.committed[1]?.timing == .simulated)
    #expect(output.nextEvent == nil)
  }

  @Test func withoutARiderNothingIsAudible() {
    let (output, _, log) = output(simulated: false)
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: Fixture.host(ms: 1000)))
    output.advance(to: Fixture.host(ms: 2000))
    #expect(log.committed[1]?.audible == nil)
    #expect(log.committed[1]?.frame0 == nil)
    #expect(log.committed[1]?.timing == .unknown)
    #expect(output.refinedTimes() == log.committed)
  }

  @Test func lateSoundStartsAtOnceAndSaysSo() {
    let (output, clock, log) = output()
    clock.advance(to: Fixture.host(ms: 950))
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: Fixture.host(ms: 1000)))
    output.advance(to: Fixture.host(ms: 950))
    #expect(log.lines == ["late 1 @950"])
    #expect(log.committed[1]?.audible == Fixture.host(ms: 1050))
  }

  @Test func reportsOfSeveralSoundsComeInOrderOfTime() {
    let (output, _, log) = output()
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: Fixture.host(ms: 1000)))
    output.play(SoundRequest(id: 2, clip: clip, onsetAt: nil))
    output.play(SoundRequest(id: 3, clip: clip, onsetAt: Fixture.host(ms: 1100)))
    output.advance(to: Fixture.host(ms: 5000))
    #expect(
      log.lines == [
        "committed 2 @0", "finished 2 @300", "committed 1 @900", "committed 3 @1000", "finished 1 @1200",
        "finished 3 @1300",
      ])
  }

  @Test func cancelDropsWhatHasNotEnded() {
    let (output, clock, log) = output()
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: Fixture.host(ms: 200)))
    output.play(SoundRequest(id: 2, clip: clip, onsetAt: Fixture.host(ms: 2000)))
    clock.advance(to: Fixture.host(ms: 150))
    output.advance(to: Fixture.host(ms: 150))
    output.cancelAll()
    output.stop()
    output.stop()
    output.play(SoundRequest(id: 3, clip: clip, onsetAt: nil))
    output.advance(to: Fixture.host(ms: 9000))
    #expect(log.lines == ["committed 1 @100", "cancelled 1 @150", "cancelled 2 @150"])
  }

  @Test func realTimeOutputReportsTheSameAndStops() {
    let clock = MonotonicClock()
    let output = SilentOutput(clock: clock, simulatedRider: true)
    let log = ReportLog()
    output.start { log.add($0) }
    let onset = clock.now() + .milliseconds(150)
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: onset))
    output.play(SoundRequest(id: 2, clip: clip, onsetAt: clock.now() + .seconds(60)))
    #expect(log.wait(for: "finished 1", seconds: 10))
    output.stop()
    #expect(log.kinds == ["committed 1", "finished 1", "cancelled 2"])
    #expect(log.committed[1]?.audible == onset)
  }

  @Test func theSummarySaysWhetherCuesCountAsHeard() {
    let clock = MonotonicClock()
    #expect(SilentOutput(clock: clock, simulatedRider: true).summary == OutputRemark.silentSimulated.text)
    #expect(SilentOutput(clock: clock, simulatedRider: false).summary == "silent, audible times unknown")
  }
}
