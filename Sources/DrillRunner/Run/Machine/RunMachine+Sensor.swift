import MotionCore

// Losing the sensor, and its return.
extension RunMachine {
  mutating func sensorLost(_ reason: String, at now: HostTime) {
    guard ending == nil, !waitsForSensor, activity != .idle else { return }
    incident(.sensorLost, ["reason": .string(reason)], at: now)
    guard plan.sensorPatience > .zero else {
      return stop(.interrupted, reason: RunReason.sensorLost.text, at: now)
    }
    if case .paused = activity {
      sensorIsGone = true
      speakAside(.sensorLost, at: now)
      return
    }
    interruptedAt = interruptedAt ?? now
    cancelCues(.sensorLost, at: now)
    abandonAttempt(RunReason.sensorLost.text, at: now)
    let interrupted = activity
    activity = .suspended(until: now + plan.sensorPatience, resume: interrupted)
    speakAside(.sensorLost, at: now)
  }

  /// Cancels what is on its way to the output; the trial that is open is repeated.
  mutating func cancelCues(_ reason: RunReason, at now: HostTime) {
    cancelReason = reason
    effects.append(.cancelSounds)
    repeatOpenTrial(at: now)
    progress?.nextOnset = nil
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
    switch activity {
    case .paused where sensorIsGone:
      incident(.sensorBack, [:], at: now)
      sensorIsGone = false
      speakAside(.sensorBack, at: now)
    case .suspended(_, let interrupted):
      incident(.sensorBack, [:], at: now)
      if !pauseIfWanted(interrupted, at: now) {
        speak(.sensorBack, next: .resume(interrupted), at: now)
      }
    default: break
    }
  }
}
