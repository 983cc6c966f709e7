import CueAudio
import MotionCore

// Losing the sensor, and stopping: what was cancelled is recorded, what was open is closed.
extension RunMachine {
  mutating func sensorLost(_ reason: String, at now: HostTime) {
    switch activity {
    case .idle, .suspended, .stopping, .finished: return
    default: break
    }
    incident(.sensorLost, ["reason": .string(reason)], at: now)
    guard plan.sensorPatience > .zero else {
      return stop(.interrupted, reason: "the sensor was lost", at: now)
    }
    cancelCues("the sensor was lost", at: now)
    let interrupted = activity
    activity = .suspended(until: now + plan.sensorPatience, resume: interrupted)
    speakAside(Sentence.sensorLost)
  }

  /// Cancels what is on its way to the output; the trial that is open is repeated.
  private mutating func cancelCues(_ reason: String, at now: HostTime) {
    cancelReason = reason
    effects.append(.cancelSounds)
    repeatOpenTrial(at: now)
    progress?.nextOnset = nil
  }

  /// Says something that nothing waits for.
  private mutating func speakAside(_ text: String) {
    guard !soundIsGone else { return }
    let id = takeSoundID()
    guidance[id] = text
    effects.append(.speak(id: id, text: text))
  }

  /// Says a notice. Never into a trial: a block is interrupted for it, its open trial is repeated, and it goes on
  /// with a fresh interval.
  mutating func notice(_ text: String, at now: HostTime) {
    switch activity {
    case .idle, .stopping, .finished: return
    case .speaking, .waiting: notices.append(text)
    case .stationary, .resting, .suspended: speakAside(text)
    case .cueing:
      cancelCues("a notice was said: \(text)", at: now)
      speak(text, next: .resume(.cueing), at: now)
    }
  }

  /// A trial whose movement was being waited for is repeated at the end of its block.
  mutating func repeatOpenTrial(at now: HostTime) {
    guard let window = progress?.window, now < window.until, let trial = window.slot.trial else { return }
    lastTrial += 1
    var again = window.slot
    again.repeatOf = again.repeatOf ?? trial
    again.trial = lastTrial
    progress?.remaining.append(again)
    progress?.window = nil
  }

  mutating func sensorBack(at now: HostTime) {
    guard case .suspended(_, let resumed) = activity else { return }
    incident(.sensorBack, [:], at: now)
    speak(Sentence.sensorBack, next: .resume(resumed), at: now)
  }

  /// Takes up what the loss of the sensor interrupted: words are not said again, a stationary phase starts
  /// anew, a block goes on with a fresh interval.
  mutating func resume(_ interrupted: Activity, at now: HostTime) {
    switch interrupted {
    case .speaking(_, _, let next), .waiting(_, let next): proceed(next, at: now)
    case .stationary:
      guard case .stationary(let duration, let place) = plan.steps[stepIndex] else { return }
      phase("stationary", .end, ["where": .string(place), "reason": "the sensor was lost"], at: now)
      phase("stationary", .begin, ["where": .string(place)], at: now)
      activity = .stationary(until: now + duration)
    case .cueing: proceed(.beginCues, at: now)
    default: activity = interrupted
    }
  }

  mutating func stop(_ state: SessionState, reason: String?, at now: HostTime) {
    switch activity {
    case .stopping, .finished: return
    default: break
    }
    ending = Ending(state: state, reason: reason, boundary: now)
    effects.append(.cancelSounds)
    activity = .stopping(deadline: now + Timing.stopPatience)
    // A cue that is on its way has either left or is cancelled: the output says which.
    if progress?.pending == nil { finishStop(at: now) }
  }

  mutating func finishStop(at now: HostTime) {
    guard let ending, activity != .finished else { return }
    if let pending = progress?.pending {
      progress?.pending = nil
      writeCue(
        pending.id, pending.slot, scheduled: pending.onsetAt, times: .none, status: .cancelled,
        reason: ending.reason, at: now)
    }
    for (id, text) in guidance.sorted(by: { $0.key < $1.key }) {
      writeGuidance(id, text, times: .none, status: .cancelled, reason: ending.reason, at: now)
    }
    guidance = [:]
    cancelRemaining(reason: ending.reason, at: now)
    closePhases(at: now)
    if ending.state == .interrupted {
      incident(.interrupted, ["reason": .string(ending.reason ?? "")], at: ending.boundary)
    }
    activity = .finished
    effects.append(.finish(ending.state, reason: ending.reason, boundary: ending.boundary))
  }

  /// Every cue that the drill still had is recorded as cancelled: none is hidden.
  private mutating func cancelRemaining(reason: String?, at now: HostTime) {
    cancel(progress?.remaining ?? [], reason: reason, at: now)
    let open = progress
    for step in plan.steps.dropFirst(stepIndex + 1) {
      guard case .block(let block) = step else { continue }
      progress = BlockProgress(block: block)
      cancel(block.slots, reason: reason, at: now)
    }
    progress = open
  }

  private mutating func cancel(_ slots: [RunPlan.Slot], reason: String?, at now: HostTime) {
    for slot in slots where slot.cue != nil {
      writeCue(
        takeSoundID(), slot, scheduled: nil, times: .none, status: .cancelled, reason: reason, at: now)
    }
  }

  private mutating func closePhases(at now: HostTime) {
    let interrupted: JSONObject = ["reason": .string(ending?.reason ?? "the drill is over")]
    if let block = progress?.block {
      phase(block.name, .end, ["intent": .string(block.intent), "reason": interrupted["reason"]!], at: now)
    } else if plan.steps.indices.contains(stepIndex) {
      switch plan.steps[stepIndex] {
      case .stationary(_, let place):
        phase("stationary", .end, ["where": .string(place), "reason": interrupted["reason"]!], at: now)
      case .rest: phase("rest", .end, interrupted, at: now)
      case .say, .block: break
      }
    }
    if isRecording { write(.recording, "recording", ["edge": "end"], at: ending?.boundary ?? now) }
  }
}
