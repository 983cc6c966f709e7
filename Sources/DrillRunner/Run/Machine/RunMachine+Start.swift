import MotionCore

// Waiting for the start: a countdown, or the rider sitting still.
extension RunMachine {
  mutating func beginStart(_ start: RunPlan.Start, at now: HostTime) {
    switch start {
    case .countdown(let length):
      activity = .counting(until: now + length)
      countedUntil = now - .nanoseconds(1)
      countDown(until: now + length, at: now)
    case .stillness: speak(.sitStill, next: .awaitStart, at: now)
    }
  }

  /// When the next word of a countdown is due; nil for none.
  func nextCount(before until: HostTime) -> HostTime? {
    counts(before: until).first { $0.at > countedUntil }?.at
  }

  private func counts(before until: HostTime) -> [(at: HostTime, sentence: SpokenSentence)] {
    SpokenSentence.countdown.map { (until - .seconds($0.seconds), $0.sentence) }
  }

  mutating func countDown(until: HostTime, at now: HostTime) {
    guard now < until else { return beginNextStep(at: now) }
    // What a busy machine has missed is not said late; the latest one is.
    if let due = counts(before: until).last(where: { $0.at > countedUntil && $0.at <= now }) {
      speakAside(due.sentence, at: now)
    }
    countedUntil = now
  }

  mutating func stillnessSeen(at now: HostTime) {
    guard case .awaitingStillness = activity else { return }
    beginNextStep(at: now)
  }

  mutating func neverStill(at now: HostTime) {
    speak(.neverStill, next: .stop(.neverStill), at: now)
  }

  /// Starts at once where the start is waited for, also while the words are said after which it would be.
  mutating func startNow(_ source: RunSource, at now: HostTime) {
    switch activity {
    case .counting, .awaitingStillness: beginNextStep(at: now)
    case .speaking(_, _, _, let next), .waiting(_, let next):
      guard RunMachine.leadsToStart(next) else { return }
      interruptedAt = nil
      effects.append(.cancelSounds)
      beginNextStep(at: now)
    default: break
    }
  }

  /// Whether the start is waited for when words are over.
  private static func leadsToStart(_ next: Next) -> Bool {
    switch next {
    case .awaitStart, .resume(.counting), .resume(.awaitingStillness): true
    case .resume(.speaking(_, _, _, let next)), .resume(.waiting(_, let next)): leadsToStart(next)
    default: false
    }
  }
}
