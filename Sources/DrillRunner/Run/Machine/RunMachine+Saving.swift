import CueAudio
import MotionCore

// After the capture: sealing, again where it fails, and the last words.
extension RunMachine {
  mutating func saved(_ state: SessionState, at now: HostTime) {
    guard activity == .sealing else { return }
    savedState = state
    speak(state == .complete ? .saved : .stopped, next: .close, at: now)
  }

  mutating func saveFailed(mayRetry: Bool, at now: HostTime) {
    guard activity == .sealing, let tried = ending?.saves else { return }
    guard mayRetry, tried <= Timing.saveRetries.count else {
      return speak(.neverSaved, next: .end, at: now)
    }
    activity = .retrying(until: now + Timing.saveRetries[tried - 1])
    speakAside(.notSaved, at: now)
  }

  /// Seals once more; a stop while it is waited for brings that forward, and never skips it.
  mutating func saveAgain() {
    ending?.saves += 1
    activity = .sealing
    effects.append(.saveAgain)
  }

  mutating func resultKnown(_ text: String?, at now: HostTime) {
    guard isSaved, result == nil else { return }
    result = .some(text)
    if case .awaitingResult = activity { close(at: now) }
  }

  /// Whether nothing but words is left: the session is sealed, or was given up.
  var isClosing: Bool {
    guard ending != nil else { return false }
    switch activity {
    case .speaking, .waiting, .awaitingResult: return true
    default: return false
    }
  }

  /// A stop when nothing but words is left cuts them short.
  mutating func cutClosingWords(_ reason: String?, at now: HostTime) {
    guard isClosing else { return }
    effects.append(.cancelSounds)
    cancelGuidance(reason, at: now)
    activity = .finished
  }

  /// The last words, once the result is known.
  mutating func close(at now: HostTime) {
    switch result {
    case .some(.some(let text)): speak(text, next: .end, at: now)
    case .some(.none): activity = .finished
    case .none: activity = .awaitingResult(until: now + Timing.resultPatience)
    }
  }
}
