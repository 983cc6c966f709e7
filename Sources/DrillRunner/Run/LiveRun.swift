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
  /// A key, a button or a tap, at the instant of its press.
  case control(RunControl, source: RunSource, HostTime)
  /// The battery of a sensor is low.
  case batteryLow(member: Int, BatteryCharge)
  /// Something to be shown, and nothing more.
  case note(RunNote)
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
  /// Watches the rider's body by the primary sensor.
  let body: any BodyWatching
  /// Opens a sensor again after its loss, by member; none for one that cannot come back.
  var reopen: [Int: @Sendable () throws -> any SensorSource] = [:]

  /// How the threads that read sensors are scheduled.
  var priority = ReaderPriority.ordinary
  /// Hears double taps on the primary sensor; nil where they do nothing.
  let taps: RunTaps?
  let batteries: BatteryWatch

  let clock = MonotonicClock()
  /// How long a sensor may take to deliver its first row.
  var firstRowPatience: Duration = .seconds(5)
  /// Reads the clocks of the machine.
  var readClocks: () -> HostClockWatch.Reading = HostClockWatch.Reading.now
  /// How often the live view is looked after.
  private static let refresh: Duration = .milliseconds(100)

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
    body = BodyWatch(setup.rig)
    taps = RunTaps(setup.rig, setup.drill.buttons) { mailbox.post($0) }
    batteries = BatteryWatch(setup.rig.members.map(\.source)) {
      mailbox.post(.batteryLow(member: $0, $1))
    }
    monitor = SensorMonitor(
      streams: setup.rig.streams, clocks: setup.rig.clocks, body: body, bodyStreams: setup.rig.primaryStreams)
  }

  /// Starts the sensors and waits until every stream has delivered a row. Throws a `RunError`. A file has nothing to
  /// wait for: it is started when its first row can be kept.
  func startSensors() throws {
    try start(setup.rig.members.indices.filter { !setup.rig.members[$0].isFile })
    let expected = setup.rig.members.filter { !$0.isFile }.flatMap(\.streams)
      .filter { setup.rig.streams[$0].capability == .available }
    let deadline = clock.now() + firstRowPatience
    while !monitor.silentStreams(among: expected).isEmpty {
      for message in mailbox.take(until: clock.now() + .milliseconds(20), clock: clock) {
        switch message {
        case .sensor(_, .lost(let reason, _)): throw RunError.sensorLostBeforeRun(reason)
        case .signal(let name): throw RunError.stoppedBeforeRun(.signal(name))
        case .sound(.lost(let reason, _)): throw RunError.soundLostBeforeRun(reason)
        case .sensor(_, .incident(let incident)):
          if let note = LiveRun.note(of: incident, sensor: nil) { display.note(note) }
        case .note(let note): display.note(note)
        case .sensor, .sensorFound, .sound, .store, .control, .batteryLow: break
        }
      }
      if clock.now() > deadline {
        let silent = monitor.silentStreams(among: expected)
        throw RunError.sensorSilent(
          streams: silent, seconds: Int(firstRowPatience.inSeconds))
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
    let taps = member == 0 ? taps : nil
    try source.start(priority: priority) { event in
      switch event {
      case .sample(let stream, let sample):
        monitor.receive(sample, stream: firstStream + stream)
        taps?.receive(sample, stream: stream)
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
      plan: setup.plan, sink: sink, output: output, clips: clips, rider: setup.rig.rider, body: body)
    monitor.attach(sink)
    try self.start(setup.rig.members.indices.filter { setup.rig.members[$0].isFile })
    var returned = LostSensors()
    defer { returned.end() }
    batteries.begin()
    defer { batteries.end() }
    var clocks = HostClockWatch(readClocks())
    display.doubleTap = taps == nil ? nil : setup.drill.buttons[.doubleTap]
    engine.handle(.begin(clock.now()))
    while engine.ending == nil {
      let now = clock.now()
      let deadline = min(engine.nextDeadline ?? now + LiveRun.refresh, now + LiveRun.refresh)
      for message in mailbox.take(until: deadline, clock: clock) {
        take(message, &engine, &returned)
      }
      lookForSilence(&engine, &returned)
      lookAtClocks(&clocks, &engine, &returned)
      engine.look(at: clock.now())
      engine.handle(.time(clock.now()))
      for note in engine.takeNotes() { display.note(note) }
      display.show(
        engine: engine, monitor: monitor, setup: setup, output: output, folder: folder,
        battery: batteries.charge(of: 0), at: clock.now())
    }
    returned.end()
    return try save(sink, &engine, interruptions: returned.anchors)
  }

  private func take(_ message: RunMessage, _ engine: inout RunEngine, _ returned: inout LostSensors) {
    switch message {
    case .sound(let report): engine.handle(.sound(report))
    case .signal(let name): engine.handle(.stop(reason: RunReason.signal(name).text, clock.now()))
    case .control(let control, let source, let time): engine.handle(control.input(source, time))
    case .note(let note): display.note(note)
    case .batteryLow(let member, let charge):
      display.note(.batteryLow(name: setup.rig.members[member].name, charge: charge.text))
      engine.handle(.notice(.batteryLow, clock.now()))
    case .store(let report):
      display.note(.store(report.told))
      if report.mustStop {
        engine.handle(.stop(reason: report.told.text, clock.now()))
      } else if let sentence = LiveRun.sentence(of: report.incident.kind) {
        engine.handle(.notice(sentence, clock.now()))
      }
    case .sensor(let member, .incident(let incident)):
      if incident.kind.isLoss { monitor.noteLoss(incident, member: member) }
      if let note = LiveRun.note(of: incident, sensor: setup.rig.members[member].name) { display.note(note) }
      engine.record(incident, sensor: setup.rig.members[member].name)
    case .sensor(let member, .lost(let reason, let time)):
      lost(member, reason, at: time, &engine, &returned)
    case .sensorFound(let member, let source): takeBack(source, member, &engine, &returned)
    case .sensor(0, .ended(let time)): engine.handle(.sensorEnded(time))
    case .sensor(_, .ended), .sensor(_, .sample): break
    }
  }

  /// What is shown at once of a sensor's incident: what makes its values or its clock doubtful.
  static func note(of incident: Incident, sensor: String?) -> RunNote? {
    guard [.implausible, .clockJump].contains(incident.kind), let reason = incident.fields["reason"]?.string
    else { return nil }
    return .sensorDoubtful(name: sensor, reason: reason)
  }

  /// What is said of something that the store met and that does not end the run.
  private static func sentence(of kind: IncidentKind) -> SpokenSentence? {
    switch kind {
    case .diskLow: .diskLow
    case .syncSlow: .diskSlow
    case .queueFull: .rowsLost
    default: nil
    }
  }
}
