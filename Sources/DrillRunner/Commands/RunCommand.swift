import CueAudio
import Foundation
import IMUDriver
import MotionCore

/// `drillrunner run`: the drill, live.
enum RunCommand {
  private static let imu = Flag(
    name: "imu", argument: "[NAME=]SELECTOR", repeats: true, values: .words(Flag.sensorWords),
    help: "sensor: auto, a node, a stable id, serial:PORT, replay:SESSION, csv:FILE, simulated[:seed=N]")
  private static let audio = Flag(
    name: "audio", argument: "PCM", values: .words(["default", "none"]),
    help: "ALSA output, the stable id of one, or none for a silent run (default: default)")
  private static let realtime = Flag(
    name: "realtime",
    help: "real-time priority for sensors, and for sound on kernel cards; a refusal is no error")
  private static let yes = Flag(
    name: "yes", short: "y", help: "start without asking, as a run without a terminal does")
  private static let strict = Flag(name: "strict", help: "observed losses make the exit code 3")

  static let spec = CommandSpec(
    name: "run", arguments: "PROTOCOL", argumentCount: 1...1,
    summary: "run a drill: speak its cues, capture the sensor, measure the answer",
    details: """
      Runs a drill live, records one session, and prints what it shows. Ctrl-C stops it: what was recorded is
      saved as an interrupted session. In a terminal, keys pause it, stop it and set markers: p, q, and l c r g b.
      Without usable sound it ends before recording; --audio none asks for
      a silent run.
      """,
    flags: [imu, audio, .voice, realtime, .buttons, .sessions, .seed, yes, .plain, strict, .json],
    run: run)

  @Sendable private static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
    let requests = try invocation.all(imu).map { try SensorRequest(parsing: $0) }
    let named = try invocation.voice(command: "run")
    let buttonKeys = try invocation.keyChoice(command: "run")
    console.noticeMissingButtons(buttonKeys) { try KeyDiscovery().connected() }
    let asked = try invocation.seed(command: "run")
    let (file, drill) = try DrillFile.loadRunnable(invocation.arguments[0], warn: console.warning)
    let seed = RunSetup.seed(asked: asked, drill: drill)

    let mailbox = Mailbox<RunMessage>()
    StopSignals.watch { mailbox.post(.signal($0)) }
    StopSignals.ignoreSuspend()
    let store = invocation.store
    let rig = try SensorRig.open(requests, requestedHz: drill.requestedHz, seed: seed, store: store)
    defer { for member in rig.members { member.source.stop() } }
    for note in rig.sensors.flatMap({ $0.sensor.settings["notes"]?.array ?? [] }).compactMap(\.string) {
      console.notice(.sensorNote(note))
    }
    var setup = RunSetup(file: file, drill: drill, seed: seed, rig: rig)
    try DiskSpace.check(
      rig.streams, duration: setup.timeline.nominalDuration + .seconds(60), folder: store.folder)
    let (output, clips) = try sound(
      invocation.value(audio), voices: drill.voices(asked: named), realtime: invocation.has(realtime),
      setup: &setup,
      making: WordMaking(mailbox, clock: MonotonicClock()) { console.notice(.early($0, isAttention: false)) })
    defer { output.stop() }
    let inhibitor = SleepInhibitor(why: "A drill is being recorded")
    defer { inhibitor.release() }
    if let refusal = inhibitor.refusal {
      console.notice(.mayFallAsleep(refusal))
    }
    for attention in (output as? ALSAOutput)?.attentions ?? [] {
      console.notice(.output(attention))
    }

    let display = LiveDisplay(plain: invocation.has(.plain))
    defer { display.close() }
    var run = LiveRun(
      setup: setup, folder: store.folder, output: output, clips: clips, display: display, mailbox: mailbox)
    if invocation.has(realtime) { run.priority = .realTime }
    for (index, member) in rig.members.enumerated() {
      run.reopen[index] = RunCommand.reopening(member.source, requestedHz: drill.requestedHz)
    }
    let buttons = RunButtons(buttonKeys, drill.buttons) { mailbox.post($0) }
    defer { buttons.stop() }
    try output.start { mailbox.post(.sound($0)) }
    try run.startSensors()
    console.notice(
      .runBegins(
        title: drill.title, seed: seed, sensor: rig.sensors[0].sensor.name, sound: output.summary))
    if !invocation.has(yes), isatty(STDIN_FILENO) == 1 { try waitForReturn(console, mailbox) }
    let keys = TerminalKeys { key, time in
      if let control = RunControl(key: key) { mailbox.post(.control(control, source: .key, time)) }
    }
    defer { keys?.stop() }
    if keys != nil { display.keys = RunControl.keysText }
    let result = try run.run()
    keys?.stop()
    buttons.stop()
    inhibitor.release()
    display.close()
    output.stop()
    return try RunReport(result: result, invocation: invocation).print(
      to: console, json: invocation.has(.json), strict: invocation.has(strict))
  }

  /// A connected device can come back under another node; a file or a simulated rider cannot.
  private static func reopening(
    _ source: any SensorSource, requestedHz: Double
  ) -> (@Sendable () throws -> any SensorSource)? {
    if let serial = source as? SerialSource {
      let again = serial.again
      return { try SerialSource(again, requestedHz: requestedHz) }
    }
    let sensor = source.sensor
    guard ["evdev", "iio"].contains(sensor.driver) else { return nil }
    return { try SensorCatalog().open(.device(sensor.stableID), requestedHz: requestedHz) }
  }

  /// Opens the output, and makes every clip before the run. There is no silent fall-back: silence is asked for.
  private static func sound(
    _ pcm: String?, voices: (cues: Voice, guidance: Voice), realtime: Bool, setup: inout RunSetup,
    making: WordMaking
  ) throws -> (any CueOutput, RunClips) {
    if pcm == "none" {
      return (
        SilentOutput(clock: MonotonicClock(), simulatedRider: setup.rig.rider != nil),
        RunClips(nominalFor: setup.drill, extraSentences: setup.plan.machineSentences)
      )
    }
    let library = ClipLibrary(voice: voices.cues)
    let guide = ClipLibrary(voice: voices.guidance)
    setup.isLimitedToFixedWords = guide.speaksOnlyShippedClips
    let output = try AudioOutputs.open(
      pcm: pcm,
      options: .init(
        voice: library.voiceDescription, stored: try LatencyStore().entries(), realtime: realtime))
    var making = making
    do {
      let clips = try RunClips(
        drill: setup.drill, extraSentences: setup.plan.machineSentences,
        speak: { try library.clip(name: $0, text: $1) }, load: { try library.clip(name: $0, file: $1) },
        guide: { try guide.clip(name: $0, text: $1, style: .guidance) },
        before: { try making.next($0, of: $1) })
      return (output, clips)
    } catch {
      output.stop()
      // Ctrl-C may have reached the speech program as well, whose word then failed.
      try making.throwIfStopped()
      throw error
    }
  }

  /// Waits for Return on the terminal or a start button; a stop signal or button ends the wait.
  private static func waitForReturn(_ console: Console, _ mailbox: Mailbox<RunMessage>) throws {
    console.notice(.pressReturn)
    let clock = MonotonicClock()
    while true {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if poll(&input, 1, 100) > 0 {
        guard readLine() != nil else { throw RunError.stoppedBeforeRun(.terminalGone) }
        return
      }
      for message in mailbox.take(until: clock.now(), clock: clock) {
        switch message {
        case .signal(let name): throw RunError.stoppedBeforeRun(.signal(name))
        case .sensor(0, .lost(let reason, _)): throw RunError.sensorLostBeforeRun(reason)
        case .sound(.lost(let reason, _)): throw RunError.soundLostBeforeRun(reason)
        case .sensor(_, .incident(let incident)):
          if let note = LiveRun.note(of: incident, sensor: nil) {
            console.notice(.early(note, isAttention: true))
          }
        case .control(.start, _, _): return
        case .control(.stop, let source, _): throw RunError.stoppedBeforeRun(.byHand(source))
        case .note(let note): console.notice(.early(note, isAttention: false))
        case .sensor, .sensorFound, .sound, .store, .control, .batteryLow: break
        }
      }
    }
  }
}
