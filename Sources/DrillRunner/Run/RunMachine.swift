import CueAudio
import MotionCore

/// The course of a run as a pure state machine: (state, input) → (state, effects). It has no threads, clocks or
/// files; whoever runs it tells it what happened and when, and carries out what it asks for.
struct RunMachine: Sendable {
  /// What can happen to a run.
  enum Input: Sendable {
    case begin(HostTime)
    /// Time has passed; to be given at `nextDeadline` at the latest.
    case time(HostTime)
    case sound(SoundReport)
    case sensorLost(reason: String, HostTime)
    case sensorBack(HostTime)
    /// A replay has come to its end.
    case sensorEnded(HostTime)
    /// Something that whoever rides must hear, and that does not end the run.
    case notice(String, HostTime)
    /// A signal, or a fault outside: the run must end, with this reason.
    case stop(reason: String, HostTime)
  }

  /// What a run asks for.
  enum Effect: Sendable {
    /// Say guidance as soon as possible.
    case speak(id: Int, text: String)
    /// Play a cue so that its word begins at an instant.
    case playCue(id: Int, cue: String, onsetAt: HostTime)
    case cancelSounds
    /// Write an event that belongs to no sound.
    case write(EventMarker)
    /// Write the event of a cue; whoever writes it adds the clip. Later refined times of sound `id` refer to it.
    case writeCue(id: Int, CueEvent, now: HostTime)
    /// Write the event of guidance; likewise.
    case writeSay(id: Int, SayEvent, now: HostTime)
    /// A cue has been committed: whoever listens will hear it.
    case heard(RunPlan.Slot, SoundTimes)
    /// The run is over. `boundary` is the stop boundary of the session format.
    case finish(SessionState, reason: String?, boundary: HostTime)
  }

  /// The times that the course of a run depends on.
  enum Timing {
    /// A cue is handed to the output this long before its onset.
    static let lead: Duration = .seconds(1)
    /// How long after its last cue a block goes on: the search window of the analysis (2.5 s) and a second for
    /// the movement to end.
    static let tail: Duration = .milliseconds(3500)
    /// Silence after guidance, before what follows.
    static let breath: Duration = .milliseconds(400)
    /// How much longer than its nominal time a sound may take before it counts as failed.
    static let soundPatience: Duration = .seconds(5)
    /// How long a stop waits to learn whether the pending cue left or was cancelled.
    static let stopPatience: Duration = .milliseconds(500)
  }

  /// What the machine may say beside the drill's own words; to be rendered before the run.
  enum Sentence {
    static let sensorLost = "The sensor is lost. Waiting for it."
    static let sensorBack = "The sensor is back. We go on."
    static let otherSensorLost = "Another sensor is lost. The run goes on."
    static let otherSensorBack = "The other sensor is back."
    static let diskLow = "The disk is nearly full."
    static let diskSlow = "The disk is slow."
    static let rowsLost = "The disk does not keep up. Data is being lost."
    static let all = [
      sensorLost, sensorBack, otherSensorLost, otherSensorBack, diskLow, diskSlow, rowsLost,
    ]
  }

  /// What follows when guidance has been said.
  indirect enum Next: Hashable, Sendable {
    case nextStep
    case beginCues
    case resume(Activity)
  }

  /// What the run is doing.
  enum Activity: Hashable, Sendable {
    case idle
    case speaking(id: Int, until: HostTime, next: Next)
    case waiting(until: HostTime, next: Next)
    case stationary(until: HostTime)
    case resting(until: HostTime)
    case cueing
    /// The sensor is gone; its return resumes what was going on.
    indirect case suspended(until: HostTime, resume: Activity)
    case stopping(deadline: HostTime)
    case finished
  }

  /// A block under way.
  struct BlockProgress: Hashable, Sendable {
    var block: RunPlan.Block
    /// The slots that are still to come, repeats appended.
    var remaining: [RunPlan.Slot]
    /// When the next slot's word is to begin; nil until the block's opening words are over.
    var nextOnset: HostTime?
    /// The cue that was handed to the output and has not left.
    var pending: Pending?
    /// The last cue that left, and until when its movement is waited for.
    var window: Window?

    struct Pending: Hashable, Sendable {
      var id: Int
      var slot: RunPlan.Slot
      var onsetAt: HostTime
    }

    struct Window: Hashable, Sendable {
      /// The cue's sound; nil where none was played.
      var sound: Pending?
      var slot: RunPlan.Slot
      var until: HostTime
    }

    init(block: RunPlan.Block) {
      self.block = block
      remaining = block.slots
    }
  }

  /// A pending stop: how the session ends, and where its rows end.
  struct Ending: Hashable, Sendable {
    var state: SessionState
    var reason: String?
    var boundary: HostTime
  }

  let plan: RunPlan
  var activity: Activity = .idle
  /// The index of the present step.
  var stepIndex = -1
  var progress: BlockProgress?
  /// Recording proper: from the first block on.
  var isRecording = false
  var soundIsGone = false
  var ending: Ending?
  var nextSoundID = 1
  /// The texts of guidance that has not left, by sound id.
  var guidance: [Int: String] = [:]
  /// The texts of guidance that has left and is not over.
  var leaving: [Int: String] = [:]
  var lastTrial: Int
  /// Notices that wait until what is being said is over.
  var notices: [String] = []
  /// Why sounds were cancelled last.
  var cancelReason = "cancelled"
  var effects: [Effect] = []

  init(plan: RunPlan) {
    self.plan = plan
    lastTrial = plan.slots.compactMap(\.trial).max() ?? 0
  }

  /// Takes one input and returns what is to be done, in order.
  mutating func handle(_ input: Input) -> [Effect] {
    effects = []
    switch input {
    case .begin(let now):
      if activity == .idle { beginNextStep(at: now) }
    case .time(let now): timePassed(now)
    case .sound(let report): soundReported(report)
    case .sensorLost(let reason, let now): sensorLost(reason, at: now)
    case .sensorBack(let now): sensorBack(at: now)
    case .notice(let text, let now): notice(text, at: now)
    case .sensorEnded(let now): stop(.interrupted, reason: "the replayed recording is over", at: now)
    case .stop(let reason, let now): stop(.interrupted, reason: reason, at: now)
    }
    return effects
  }

  /// When the machine next wants to be told the time; nil where only an input can move it.
  var nextDeadline: HostTime? {
    switch activity {
    case .idle, .finished: nil
    case .speaking(_, let until, _), .waiting(let until, _), .stationary(let until), .resting(let until),
      .suspended(let until, _), .stopping(let until):
      until
    case .cueing: progress.flatMap(RunMachine.deadline)
    }
  }

  private static func deadline(of progress: BlockProgress) -> HostTime? {
    if let pending = progress.pending { return pending.onsetAt + Timing.soundPatience }
    if let slot = progress.remaining.first, let onset = progress.nextOnset {
      return slot.cue == nil ? onset : onset - Timing.lead
    }
    return progress.window?.until
  }

  // MARK: Time

  private mutating func timePassed(_ now: HostTime) {
    guard let deadline = nextDeadline, now >= deadline else { return }
    switch activity {
    case .idle, .finished: break
    case .speaking(let id, _, let next):
      if let text = guidance.removeValue(forKey: id) {
        writeGuidance(id, text, times: .none, status: .failed, reason: "it did not end in time", at: now)
      }
      proceed(next, at: now)
    case .waiting(_, let next): proceed(next, at: now)
    case .stationary: endStationary(at: now)
    case .resting:
      phase("rest", .end, at: now)
      beginNextStep(at: now)
    case .cueing: cueing(at: now)
    case .suspended:
      stop(.interrupted, reason: "the sensor did not come back", at: now)
    case .stopping: finishStop(at: now)
    }
  }

  mutating func proceed(_ next: Next, at now: HostTime) {
    if !notices.isEmpty { return speak(notices.removeFirst(), next: next, at: now) }
    switch next {
    case .nextStep: beginNextStep(at: now)
    case .beginCues:
      guard let slot = progress?.remaining.first else { return endBlock(at: now) }
      progress?.nextOnset = now + slot.interval
      activity = .cueing
    case .resume(let activity): resume(activity, at: now)
    }
  }

  // MARK: Steps

  mutating func beginNextStep(at now: HostTime) {
    stepIndex += 1
    guard plan.steps.indices.contains(stepIndex) else { return stop(.complete, reason: nil, at: now) }
    switch plan.steps[stepIndex] {
    case .say(let text): speak(text, next: .nextStep, at: now)
    case .stationary(let duration, let place):
      phase("stationary", .begin, ["where": .string(place)], at: now)
      activity = .stationary(until: now + duration)
    case .rest(let duration):
      phase("rest", .begin, at: now)
      activity = .resting(until: now + duration)
    case .block(let block):
      if !isRecording {
        isRecording = true
        write(.recording, "recording", ["edge": "begin"], at: now)
      }
      progress = BlockProgress(block: block)
      phase(block.name, .begin, ["intent": .string(block.intent)], at: now)
      if let text = block.say {
        speak(text, next: .beginCues, at: now)
      } else {
        proceed(.beginCues, at: now)
      }
    }
  }

  private mutating func endStationary(at now: HostTime) {
    if case .stationary(_, let place) = plan.steps[stepIndex] {
      phase("stationary", .end, ["where": .string(place)], at: now)
    }
    beginNextStep(at: now)
  }

  mutating func endBlock(at now: HostTime) {
    guard let block = progress?.block else { return }
    progress = nil
    phase(block.name, .end, ["intent": .string(block.intent)], at: now)
    beginNextStep(at: now)
  }

  // MARK: Guidance

  mutating func speak(_ text: String, next: Next, at now: HostTime) {
    let id = takeSoundID()
    if soundIsGone {
      writeGuidance(id, text, times: .none, status: .failed, reason: "the sound output is gone", at: now)
      return proceed(next, at: now)
    }
    guidance[id] = text
    effects.append(.speak(id: id, text: text))
    let nominal = Clip.nominal(name: "", text: text).duration
    activity = .speaking(id: id, until: now + nominal + nominal + Timing.soundPatience, next: next)
  }

  mutating func takeSoundID() -> Int {
    defer { nextSoundID += 1 }
    return nextSoundID
  }

  // MARK: Events

  enum Edge: String { case begin, end }

  mutating func phase(_ name: String, _ edge: Edge, _ fields: JSONObject = [:], at now: HostTime) {
    var all: JSONObject = ["name": .string(name), "edge": .string(edge.rawValue)]
    for member in fields.members { all.append(member.key, member.value) }
    write(.phase, name, all, at: now)
  }

  mutating func write(_ kind: EventMarker.Kind, _ label: String, _ fields: JSONObject, at now: HostTime) {
    effects.append(.write(EventMarker(kind: kind, label: label, host: now, fields: fields)))
  }

  mutating func incident(_ kind: IncidentKind, _ fields: JSONObject, at now: HostTime) {
    effects.append(.write(Incident(kind, at: now, fields: fields).event))
  }

  mutating func writeGuidance(
    _ id: Int, _ text: String, times: SoundTimes, status: CueStatus, reason: String? = nil, at now: HostTime
  ) {
    effects.append(
      .writeSay(id: id, SayEvent(text: text, times: times, status: status, reason: reason), now: now))
  }
}
