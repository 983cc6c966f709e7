import CueAudio
import MotionCore

// The cues of a block: each is handed to the output a second ahead, and written when it is committed.
extension RunMachine {
  mutating func cueing(at now: HostTime) {
    guard var progress else { return }
    if let pending = progress.pending {
      progress.pending = nil
      self.progress = progress
      effects.append(.cancelSounds)
      return cueFailed(pending.id, pending.slot, pending.onsetAt, "the output said nothing of it", at: now)
    }
    guard let slot = progress.remaining.first, let onset = progress.nextOnset else {
      return endBlock(at: now)
    }
    progress.remaining.removeFirst()
    self.progress = progress
    let id = takeSoundID()
    guard let cue = slot.cue else {
      let times = SoundTimes(
        dispatched: nil, frame0: nil, audible: nil, audibleUncertaintyNs: nil, timing: .unknown)
      writeCue(id, slot, scheduled: onset, times: times, status: .silent, at: now)
      return opened(slot, onset: onset)
    }
    if soundIsGone { return cueFailed(id, slot, onset, "the sound output is gone", at: now) }
    self.progress?.pending = .init(id: id, slot: slot, onsetAt: onset)
    effects.append(.playCue(id: id, cue: cue, onsetAt: onset))
  }

  /// A cue's word begins at `onset`: its window opens and the next slot's time is known.
  private mutating func opened(
    _ slot: RunPlan.Slot, onset: HostTime, sound: BlockProgress.Pending? = nil
  ) {
    let following = progress?.remaining.first
    progress?.window = .init(sound: sound, slot: slot, until: onset + Timing.tail)
    progress?.nextOnset = following.map { onset + $0.interval }
  }

  private mutating func cueFailed(
    _ id: Int, _ slot: RunPlan.Slot, _ onset: HostTime, _ reason: String, at now: HostTime
  ) {
    writeCue(id, slot, scheduled: onset, times: .none, status: .failed, reason: reason, at: now)
    opened(slot, onset: max(onset, now))
  }

  func cueEvent(
    _ slot: RunPlan.Slot, scheduled: HostTime?, times: SoundTimes, status: CueStatus, reason: String? = nil
  ) -> CueEvent {
    CueEvent(
      cue: slot.cue ?? "CATCH", trial: slot.trial, repeatOf: slot.repeatOf,
      block: progress?.block.name ?? "", intent: progress?.block.intent ?? "", expect: slot.expect,
      scheduled: scheduled, clip: nil, times: times, status: status, reason: reason)
  }

  mutating func writeCue(
    _ id: Int, _ slot: RunPlan.Slot, scheduled: HostTime?, times: SoundTimes, status: CueStatus,
    reason: String? = nil, at now: HostTime
  ) {
    let event = cueEvent(slot, scheduled: scheduled, times: times, status: status, reason: reason)
    effects.append(.writeCue(id: id, event, now: now))
  }

  // MARK: Reports of the output

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
      return writeGuidance(id, text, times: times, status: late ? .late : .played, at: now)
    }
    guard let pending = progress?.pending, pending.id == id else { return }
    progress?.pending = nil
    writeCue(
      id, pending.slot, scheduled: pending.onsetAt, times: times, status: late ? .late : .played, at: now)
    effects.append(.heard(pending.slot, times))
    let onset = max(pending.onsetAt, times.audible ?? pending.onsetAt)
    if late {
      incident(
        .lateCue,
        [
          "cue": .string(pending.slot.cue ?? ""),
          "late_ns": .integer((onset - pending.onsetAt).wholeNanoseconds),
        ],
        at: now)
    }
    opened(pending.slot, onset: onset, sound: pending)
    switch activity {
    case .stopping: finishStop(at: now)
    // It left although it was to be cancelled: the sensor was lost, or a notice is being said.
    case .suspended, .speaking, .waiting: repeatOpenTrial(at: now)
    default: break
    }
  }

  private mutating func finished(_ id: Int, at now: HostTime) {
    leaving[id] = nil
    guard case .speaking(id, _, let next) = activity else { return }
    activity = .waiting(until: now + Timing.breath, next: next)
  }

  private mutating func cancelled(_ id: Int, at now: HostTime) {
    leaving[id] = nil
    if let text = guidance.removeValue(forKey: id) {
      writeGuidance(id, text, times: .none, status: .cancelled, reason: "cancelled", at: now)
    }
    guard let pending = progress?.pending, pending.id == id else { return }
    progress?.pending = nil
    let reason = ending?.reason ?? cancelReason
    writeCue(
      id, pending.slot, scheduled: pending.onsetAt, times: .none, status: .cancelled, reason: reason, at: now)
    switch activity {
    case .stopping: finishStop(at: now)
    case .finished: break
    // The run goes on.
    default: progress?.remaining.insert(pending.slot, at: 0)
    }
  }

  private mutating func failed(_ id: Int, _ reason: String, at now: HostTime) {
    if let text = guidance.removeValue(forKey: id) ?? leaving.removeValue(forKey: id) {
      writeGuidance(id, text, times: .none, status: .failed, reason: reason, at: now)
      if case .speaking(id, _, let next) = activity { proceed(next, at: now) }
      return
    }
    if let left = progress?.window?.sound, left.id == id {
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
    incident(.audioLost, ["reason": .string(reason)], at: now)
    if let pending = progress?.pending {
      progress?.pending = nil
      cueFailed(pending.id, pending.slot, pending.onsetAt, "the sound output is gone", at: now)
    }
    for (id, text) in guidance.sorted(by: { $0.key < $1.key }) {
      writeGuidance(id, text, times: .none, status: .failed, reason: "the sound output is gone", at: now)
    }
    guidance = [:]
    guard plan.continuesWithoutSound else {
      return stop(.interrupted, reason: "the sound output was lost", at: now)
    }
    if case .speaking(_, _, let next) = activity { proceed(next, at: now) }
    if case .stopping = activity { finishStop(at: now) }
  }
}
