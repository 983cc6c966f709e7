import CueAudio
import IMUDriver
import MotionCore

/// Carries out what the run's state machine asks for: sounds to the output, events to the bundle, words to the
/// simulated rider's ears. Lives on one thread; the live run and the rehearsal feed it.
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
  private let clips: RunClips
  private let rider: (any CueHearing)?
  private(set) var ending: Ending?
  /// The number of the event of each sound that left, for its refined times.
  private(set) var committed: [Int: (event: Int64, label: String)] = [:]
  /// What the live view shows of the cues.
  private(set) var lastCue: (name: String, onset: HostTime)?
  private(set) var started: HostTime?

  init(
    plan: RunPlan, sink: any SessionSink, output: any CueOutput, clips: RunClips, rider: (any CueHearing)?
  ) {
    machine = RunMachine(plan: plan)
    self.sink = sink
    self.output = output
    self.clips = clips
    self.rider = rider
  }

  mutating func handle(_ input: RunMachine.Input) {
    if case .begin(let now) = input { started = now }
    for effect in machine.handle(input) { perform(effect) }
    // At once: rows received after the boundary must not be written while the last sounds are waited for.
    if let boundary = machine.ending?.boundary { sink.stop(at: boundary) }
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

  private mutating func perform(_ effect: RunMachine.Effect) {
    switch effect {
    case .speak(let id, let text):
      if let clip = clips.sentence(text) { output.play(SoundRequest(id: id, clip: clip, onsetAt: nil)) }
    case .playCue(let id, let cue, let onset):
      if let clip = clips.cue(cue) { output.play(SoundRequest(id: id, clip: clip, onsetAt: onset)) }
    case .cancelSounds: output.cancelAll()
    case .write(let event): write(event)
    case .writeCue(let id, var cue, let now):
      let wasHandedOver = cue.status != .silent && cue.status != .cancelled
      cue.clip = wasHandedOver ? clips.cue(cue.cue)?.reference : nil
      note(id, cue.times, write(cue.event(now: now)), label: cue.cue)
      if let onset = cue.times.audible ?? cue.times.frame0 { lastCue = (cue.cue, onset) }
    case .writeSay(let id, var say, let now):
      say.clip = clips.sentence(say.text)?.reference
      note(id, say.times, write(say.event(now: now)), label: "say")
    case .heard(let slot, let times):
      let heard = times.audible ?? times.frame0.map { $0 + (slot.cue.flatMap(clips.cue)?.onset ?? .zero) }
      guard let rider, let heard else { return }
      rider.hear(
        HeardCue(trial: slot.trial, label: slot.cue ?? "", expect: slot.expect, audible: heard))
    case .finish(let state, let reason, let boundary):
      ending = Ending(state: state, reason: reason, boundary: boundary)
    }
  }

  private mutating func note(_ id: Int, _ times: SoundTimes, _ event: Int64, label: String) {
    if times.frame0 != nil { committed[id] = (event, label) }
  }

  @discardableResult
  private mutating func write(_ event: EventMarker) -> Int64 {
    sink.record(event)
  }

  /// Writes what the whole run's frame clock says of each sound, before the seal.
  func writeRefinedTimes(at now: HostTime) {
    for (id, times) in output.refinedTimes().sorted(by: { $0.key < $1.key }) {
      guard let known = committed[id] else { continue }
      _ = sink.record(times.refinement(ofCue: known.event, label: known.label, now: now))
    }
  }
}
