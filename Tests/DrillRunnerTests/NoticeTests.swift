import CueAudio
import Foundation
import IMUDriver
import MotionCore
import Testing

@testable import DrillRunner

/// Notices whose commands need a sensor, a sound output or a disk that fails: the part that tells them, without the
/// command around it.
@Suite struct NoticeTests {
  /// A sensor that says everything at once when it is started.
  private final class Talkative: SensorSource {
    let sensor = SensorDescription(
      name: "Talkative", driver: "test", bus: "virtual", path: "test", stableID: "test")
    let clocks: [ClockDescription] = []
    let streams = FakeSensor.gyroscope
    let isSynthetic = true
    private let events: [SensorEvent]

    init(_ events: [SensorEvent]) { self.events = events }

    func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) {
      for event in events { deliver(event) }
    }
    func stop() {}
  }

  @Test func whatASensorTellsWhileItIsWatched() throws {
    let now = MonotonicClock().now()
    var rig = SensorRig()
    rig.add(
      Talkative([
        .incident(Incident(.droppedEvents, at: now)),
        .lost(reason: "the device was disconnected", at: now), .ended(at: now),
      ]), name: "torso")
    let watch = try SensorWatch(rig)
    defer { watch.stop() }
    #expect(
      watch.news(at: now, clock: MonotonicClock()) == [
        Notice.sensorIncident(sensor: "torso", kind: "dropped_events"),
        .sensorLost(sensor: "torso", reason: "the device was disconnected"), .recordingOver(sensor: "torso"),
      ])
  }

  @Test func aWordThatIsPlayedIsNamed() throws {
    let clip = Clip(
      name: "LEFT", source: "flite slt", samples: Array(repeating: 0.1, count: 480), sha256: "ab",
      onsetFrame: 0, peakFrame: 0)
    let output = SilentOutput(clock: MonotonicClock(), simulatedRider: true)
    defer { output.stop() }
    let (ids, text) = try HeardMessages().told { console in
      try VoiceCommand.play([clip], on: output, Mailbox<RunMessage>(), console)
    }
    #expect(ids == ["notice.playing"] && text == "LEFT: flite slt\n")
  }

  @Test func anAnalysisThatCannotBeStoredIsSaid() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(HeardMessages.drill, "short.yaml")
    let sessions = heard.folder + "/sessions"
    #expect(heard.run(["rehearse", drill, "--sessions", sessions]).ids.contains("result.analysis-stored"))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: sessions).first { !$0.contains(".") })
    let bundle = "\(sessions)/\(name)"
    // A file in the place of the folder for what is derived.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bundle)
    try FileManager.default.removeItem(atPath: bundle + "/derived")
    try Data("x".utf8).write(to: URL(fileURLWithPath: bundle + "/derived"))
    let report = RunReport(result: RunResult(state: .complete, reason: nil, bundle: bundle))
    let (ids, _) = try heard.told { _ = try report.print(to: $0, json: false, strict: false) }
    #expect(ids.contains("notice.analysis-not-stored") && !ids.contains("result.analysis-stored"))
  }

  /// What must be known before a run goes out as an attention, with what to do; what the view would tell, without.
  @Test func whatIsKnownBeforeARun() throws {
    let (ids, text) = try HeardMessages().told { console in
      console.notice(.output(.bluetooth))
      console.notice(.early(.buttons(device: "Wireless Presenter"), isAttention: false))
    }
    #expect(ids == ["notice.output", "notice.early"])
    #expect(text.hasPrefix("Attention: the sound goes by Bluetooth") && text.contains("\n  → "))
    #expect(text.hasSuffix("Note: buttons of Wireless Presenter.\n"))
  }

  /// Every word fails in the same way, and that is told once, with what there is.
  @Test func aVoiceThatIsNotThereIsToldOnce() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(
      HeardMessages.drill.replacing("seed: 1", with: "seed: 1\nvoice: flite:nobody"), "speaker.yaml")
    let (ids, text) = heard.run(["voice", drill])
    #expect(ids == ["clip.unknown-voice"])
    #expect(text.components(separatedBy: "it has no voice “nobody”, only ").count == 2, "\(text)")
    #expect(
      text.hasSuffix("\n  → correct voice: or language: of the drill, or --voice, to one that there is\n"))
    let check = heard.run(["check", drill])
    #expect(
      check.ids == ["notice.cannot-speak"] && check.text.contains("would not start: flite: it has no voice"))
  }

  @Test func twoSensorsOfOneName() throws {
    let requests = try ["a=simulated", "a=simulated"].map { try SensorRequest(parsing: $0) }
    #expect(throws: UsageError("run", .sensorsOfOneName("a"))) {
      try SensorRig.open(requests, requestedHz: 100, seed: 1, store: SessionStore(folder: "/nowhere"))
    }
  }
}
