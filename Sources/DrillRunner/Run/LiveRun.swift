import CueAudio
import Foundation
import IMUDriver
import MotionCore

/// What the threads of a live run tell the run loop.
enum RunMessage: Sendable {
  case sound(SoundReport)
  case sensor(member: Int, SensorEvent)
  /// A lost sensor could be opened again.
  case sensorFound(member: Int, any SensorSource)
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
  /// Opens a sensor again after its loss, by member; none for one that cannot come back.
  var reopen: [Int: @Sendable () throws -> any SensorSource] = [:]

  /// How the threads that read sensors are scheduled.
  var priority = ReaderPriority.ordinary

  let clock = MonotonicClock()
  /// How long a sensor may take to deliver its first row.
  private static let firstRowPatience: Duration = .seconds(5)
  /// How often the live view is looked after.
  private static let refresh: Duration = .milliseconds(100)

  /// What is said once a bundle is sealed, and what when its run was stopped.
  enum Sentence {
    static let saved = "Saved."
    static let stopped = "Stopped. What was recorded is saved."
    static let notSaved = "Attention. The session could not be saved."
    static let all = [saved, stopped, notSaved]
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
    monitor = SensorMonitor(streams: setup.rig.streams, clocks: setup.rig.clocks)
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
        case .sensor(_, .incident(let incident)):
          if let note = LiveRun.note(of: incident) { display.note(note) }
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

  func start(_ source: any SensorSource, member: Int, firstStream: Int) throws {
    let monitor = monitor
    let mailbox = mailbox
    try source.start(priority: priority) { event in
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
    var configuration = SessionRecorder.Configuration()
    configuration.expectedDuration = setup.timeline.nominalDuration
    let sink = try SessionRecorder(
      in: folder, plan: setup.bundlePlan(start: start, virtual: false, audio: output.manifestEntry),
      clock: clock, fileSystem: fileSystem, configuration: configuration, summarize: RunSetup.summarize,
      report: { mailbox.post(.store($0)) })
    var engine = RunEngine(
      plan: setup.plan, sink: sink, output: output, clips: clips, rider: setup.rig.rider)
    monitor.attach(sink)
    try self.start(setup.rig.members.indices.filter { setup.rig.members[$0].isFile })
    var returned = LostSensors()
    defer { returned.end() }
    var clocks = HostClockWatch(.now())
    engine.handle(.begin(clock.now()))
    while engine.ending == nil {
      let now = clock.now()
      let deadline = min(engine.machine.nextDeadline ?? now + LiveRun.refresh, now + LiveRun.refresh)
      for message in mailbox.take(until: deadline, clock: clock) {
        take(message, &engine, &returned)
      }
      lookForSilence(&engine, &returned)
      lookAtClocks(&clocks, &engine, &returned)
      engine.handle(.time(clock.now()))
      display.show(
        engine: engine, monitor: monitor, setup: setup, output: output, folder: folder, at: clock.now())
    }
    returned.end()
    return try seal(sink, &engine, interruptions: returned.anchors)
  }

  private func take(_ message: RunMessage, _ engine: inout RunEngine, _ returned: inout LostSensors) {
    switch message {
    case .sound(let report): engine.handle(.sound(report))
    case .signal(let name): engine.handle(.stop(reason: name, clock.now()))
    case .store(let report):
      display.note(report.text)
      if report.mustStop {
        engine.handle(.stop(reason: report.text, clock.now()))
      } else if let sentence = LiveRun.sentence(of: report.incident.kind) {
        engine.handle(.notice(sentence, clock.now()))
      }
    case .sensor(let member, .incident(let incident)):
      if incident.kind.isLoss { monitor.noteLoss(incident, member: member) }
      if let note = LiveRun.note(of: incident) {
        display.note("sensor \(setup.rig.members[member].name): \(note)")
      }
      engine.record(incident, sensor: setup.rig.members[member].name)
    case .sensor(let member, .lost(let reason, let time)):
      lost(member, reason, at: time, &engine, &returned)
    case .sensorFound(let member, let source): takeBack(source, member, &engine, &returned)
    case .sensor(0, .ended(let time)): engine.handle(.sensorEnded(time))
    case .sensor(_, .ended), .sensor(_, .sample): break
    }
  }

  /// What is shown at once of a sensor's incident: what makes its values or its clock doubtful.
  static func note(of incident: Incident) -> String? {
    guard [.implausible, .clockJump].contains(incident.kind) else { return nil }
    return incident.fields["reason"]?.string
  }

  private func seal(
    _ sink: any SessionSink, _ engine: inout RunEngine, interruptions: [Manifest.Anchor]
  ) throws -> RunResult {
    let ending = engine.ending!
    // Ends the reader threads: what was stamped before the boundary has been delivered then.
    stopSensors()
    monitor.attach(nil)
    display.showSaving()
    engine.writeRefinedTimes(at: clock.now())
    let anchor = WallAnchor.at(.end, host: ending.boundary, clock: clock)
    let sensors = setup.rig.sensors
    let audio = output.manifestEntry
    let sealed: SealedBundle
    do {
      sealed = try sink.seal(state: ending.state) { manifest in
        manifest.anchors += interruptions + [anchor]
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
    } catch {
      say(Sentence.notSaved)
      throw error
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
    // The bundle is sealed: these words are logged in `derived/after.jsonl`.
    say(result.state == .complete ? Sentence.saved : Sentence.stopped) { event in
      try? SessionStore.appendAfterSeal(event, in: result.bundle)
    }
    return result
  }

  /// What is said of something that the store met and that does not end the run.
  private static func sentence(of kind: IncidentKind) -> String? {
    switch kind {
    case .diskLow: RunMachine.Sentence.diskLow
    case .syncSlow: RunMachine.Sentence.diskSlow
    case .queueFull: RunMachine.Sentence.rowsLost
    default: nil
    }
  }

  /// Says the last words of a run and waits for their end.
  private func say(_ text: String, log: (EventMarker) -> Void = { _ in }) {
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
          log(say.event(now: clock.now()))
        case .finished(id, _), .cancelled(id, _), .failed(id, _, _), .lost: return
        default: break
        }
      }
    }
  }
}
