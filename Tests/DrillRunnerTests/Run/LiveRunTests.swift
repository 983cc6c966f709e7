import CueAudio
import Foundation
import IMUDriver
import MotionCore
import Testing

@testable import DrillRunner

/// Runs in real time, with sensors and outputs that do what a test asks of them.
@Suite(.serialized) final class LiveRunTests {
  private let root = NSTemporaryDirectory() + "drillrunner-live-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func run(
    _ sensor: any SensorSource, reopen: (@Sendable () throws -> any SensorSource)?, steps: String,
    faults: FaultPlan = FaultPlan(), heard: HeardWords = HeardWords(),
    second: FakeSensor? = nil, reopenSecond: (@Sendable () throws -> any SensorSource)? = nil,
    before: [RunMessage] = [],
    guide: @escaping @Sendable (String, String) -> Clip = HeardOutput.clip,
    change: (inout LiveRun) -> Void = { _ in }
  ) throws -> (RunResult, MotionSession) {
    let folder = "\(root)/\(UUID().uuidString)"
    let text = """
      drill: 1
      title: Live
      seed: 1
      on_loss: { sensor: wait 3 s then stop }
      cues: { LEFT: { say: Left, expect: left } }
      steps:
      \(steps)
      """
    let file = DrillFile.parse(Array(text.utf8), path: "live.yaml")
    let drill = try #require(file.drill, "\(file.problems.rendered)")
    var rig = SensorRig()
    rig.add(sensor, name: "torso")
    if let second { rig.add(second, name: "wrist") }
    let setup = RunSetup(file: file, drill: drill, seed: 1, rig: rig)
    let mailbox = Mailbox<RunMessage>()
    let output = HeardOutput(heard)
    let screen = TerminalScreen(descriptor: heard.screen, mode: .lines)
    var run = LiveRun(
      setup: setup, folder: folder, fileSystem: PosixFileSystem(faults: faults), output: output,
      clips: RunClips(
        drill: drill, extraSentences: setup.plan.machineSentences, speak: HeardOutput.clip,
        load: HeardOutput.clip, guide: guide, before: { _, _ in }),
      display: LiveDisplay(screen: screen), mailbox: mailbox)
    run.reopen[0] = reopen
    run.reopen[1] = reopenSecond
    change(&run)
    for message in before { mailbox.post(message) }
    output.start { mailbox.post(.sound($0)) }
    defer { output.stop() }
    try run.startSensors()
    let result = try run.run()
    let session = try SessionReader.read(result.bundle)
    return (result, session)
  }

  @Test("A sensor that comes back goes on in the same stream, and the run to its end")
  func sensorComesBack() throws {
    let attempts = FaultPlan()
    let heard = HeardWords()
    let (result, session) = try run(
      FakeSensor(rows: 300),
      reopen: {
        _ = attempts.note("open")
        if attempts.count(of: "open") < 3 { throw SensorError.notFound(selector: "test", found: []) }
        return FakeSensor()
      }, steps: "  - stationary: 2 s", heard: heard)
    #expect(result.state == .complete)
    #expect(heard.shows(RunNote.sensorLost(name: "torso", reason: "unplugged")), "\(heard.shown)")
    #expect(heard.shows(RunNote.sensorBack(name: "torso")), "\(heard.shown)")
    let labels = session.events.filter { $0.knownKind == .incident }.map(\.label)
    #expect(labels == ["sensor_lost", "sensor_back"])
    #expect(session.manifest.anchors.map(\.at) == [.start, .interruption, .end])
    #expect(
      session.manifest.anchors.map(\.host) == session.manifest.anchors.map(\.host).sorted(), "in their order")
    let gyroscope = try #require(session.stream(.gyroscope))
    #expect(gyroscope.sequence == Array(0..<Int64(gyroscope.count)))
    // A second and a half before the loss, of which creating the bundle on a busy disk may take most, and the rows of
    // a whole stationary phase after it: 400 on an idle machine.
    #expect(gyroscope.count > 110)
    let longest = zip(gyroscope.receiptNs.dropFirst(), gyroscope.receiptNs).map { $0 - $1 }.max() ?? 0
    #expect(longest > 900_000_000, "two attempts half a second apart leave a gap")
    // The phase that was interrupted ends, and begins anew.
    let edges = session.events.filter { $0.label == "stationary" }.compactMap { $0.fields["edge"]?.string }
    #expect(edges == ["begin", "end", "begin", "end"])
  }

  @Test("A sensor that stays away: interrupted when the drill's patience is over, every row kept")
  func sensorStaysAway() throws {
    let (result, session) = try run(
      FakeSensor(rows: 100),
      reopen: { throw SensorError.notFound(selector: "test", found: []) }, steps: "  - stationary: 20 s")
    #expect(result.state == .interrupted)
    #expect(result.reason == "the sensor did not come back")
    #expect(try #require(session.stream(.gyroscope)).count <= 100)
    #expect(session.state == .interrupted)
  }

  @Test("A sensor that falls silent without being lost holds up the run until it speaks again")
  func silentInMidRun() throws {
    let heard = HeardWords()
    let (result, session) = try run(
      FakeSensor(silence: .seconds(3)), reopen: nil, steps: "  - stationary: 4 s", heard: heard)
    #expect(result.state == .complete)
    #expect(
      session.events.filter { $0.knownKind == .incident }.map(\.label) == ["sensor_lost", "sensor_back"])
    #expect(heard.shows(RunNote.sensorSilent(name: "torso")), "\(heard.shown)")
    #expect(
      session.events.first { $0.label == "sensor_lost" }?.fields["reason"]?.string == "it delivers nothing")
    #expect(
      heard.all.prefix(2) == [SpokenSentence.sensorLost.english, SpokenSentence.sensorBack.english])
  }

  @Test("A second sensor that is lost is said, recorded, and comes back; the run goes on meanwhile")
  func secondSensorLost() throws {
    let heard = HeardWords()
    let attempts = FaultPlan()
    let (result, session) = try run(
      FakeSensor(), reopen: nil, steps: "  - stationary: 5 s", heard: heard,
      second: FakeSensor(rows: 200),
      reopenSecond: {
        _ = attempts.note("open")
        if attempts.count(of: "open") < 4 { throw SensorError.notFound(selector: "test", found: []) }
        return FakeSensor()
      })
    #expect(result.state == .complete)
    let incidents = session.events.filter { $0.knownKind == .incident }
    #expect(incidents.map(\.label) == ["sensor_lost", "sensor_back"])
    #expect(incidents.allSatisfy { $0.fields["sensor"]?.string == "wrist" })
    #expect(
      heard.all.prefix(2) == [
        SpokenSentence.otherSensorLost.english, SpokenSentence.otherSensorBack.english,
      ])
    // The phase was not interrupted, and the first sensor has no gap.
    let edges = session.events.filter { $0.label == "stationary" }.compactMap { $0.fields["edge"]?.string }
    #expect(edges == ["begin", "end"])
    let wrist = try #require(session.streams.first { $0.description.name == "gyroscope@wrist" })
    #expect(wrist.count > 200)
    #expect(wrist.sequence == Array(0..<Int64(wrist.count)))
    let gap = zip(wrist.receiptNs.dropFirst(), wrist.receiptNs).map { $0 - $1 }.max() ?? 0
    #expect(gap > 1_400_000_000, "three attempts half a second apart")
  }

  @Test("Events that the sensor lost are counted in the manifest, beside the stream that lost them")
  func observedLoss() throws {
    let (result, session) = try run(
      FakeSensor(reportsLoss: true), reopen: nil, steps: "  - stationary: 2 s")
    #expect(result.state == .complete)
    #expect(result.losses == ["dropped_events": 1])
    let stream = try #require(session.manifest.streams.first)
    #expect(stream.losses["dropped_events"] == .integer(1))
    #expect(session.events.count { $0.label == "dropped_events" } == 1)
  }

  @Test("Little space, a failed write and a session that is saved are said aloud")
  func storeIsHeard() throws {
    let heard = HeardWords()
    // 500 kB are free; one file's sync fails, and its rows go on in a new one.
    let faults = FaultPlan([.init("statvfs", nth: 1, code: 500_000), .init("fdatasync", nth: 3, code: -EIO)])
    let (result, session) = try run(
      FakeSensor(), reopen: nil, steps: "  - stationary: 6 s", faults: faults, heard: heard)
    #expect(result.state == .interrupted)
    #expect(result.reason?.contains("fdatasync failed") == true)
    #expect(heard.all.first == "The disk is nearly full.")
    #expect(heard.shown.contains("note: the disk is nearly full: "), "\(heard.shown)")
    #expect(
      heard.shows(
        RunNote.store(
          .movedOn(
            call: "fdatasync", file: "gyroscope.jsonl", reason: "Input/output error",
            next: "gyroscope.1.jsonl")))
        || heard.shown.contains("fdatasync failed on events.jsonl"), "\(heard.shown)")
    #expect(heard.all.last == SpokenSentence.stopped.english)
    #expect(session.manifest.incidents["disk_low"] == .integer(1))
    #expect(session.manifest.incidents["write_failed"] == .integer(1))
    #expect(
      session.events.contains {
        $0.knownKind == .say && $0.fields["text"]?.string == "The disk is nearly full."
      })
  }

  @Test("A seal that fails is said and tried again: nothing is overwritten, and the session is whole")
  func failedSealIsTriedAgain() throws {
    let heard = HeardWords()
    // The rename of the creation succeeds, the first one of the sealed manifest does not.
    let faults = FaultPlan([.init("rename", nth: 2, code: -EIO)])
    let (result, session) = try run(
      FakeSensor(), reopen: nil, steps: "  - stationary: 1 s", faults: faults, heard: heard)
    #expect(result.state == .complete)
    #expect(heard.all == [SpokenSentence.notSaved.english, SpokenSentence.saved.english])
    #expect(
      heard.shows(
        RunNote.notSealed(
          .file(
            path: result.bundle,
            FileError(call: "rename", path: result.bundle + "/manifest.json", code: EIO)))),
      "\(heard.shown)")
    #expect(session.problems.isEmpty)
    // What was said before the second attempt is in no bundle: it was being sealed. The first failure stands beside.
    let incidents = try String(contentsOfFile: result.bundle + ".incident.jsonl", encoding: .utf8)
    #expect(incidents.contains("seal_failed"))
    let gyroscope = try #require(session.stream(.gyroscope))
    #expect(gyroscope.sequence == Array(0..<Int64(gyroscope.count)))
  }

  @Test(
    "What a simulated rider did is a file beside the session: without it the session is saved all the same")
  func truthCannotBeStored() throws {
    let heard = HeardWords()
    // The third rename, after those of the creation and of the sealed manifest.
    let faults = FaultPlan([.init("rename", nth: 3, code: -EIO)])
    let rider = SimulatedRider(seed: 1, answering: 100, clock: MonotonicClock())
    let (result, _) = try run(
      rider, reopen: nil, steps: "  - stationary: 1 s", faults: faults, heard: heard)
    #expect(result.state == .complete)
    #expect(heard.shows(RunNote.truthNotStored(reason: "Input/output error")), "\(heard.shown)")
  }

  @Test("Markers are shown when they are set, with what they are for a question; and what is said and asked")
  func markersAndWordsAreShown() throws {
    let heard = HeardWords()
    let looks = FaultPlan()
    let (result, session) = try run(
      FakeSensor(), reopen: nil,
      steps: "  - ask: Any trouble?\n    name: trouble\n    within: 60 s\n  - stationary: 1 s", heard: heard,
      change: { run in
        let mailbox = run.mailbox
        // Looked at once a round: some ten rounds later the question waits for its answer.
        run.readClocks = {
          _ = looks.note("look")
          let now = MonotonicClock().now()
          let marks: [Int: RunMarker] = [12: .left, 14: .left, 16: .bad]
          if let marker = marks[looks.count(of: "look")] {
            mailbox.post(.control(.marker(marker), source: .key, now))
          }
          return HostClockWatch.Reading.now()
        }
      })
    #expect(result.state == .complete)
    #expect(session.events.filter { $0.knownKind == .marker }.map(\.label) == ["LEFT", "LEFT", "BAD"])
    let lines = heard.shown.split(separator: "\n").map(String.init)
    let marks = lines.filter { $0.contains("marker ") }
    #expect(marks.count == 3, "\(heard.shown)")
    #expect(
      marks.prefix(2).allSatisfy { $0.contains(/\] marker LEFT, by key, 0:0\d: no answer$/) }, "\(marks)")
    #expect(marks.last?.contains(/\] marker BAD, by key, 0:0\d: the answer$/) == true, "\(marks)")
    // Answers without letters: no keys are read here.
    #expect(lines.count { $0.hasSuffix("] asks: Any trouble? [GOOD or BAD]") } == 1, "\(heard.shown)")
    #expect(lines.count { $0.hasSuffix("] says: Noted.") } == 1, "\(heard.shown)")
    #expect(lines.count { $0.hasSuffix("] says: Saved.") } == 1, "\(heard.shown)")
  }

  /// The closing words would last ten minutes here.
  @Test(
    "A second stop cuts the closing words short; the session is sealed by then", arguments: [true, false])
  func closingWordsAreCutShort(bySignal: Bool) throws {
    let heard = HeardWords()
    let looks = FaultPlan()
    let (result, session) = try run(
      FakeSensor(), reopen: nil, steps: "  - stationary: 60 s", heard: heard,
      guide: { name, text in
        let isClosing = text == SpokenSentence.stopped.english
        return Clip(
          name: name, source: text, samples: Array(repeating: 0, count: isClosing ? 28_800_000 : 4800),
          sha256: "ab", onsetFrame: 0, peakFrame: 0)
      },
      change: { run in
        let mailbox = run.mailbox
        let stop: @Sendable () -> Void = {
          mailbox.post(
            bySignal ? .signal("SIGINT") : .control(.stop, source: .key, MonotonicClock().now()))
        }
        heard.onWord = { if $0 == SpokenSentence.stopped.english { stop() } }
        run.readClocks = {
          _ = looks.note("look")
          if looks.count(of: "look") == 10 { stop() }
          return HostClockWatch.Reading.now()
        }
      })
    #expect(result.state == .interrupted && session.state == .interrupted)
    #expect(session.problems.isEmpty)
    #expect(heard.all.last == SpokenSentence.stopped.english)
    #expect(heard.shown.contains("] interrupted: stopped by \(bySignal ? "Ctrl-C" : "a key")"))
  }

  @Test("A session that cannot be saved: said each time, an error in the end, every synced row is there")
  func failedSealIsHeard() throws {
    let heard = HeardWords()
    let faults = FaultPlan([2, 3, 4, 5].map { .init("rename", nth: $0, code: -EIO) })
    #expect(throws: SealError.self) {
      try run(FakeSensor(), reopen: nil, steps: "  - stationary: 1 s", faults: faults, heard: heard)
    }
    #expect(
      heard.all == Array(repeating: SpokenSentence.notSaved.english, count: 3) + [
        SpokenSentence.neverSaved.english
      ]
    )
  }

  @Test("A machine that was suspended in mid-run: shown, recorded, and the run goes on")
  func suspendedMachine() throws {
    let heard = HeardWords()
    let readings = FaultPlan()
    let (result, session) = try run(
      FakeSensor(), reopen: nil, steps: "  - stationary: 1 s", heard: heard,
      change: { run in
        // From the third look on the machine has slept for an hour.
        run.readClocks = {
          _ = readings.note("read")
          var reading = HostClockWatch.Reading.now()
          let slept: Int64 = readings.count(of: "read") > 2 ? 3_600_000_000_000 : 0
          reading.boottimeNs += slept
          reading.realtimeNs += slept
          return reading
        }
      })
    #expect(result.state == .complete)
    #expect(session.manifest.incidents["clock_jump"] == .integer(1))
    #expect(heard.shows(RunNote.clockJump(reason: "the machine was suspended")), "\(heard.shown)")
  }

  @Test("What keeps a run from starting is an error before anything is recorded")
  func notStarted() {
    func error(_ sensor: FakeSensor, _ before: [RunMessage] = []) -> RunError? {
      #expect(throws: RunError.self) {
        _ = try run(
          sensor, reopen: nil, steps: "  - stationary: 1 s", before: before,
          change: { $0.firstRowPatience = .seconds(1) })
      }
    }
    let now = MonotonicClock().now()
    #expect(
      error(FakeSensor(isDumb: true)) == RunError.sensorSilent(streams: ["gyroscope"], seconds: 1))
    #expect(error(FakeSensor(rows: 0)) == RunError.sensorLostBeforeRun("unplugged"))
    #expect(
      error(FakeSensor(isDumb: true), [.sound(.lost(reason: "the server ended", at: now))])
        == RunError.soundLostBeforeRun("the server ended"))
    #expect(
      error(FakeSensor(isDumb: true), [.signal("SIGINT")])
        == RunError.stoppedBeforeRun(RunReason.signal("SIGINT")))
  }
}
