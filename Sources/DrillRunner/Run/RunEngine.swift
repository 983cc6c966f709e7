import CueAudio
import IMUDriver
import MotionCore

/// Carries out what the run's state machine asks for: sounds to the output, events to the bundle, words to the
/// simulated rider's ears, steps of the calibration to whoever watches the body. Lives on one thread; the live run
/// and the rehearsal feed it.
struct RunEngine {
  /// How the run ended.
  struct Ending: Hashable, Sendable {
    var state: SessionState
    var reason: String?
    var boundary: HostTime
  }

  private(set) var machine: RunMachine
  private let sink: any SessionSink
  private let output: any CueOutput
  private var clips: RunClips
  private let rider: (any CueHearing)?
  private let body: (any BodyWatching)?
  private var coach = RunCoach()
  /// When the body was looked at last.
  private var looked: HostTime?
  /// Set when the capture is over and the bundle is to be sealed.
  private(set) var ending: Ending?
  /// The bundle once it is sealed: what is said from then on is logged beside its evidence.
  private(set) var sealedPath: String?
  private var eventsAfterSeal: Int64 = 0
  /// The number of the event of each sound that left, for its refined times.
  private(set) var committed: [Int: (event: Int64, label: String)] = [:]
  /// What the live view shows of the cues.
  private(set) var lastCue: (name: String, onset: HostTime)?
  private(set) var started: HostTime?
  /// What happened that must be seen, and has not been taken yet.
  private var notes: [RunNote] = []
  private let pace: RunPace

  /// How often the body is looked at: the step of the live angles.
  private static let lookInterval: Duration = .milliseconds(100)

  init(
    plan: RunPlan, sink: any SessionSink, output: any CueOutput, clips: RunClips, rider: (any CueHearing)?,
    body: (any BodyWatching)?
  ) {
    machine = RunMachine(plan: plan)
    self.sink = sink
    self.output = output
    self.clips = clips
    pace = RunPace(speech: { clips.made($0)?.duration ?? Timeline.nominalSpeech($0) })
    self.rider = rider
    self.body = body
  }

  mutating func handle(_ input: RunMachine.Input) {
    if case .begin(let now) = input { started = now }
    for effect in machine.handle(input) { perform(effect) }
    // At once: rows received after the boundary must not be written while the last sounds are waited for.
    if let boundary = machine.ending?.boundary { sink.stop(at: boundary) }
  }

  /// When the machine must be told the time, or the body looked at; nil where only an input can go on.
  var nextDeadline: HostTime? {
    guard body != nil, let looked, watchesBody else { return machine.nextDeadline }
    let look = looked + RunEngine.lookInterval
    return machine.nextDeadline.map { min($0, look) } ?? look
  }

  private var watchesBody: Bool {
    switch machine.activity {
    case .calibrating, .awaitingStillness, .stationary, .cueing: true
    default: false
    }
  }

  /// Tells the machine what is seen of the rider's body.
  mutating func look(at now: HostTime) {
    guard let body, looked.map({ now - $0 >= RunEngine.lookInterval }) ?? true else { return }
    looked = now
    switch machine.activity {
    case .calibrating:
      if let outcome = body.outcome(at: now) { handle(.calibration(outcome, now)) }
    case .awaitingStillness:
      if body.isStill { handle(.still(now)) }
    case .stationary, .cueing:
      if let angles = body.angles.value, let remark = coach.look(angles, machine, at: now) {
        handle(.remark(remark, now))
      }
    default: break
    }
  }

  /// How long the run still takes, if all goes well from now on.
  func remaining(at now: HostTime) -> Duration { machine.remaining(at: now, pace) }

  /// nil where nobody watches the body.
  var angles: Measured<RiderAngles>? { body?.angles }

  /// What must be shown since the last call: a lost sound output, a cue that came late, an underrun.
  mutating func takeNotes() -> [RunNote] {
    defer { notes = [] }
    return notes
  }

  static func note(of event: EventMarker) -> RunNote? {
    if event.knownKind == .calibration, event.fields["outcome"]?.string == "failed" {
      return .calibrationFailed(
        step: event.label, attempt: event.fields["attempt"]?.integer ?? 1,
        reason: event.fields["reason"]?.string ?? "")
    }
    guard event.knownKind == .incident else { return nil }
    switch IncidentKind(rawValue: event.label) {
    case .audioLost:
      // The reason is an error as it is printed: its next step is for the report, not for the view.
      let reason = event.fields["reason"]?.string?.split(separator: "\n").first.map(String.init)
      return .soundLost(reason: reason ?? RunReason.soundLost.text)
    case .lateCue:
      let late = (event.fields["late_ns"]?.integer ?? 0) / 1_000_000
      return .lateCue(event.fields["cue"]?.string ?? "", milliseconds: late)
    case .underrun: return .underrun
    default: return nil
    }
  }

  /// What is shown of a marker that was set by hand, and whether it answers the question that is open.
  private func markerNote(_ event: EventMarker) -> RunNote? {
    guard event.knownKind == .marker, let marker = RunMarker(rawValue: event.label),
      let source = event.fields["source"]?.string.flatMap(RunSource.init(rawValue:))
    else { return nil }
    let mark = RunNote.Mark(
      marker: marker, source: source, at: max(.zero, event.host - (started ?? event.host)))
    if event.fields["question"] != nil { return .answer(mark) }
    guard machine.isAsking else { return .marker(mark) }
    return machine.question?.answer == nil ? .noAnswer(mark) : .answeredBefore(mark)
  }

  /// Writes an incident that the state machine need not know of.
  mutating func record(_ incident: Incident) {
    write(incident.event)
  }

  /// Writes an incident of a sensor that the state machine need not know of.
  mutating func record(_ incident: Incident, sensor: String) {
    var event = incident.event
    event.fields["sensor"] = .string(sensor)
    write(event)
  }

  /// The bundle at `path` is sealed.
  mutating func sealed(_ path: String, _ state: SessionState, at now: HostTime) {
    sealedPath = path
    handle(.saved(state, now))
  }

  private mutating func perform(_ effect: RunMachine.Effect) {
    switch effect {
    case .speak(let id, let text):
      switch clips.sentence(text) {
      case .success(let clip):
        output.play(SoundRequest(id: id, clip: clip, onsetAt: nil))
        handle(.handedOver(id: id, lasts: clip.duration))
      case .failure(let error):
        let now = machine.ending?.boundary ?? looked ?? started ?? HostTime(nanoseconds: 0)
        handle(.sound(.failed(id: id, reason: error.cause, at: now)))
      }
    case .playCue(let id, let cue, let onset):
      if let clip = clips.cue(cue) { output.play(SoundRequest(id: id, clip: clip, onsetAt: onset)) }
    case .cancelSounds: output.cancelAll()
    case .write(let event):
      if let note = RunEngine.note(of: event) ?? markerNote(event) { notes.append(note) }
      if event.knownKind == .phase, event.label == "stationary", event.fields["where"] == "table" {
        rider?.lie(onTable: event.fields["edge"] == "begin")
      }
      write(event)
    case .writeCue(let id, var cue, let now):
      let wasHandedOver = cue.status != .silent && cue.status != .cancelled
      cue.clip = wasHandedOver ? clips.cue(cue.cue)?.reference : nil
      note(id, cue.times, write(cue.event(now: now)), label: cue.cue)
      if let onset = cue.times.audible ?? cue.times.frame0 { lastCue = (cue.cue, onset) }
    case .writeSay(let id, var say, let now):
      // One that was never made, since nothing could play it, is not made for the record.
      say.clip = clips.made(say.text)?.reference
      note(id, say.times, write(say.event(now: now)), label: "say")
    case .heard(let slot, let times):
      let heard = times.audible ?? times.frame0.map { $0 + (slot.cue.flatMap(clips.cue)?.onset ?? .zero) }
      guard let rider, let heard else { return }
      rider.hear(
        HeardCue(trial: slot.trial, label: slot.cue ?? "", expect: slot.expect, audible: heard))
    case .asked(let step, let times):
      guard let rider, let heard = times.audible ?? times.frame0 else { return }
      rider.hear(HeardGuidance(step.request, audible: heard))
    case .calibrate(let step, let now): body?.begin(step, at: now)
    case .finish(let state, let reason, let boundary):
      ending = Ending(state: state, reason: reason, boundary: boundary)
    case .saveAgain: break
    }
  }

  private mutating func note(_ id: Int, _ times: SoundTimes, _ event: Int64, label: String) {
    if times.frame0 != nil { committed[id] = (event, label) }
  }

  @discardableResult
  private mutating func write(_ event: EventMarker) -> Int64 {
    if let sealedPath {
      var event = event
      event.sequence = eventsAfterSeal
      eventsAfterSeal += 1
      // Beside the evidence; where it cannot be written nothing of the session is missing.
      try? SessionStore.appendAfterSeal(event, in: sealedPath)
      return event.sequence
    }
    return sink.record(event)
  }

  /// Writes what the whole run's frame clock says of each sound, before the seal.
  func writeRefinedTimes(at now: HostTime) {
    for (id, times) in output.refinedTimes().sorted(by: { $0.key < $1.key }) {
      guard let known = committed[id] else { continue }
      _ = sink.record(times.refinement(ofCue: known.event, label: known.label, now: now))
    }
  }
}

extension CalibrationStep {
  /// What the words of the step ask of whoever hears them.
  fileprivate var request: HeardGuidance.Request {
    switch self {
    case .neutral: .holdStill
    case .leanLeft, .standard: .leanLeft
    case .leanForward: .leanForward
    }
  }
}
