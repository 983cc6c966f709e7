import CueAudio
import MotionCore

// What is said beside the cues.
extension RunMachine {
  /// Says a sentence of the program in the words of this run.
  mutating func speak(_ sentence: SpokenSentence, next: Next, at now: HostTime) {
    speak(plan.words[sentence], next: next, at: now)
  }

  @discardableResult
  mutating func speakAside(_ sentence: SpokenSentence, continues: Bool = false, at now: HostTime) -> Int? {
    speakAside(plan.words[sentence], continues: continues, at: now)
  }

  /// Says a text and goes on with `next`.
  mutating func speak(_ text: String, next: Next, at now: HostTime) {
    keep(text, continues: false, at: now)
    let id = takeSoundID()
    if soundIsGone {
      writeGuidance(id, text, times: .none, status: .failed, reason: RunReason.outputGone.text, at: now)
      return proceed(next, at: now)
    }
    guidance[id] = text
    speechBegan = now
    effects.append(.speak(id: id, text: text))
    let nominal = Clip.nominal(name: "", text: text).duration
    activity = .speaking(
      id: id, text: text, until: now + nominal + nominal + Timing.soundPatience, next: next)
  }

  /// Says something that nothing waits for; on the screen it stands behind what it continues.
  @discardableResult
  private mutating func speakAside(_ text: String, continues: Bool, at now: HostTime) -> Int? {
    keep(text, continues: continues, at: now)
    guard !soundIsGone else { return nil }
    let id = takeSoundID()
    guidance[id] = text
    effects.append(.speak(id: id, text: text))
    return id
  }

  /// Says a notice. Never into a trial: a block is interrupted for it, its open trial is repeated, and it goes on
  /// with a fresh interval. Nor into an attempt of the calibration: it waits for its end.
  mutating func notice(_ sentence: SpokenSentence, at now: HostTime) {
    guard ending == nil else { return }
    switch activity {
    case .speaking, .waiting, .calibrating: notices.append(sentence)
    case .stationary, .resting, .suspended, .paused, .counting, .awaitingStillness, .asking:
      speakAside(sentence, at: now)
    case .cueing:
      cancelCues(.noticeSaid(sentence.english), at: now)
      speak(sentence, next: .resume(.cueing), at: now)
    case .idle, .stopping, .sealing, .retrying, .awaitingResult, .finished: break
    }
  }

  mutating func takeSoundID() -> Int {
    defer { nextSoundID += 1 }
    return nextSoundID
  }

  mutating func writeGuidance(
    _ id: Int, _ text: String, times: SoundTimes, status: CueStatus, reason: String? = nil, at now: HostTime
  ) {
    effects.append(
      .writeSay(id: id, SayEvent(text: text, times: times, status: status, reason: reason), now: now))
  }
}
