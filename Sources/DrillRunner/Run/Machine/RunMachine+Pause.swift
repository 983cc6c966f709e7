import MotionCore

// A pause, by the rules of the session format: capture goes on; the pending cue is cancelled; a trial whose window is
// open is repeated at the end of its block; after the pause a spoken word, then a fresh interval.
extension RunMachine {
  mutating func pauseOrGoOn(_ source: RunSource, at now: HostTime) {
    guard ending == nil else { return }
    switch activity {
    case .paused(let interrupted): goOn(interrupted, source, at: now)
    case .suspended: pauseWanted = pauseWanted == nil ? source : nil
    case .idle: break
    default: pause(activity, source, at: now)
    }
  }

  private mutating func pause(_ interrupted: Activity, _ source: RunSource, at now: HostTime) {
    interruptedAt = interruptedAt ?? now
    cancelCues(.paused, at: now)
    abandonAttempt(RunReason.paused.text, at: now)
    write(.pause, "pause", ["edge": "begin", "source": .string(source.rawValue)], at: now)
    activity = .paused(resume: interrupted)
    speakAside(.paused, at: now)
  }

  private mutating func goOn(_ interrupted: Activity, _ source: RunSource, at now: HostTime) {
    write(.pause, "pause", ["edge": "end", "source": .string(source.rawValue)], at: now)
    guard sensorIsGone else { return speak(.resumed, next: .resume(interrupted), at: now) }
    sensorIsGone = false
    activity = .suspended(until: now + plan.sensorPatience, resume: interrupted)
    speakAside(.sensorLost, at: now)
  }

  /// A pause that was asked for while the sensor was gone begins with its return.
  mutating func pauseIfWanted(_ interrupted: Activity, at now: HostTime) -> Bool {
    guard let source = pauseWanted else { return false }
    pauseWanted = nil
    pause(interrupted, source, at: now)
    return true
  }

  /// Takes up what a pause or the loss of the sensor interrupted. Words that were cut are said again, a
  /// stationary phase and an attempt of the calibration begin anew, a rest and a countdown go on with what was left,
  /// a block with a fresh interval.
  mutating func resume(_ interrupted: Activity, at now: HostTime) {
    let length = now - (interruptedAt ?? now)
    interruptedAt = nil
    switch interrupted {
    case .speaking(_, _, _, .calibrate): askForCalibration(at: now)
    case .speaking(_, let text, _, let next): speak(text, next: next, at: now)
    case .waiting(_, let next): proceed(next, at: now)
    case .calibrating: askForCalibration(at: now)
    case .asking: speak(question?.question.text ?? "", next: .awaitAnswer, at: now)
    case .awaitingStillness: activity = .awaitingStillness(until: now + Timing.stillnessPatience)
    case .stationary:
      guard case .stationary(let duration, let place) = plan.steps[stepIndex] else { return }
      phase("stationary", .end, ["where": .string(place), "reason": .string(cancelReason.text)], at: now)
      phase("stationary", .begin, ["where": .string(place)], at: now)
      activity = .stationary(until: now + duration)
    case .cueing: proceed(.beginCues, at: now)
    case .resting(let until): activity = .resting(until: until + length)
    case .counting(let until):
      countedUntil = now
      activity = .counting(until: until + length)
    default: activity = interrupted
    }
  }
}
