import Foundation
import MotionCore
import Testing

@testable import CueAudio

/// The real alsa-lib and its PulseAudio plugin, against a private sound server.
@Suite(.serialized) struct ALSAOutputTests {
  let clip = Fixture.constant(0.1, frames: 9600)

  func open(
    _ faults: FaultPlan? = nil, pcm: String? = nil, options: ALSAOutputOptions = .init()
  ) throws -> ALSAOutput {
    try AudioOutputs.open(pcm: pcm, options: options, faults: faults)
  }

  /// Opens, starts and plays a sound now and one in a minute; then waits for `lost`.
  func expectLoss(
    _ rig: NullSinkRig, faults: FaultPlan? = nil, options: ALSAOutputOptions = .init(),
    breaking: (NullSinkRig) throws -> Void
  ) throws -> (reason: String, kinds: [String]) {
    let output = try open(faults, options: options)
    let log = ReportLog()
    try output.start { log.add($0) }
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: nil))
    #expect(log.wait(for: "finished 1", seconds: 5))
    output.play(SoundRequest(id: 2, clip: clip, onsetAt: MonotonicClock().now() + .seconds(60)))
    try breaking(rig)
    #expect(log.wait(for: "lost", seconds: 8))
    let began = MonotonicClock().now()
    output.stop()
    #expect((MonotonicClock().now() - began).inSeconds < 5)
    output.play(SoundRequest(id: 3, clip: clip, onsetAt: nil))
    #expect(log.kinds.suffix(2) == ["failed 2", "lost"])
    return (log.lostReason ?? "", log.kinds)
  }

  // MARK: Opening

  @Test func unknownDevice() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    #expect(throws: AudioError.unknownDevice(pcm: "nosuch")) { try open(pcm: "nosuch") }
  }

  @Test func noSoundServer() throws {
    let rig = try NullSinkRig()
    rig.killServer()
    #expect(throws: AudioError.noServer(pcm: "default")) { try open() }
    #expect(AudioOutputs.problemOfDefault() == .noServer(pcm: "default"))
  }

  @Test func nullIsNotSound() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    #expect(throws: AudioError.notPaced(pcm: "null")) { try open(pcm: "null") }
    #expect(throws: AudioError.notPaced(pcm: "plug:null")) { try open(pcm: "plug:null") }
  }

  @Test func serverThatDoesNotAnswer() throws {
    let rig = try NullSinkRig()
    kill(rig.server, SIGSTOP)
    defer { kill(rig.server, SIGCONT) }
    #expect(throws: AudioError.noAnswer(pcm: "default", milliseconds: 6000)) { try open() }
  }

  @Test(arguments: [
    (EBUSY, AudioError.busy(pcm: "default")), (EACCES, .permissionDenied(pcm: "default")),
    (ENODEV, .unknownDevice(pcm: "default")),
    (EINVAL, .call(pcm: "default", name: "snd_pcm_open", code: -EINVAL)),
  ]) func codeOfOpening(code: Int32, error: AudioError) throws {
    let faults = FaultPlan([FaultPlan.Fault("snd_pcm_open", code: -code)])
    #expect(throws: error) { try open(faults) }
    #expect(faults.trace == ["snd_pcm_open"])
  }

  @Test func grantIsReadBackAndWrongOnesAreRefused() {
    let asked = PCMConfiguration.standard
    var granted = asked
    granted.periodFrames = 2880
    granted.bufferFrames = 5760
    #expect(granted.refusal(asked: asked) == nil)
    granted.channels = 128
    #expect(granted.refusal(asked: asked)?.text == "it has 128 channels, not 2")
    granted = asked
    granted.rateHz = 44_100
    #expect(granted.refusal(asked: asked)?.text == "it plays at 44100 Hz, not at 48000 Hz")
    granted = asked
    granted.bufferFrames = 480
    #expect(granted.refusal(asked: asked) == PCMUnfitness.shortBuffer(frames: 480, period: 480))
  }

  @Test func listNamesTheDefaultAndOnlyWhatOneCanChoose() throws {
    let rig = try NullSinkRig()
    let outputs = AudioOutputs.list()
    #expect(outputs.first?.pcm == "default")
    #expect(outputs.first?.isUsable == true)
    // alsa-lib names these as well; none is an output that one could choose.
    let converters: Set = ["null", "samplerate", "upmix", "jack", "oss"]
    #expect(outputs.allSatisfy { !converters.contains($0.pcm) })
    #expect(outputs.contains { $0.pcm == "pulse" && $0.isUsable })
    #expect(outputs.allSatisfy { $0.device?.isBehindServer != true }, "a null sink has no device")
    // Sinks that are not the preferred one have no name of ALSA's.
    try rig.pactl("load-module", "module-null-sink", "sink_name=bluez_sink.AA_BB")
    let others = AudioOutputs.list().filter { $0.pcm.hasPrefix("sink:") }
    #expect(others.map(\.pcm) == ["sink:bluez_sink.AA_BB"])
    #expect(others.first?.device?.isBluetooth == true && others.first?.device?.attentions == [.bluetooth])
    rig.killServer()
    #expect(AudioOutputs.list().first?.problem == .noServer(pcm: "default"))
  }

  // MARK: Playing

  @Test(arguments: [(480, 4800), (240, 1920), (960, 3840)])
  func playsInTimeAndDescribesItself(period: Int, buffer: Int) throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let output = try open(options: ALSAOutputOptions(voice: "v", frames: (period, buffer)))
    let log = ReportLog()
    try output.start { log.add($0) }
    let onset = MonotonicClock().now() + .seconds(2)
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: onset))
    #expect(log.wait(for: "finished 1", seconds: 6))
    output.stop()
    output.stop()
    let times = try #require(log.committed[1])
    let audible = try #require(times.audible)
    // Prediction and plan come from the same fit: they differ by the rounding to a frame and its last movement.
    #expect(abs((audible - onset).inSeconds) < 0.002)
    #expect(times.timing == .estimated)
    #expect(try #require(times.dispatched) < audible)
    let entry = output.manifestEntry
    #expect(entry["timing_class"]?.string == "server")
    #expect(entry["rate_hz"]?.integer == 48_000)
    #expect(entry["channels"]?.integer == 2)
    #expect(entry["voice"]?.string == "v")
    #expect(entry["period_frames"]?.integer == Int64(period))
    #expect(entry["underruns"]?.integer == 0)
    #expect(output.refinedTimes()[1]?.audible != nil)
  }

  @Test func aStoredConstantMakesTheTimeMeasured() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let output = try open(
      options: ALSAOutputOptions(latency: DeviceLatency(constant: .milliseconds(3), uncertaintyNs: 40_000)))
    defer { output.stop() }
    let log = ReportLog()
    try output.start { log.add($0) }
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: nil))
    #expect(log.wait(for: "committed 1", seconds: 5))
    let times = try #require(log.committed[1])
    #expect(times.timing == .measured)
    #expect(try #require(times.audible) - (try #require(times.frame0)) == .milliseconds(3))
    // The constant's own 40 µs, and the 60 µs that a sound server's word wanders.
    #expect(try #require(times.audibleUncertaintyNs) >= (40_000.0 * 40_000 + 60_000 * 60_000).squareRoot())
    #expect(output.manifestEntry["latency_constant_ns"]?.integer == 3_000_000)
  }

  @Test func cancelAndStopReportEverySound() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let output = try open()
    let log = ReportLog()
    try output.start { log.add($0) }
    output.play(SoundRequest(id: 1, clip: Fixture.constant(0.1, frames: 480_000), onsetAt: nil))
    output.play(SoundRequest(id: 2, clip: clip, onsetAt: MonotonicClock().now() + .seconds(60)))
    #expect(log.wait(for: "committed 1", seconds: 5))
    output.cancelAll()
    #expect(log.wait(for: "cancelled 2", seconds: 5))
    output.play(SoundRequest(id: 3, clip: clip, onsetAt: MonotonicClock().now() + .seconds(60)))
    output.stop()
    #expect(log.kinds == ["committed 1", "cancelled 1", "cancelled 2", "cancelled 3"])
  }
}
