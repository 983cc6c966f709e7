import MotionCore
import Testing

@testable import CueAudio

@Suite struct FrameClockTests {
  private let start = HostTime(nanoseconds: 5_000_000_000_000)

  /// When frame `frame` leaves an output whose frames last `ppm` longer than nominal.
  private func truth(_ frame: Int64, ppm: Double) -> Int64 {
    start.nanoseconds + Int64((Double(frame) * 1e9 / 48_000 * (1 + ppm * 1e-6)).rounded())
  }

  @Test(arguments: [-250.0, 0, 100]) func fitFollowsDriftThroughJitterAndOutliers(ppm: Double) throws {
    var clock = FrameClock(rateHz: 48_000)
    var noise = Fixture.Noise()
    for index in 0..<400 {
      let frame = Int64(index * 480)
      var ns = truth(frame, ppm: ppm) + Int64(noise.next() * 50_000)
      if index % 10 == 3 { ns += 8_000_000 }
      #expect(clock.observe(frame: frame, at: HostTime(nanoseconds: ns)) != .jumped)
    }
    #expect(clock.isWarm)
    // 70 ms ahead. Jitter of ±50 µs in a window of 128: the line is good to some 10 µs.
    let ahead: Int64 = 400 * 480 + 3360
    let predicted = try #require(clock.time(ofFrame: ahead))
    #expect(abs(predicted.nanoseconds - truth(ahead, ppm: ppm)) < 30_000)
    #expect(clock.frame(at: predicted) == ahead)
    // Evenly distributed ±50 µs: the median absolute deviation is 25 µs, times 1.4826 = 37 µs.
    let spread = try #require(clock.spreadNs)
    #expect(spread > 25_000 && spread < 60_000)
  }

  @Test func readingsJustAfterAStartAreLeftOut() {
    var clock = FrameClock(rateHz: 48_000)
    // 0.3 s, however many readings: 60 periods of 5 ms.
    for index in 0..<60 {
      let time = start + .milliseconds(5 * index)
      #expect(clock.observe(frame: Int64(index * 240), at: time) == .settling)
    }
    #expect(!clock.isUsable)
    #expect(clock.time(ofFrame: 0) == nil)
    #expect(clock.frame(at: start) == nil)
    #expect(clock.observe(frame: 48_000, at: start + .seconds(1)) == .taken)
    #expect(clock.time(ofFrame: 48_000 + 48_000) == start + .seconds(2))
  }

  @Test func aLastingJumpBeginsANewSegment() throws {
    var clock = FrameClock(rateHz: 48_000)
    var outcomes: [FrameClock.Reading] = []
    for index in 0..<400 {
      let frame = Int64(index * 480)
      let jump: Int64 = index < 200 ? 0 : 20_000_000
      outcomes.append(
        clock.observe(frame: frame, at: HostTime(nanoseconds: truth(frame, ppm: 0) + jump)))
    }
    #expect(outcomes.filter { $0 == .jumped }.count == 1)
    #expect(clock.segment == 1)
    let predicted = try #require(clock.time(ofFrame: 400 * 480))
    #expect(abs(predicted.nanoseconds - truth(400 * 480, ppm: 0) - 20_000_000) < 2)
  }

  @Test func restartForgetsTheOldLine() {
    var clock = Fixture.clock(start: start)
    #expect(clock.isUsable)
    clock.restart()
    #expect(!clock.isUsable)
    #expect(clock.segment == 1)
  }

  @Test func historyTellsDriftAndPastTimes() throws {
    var clock = FrameClock(rateHz: 48_000)
    var history = FrameHistory(rateHz: 48_000)
    var noise = Fixture.Noise()
    for index in 0..<1500 {
      let frame = Int64(index * 480)
      let ns = truth(frame, ppm: 80) + Int64(noise.next() * 50_000)
      _ = clock.observe(frame: frame, at: HostTime(nanoseconds: ns))
      if let point = clock.takePoint() { history.append(point) }
    }
    let drift = try #require(history.driftPPM)
    #expect(abs(drift - 80) < 5)
    let (time, _) = try #require(history.time(ofFrame: 300_123, segment: 0))
    #expect(abs(time.nanoseconds - truth(300_123, ppm: 80)) < 25_000)
    #expect(history.time(ofFrame: 300_123, segment: 7) == nil)
    let residual = try #require(history.residualNs)
    #expect(residual > 25_000 && residual < 60_000)
  }

  @Test func shortHistoryTellsNothing() {
    let history = FrameHistory(rateHz: 48_000)
    #expect(history.driftPPM == nil)
    #expect(history.residualNs == nil)
    #expect(history.time(ofFrame: 0, segment: 0) == nil)
  }
}
