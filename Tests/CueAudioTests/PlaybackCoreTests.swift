import MotionCore
import Testing

@testable import CueAudio

@Suite struct PlaybackCoreTests {
  private let start = HostTime(nanoseconds: 5_000_000_000_000)

  /// Renders `periods` periods and returns the left channel; both channels must be the same.
  private func render(_ core: inout PlaybackCore, _ periods: Int, clock: FrameClock) -> [Int16] {
    var left: [Int16] = []
    let output = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 960)
    output.initialize(repeating: 0)
    defer { output.deallocate() }
    for _ in 0..<periods {
      core.render(into: output, clock: clock)
      for frame in 0..<480 {
        #expect(output[2 * frame] == output[2 * frame + 1])
        left.append(output[2 * frame])
      }
    }
    return left
  }

  private func core(latency: Duration = .zero) -> PlaybackCore {
    PlaybackCore(periodFrames: 480, channels: 2, latency: latency)
  }

  @Test func onsetStandsAtTheWantedFrame() {
    var core = core()
    let clip = Fixture.constant(0.5, frames: 1000, onsetFrame: 100)
    // 100 ms after frame 0 is frame 4800; the clip starts 100 frames before it.
    core.add(SoundRequest(id: 1, clip: clip, onsetAt: start + .milliseconds(100)))
    let samples = render(&core, 14, clock: Fixture.clock(start: start))
    #expect(samples.firstIndex { abs($0) > 1 } == 4700)
    #expect(samples.lastIndex { abs($0) > 1 } == 5699)
    #expect(samples[4700] == 16_384)  // 0.5 · 32767 = 16383.5, rounded away from zero
    #expect(core.commit(upTo: 4700).isEmpty)
    let committed = core.commit(upTo: 4701)
    #expect(committed.map(\.start) == [4700])
    #expect(committed.first?.late == false)
    #expect(core.finish(upTo: 5699).isEmpty)
    #expect(core.finish(upTo: 5700).map(\.request.id) == [1])
    #expect(!core.isSounding)
  }

  @Test func deviceConstantMovesTheSoundForward() {
    var core = core(latency: .milliseconds(5))
    core.add(
      SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 10), onsetAt: start + .milliseconds(100)))
    let samples = render(&core, 12, clock: Fixture.clock(start: start))
    #expect(samples.firstIndex { abs($0) > 1 } == 4800 - 240)
  }

  @Test func lateSoundStartsWithTheNextFrame() {
    var core = core()
    let clock = Fixture.clock(start: start)
    _ = render(&core, 10, clock: clock)
    core.add(SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 10), onsetAt: start + .milliseconds(20)))
    let samples = render(&core, 1, clock: clock)
    #expect(samples.firstIndex { abs($0) > 1 } == 0)
    let committed = core.commit(upTo: 4801)
    #expect(committed.map(\.late) == [true])
    #expect(committed.map(\.start) == [4800])
  }

  @Test func soonestSoundIsNotLate() {
    var core = core()
    core.add(SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 10), onsetAt: nil))
    _ = render(&core, 1, clock: Fixture.clock(start: start))
    #expect(core.commit(upTo: 480).map(\.late) == [false])
  }

  @Test func withoutAClockTimedSoundsWaitAndOthersWaitHalfASecond() {
    var core = core()
    let unknown = FrameClock(rateHz: 48_000)
    core.add(SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 10), onsetAt: start))
    core.add(SoundRequest(id: 2, clip: Fixture.constant(0.5, frames: 10), onsetAt: nil))
    let samples = render(&core, 60, clock: unknown)
    #expect(samples.firstIndex { abs($0) > 1 } == 24_480)  // the first period after 24 000 frames
    #expect(core.waiting.map(\.request.id) == [1])
  }

  @Test func overlappingSoundsAreAddedAndSaturate() {
    var core = core()
    for (id, value) in [(1, Float(0.25)), (2, 0.5), (3, 0.75)] {
      core.add(SoundRequest(id: id, clip: Fixture.constant(value, frames: 100 * id), onsetAt: nil))
    }
    let samples = render(&core, 1, clock: Fixture.clock(start: start))
    #expect(samples[0] == 32_767)
    #expect(samples[150] == 32_767)
    #expect(samples[250] == 24_575)  // 0.75 · 32767 = 24575.25
    #expect(samples[300] == 0)
  }

  @Test func cancelCutsWithARampAndDropsTheRest() {
    var core = core()
    let clock = Fixture.clock(start: start)
    core.add(SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 48_000), onsetAt: nil))
    core.add(SoundRequest(id: 2, clip: Fixture.constant(0.5, frames: 10), onsetAt: start + .seconds(9)))
    _ = render(&core, 2, clock: clock)
    _ = core.commit(upTo: 960)
    #expect(core.cancelAll() == ([1, 2], []))
    let samples = render(&core, 1, clock: clock)
    // From 95/96 to 0 of the level over 96 frames.
    #expect(samples[0] == 16_213)  // 16383.5 · 95/96 = 16212.8
    #expect(samples[47] == 8_192)  // 16383.5 · 48/96 = 8191.75
    #expect(samples[95] == 0 && samples[96] == 0)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) <= 172 })
    #expect(core.finish(upTo: 9600).isEmpty)
    #expect(!core.isSounding)
  }

  /// Two periods are rendered when the cut comes: an onset at frame 959 still leaves whole, one at 960 does not.
  @Test(arguments: [(959, [1], []), (960, [], [1])] as [(Int, [Int], [Int])])
  func aCutBeforeTheOnsetIsNotHeard(onset: Int, cancelled: [Int], unheard: [Int]) {
    var core = core()
    core.add(
      SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 9600, onsetFrame: onset), onsetAt: nil))
    _ = render(&core, 2, clock: Fixture.clock(start: start))
    #expect(core.commit(upTo: 960).map(\.request.id) == [1])
    #expect(core.cancelAll() == (cancelled, unheard))
  }

  @Test func interruptionFailsSoundsWhoseOnsetHadNotLeft() {
    var core = core()
    let clock = Fixture.clock(start: start)
    core.add(SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 9600, onsetFrame: 100), onsetAt: nil))
    core.add(SoundRequest(id: 2, clip: Fixture.constant(0.5, frames: 9600, onsetFrame: 4800), onsetAt: nil))
    core.add(SoundRequest(id: 3, clip: Fixture.constant(0.5, frames: 10), onsetAt: start + .seconds(9)))
    _ = render(&core, 2, clock: clock)
    _ = core.commit(upTo: 960)
    #expect(core.interrupt(at: 960).map(\.request.id) == [2])
    #expect(core.placed.map(\.request.id) == [1])
    #expect(core.waiting.map(\.request.id) == [3])
  }

  /// Silence is not a run of zeros, and not heard either.
  @Test func silenceKeepsConvertersAwake() {
    var core = core()
    let samples = render(&core, 3, clock: Fixture.clock(start: start))
    #expect(samples.allSatisfy { abs($0) <= 1 })
    for period in 0..<3 {
      let own = samples[480 * period..<480 * (period + 1)]
      #expect(own.contains { $0 != 0 })
      #expect(own.reduce(0) { $0 + Int($1) } == 0)
    }
  }

  /// Rendered and not handed over yet: it will leave, so it is committed before its cut is told.
  @Test func whatIsRenderedCountsAsCommitted() {
    var core = core()
    core.add(SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 9600), onsetAt: nil))
    _ = render(&core, 1, clock: Fixture.clock(start: start))
    #expect(core.commit(upTo: core.rendered).map(\.request.id) == [1])
    #expect(core.cancelAll() == ([1], []))
    #expect(core.commit(upTo: 480).isEmpty)
  }

  @Test func theFirstSilentFrameFollowsTheLastSound() {
    var core = core()
    let clock = Fixture.clock(start: start)
    core.add(SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 700), onsetAt: nil))
    _ = render(&core, 4, clock: clock)
    #expect(core.silentFrom == 700)
  }
}
