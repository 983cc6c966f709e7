import CueAudio
import Foundation
import IMUDriver
import MotionCore

/// What the threads of a live run tell the run loop.
enum RunMessage: Sendable {
  case sound(SoundReport)
  case sensor(member: Int, SensorEvent)
  /// The lost primary sensor could be opened again.
  case sensorFound(any SensorSource)
  /// The store met a fault; it has recorded it.
  case store(StoreReport)
  /// SIGINT, SIGTERM or SIGHUP.
  case signal(String)
}

/// A run in real time: the sensors' reader threads, the output's thread and the signals leave messages, one
/// loop feeds them to the state machine and carries out what it asks for.
struct LiveRun {
  let setup: RunSetup
  /// The sessions folder.
  let folder: String
  let fileSystem: any FileSystem
  let output: any CueOutput
  let clips: RunClips
  let display: LiveDisplay
  let mailbox: Mailbox<RunMessage>
  let monitor: SensorMonitor
  /// Opens the primary sensor again after a loss; nil where it cannot come back.
  var reopen: (@Sendable () throws -> any SensorSource)?

  private let clock = MonotonicClock()
  /// How long a sensor may take to deliver its first row.
  private static let firstRowPatience: Duration = .seconds(5)
  /// How often the live view is looked after.
  private static let refresh: Duration = .milliseconds(100)

  /// What is said once a bundle is sealed, and what when its run was stopped.
  enum Sentence {
    static let saved = "Saved."
    static let stopped = "Stopped. What was recorded is saved."
    static let all = [saved, stopped]
  }

  init(
    setup: RunSetup, folder: String, fileSystem: any FileSystem = PosixFileSystem(), output: any CueOutput,
    clips: RunClips, display: LiveDisplay,
    mailbox: Mailbox<RunMessage>
  ) {
    self.setup = setup
    self.folder = folder
    self.fileSystem = fileSystem
    self.output = output
    self.clips = clips
    self.display = display
    self.mailbox = mailbox
    monitor = SensorMonitor(streams: setup.rig.streams)
  }

  /// Starts the sensors and waits until every stream has delivered a row. Throws a `RunError`. A file has nothing to
  /// wait for: it is started when its first row can be kept.
  func startSensors() throws {
    try start(setup.rig.members.indices.filter { !setup.rig.members[$0].isFile })
    let expected = setup.rig.members.filter { !$0.isFile }.flatMap(\.streams)
      .filter { setup.rig.streams[$0].capability == .available }
    let deadline = clock.now() + LiveRun.firstRowPatience
    while !monitor.silentStreams(among: expected).isEmpty {
      for message in mailbox.take(until: clock.now() + .milliseconds(20), clock: clock) {
        switch message {
        case .sensor(_, .lost(let reason, _)): throw RunError.sensorLostBeforeRun(reason)
        case .signal(let name): throw RunError.stoppedBeforeRun(name)
        case .sound(.lost(let reason, _)): throw RunError.soundLostBeforeRun(reason)
        case .sensor, .sensorFound, .sound, .store: break
        }
      }
      if clock.now() > deadline {
        let silent = monitor.silentStreams(among: expected)
        throw RunError.sensorSilent("no row of \(silent.joined(separator: ", ")) in 5 s")
      }
    }
  }

  private func start(_ members: [Int]) throws {
    for index in members {
      let member = setup.rig.members[index]
      try start(member.source, member: index, firstStream: member.streams.lowerBound)
    }
  }

  private func start(_ source: any SensorSource, member: Int, firstStream: Int) throws {
    let monitor = monitor
    let mailbox = mailbox
    try source.start { event in
      switch event {
      case .sample(let stream, let sample): monitor.receive(sample, stream: firstStream + stream)
      case .incident, .lost, .ended: mailbox.post(.sensor(member: member, event))
      }
    }
  }

  func stopSensors() {
    for member in setup.rig.members { member.source.stop() }
  }

  /// Records one session. Sensors and output must have been started; both are still running when it returns.
  func run() throws -> RunResult {
    let start = WallAnchor.now(.start, clock: clock)
    let mailbox = mailbox
    let sink = try SessionRecorder(
      in: folder, plan: setup.bundlePlan(start: start, virtual: false, audio: output.manifestEntry),
      clock: clock, fileSystem: fileSystem, summarize: RunSetup.summarize,
      report: { mailbox.post(.store($0)) })
    var engine = RunEngine(
      plan: setup.plan, sink: sink, output: output, clips: clips, rider: setup.rig.rider)
    monitor.attach(sink)
    try self.start(setup.rig.members.indices.filter { setup.rig.members[$0].isFile })
    var returned = Returned()
    defer { returned.end() }
    engine.handle(.begin(clock.now()))
    while engine.ending == nil {
      let now = clock.now()
      let deadline = min(engine.machine.nextDeadline ?? now + LiveRun.refresh, now + LiveRun.refresh)
      for message in mailbox.take(until: deadline, clock: clock) {
        take(message, &engine, &returned)
      }
      engine.handle(.time(clock.now()))
      display.show(
        engine: engine, monitor: monitor, setup: setup, output: output, folder: folder, at: clock.now())
    }
    returned.end()
    return try seal(sink, &engine)
  }

  /// The primary sensor after a loss: who waits for it, and what came back.
  private struct Returned {
    var waiting: SensorReturn?
    var sources: [any SensorSource] = []

    mutating func end() {
      waiting?.cancel()
      waiting = nil
      for source in sources { source.stop() }
      sources = []
    }
  }

  private func take(_ message: RunMessage, _ engine: inout RunEngine, _ returned: inout Returned) {
    switch message {
    case .sound(let report): engine.handle(.sound(report))
    case .signal(let name): engine.handle(.stop(reason: name, clock.now()))
    case .store(let report):
      display.note(report.text)
      if report.mustStop { engine.handle(.stop(reason: report.text, clock.now())) }
    case .sensor(let member, .incident(let incident)):
      monitor.noteLoss(incident, member: member)
      engine.record(incident, sensor: setup.rig.members[member].name)
    case .sensor(0, .lost(let reason, let time)):
      engine.handle(.sensorLost(reason: reason, time))
      display.note("sensor lost: \(reason)")
      guard engine.machine.isSuspended, let reopen else { return }
      let mailbox = mailbox
      returned.waiting?.cancel()
      returned.waiting = SensorReturn(open: reopen) { mailbox.post(.sensorFound($0)) }
    case .sensorFound(let source): takeBack(source, &engine, &returned)
    case .sensor(0, .ended(let time)): engine.handle(.sensorEnded(time))
    case .sensor(let member, .lost(let reason, let time)):
      engine.record(
        Incident(.sensorLost, at: time, fields: ["reason": .string(reason)]),
        sensor: setup.rig.members[member].name)
    case .sensor(_, .ended), .sensor(_, .sample): break
    }
  }

  /// The sensor is there again: its rows go on in the same streams, where they mean the same.
  private func takeBack(
    _ source: any SensorSource, _ engine: inout RunEngine, _ returned: inout Returned
  ) {
    returned.sources.append(source)
    guard engine.machine.isSuspended else { return }
    let before = setup.rig.members[0].source.streams
    func meaning(_ streams: [StreamDescription]) -> [[String]] {
      streams.map {
        [$0.kind.rawValue, $0.unit.rawValue, "\($0.scale)", "\($0.offset)", "\($0.valueKeys)"]
      }
    }
    guard meaning(before) == meaning(source.streams), (try? start(source, member: 0, firstStream: 0)) != nil
    else {
      display.note("a sensor came back that cannot go on in the same streams")
      return
    }
    display.note("sensor back")
    engine.handle(.sensorBack(clock.now()))
  }

  private func seal(_ sink: any SessionSink, _ engine: inout RunEngine) throws -> RunResult {
    let ending = engine.ending!
    // Ends the reader threads: what was stamped before the boundary has been delivered then.
    stopSensors()
    monitor.attach(nil)
    display.showSaving()
    engine.writeRefinedTimes(at: clock.now())
    let anchor = WallAnchor.at(.end, host: ending.boundary, clock: clock)
    let sensors = setup.rig.sensors
    let audio = output.manifestEntry
    let sealed = try sink.seal(state: ending.state) { manifest in
      manifest.anchors.append(anchor)
      manifest.sensors = sensors
      manifest.audio = audio
      for (index, member) in setup.rig.members.enumerated() {
        for (stream, now) in zip(member.streams, member.source.streams) {
          // What the fields mean may have been found while recording.
          manifest.streams[stream].description.fields = now.fields
          for (kind, count) in monitor.losses(ofMember: index) {
            manifest.streams[stream].losses[kind] = .integer(count)
          }
        }
      }
    }
    do {
      try RiderTruth.write(setup.rig.rider?.truth, beside: sealed.path)
    } catch {
      display.note("the simulated rider's truth is not stored: \(error.localizedDescription)")
    }
    var losses = monitor.losses
    for stream in sealed.streams where stream.queueFull + stream.notWritten > 0 {
      losses["rows_of_" + stream.name, default: 0] += Int64(stream.queueFull + stream.notWritten)
    }
    let result = RunResult(
      state: sealed.manifest.state, reason: ending.reason, bundle: sealed.path, losses: losses)
    sayAfter(result)
    return result
  }

  /// Says that the session is saved, and logs the words in `derived/after.jsonl`, for the bundle is sealed.
  private func sayAfter(_ result: RunResult) {
    let text = result.state == .complete ? Sentence.saved : Sentence.stopped
    // A nominal clip is never heard.
    guard let clip = clips.sentence(text), clip.reference != nil else { return }
    let id = 0
    output.play(SoundRequest(id: id, clip: clip, onsetAt: nil))
    let deadline = clock.now() + clip.duration + .seconds(3)
    while clock.now() < deadline {
      for case .sound(let report) in mailbox.take(until: deadline, clock: clock) {
        switch report {
        case .committed(id, let times, let late):
          let say = SayEvent(
            text: text, clip: clip.reference, times: times, status: late ? .late : .played)
          try? SessionStore.appendAfterSeal(say.event(now: clock.now()), in: result.bundle)
        case .finished(id, _), .cancelled(id, _), .failed(id, _, _), .lost: return
        default: break
        }
      }
    }
  }
}
