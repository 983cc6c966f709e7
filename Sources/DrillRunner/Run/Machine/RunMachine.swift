import CueAudio
import MotionCore

/// The course of a run as a pure state machine: (state, input) → (state, effects). It has no threads, clocks or
/// files; whoever runs it tells it what happened and when, and carries out what it asks for.
///
/// What it does stands in files by concern: steps, guidance, cues, sounds, calibration, start, question, pause, sensor,
/// ending and saving.
struct RunMachine: Sendable {
  let plan: RunPlan
  var activity: Activity = .idle
  /// The index of the present step.
  var stepIndex = -1
  var progress: BlockProgress?
  var calibration: CalibrationProgress?
  var question: QuestionProgress?
  /// Recording proper: from the first block on.
  var isRecording = false
  var soundIsGone = false
  /// Whether a phase has begun and not ended.
  var isPhaseOpen = false
  /// Since when what was going on is interrupted: by a pause, or by the loss of the sensor.
  var interruptedAt: HostTime?
  /// The sensor was lost in a pause.
  var sensorIsGone = false
  /// A pause was asked for while the sensor was gone.
  var pauseWanted: RunSource?
  var ending: Ending?
  /// As what the session was sealed; nil before it is.
  var savedState: SessionState?
  var isSaved: Bool { savedState != nil }
  /// What the saved session shows, once it is known.
  var result: String??
  var nextSoundID = 1
  /// The texts of guidance that has not left, by sound id.
  var guidance: [Int: String] = [:]
  /// The last sentence that the output took, until the time is next told.
  private var handedOver: (id: Int, lasts: Duration)?
  /// The last cue that the output took. It may still fail, also when its window was given up.
  var lastCue: BlockProgress.Pending?
  /// The texts of guidance that has left and is not over.
  var leaving: [Int: String] = [:]
  /// The latest sentences, oldest first.
  var said: [SaidText] = []
  /// When the sentence that is waited for began.
  var speechBegan = HostTime(nanoseconds: 0)
  var lastTrial: Int
  /// Slots of the drill that are behind, for the word at half-time.
  var slotsDone = 0
  var halfTimeSaid = false
  /// Slots of the whole drill.
  let slotCount: Int
  /// The words of a countdown up to here have been said, or passed over.
  var countedUntil = HostTime(nanoseconds: .min)
  /// Notices that wait until what is being said is over.
  var notices: [SpokenSentence] = []
  /// Remarks that wait for the end of the block or phase.
  var remarks: [SpokenSentence] = []
  /// Why sounds were cancelled last.
  var cancelReason = RunReason.cancelled
  var effects: [Effect] = []

  init(plan: RunPlan) {
    self.plan = plan
    slotCount = plan.slots.count
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
    case .notice(let sentence, let now): notice(sentence, at: now)
    case .calibration(let outcome, let now): calibrated(outcome, at: now)
    case .still(let now): stillnessSeen(at: now)
    case .remark(let remark, _): note(remark)
    case .marker(let marker, let source, let now):
      if !answersByTap(source, at: now) { mark(marker, source, at: now) }
    case .pause(let source, let now):
      if !answersByTap(source, at: now) { pauseOrGoOn(source, at: now) }
    case .start(let source, let now):
      if !answersByTap(source, at: now) { startNow(source, at: now) }
    case .sensorEnded(let now): stop(.interrupted, reason: RunReason.recordingOver.text, at: now)
    case .stop(let reason, let now): stop(.interrupted, reason: reason, at: now)
    case .saved(let state, let now): saved(state, at: now)
    case .saveFailed(_, let mayRetry, let now): saveFailed(mayRetry: mayRetry, at: now)
    case .result(let text, let now): resultKnown(text, at: now)
    case .handedOver(let id, let duration): handedOver = (id, duration)
    }
    return effects
  }

  /// When the machine next wants to be told the time; nil where only an input can move it.
  var nextDeadline: HostTime? {
    switch activity {
    case .idle, .finished, .sealing, .paused: nil
    case .speaking(_, _, let until, _), .waiting(let until, _), .stationary(let until), .resting(let until),
      .calibrating(let until), .awaitingStillness(let until), .asking(let until), .suspended(let until, _),
      .stopping(let until),
      .retrying(let until), .awaitingResult(let until):
      until
    case .counting(let until): nextCount(before: until) ?? until
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

  private mutating func timePassed(_ now: HostTime) {
    if let sound = handedOver {
      handedOver = nil
      if case .speaking(sound.id, let text, _, let next) = activity {
        activity = .speaking(
          id: sound.id, text: text, until: now + sound.lasts + Timing.soundPatience, next: next)
      }
    }
    guard let deadline = nextDeadline, now >= deadline else { return }
    switch activity {
    case .idle, .finished, .sealing, .paused: break
    case .speaking(let id, _, _, let next):
      if let text = guidance.removeValue(forKey: id) {
        writeGuidance(id, text, times: .none, status: .failed, reason: RunReason.notInTime.text, at: now)
      }
      proceed(next, at: now)
    case .waiting(_, let next): proceed(next, at: now)
    case .stationary: endStationary(at: now)
    case .resting:
      phase("rest", .end, at: now)
      beginNextStep(at: now)
    case .calibrating: calibrationTimedOut(at: now)
    case .counting(let until): countDown(until: until, at: now)
    case .awaitingStillness: neverStill(at: now)
    case .cueing: cueing(at: now)
    case .asking: endQuestion(at: now)
    case .suspended:
      stop(.interrupted, reason: RunReason.sensorNeverBack.text, at: now)
    case .stopping: finishStop(at: now)
    case .retrying: saveAgain()
    case .awaitingResult: activity = .finished
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
    case .say(let text, let then): speak(text, next: then, at: now)
    case .askForCalibration: askForCalibration(at: now)
    case .calibrate: beginAttempt(at: now)
    case .awaitStart: activity = .awaitingStillness(until: now + Timing.stillnessPatience)
    case .awaitAnswer: awaitAnswer(at: now)
    case .stop(let reason): stop(.interrupted, reason: reason.text, at: now)
    case .close: close(at: now)
    case .end: activity = .finished
    }
  }

  // MARK: Events

  enum Edge: String { case begin, end }

  mutating func phase(_ name: String, _ edge: Edge, _ fields: JSONObject = [:], at now: HostTime) {
    var all: JSONObject = ["name": .string(name), "edge": .string(edge.rawValue)]
    for member in fields.members { all.append(member.key, member.value) }
    isPhaseOpen = edge == .begin
    write(.phase, name, all, at: now)
  }

  mutating func write(_ kind: EventMarker.Kind, _ label: String, _ fields: JSONObject, at now: HostTime) {
    effects.append(.write(EventMarker(kind: kind, label: label, host: now, fields: fields)))
  }

  mutating func incident(_ kind: IncidentKind, _ fields: JSONObject, at now: HostTime) {
    effects.append(.write(Incident(kind, at: now, fields: fields).event))
  }

  /// A marker by hand, at the instant of the press; it may answer a question. What comes when nothing is captured is
  /// not kept.
  mutating func mark(_ marker: RunMarker, _ source: RunSource, at now: HostTime) {
    guard activity != .idle, ending == nil else { return }
    var fields: JSONObject = ["source": .string(source.rawValue)]
    let answered = takeAnswer(marker)
    if let answered { fields.append("question", .string(answered)) }
    write(.marker, marker.rawValue, fields, at: now)
    if answered != nil, case .asking = activity { endQuestion(at: now) }
  }
}
