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
      return cueFailed(pending.id, pending.slot, pending.onsetAt, RunReason.outputSilent.text, at: now)
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
    if soundIsGone { return cueFailed(id, slot, onset, RunReason.outputGone.text, at: now) }
    self.progress?.pending = .init(id: id, slot: slot, onsetAt: onset)
    effects.append(.playCue(id: id, cue: cue, onsetAt: onset))
  }

  /// A cue's word begins at `onset`: its window opens and the next slot's time is known.
  mutating func opened(_ slot: RunPlan.Slot, onset: HostTime) {
    let following = progress?.remaining.first
    progress?.window = .init(slot: slot, onset: onset, until: onset + Timing.tail)
    progress?.nextOnset = following.map { onset + $0.interval }
  }

  mutating func cueFailed(
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
}
