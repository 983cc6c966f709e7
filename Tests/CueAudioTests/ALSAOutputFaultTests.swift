import CALSA
import Foundation
import MotionCore
import Testing

@testable import CueAudio

// What an output does when it is interrupted, or lost, while it plays.
extension ALSAOutputTests {
  @Test func underrunIsRefilledAndPlaysOn() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan([FaultPlan.Fault("snd_pcm_writei", nth: 60, code: -EPIPE)])
    let output = try open(faults)
    let log = ReportLog()
    try output.start { log.add($0) }
    #expect(log.wait(for: "underrun", seconds: 5))
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: MonotonicClock().now() + .seconds(2)))
    #expect(log.wait(for: "finished 1", seconds: 6))
    output.stop()
    #expect(log.kinds == ["underrun", "committed 1", "finished 1"])
    #expect(output.manifestEntry["underruns"]?.integer == 1)
    #expect(faults.count(of: "snd_pcm_start") == 2)
  }

  /// Its onset comes almost two seconds after its beginning; the output underruns after a fifth of a second.
  @Test func aSoundThatIsInterruptedBeforeItsOnsetHasFailed() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan()
    let output = try open(faults)
    let log = ReportLog()
    try output.start { log.add($0) }
    let late = Fixture.constant(0.1, frames: 96_000, onsetFrame: 90_000)
    output.play(SoundRequest(id: 1, clip: late, onsetAt: nil))
    #expect(log.wait(for: "committed 1", seconds: 5))
    faults.add(
      FaultPlan.Fault("snd_pcm_writei", nth: faults.count(of: "snd_pcm_writei") + 20, code: -EPIPE))
    #expect(log.wait(for: "failed 1", seconds: 5))
    output.stop()
    #expect(log.kinds == ["committed 1", "underrun", "failed 1"])
    #expect(log.failures == [1: SoundFailure.interrupted.text])
  }

  @Test func interruptedCallIsRepeated() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan([FaultPlan.Fault("snd_pcm_writei", nth: 40, code: -EINTR)])
    let output = try open(faults)
    let log = ReportLog()
    try output.start { log.add($0) }
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: MonotonicClock().now() + .seconds(1)))
    #expect(log.wait(for: "finished 1", seconds: 6))
    output.stop()
    #expect(log.kinds == ["committed 1", "finished 1"])
  }

  @Test func systemSuspendRestarts() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan([FaultPlan.Fault("snd_pcm_writei", nth: 60, code: -ESTRPIPE)])
    let output = try open(faults)
    let log = ReportLog()
    try output.start { log.add($0) }
    #expect(log.wait(for: "underrun", seconds: 5))
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: nil))
    #expect(log.wait(for: "finished 1", seconds: 5))
    output.stop()
    #expect(faults.count(of: "snd_pcm_resume") == 1)
  }

  @Test func killedServerIsLost() throws {
    let (reason, _) = try expectLoss(NullSinkRig()) { $0.killServer() }
    #expect(reason.contains(AudioError.serverGone(pcm: "default").cause))
  }

  @Test func unloadedSinkIsLost() throws {
    let (reason, _) = try expectLoss(NullSinkRig()) { try $0.pactl("unload-module", "module-null-sink") }
    #expect(reason.contains("lost"))
  }

  @Test func suspendedSinkIsSeenByTheWatchdog() throws {
    let (reason, _) = try expectLoss(NullSinkRig()) { try $0.pactl("suspend-sink", "cuesink", "1") }
    #expect(reason.contains("took no sound"))
  }

  @Test func stoppedServerIsSeenByTheWatchdog() throws {
    let rig = try NullSinkRig()
    defer { kill(rig.server, SIGCONT) }
    let (reason, _) = try expectLoss(rig) { kill($0.server, SIGSTOP) }
    #expect(reason.contains("took no sound"))
  }

  /// What a dead PipeWire looks like: recovery succeeds, and nothing is ever taken again.
  @Test func outputThatTakesNothingIsSeenByTheWatchdog() throws {
    let faults = FaultPlan()
    let (reason, _) = try expectLoss(NullSinkRig(), faults: faults) { _ in
      faults.add(FaultPlan.Fault("snd_pcm_writei", nth: nil, code: -EPIPE))
    }
    #expect(reason.contains("took no sound"))
  }

  @Test(arguments: [EBADFD, ENODEV]) func unpluggedCardIsLost(code: Int32) throws {
    let faults = FaultPlan()
    let (reason, _) = try expectLoss(NullSinkRig(), faults: faults) { _ in
      faults.add(FaultPlan.Fault("snd_pcm_writei", nth: nil, code: -code))
    }
    #expect(reason.contains(AudioError.unplugged(pcm: "default").cause))
  }

  @Test func startAfterALossThrows() throws {
    let rig = try NullSinkRig()
    let output = try open()
    rig.killServer()
    Thread.sleep(forTimeInterval: 2.5)
    #expect(throws: AudioError.self) { try output.start { _ in } }
    output.stop()
  }

  // MARK: Codes that only a real card gives

  /// A card that is pulled out: first EBADFD, then ENODEV from every call.
  @Test func unpluggedCardAnswersNothingAnyMore() throws {
    let faults = FaultPlan()
    let (reason, _) = try expectLoss(NullSinkRig(), faults: faults) { _ in
      faults.add(
        FaultPlan.Fault("snd_pcm_writei", nth: faults.count(of: "snd_pcm_writei") + 1, code: -EBADFD))
      for call in ["snd_pcm_writei", "snd_pcm_status", "snd_pcm_prepare", "snd_pcm_drop"] {
        faults.add(FaultPlan.Fault(call, nth: nil, code: -ENODEV))
      }
    }
    #expect(reason.contains(AudioError.unplugged(pcm: "default").cause))
  }

  @Test func disconnectedStateIsLost() throws {
    let faults = FaultPlan()
    let (reason, _) = try expectLoss(NullSinkRig(), faults: faults) { _ in
      faults.add(
        FaultPlan.Fault(
          "snd_pcm_status_get_state", nth: nil, code: Int32(SND_PCM_STATE_DISCONNECTED.rawValue)))
    }
    #expect(reason.contains(AudioError.unplugged(pcm: "default").cause))
  }

  /// A killed PulseAudio: EIO, then EPIPE, and preparing anew gives EIO.
  @Test func serverThatCannotBePreparedAgainIsGone() throws {
    let faults = FaultPlan()
    let (reason, _) = try expectLoss(NullSinkRig(), faults: faults) { _ in
      faults.add(FaultPlan.Fault("snd_pcm_prepare", nth: nil, code: -EIO))
      faults.add(FaultPlan.Fault("snd_pcm_writei", nth: nil, code: -EPIPE))
    }
    #expect(reason.contains(AudioError.serverGone(pcm: "default").cause))
  }

  /// A driver that can resume goes on without a new start.
  @Test func systemSuspendThatTheDriverResumes() throws {
    let rig = try NullSinkRig()
    defer { withExtendedLifetime(rig) {} }
    let faults = FaultPlan([
      FaultPlan.Fault("snd_pcm_writei", nth: 60, code: -ESTRPIPE),
      FaultPlan.Fault("snd_pcm_resume", nth: 1, code: 0),
    ])
    let output = try open(faults)
    let log = ReportLog()
    try output.start { log.add($0) }
    #expect(log.wait(for: "underrun", seconds: 5))
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: MonotonicClock().now() + .seconds(2)))
    #expect(log.wait(for: "finished 1", seconds: 8))
    output.stop()
    #expect(faults.count(of: "snd_pcm_start") == 1)
    #expect(log.kinds == ["underrun", "committed 1", "finished 1"])
  }

  // MARK: A sound server that changes its mind

  @Test func movedStreamIsLostAndNotFollowed() throws {
    let rig = try NullSinkRig()
    try rig.pactl("load-module", "module-null-sink", "sink_name=other", "norewinds=1")
    let options = ALSAOutputOptions(sinkCheckInterval: .milliseconds(200))
    let (reason, _) = try expectLoss(rig, options: options) {
      try $0.pactl("move-sink-input", $0.firstStream(), "other")
    }
    #expect(reason.contains("moved the sound from cuesink to other"))
  }

  /// The server takes the stream to the sink that is left: a silent fall-back to another device.
  @Test func unloadedSinkIsLostThoughAnotherIsLeft() throws {
    let rig = try NullSinkRig()
    try rig.pactl("load-module", "module-null-sink", "sink_name=other", "norewinds=1")
    let options = ALSAOutputOptions(sinkCheckInterval: .milliseconds(200))
    let (reason, _) = try expectLoss(rig, options: options) {
      try $0.pactl("unload-module", $0.firstNullSinkModule())
    }
    #expect(reason.contains("lost"))
  }

  @Test func idleSinkIsKeptAwake() throws {
    let rig = try NullSinkRig()
    try rig.pactl("load-module", "module-suspend-on-idle", "timeout=1")
    let output = try open()
    defer { output.stop() }
    let log = ReportLog()
    try output.start { log.add($0) }
    Thread.sleep(forTimeInterval: 2.5)
    #expect(try rig.said("list", "short", "sinks").contains("RUNNING"))
    output.play(SoundRequest(id: 1, clip: clip, onsetAt: nil))
    #expect(log.wait(for: "finished 1", seconds: 5))
    #expect(log.kinds == ["committed 1", "finished 1"])
  }
}
