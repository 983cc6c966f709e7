import MotionCore
import Testing

@testable import CueAudio

/// What becomes of sounds when the output is lost.
@Suite struct PlaybackLinkTests {
  /// The output moved until 2 s. Of three words one's onset had left by then, one's had not, and one was never handed
  /// over: the first stays as it was heard, and no other was.
  @Test func aWordThatWasHeardIsNotTakenBack() {
    let start = VirtualClock.rehearsalStart
    let link = PlaybackLink(now: start)
    let log = ReportLog()
    #expect(throws: Never.self) { try link.attach { log.add($0) } }
    let clip = Fixture.constant(0.5, frames: 48_000)
    for id in 1...3 { link.send(.play(SoundRequest(id: id, clip: clip, onsetAt: nil))) }
    // The label and the device's constant do not matter: with a radio the audible time is unknown.
    for (id, milliseconds) in [(1, 1_900), (2, 2_100)] {
      let frame0 = start + .milliseconds(milliseconds) - clip.onset
      link.commit(
        id: id,
        .init(
          start: 0, segment: 0, clip: clip,
          times: SoundTimes(
            dispatched: frame0, frame0: frame0, audible: nil, audibleUncertaintyNs: nil, timing: .unknown)),
        late: false)
    }
    link.progressed(at: start + .seconds(2))
    link.lose(.serverGone(pcm: "default"), at: start + .milliseconds(3_500))
    link.flush()
    #expect(
      log.kinds == ["committed 1", "committed 2", "cancelled 1", "failed 2", "failed 3", "lost"])
    #expect(Set(link.committed().0.keys) == [1])
  }
}
