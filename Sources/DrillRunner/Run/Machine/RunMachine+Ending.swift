import CueAudio
import MotionCore

// Stopping: what was cancelled is recorded, what was open is closed.
extension RunMachine {
  mutating func stop(_ state: SessionState, reason: String?, at now: HostTime) {
    if case .retrying = activity { return saveAgain() }
    guard ending == nil else { return cutClosingWords(reason, at: now) }
    if case .paused = activity {
      write(.pause, "pause", ["edge": "end", "reason": .string(reason ?? "")], at: now)
    }
    abandonAttempt(reason ?? "", at: now)
    ending = Ending(state: state, reason: reason, boundary: now)
    effects.append(.cancelSounds)
    activity = .stopping(deadline: now + Timing.stopPatience)
    // A cue that is on its way has either left or is cancelled: the output says which.
    if progress?.pending == nil { finishStop(at: now) }
  }

  mutating func finishStop(at now: HostTime) {
    guard let ending, case .stopping = activity else { return }
    if let pending = progress?.pending {
      progress?.pending = nil
      writeCue(
        pending.id, pending.slot, scheduled: pending.onsetAt, times: .none, status: .cancelled,
        reason: ending.reason, at: now)
    }
    cancelGuidance(ending.reason, at: now)
    cancelRemaining(reason: ending.reason, at: now)
    closePhases(at: now)
    if ending.state == .interrupted {
      incident(.interrupted, ["reason": .string(ending.reason ?? "")], at: ending.boundary)
    }
    activity = .sealing
    effects.append(.finish(ending.state, reason: ending.reason, boundary: ending.boundary))
  }

  /// Sentences that have not left are not said any more.
  mutating func cancelGuidance(_ reason: String?, at now: HostTime) {
    for (id, text) in guidance.sorted(by: { $0.key < $1.key }) {
      writeGuidance(id, text, times: .none, status: .cancelled, reason: reason, at: now)
    }
    guidance = [:]
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

  /// A phase is left open only by a stop, which has a reason: the last step of a drill ends its own.
  private mutating func closePhases(at now: HostTime) {
    if isPhaseOpen, let reason = ending?.reason { closePhase(reason: reason, at: now) }
    if isRecording { write(.recording, "recording", ["edge": "end"], at: ending?.boundary ?? now) }
  }

  private mutating func closePhase(reason: String, at now: HostTime) {
    if let block = progress?.block {
      phase(block.name, .end, ["intent": .string(block.intent), "reason": .string(reason)], at: now)
    } else if let open = question {
      closeQuestion(open, reason: reason, at: now)
    } else if plan.steps.indices.contains(stepIndex) {
      switch plan.steps[stepIndex] {
      case .stationary(_, let place):
        phase("stationary", .end, ["where": .string(place), "reason": .string(reason)], at: now)
      case .rest: phase("rest", .end, ["reason": .string(reason)], at: now)
      case .say, .calibrate, .start, .block, .ask: break
      }
    }
  }
}
