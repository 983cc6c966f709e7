import CALSA
import Foundation
import MotionCore
import Testing

@testable import CueAudio

// Which set-up and which device is opened.
extension ALSAOutputTests {
  @Test func wrongGrantsAreRefused() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let channels = FaultPlan([FaultPlan.Fault("snd_pcm_hw_params_get_channels", nth: nil, code: 128)])
    #expect(throws: AudioError.unsuitable(pcm: "default", .channels(128, asked: 2))) {
      try open(channels)
    }
    let rate = FaultPlan([FaultPlan.Fault("snd_pcm_hw_params_get_rate", nth: nil, code: 44_100)])
    #expect(
      throws: AudioError.unsuitable(pcm: "default", .rate(hertz: 44_100, asked: 48_000))
    ) { try open(rate) }
    let format = FaultPlan([FaultPlan.Fault("snd_pcm_hw_params_set_format", nth: nil, code: -EINVAL)])
    #expect(throws: AudioError.unsuitable(pcm: "default", PCMUnfitness.sampleFormat)) { try open(format) }
    // Every candidate was tried, each on a PCM of its own.
    #expect(rate.count(of: "snd_pcm_open") == PCMConfiguration.candidates(isCard: false).count)
    #expect(rate.count(of: "snd_pcm_close") == rate.count(of: "snd_pcm_open"))
  }

  /// Time stamps that the plugin never fills. The clock runs eight times as fast, so that the seconds of the self-test
  /// are half a second.
  @Test func timeStampsOfNoClockAreRefused() throws {
    struct HurriedClock: HostClock {
      func now() -> HostTime { HostTime(nanoseconds: 8 * MonotonicClock().now().nanoseconds) }
    }
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan([FaultPlan.Fault("snd_pcm_status_get_htstamp", nth: nil, code: 0)])
    #expect(throws: AudioError.unsuitable(pcm: "default", PCMUnfitness.otherClock)) {
      try AudioOutputs.open(clock: HurriedClock(), faults: faults)
    }
    // Another buffer is not tried: its stamps would be the same.
    #expect(faults.count(of: "snd_pcm_open") == 1)
  }

  @Test func refusedSetUpGivesWayToTheNext() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    // The first grant: a buffer of one period.
    let faults = FaultPlan([FaultPlan.Fault("snd_pcm_hw_params_get_buffer_size", nth: 1, code: 480)])
    let output = try open(faults)
    defer { output.stop() }
    #expect(output.grantedFrames == (960, 9600))
  }

  @Test func setUpThatUnderrunsInTheSelfTestGivesWayToTheNext() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    // Five writes fill half the buffer; the self-test goes on until more than the buffer's ten were taken.
    let faults = FaultPlan([FaultPlan.Fault("snd_pcm_writei", nth: 8, code: -EPIPE)])
    let output = try open(faults)
    let log = ReportLog()
    try output.start { log.add($0) }
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: nil))
    #expect(log.wait(for: "finished 1", seconds: 5))
    output.stop()
    #expect(output.grantedFrames == (960, 9600))
    #expect(output.manifestEntry["underruns"]?.integer == 0)
    #expect(log.kinds == ["committed 1", "finished 1"])
  }

  @Test func setUpsAreOfWholeMilliseconds() {
    for isCard in [false, true] {
      let candidates = PCMConfiguration.candidates(isCard: isCard)
      for candidate in candidates {
        #expect(candidate.periodFrames % 48 == 0 && candidate.bufferFrames % candidate.periodFrames == 0)
        #expect(candidate.refusal(asked: candidate) == nil)
      }
      let buffers = candidates.map(\.bufferFrames)
      #expect(buffers == buffers.sorted())
    }
  }

  @Test func theSinkThatPlaysIsNamed() throws {
    let rig = try NullSinkRig()
    try rig.pactl("load-module", "module-null-sink", "sink_name=other", "norewinds=1")
    let output = try open()
    #expect(output.stableID == "sink:cuesink")
    #expect(output.manifestEntry["stable_id"]?.string == "sink:cuesink")
    #expect(output.summary.contains("server class"))
    #expect(output.summary.contains(OutputRemark.latencyNotMeasured.text))
    output.stop()
    let pinned = try open(pcm: "sink:other")
    #expect(pinned.stableID == "sink:other")
    pinned.stop()
  }

  /// A device that is named by its stable id is opened, or none.
  @Test func pinnedDeviceThatIsNotThereIsAnError() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    #expect(throws: AudioError.unknownDevice(pcm: "card:Nowhere")) { try open(pcm: "card:Nowhere") }
    #expect(throws: AudioError.self) { try open(pcm: "sink:nosuch") }
    #expect(throws: AudioError.unknownDevice(pcm: "sink:a,b")) { try open(pcm: "sink:a,b") }
  }

  @Test func openedAgainItFitsAnew() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    for _ in 0..<2 {
      let output = try open()
      let log = ReportLog()
      try output.start { log.add($0) }
      let onset = MonotonicClock().now() + .seconds(1)
      output.play(SoundRequest(id: 1, clip: clip, onsetAt: onset))
      #expect(log.wait(for: "finished 1", seconds: 6))
      output.stop()
      #expect(abs((try #require(log.committed[1]?.audible) - onset).inSeconds) < 0.005)
    }
  }

  @Test func realtimePriorityIsRefusedBehindAServer() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan()
    let output = try open(faults, options: ALSAOutputOptions(realtime: true))
    output.stop()
    #expect(faults.count(of: "pthread_setschedparam") == 0)
    let refused = ThreadPriority.refused(PriorityRefusal.behindServer).text
    #expect(output.manifestEntry["scheduling"]?.string == refused)
    #expect(output.summary.contains(refused))
  }

  @Test func storedConstantHoldsForItsOutputAndSetUpOnly() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let latency = DeviceLatency(constant: .milliseconds(4), uncertaintyNs: 50_000)
    let entry = LatencyStore.Entry(
      latency: latency, periodFrames: 480, bufferFrames: 4800, measured: "", recordedWith: "", clicks: 50,
      sdMs: 0.1)
    for (id, frames, applied) in [
      ("sink:cuesink", (480, 4800), latency), ("sink:cuesink", (960, 9600), nil),
      ("sink:other", (480, 4800), nil),
    ] {
      let output = try open(options: ALSAOutputOptions(stored: [id: entry], frames: frames))
      output.stop()
      #expect(output.appliedLatency == applied)
      #expect(
        output.summary.contains(OutputRemark.latency(milliseconds: "4.00").text) == (applied != nil))
    }
  }

  /// A sink that calls itself as those of screens do, and is muted.
  @Test func whatMustBeKnownOfASinkIsTold() throws {
    let rig = try NullSinkRig()
    let name = "alsa_output.hdmi-stereo"
    try rig.pactl("load-module", "module-null-sink", "sink_name=\(name)", "norewinds=1")
    try rig.pactl("set-sink-mute", name, "1")
    let output = try open(pcm: "sink:" + name)
    defer { output.stop() }
    #expect(Set(output.attentions.map(\.messageID)) == ["output.screen", "output.muted-sink"])
  }

  /// The monitor of a sink that leads to a card holds the server's delay, not the card's: up to 5 ms more, evenly.
  @Test func aMonitorDoesNotMeasureTheCardBehindIt() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let pcm = try PCM(name: "default", calls: ALSACalls(faults: nil))
    defer { pcm.close() }
    try pcm.configure(.standard)
    var identity = OutputIdentity(of: pcm)
    #expect(identity.attentions(calls: MixerCalls()) == [.unnamed], "nobody has told the sink")
    let latency = DeviceLatency(constant: .milliseconds(1), uncertaintyNs: 80_000, isOfServerAlone: true)
    for (isDevice, timing, width) in [(true, CueTiming.estimated, 5e6), (false, .measured, 0)] {
      identity.take(sink: ServerSink(name: "s", description: "S", isBluetooth: false, isDevice: isDevice))
      #expect(identity.attentions(calls: MixerCalls()).isEmpty)
      #expect(identity.timing(latency: latency) == timing)
      // 80 and 60 µs, and an even distribution of that width: its variance is a twelfth of its square.
      let expected = (1e10 + width * width / 12).squareRoot()
      #expect(abs(identity.offsetUncertaintyNs(latency: latency) - expected) < 1)
    }
  }

  /// A sink that calls itself as Bluetooth ones do: nobody knows when it is heard, until that was measured.
  @Test func bluetoothIsUnknownUntilMeasured() throws {
    let rig = try NullSinkRig()
    try rig.pactl("load-module", "module-null-sink", "sink_name=bluez_sink.AA_BB", "norewinds=1")
    let id = "sink:bluez_sink.AA_BB"
    let entry = LatencyStore.Entry(
      latency: DeviceLatency(constant: .milliseconds(180), uncertaintyNs: 2e6), periodFrames: 480,
      bufferFrames: 4800, measured: "", recordedWith: "", clicks: 50, sdMs: 0.1)
    var ofServer = entry
    ofServer.latency.isOfServerAlone = true
    for (stored, timing) in [([:], CueTiming.unknown), ([id: entry], .measured), ([id: ofServer], .unknown)] {
      let output = try open(pcm: id, options: ALSAOutputOptions(stored: stored, frames: (480, 4800)))
      let log = ReportLog()
      try output.start { log.add($0) }
      output.play(SoundRequest(id: 1, clip: clip, onsetAt: nil))
      #expect(log.wait(for: "committed 1", seconds: 5))
      output.stop()
      if timing == .unknown { #expect(output.attentions == [OutputAttention.bluetooth]) }
      let times = try #require(log.committed[1])
      #expect(times.timing == timing)
      #expect(times.frame0 != nil)
      #expect((times.audible == nil) == (timing == .unknown))
      #expect((times.audibleUncertaintyNs == nil) == (timing == .unknown))
      #expect(output.refinedTimes()[1]?.timing == timing)
      #expect(output.summary.contains(OutputRemark.latencyOfBluetooth.text) == stored.isEmpty)
      #expect(
        output.summary.contains(OutputRemark.latencyOfServer(milliseconds: "180.00").text)
          == (stored[id]?.latency.isOfServerAlone == true))
    }
  }
}
