import MotionCore
import Testing

@testable import CueAudio

/// Synthetic recordings of click trains, whose lags are known by construction.
@Suite struct LatencyAnalysisTests {
  private static let start = HostTime(nanoseconds: 5_000_000_000_000)
  private let analysis = LatencyAnalysis(leftOut: 3)

  /// A recording of `count` clicks that were played two seconds after its start, on a perfect clock.
  private struct Scene {
    var count = 15
    var lagMs = 42.0
    /// Added to the lag of one click, ms.
    var jitterMs: (Int) -> Double = { _ in 0 }
    /// Amplitude of the click relative to full scale.
    var level = 0.5
    /// Amplitude of evenly distributed noise.
    var noise = 0.002
    /// Later copies: (ms after the click, relative amplitude).
    var echoes: [(ms: Double, gain: Double)] = []
    var without: Set<Int> = []
    /// Further clicks, s after the first.
    var extra: [Double] = []
    var overruns = 0

    var played: [HostTime] {
      ClickTrain.offsets(count: count).map { LatencyAnalysisTests.start + .seconds(2) + $0 }
    }

    var recording: Recording {
      let seconds = 4 + ClickTrain.offsets(count: count).last!.inSeconds
      var signal = [Double](repeating: 0, count: Int(seconds * 48_000))
      /// Adds the click, its frame 0 at a fraction of a frame, by linear interpolation.
      func add(at time: Double, gain: Double) {
        let place = time * 48_000
        let whole = Int(place.rounded(.down))
        let part = place - Double(whole)
        for (frame, sample) in ClickTrain.click.samples.enumerated() {
          let value = Double(sample) / 0.7 * gain
          signal[whole + frame] += value * (1 - part)
          signal[whole + frame + 1] += value * part
        }
      }
      for (index, offset) in ClickTrain.offsets(count: count).enumerated() where !without.contains(index) {
        let time = 2 + offset.inSeconds + (lagMs + jitterMs(index)) / 1000
        add(at: time, gain: level)
        for echo in echoes { add(at: time + echo.ms / 1000, gain: level * echo.gain) }
      }
      for time in extra { add(at: 2 + time + lagMs / 1000, gain: level) }
      var random = Fixture.Noise()
      var samples: [Int16] = []
      samples.reserveCapacity(signal.count)
      for value in signal { samples.append(Int16(max(-1, min(1, value + noise * random.next())) * 32_767)) }
      var history = FrameHistory(rateHz: 48_000)
      for index in 0..<Int(seconds * 6.25) {
        let frame = Int64(index * 7680)
        history.append(
          FrameHistory.Point(
            segment: 0, frame: frame,
            ns: (LatencyAnalysisTests.start + Clip.duration(ofFrames: Int(frame))).nanoseconds,
            medianErrorNs: 0))
      }
      return Recording(
        samples: samples, history: history, segments: [.init(firstFrame: 0, segment: 0)], overruns: overruns)
    }
  }

  private func round(_ scene: Scene) throws -> LatencyAnalysis.Round {
    try analysis.round(played: scene.played, recording: scene.recording)
  }

  /// The refusal of a scene, by its id.
  private func refusal(_ scene: Scene) -> String {
    do throws(LatencyRefusal) {
      _ = try analysis.round(played: scene.played, recording: scene.recording)
      return "none"
    } catch {
      return error.messageID
    }
  }

  // MARK: What is measured

  @Test(arguments: [-3.0, 0.25, 42.0, 180.0]) func lagIsFoundToAFewMicroseconds(lag: Double) throws {
    let round = try round(Scene(lagMs: lag))
    #expect(round.lags.count == 12)
    #expect(round.lags.allSatisfy { abs($0.lagNs / 1e6 - lag) < 0.006 })
    let figures = try analysis.result(of: [round, round, round])
    #expect(abs(figures.lagMs - lag) < 0.005)
    #expect(figures.detrendedSDMs < 0.005)
    #expect(abs(figures.slopePPM) < 1)
    #expect(figures.clicks == 36 && figures.leftOut == 9)
  }

  /// Upside down, as many loudspeakers and cables have it.
  @Test func polarityDoesNotMatter() throws {
    let round = try round(Scene(level: -0.5))
    #expect(round.lags.allSatisfy { abs($0.lagNs / 1e6 - 42) < 0.006 })
  }

  @Test func firstClicksAreLeftOutAndTold() throws {
    let round = try round(Scene(jitterMs: { $0 < 3 ? 9 : 0 }))
    #expect(round.lags.allSatisfy { abs($0.lagNs / 1e6 - 42) < 0.006 })
    let figures = try analysis.result(of: [round])
    #expect(abs(figures.firstMinusRestMs[0] - 9) < 0.01)
  }

  @Test func noiseAndAWeakEchoAreBorne() throws {
    // Clicks of 0.1 in noise of ±0.05 (SD 0.029; the click's own RMS is 0.1·√(3/16) = 0.043), with an echo of a third.
    let round = try round(Scene(level: 0.1, noise: 0.05, echoes: [(11, 0.3)]))
    #expect(round.lags.allSatisfy { abs($0.lagNs / 1e6 - 42) < 0.1 })
    #expect(round.medianCorrelation < 0.95)
  }

  /// SD and slope of lags of which both are known: ±0.5 ms in turn, and 20 µs more each second.
  @Test func spreadAndSlopeAreThoseOfTheLags() throws {
    let offsets = ClickTrain.offsets(count: 63)
    let round = try round(
      Scene(count: 63, jitterMs: { 0.02 * offsets[$0].inSeconds + ($0 % 2 == 0 ? 0.5 : -0.5) }))
    let figures = try analysis.result(of: [round])
    #expect(abs(figures.slopePPM - 20) < 5)
    // Sixty values of ±0.5: √(60 · 0.25 / 59) = 0.504.
    #expect(abs(figures.detrendedSDMs - 0.504) < 0.01)
    // One opening tells nothing of the next: what remains is the SD of the mean.
    #expect(abs(figures.uncertaintyMs - 0.504 / 60.0.squareRoot()) < 0.003)
  }

  @Test func openingsThatDifferAreUncertain() throws {
    let rounds = try [41.0, 42, 42.6].map { try round(Scene(lagMs: $0)) }
    let figures = try analysis.result(of: rounds)
    #expect(abs(figures.lagMs - 42) < 0.005)
    // SD of 41, 42, 42.6 about 41.867: √((0.751 + 0.018 + 0.538) / 2) = 0.808.
    #expect(abs(figures.uncertaintyMs - 0.808) < 0.01)
  }

  // MARK: What is refused

  @Test func recordingsThatDoNotSupportALatencyAreRefused() {
    #expect(refusal(Scene()) == "none")
    #expect(refusal(Scene(level: 0, noise: 0.0005)) == "latency.silent")
    #expect(refusal(Scene(level: 0, noise: 0.2)) == "latency.missing")
    #expect(refusal(Scene(level: 3)) == "latency.clipped")
    #expect(refusal(Scene(without: [7])) == "latency.missing")
    // Beyond the search: a click that comes 60 ms late is not that click.
    #expect(refusal(Scene(jitterMs: { $0 == 7 ? 60 : 0 })) == "latency.missing")
    #expect(refusal(Scene(extra: [-0.8])) == "latency.extra")
    // Clicks whose RMS is 0.043 in noise of SD 0.052: they correlate by 0.043/√(0.043² + 0.052²) = 0.64 times what
    // both share of the click's band; some are found, most are not clear.
    #expect(["latency.noisy", "latency.missing"].contains(refusal(Scene(level: 0.1, noise: 0.1))))
    #expect(refusal(Scene(echoes: [(20, 0.95)])) == "latency.echo")
    #expect(refusal(Scene(overruns: 1)) == "latency.recorder-lost-sound")
  }

  @Test func figuresThatNoOutputShouldHaveAreRefused() throws {
    func refusal(of scenes: [Scene]) throws -> String? {
      let rounds = try scenes.map(round)
      let error = #expect(throws: LatencyRefusal.self) { _ = try analysis.result(of: rounds) }
      return error?.messageID
    }
    let offsets = ClickTrain.offsets(count: 15)
    #expect(
      try refusal(of: [Scene(jitterMs: { 0.2 * offsets[$0].inSeconds })]) == "latency.drifting")
    #expect(try refusal(of: [Scene(jitterMs: { $0 % 2 == 0 ? 3 : -3 })]) == "latency.unsteady")
    #expect(try refusal(of: [Scene(lagMs: 40), Scene(lagMs: 43)]) == "latency.unrepeatable")
    // Two clicks of five are within the 100 ms that sound can be early by its output's own word; the median is not.
    #expect(
      try refusal(of: [Scene(lagMs: -100.5, jitterMs: { $0 % 5 < 2 ? 0.7 : 0 })])
        == "latency.implausible")
  }

  /// What the output reported decides before the recording is looked at.
  @Test func clicksThatDidNotLeaveAreNotMeasured() {
    let time = LatencyAnalysisTests.start
    func refusal(_ reports: [SoundReport], left: Int) -> LatencyRefusal? {
      let log = SoundLog()
      for report in reports { log.add(report) }
      let times = SoundTimes(
        dispatched: time, frame0: time, audible: nil, audibleUncertaintyNs: nil, timing: .unknown)
      return #expect(throws: LatencyRefusal.self) {
        _ = try LatencyMeasurement.left(
          3, log, Dictionary(uniqueKeysWithValues: (0..<left).map { ($0, times) }))
      }
    }
    #expect(
      refusal([.lost(reason: "unplugged", at: time)], left: 3)
        == LatencyRefusal.outputLost(reason: "unplugged"))
    #expect(refusal([.underrun(at: time)], left: 3) == LatencyRefusal.outputRanDry(times: 1))
    #expect(refusal([], left: 2) == LatencyRefusal.notAllLeft(2, of: 3))
  }

  @Test func numbersAreWrittenAsTheyAreRead() {
    #expect(LatencyRefusal.number(-0.0314) == "−0.031")
    #expect(LatencyRefusal.number(12.0004) == "12.000")
  }
}
