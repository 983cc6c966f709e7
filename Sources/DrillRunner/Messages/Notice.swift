import CueAudio
import MotionCore

/// What a command says on stderr beside its result, and goes on.
enum Notice: Hashable, Sendable {
  // Before a run.
  case sensorNote(String)
  case mayFallAsleep(SleepInhibitor.Refusal)
  case output(OutputAttention)
  case runBegins(title: String, seed: UInt64, sensor: String, sound: String)
  /// A device was named whose buttons cannot be heard yet, and those that there are.
  case buttonsMissing(String, connected: [String])
  /// The voice of a drill is not there.
  case cannotSpeak(ClipError)
  case pressReturn
  /// What the live view would tell, before there is one.
  case early(RunNote, isAttention: Bool)
  // After a run, and of sessions.
  case analysisNotStored(FileError)
  case losses([String])
  case sessionProblem(MotionSession.Problem)
  case bundleNote(BundleNote)
  case beingRecorded
  case problemOfSide(String, MotionSession.Problem)
  case notAligned(reason: String)
  case resultNotStored(FileError)
  case damagedNotes(lines: Int, file: String)
  case export(ExportWarning)
  // While a command works.
  case listening(sensor: String, Hearing)
  case stopped(by: String)
  case noSensorYet
  case sensorIncident(sensor: String, kind: String)
  case sensorLost(sensor: String, reason: String)
  case recordingOver(sensor: String)
  case latencyRound(Int, of: Int)
  case latencyStopped(by: String)
  case wordsWritten(folder: String)
  case playing(name: String, source: String)
}

extension Notice {
  /// With what a sensor is listened to.
  enum Hearing: String, Hashable, Sendable {
    case asItIs = ""
    case withEverything = " with everything"
    case accelerationAndRate = ", acceleration and rate alone"
  }
}

extension Notice: CatalogueMessage {
  static let section = MessageSection("notice", "What commands tell beside their result", .notice)
  static let examples: [Notice] = [
    .sensorNote("the acceleration's scale is taken from the kernel"),
    .mayFallAsleep(.init(holds: [.sleep, .idle], cause: "logind: Permission denied")), .output(.bluetooth),
    .runBegins(
      title: "Centre, left, right", seed: 42, sensor: "DualSense Motion Sensors",
      sound: "pcm default, 48000 Hz"),
    .buttonsMissing("usb:046d:c52b", connected: ["Wireless Presenter (evdev-046d-c540-keys)"]),
    .cannotSpeak(.unknownVoice(program: "espeak-ng", .noVoice("dee", alike: ["da", "de"]))), .pressReturn,
    .early(.underrun, isAttention: true),
    .analysisNotStored(FileError(call: "write", path: "sessions/20261130T101502Z/derived", code: 28)),
    .losses(["dropped_events 2"]),
    .sessionProblem(MotionSession.Problem("gyroscope.jsonl", .cutLine(bytes: 31))),
    .bundleNote(.writable(files: ["events.jsonl"])), .beingRecorded,
    .problemOfSide("B", MotionSession.Problem("gyroscope.jsonl", .cutLine(bytes: 31))),
    .notAligned(reason: "both hardly move"),
    .resultNotStored(FileError(call: "mkdir", path: "sessions/20261130T101502Z/derived", code: 13)),
    .damagedNotes(lines: 1, file: "sessions/20261130T101502Z.notes.jsonl"),
    .export(.incomplete(session: "20261130T101502Z-5c0a1f22")),
    .listening(sensor: "DualSense Motion Sensors", .asItIs), .stopped(by: "SIGINT"), .noSensorYet,
    .sensorIncident(sensor: "torso", kind: "dropped_events"),
    .sensorLost(sensor: "torso", reason: "the device was disconnected"), .recordingOver(sensor: "torso"),
    .latencyRound(1, of: 3), .latencyStopped(by: "SIGINT"), .wordsWritten(folder: "/home/you/words"),
    .playing(name: "LEFT", source: "flite slt"),
  ]

  /// What is printed: in one line, whatever a file or a device has put into it, and the next step below where
  /// somebody should take it before the run.
  var printed: String {
    let line = Printable.text(text)
    switch self {
    case .mayFallAsleep, .output, .buttonsMissing, .cannotSpeak:
      return line + (wording.nextStep.map { "\n  → \($0)" } ?? "")
    default: return line
    }
  }

  var wording: MessageWording {
    switch self {
    case .sensorNote(let text):
      MessageWording(
        "Note on the sensor: \(text).", cause: "opening the sensor found something worth knowing",
        next: "nothing, unless it says so; `drillrunner devices --test` shows how the sensor delivers")
    case .mayFallAsleep(let refusal):
      MessageWording(
        (refusal.hasNoLogind ? "Note: " : "Attention: ") + refusal.summary, cause: refusal.cause,
        next: refusal.remedy)
    case .output(let attention):
      MessageWording(
        "Attention: \(attention.text)", cause: attention.wording.cause, next: attention.wording.nextStep)
    case .runBegins(let title, let seed, let sensor, let sound):
      MessageWording(
        "Drill \(title), seed \(seed). Sensor: \(sensor). Sound: \(sound).",
        cause: "sensor and sound are ready, and every word is made",
        next: "check that they are those you mean")
    case .buttonsMissing(let name, let connected):
      MessageWording(
        "Attention: no device \(name) is connected, and with --buttons no other one is listened to. "
          + (connected.isEmpty
            ? "No device with buttons is connected." : "Connected: \(connected.joined(separator: ", "))."),
        cause: "--buttons names it by a node or a stable id that none of the connected devices has",
        next: "connect it, which is noticed during a run too, or name one of `drillrunner devices`")
    case .cannotSpeak(let error):
      MessageWording(
        "Attention: a run of this drill would not start: \(error.cause)",
        cause: "voice: or language: of the drill names what the speech program does not have",
        next: error.remedy)
    case .pressReturn:
      MessageWording(
        "Press Return, or a start button, to start; Ctrl-C to leave.",
        cause: "a run at a terminal waits until everybody is ready; --yes does not", next: "press Return")
    case .early(let note, let isAttention):
      MessageWording(
        "\(isAttention ? "Attention" : "Note"): \(note.text).", cause: note.wording.cause,
        next: note.wording.nextStep)
    case .analysisNotStored(let error):
      MessageWording(
        "warning: the analysis is not stored: \(error.summary)", cause: error.cause,
        next: "`drillrunner analyze last` computes it anew at any time")
    case .losses(let losses):
      MessageWording(
        "warning: observed losses: \(losses.joined(separator: ", "))",
        cause: "the sensor or its connection lost rows while the run was recorded",
        next: "use a cable, or move the sensor closer; the analysis computes nothing across gaps")
    case .sessionProblem(let problem):
      MessageWording(
        "warning: \(problem)", cause: problem.finding.wording.cause, next: problem.finding.wording.nextStep)
    case .problemOfSide(let side, let problem):
      MessageWording(
        "warning: \(side): \(problem)", cause: problem.finding.wording.cause,
        next: problem.finding.wording.nextStep)
    case .notAligned(let reason):
      MessageWording(
        "note: not aligned: \(reason)",
        cause: "what both sensors felt does not tell how their clocks belong together",
        next: "record both over the same clear movements, for a minute at least")
    case .bundleNote(let note):
      MessageWording("note: \(note.text)", cause: note.wording.cause, next: note.wording.nextStep)
    case .beingRecorded:
      MessageWording(
        "note: this session is being recorded; the result is not stored",
        cause: "a run writes into the session at this moment", next: "analyze it again when the run has ended"
      )
    case .resultNotStored(let error):
      MessageWording(
        "note: the result is not stored in the session (\(error.summary)); with --json it can be saved elsewhere",
        cause: error.cause, next: "with --json it can be saved elsewhere")
    case .damagedNotes(let lines, let file):
      MessageWording(
        "warning: \(lines) lines of \(file) are no notes", cause: "the file was edited, or a line was cut",
        next: "look at the file: what can be read is shown")
    case .export(let warning):
      MessageWording("warning: \(warning.text)", cause: warning.wording.cause, next: warning.wording.nextStep)
    case .listening(let sensor, let hearing):
      MessageWording(
        "Listening to \(sensor)\(hearing.rawValue) for 3 s; let it lie still.",
        cause: "rate, jitter and scale can only be seen while the sensor delivers",
        next: "do not touch it meanwhile")
    case .stopped(let signal):
      MessageWording(
        "Stopped by \(signal).", cause: "Ctrl-C or another program ended the command",
        next: "run it again for the whole result")
    case .noSensorYet:
      MessageWording(
        "No sensor is connected. Waiting; Ctrl-C ends.",
        cause: "nothing that is connected is a motion sensor",
        next: "connect one")
    case .sensorIncident(let sensor, let kind):
      MessageWording(
        "\(sensor): \(kind)", cause: "the driver noticed a loss or something implausible",
        next: "docs/session-schema.md says what the kind means")
    case .sensorLost(let sensor, let reason):
      MessageWording(
        "\(sensor) lost: \(reason)", cause: "its device node is gone or reading it failed",
        next: "connect it again")
    case .recordingOver(let sensor):
      MessageWording(
        "\(sensor): the recording is over", cause: "a replay has come to its end",
        next: "nothing needs to be done")
    case .latencyRound(let round, let rounds):
      MessageWording(
        "Round \(round) of \(rounds): let it be quiet.",
        cause: "clicks are played and recorded; noise would be taken for them",
        next: "be quiet until it is over")
    case .latencyStopped(let signal):
      MessageWording(
        "Stopped by \(signal); nothing was stored.", cause: "the measurement was ended before its last round",
        next: "measure again")
    case .wordsWritten(let folder):
      MessageWording(
        "Written to \(folder).", cause: "--preview writes every word as a WAV file", next: "listen to them")
    case .playing(let name, let source):
      MessageWording("\(name): \(source)", cause: "--preview plays this word now", next: "listen to it")
    }
  }
}
