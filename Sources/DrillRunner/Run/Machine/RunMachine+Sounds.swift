import CueAudio
import MotionCore

// What the output reports of its sounds.
extension RunMachine {
  mutating func soundReported(_ report: SoundReport) {
    switch report {
    case .committed(let id, let times, let late): committed(id, times, late: late)
    case .finished(let id, let now): finished(id, at: now)
    case .cancelled(let id, let now): cancelled(id, at: now)
    case .failed(let id, let reason, let now): failed(id, reason, at: now)
    case .underrun(let now): incident(.underrun, [:], at: now)
    case .lost(let reason, let now): soundLost(reason, at: now)
    }
  }

  private mutating func committed(_ id: Int, _ times: SoundTimes, late: Bool) {
    let now = times.dispatched ?? times.frame0 ?? HostTime(nanoseconds: 0)
    if let text = guidance[id] {
      guidance[id] = nil
      leaving[id] = text
      if case .speaking(id, _, _, _) = activity { speechBegan = times.frame0 ?? now }
      writeGuidance(id, text, times: times, status: late ? .late : .played, at: now)
      if let calibration, calibration.askingSound == id { effects.append(.asked(calibration.step, times)) }
      return
    }
    guard let pending = progress?.pending, pending.id == id else { return }
    progress?.pending = nil
    lastCue = pending
    writeCue(
      id, pending.slot, scheduled: pending.onsetAt, times: times, status: late ? .late : .played, at: now)
    effects.append(.heard(pending.slot, times))
    let onset = max(pending.onsetAt, times.audible ?? pending.onsetAt)
    if late {
      note(.wordsLate)
      incident(
        .lateCue,
        [
          "cue": .string(pending.slot.cue ?? ""),
          "late_ns": .integer((onset - pending.onsetAt).wholeNanoseconds),
        ],
        at: now)
    }
    opened(pending.slot, onset: onset)
    switch activity {
    case .stopping: finishStop(at: now)
    // It left although it was to be cancelled: the sensor was lost, or a notice is being said.
    case .suspended, .paused, .speaking, .waiting: repeatOpenTrial(at: now)
    default: break
    }
  }

  private mutating func finished(_ id: Int, at now: HostTime) {
    leaving[id] = nil
    guard case .speaking(id, _, _, let next) = activity else { return }
    activity = .waiting(until: now + Timing.breath, next: next)
  }

  private mutating func cancelled(_ id: Int, at now: HostTime) {
    leaving[id] = nil
    if let text = guidance.removeValue(forKey: id) {
      writeGuidance(id, text, times: .none, status: .cancelled, reason: RunReason.cancelled.text, at: now)
    }
    guard let pending = progress?.pending, pending.id == id else { return }
    progress?.pending = nil
    let reason = ending?.reason ?? cancelReason.text
    writeCue(
      id, pending.slot, scheduled: pending.onsetAt, times: .none, status: .cancelled, reason: reason, at: now)
    if case .stopping = activity { return finishStop(at: now) }
    // The run goes on.
    if ending == nil { progress?.remaining.insert(pending.slot, at: 0) }
  }

  private mutating func failed(_ id: Int, _ reason: String, at now: HostTime) {
    if let text = guidance.removeValue(forKey: id) ?? leaving.removeValue(forKey: id) {
      writeGuidance(id, text, times: .none, status: .failed, reason: reason, at: now)
      if case .speaking(id, _, _, let next) = activity { proceed(next, at: now) }
      return
    }
    if let left = lastCue, left.id == id {
      // It was handed over and did not come out: the last row of a cue counts.
      return writeCue(
        id, left.slot, scheduled: left.onsetAt, times: .none, status: .failed, reason: reason, at: now)
    }
    guard let pending = progress?.pending, pending.id == id else { return }
    progress?.pending = nil
    cueFailed(id, pending.slot, pending.onsetAt, reason, at: now)
    if case .stopping = activity { finishStop(at: now) }
  }

  private mutating func soundLost(_ reason: String, at now: HostTime) {
    guard !soundIsGone, activity != .finished else { return }
    soundIsGone = true
    if ending == nil { incident(.audioLost, ["reason": .string(reason)], at: now) }
    if let pending = progress?.pending {
      progress?.pending = nil
      cueFailed(pending.id, pending.slot, pending.onsetAt, RunReason.outputGone.text, at: now)
    }
    for (id, text) in guidance.sorted(by: { $0.key < $1.key }) {
      writeGuidance(id, text, times: .none, status: .failed, reason: RunReason.outputGone.text, at: now)
    }
    guidance = [:]
    if ending == nil, !plan.continuesWithoutSound {
      return stop(.interrupted, reason: RunReason.soundLost.text, at: now)
    }
    if case .speaking(_, _, _, let next) = activity { proceed(next, at: now) }
    if case .stopping = activity { finishStop(at: now) }
  }
}
