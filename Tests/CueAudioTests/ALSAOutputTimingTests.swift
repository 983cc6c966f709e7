import Foundation
import Glibc
import MotionCore
import Testing

@testable import CueAudio

// What a recording of the output's monitor shows.
extension ALSAOutputTests {
  /// Sixty cues: the recorded monitor shows each of them, in its order, at its logged time. The bounds are those of
  /// `make test-long` times two and a half, for the machine is not idle; the constant, which is not measured here, is within
  /// a block of the null sink. A machine that starves the sound server for a moment disturbs one round, not all of four.
  @Test func recordedCuesStandAtTheirLoggedTimes() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    var seen: [String] = []
    for _ in 0..<4 {
      let recorder = try LoopRecorder(pcm: "pulse:cuesink.monitor")
      let output = try open()
      let measurement = CueTimingMeasurement(
        clips: [Fixture.chirp()], count: 60, interval: .milliseconds(300), leadIn: .seconds(2))
      let result: CueTimingMeasurement.Result
      do {
        result = try measurement.run(output: output, recorder: recorder)
      } catch let failure as CueTimingMeasurement.Failure {
        #expect(output.manifestEntry["underruns"]?.integer ?? 0 > 0, "\(failure)")
        seen.append("\(failure)")
        continue
      }
      #expect(result.played == 60)
      // Each interruption may cost the word in which it falls, and no other.
      #expect(result.heard + result.failed >= 60 - result.underruns - result.recorderOverruns)
      guard result.underruns == 0, result.recorderOverruns == 0 else {
        seen.append("\(result.underruns) underruns, \(result.recorderOverruns) overruns")
        continue
      }
      #expect(result.heard == 60 && result.isInOrder && result.lowestCorrelation > 0.99)
      let refined = result.refined
      #expect(abs(refined.medianLagMs) < 10)
      if refined.absoluteP95Ms <= 0.5, abs(refined.firstMinusRestMs) <= 0.5 { return }
      seen.append("p95 \(refined.absoluteP95Ms) ms, first − rest \(refined.firstMinusRestMs) ms")
    }
    Issue.record("no round of four was good: \(seen)")
  }

  /// Nothing of a sound is missing in the recording: neither its first milliseconds nor, when the output is stopped as
  /// soon as the sound is over, its last ones. And there is no click: the silence around it is silent.
  @Test func wholeSoundsAreHeard() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let recorder = try LoopRecorder(pcm: "pulse:cuesink.monitor")
    let output = try open()
    let log = ReportLog()
    try output.start { log.add($0) }
    let clip = Fixture.chirp()
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: MonotonicClock().now() + .seconds(1)))
    #expect(log.wait(for: "finished 1", seconds: 6))
    output.stop()
    Thread.sleep(forTimeInterval: 0.3)
    let samples = try recorder.stop().samples
    // An underrun leaves a hole that is not the end's.
    guard log.kinds == ["committed 1", "finished 1"] else { return }
    // The clip's own samples: 12 ms are 576 frames.
    let loud = samples.indices.filter { abs(Int(samples[$0])) > 2 }
    let first = try #require(loud.first)
    let last = try #require(loud.last)
    let expected = clip.samples.map { Int(SampleFormat.int16($0)) }
    let begin = try #require(expected.firstIndex { abs($0) > 2 })
    let end = try #require(expected.lastIndex { abs($0) > 2 })
    #expect(last - first == end - begin)
    #expect(
      zip(samples[first...last], expected[begin...end]).allSatisfy { abs(Int($0) - $1) <= 1 })
  }

  /// A cut ends in a ramp: the recording has no step larger than the sound's own and the ramp's.
  @Test func cancelledSoundsDoNotClick() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let recorder = try LoopRecorder(pcm: "pulse:cuesink.monitor")
    let output = try open()
    let log = ReportLog()
    try output.start { log.add($0) }
    output.play(SoundRequest(id: 1, clip: Fixture.constant(0.5, frames: 96_000), onsetAt: nil))
    #expect(log.wait(for: "committed 1", seconds: 5))
    output.cancelAll()
    #expect(log.wait(for: "cancelled 1", seconds: 5))
    Thread.sleep(forTimeInterval: 0.5)
    output.stop()
    let samples = try recorder.stop().samples.map(Int.init)
    let last = try #require(samples.lastIndex { abs($0) > 2 })
    // 0.5 falls to 0 in 96 frames: by 16 384 / 96 = 170.7 a frame.
    let steps = zip(samples[(last - 200)...], samples[(last - 199)...]).map { abs($0 - $1) }
    #expect(steps.max()! <= 172)
    #expect(samples.count > last + 4800)
  }

  /// The latency of the null sink is found, and a later opening that applies it is on time.
  @Test func measuredLatencyIsAppliedByALaterOpening() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let measurement = LatencyMeasurement(pcm: nil, record: LatencyMeasurement.monitor, clicks: 24)
    let outcome: LatencyMeasurement.Outcome
    do {
      outcome = try measurement.run(progress: { _ in }, shallStop: { false })
    } catch let refusal as LatencyRefusal {
      // On a machine that starves the sound server there is nothing to store; any other reason is a fault.
      switch refusal {
      case .drifting, .unsteady, .unrepeatable, .recorderLostSound, .outputRanDry, .notAllLeft: return
      default: throw refusal
      }
    }
    #expect(outcome.stableID == "sink:cuesink")
    #expect(outcome.figures.clicks == 24)
    #expect(outcome.recordedFrom == "pulse:\"cuesink.monitor\"")
    // A null sink has no converter: what remains is within one of its blocks.
    #expect(abs(outcome.figures.lagMs) < 10)
    let entry = LatencyStore.Entry(
      latency: DeviceLatency(
        constant: Duration(fromSeconds: outcome.figures.lagMs / 1000),
        uncertaintyNs: outcome.figures.uncertaintyMs * 1e6), periodFrames: outcome.frames.period,
      bufferFrames: outcome.frames.buffer, measured: "", recordedWith: "", clicks: 12, sdMs: 0)
    let recorder = try LoopRecorder(pcm: outcome.recordedFrom)
    let output = try open(options: ALSAOutputOptions(stored: [outcome.stableID: entry]))
    let result = try CueTimingMeasurement(
      clips: [Fixture.chirp()], count: 8, interval: .milliseconds(400), leadIn: .seconds(2)
    ).run(output: output, recorder: recorder)
    guard result.underruns == 0, result.recorderOverruns == 0 else { return }
    #expect(result.heard == 8)
    // A block of the null sink; the figures of docs/timing.md need an idle machine.
    #expect(abs(result.refined.medianLagMs) < 40)
  }

  @Test func recordingOfSilenceIsRefused() throws {
    let rig = try NullSinkRig()
    try rig.pactl("load-module", "module-null-sink", "sink_name=other", "norewinds=1")
    let measurement = LatencyMeasurement(pcm: nil, record: "pulse:other.monitor", clicks: 12)
    #expect(throws: LatencyRefusal.silent) {
      try measurement.run(progress: { _ in }, shallStop: { false })
    }
    let nowhere = LatencyMeasurement(pcm: nil, record: "nosuch", clicks: 12)
    #expect(throws: LoopRecorder.Failure.cannotOpen(.unknownDevice(pcm: "nosuch"))) {
      try nowhere.run(progress: { _ in }, shallStop: { false })
    }
    // The monitor is that of the sink that the server prefers, which is not the one that plays.
    let other = LatencyMeasurement(pcm: "pulse:other", record: LatencyMeasurement.monitor, clicks: 12)
    #expect(
      throws: LoopRecorder.Failure.cannotOpen(
        AudioError.otherDevice(pcm: "monitor", wanted: "cuesink", opened: "sink:other"))
    ) { try other.run(progress: { _ in }, shallStop: { false }) }
    let stopped = LatencyMeasurement(pcm: nil, record: LatencyMeasurement.monitor, clicks: 12)
    #expect(throws: CancellationError.self) { try stopped.run(progress: { _ in }, shallStop: { true }) }
  }

  @Test func recorderFaultsAreSaid() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let monitor = "pulse:cuesink.monitor"
    let gone = try LoopRecorder(
      pcm: monitor, faults: FaultPlan([FaultPlan.Fault("snd_pcm_readi", nth: 20, code: -ENODEV)]))
    let overrun = try LoopRecorder(
      pcm: monitor, faults: FaultPlan([FaultPlan.Fault("snd_pcm_readi", nth: 20, code: -EPIPE)]))
    Thread.sleep(forTimeInterval: 1)
    #expect(throws: LoopRecorder.Failure.lost(.unplugged(pcm: monitor))) { try gone.stop() }
    let recording = try overrun.stop()
    #expect(recording.overruns >= 1)
    #expect(recording.samples.count > 4800)
    let refused = FaultPlan([FaultPlan.Fault("snd_pcm_hw_params_get_rate", nth: nil, code: 8000)])
    #expect(throws: LoopRecorder.Failure.self) { try LoopRecorder(pcm: monitor, faults: refused) }
  }

  @Test func recorderThatGetsNoAnswerSaysSo() throws {
    let rig = try NullSinkRig()
    kill(rig.server, SIGSTOP)
    defer { kill(rig.server, SIGCONT) }
    #expect(throws: LoopRecorder.Failure.noAnswer(pcm: "pulse:cuesink.monitor")) {
      try LoopRecorder(pcm: "pulse:cuesink.monitor", faults: nil, limit: .milliseconds(200))
    }
  }

  /// An output that runs dry while its latency is measured gives none.
  @Test func underrunDuringAMeasurementIsARefusal() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan([FaultPlan.Fault("snd_pcm_writei", nth: 300, code: -EPIPE)])
    let measurement = LatencyMeasurement(
      pcm: nil, record: LatencyMeasurement.monitor, clicks: 12, repeats: 0, faults: faults)
    do {
      _ = try measurement.run(progress: { _ in }, shallStop: { false })
      Issue.record("not refused")
    } catch let refusal as LatencyRefusal {
      guard case .outputRanDry = refusal else {
        Issue.record("\(refusal)")
        return
      }
    }
  }
}
