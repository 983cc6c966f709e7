import CueAudio
import MotionCore

// What is said beside the cues.
extension RunMachine {
  mutating func speak(_ sentence: Sentence, next: Next, at now: HostTime) {
    speak(sentence.text, next: next, at: now)
  }

  @discardableResult
  mutating func speakAside(_ sentence: Sentence) -> Int? { speakAside(sentence.text) }

  /// Says a text and goes on with `next`; a sentence of the program in the words of this run.
  mutating func speak(_ text: String, next: Next, at now: HostTime) {
    let text = plan.words(text)
    let id = takeSoundID()
    if soundIsGone {
      writeGuidance(id, text, times: .none, status: .failed, reason: RunReason.outputGone.text, at: now)
      return proceed(next, at: now)
    }
    guidance[id] = text
    effects.append(.speak(id: id, text: text))
    let nominal = Clip.nominal(name: "", text: text).duration
    activity = .speaking(
      id: id, text: text, until: now + nominal + nominal + Timing.soundPatience, next: next)
  }

  /// Says something that nothing waits for.
  @discardableResult
  mutating func speakAside(_ text: String) -> Int? {
    guard !soundIsGone else { return nil }
    let text = plan.words(text)
    let id = takeSoundID()
    guidance[id] = text
    effects.append(.speak(id: id, text: text))
    return id
  }

  /// Says a notice. Never into a trial: a block is interrupted for it, its open trial is repeated, and it goes on
  /// with a fresh interval. Nor into an attempt of the calibration: it waits for its end.
  mutating func notice(_ text: String, at now: HostTime) {
    guard ending == nil else { return }
    switch activity {
    case .speaking, .waiting, .calibrating: notices.append(text)
    case .stationary, .resting, .suspended, .paused, .counting, .awaitingStillness, .asking:
      speakAside(text)
    case .cueing:
      cancelCues(.noticeSaid(text), at: now)
      speak(text, next: .resume(.cueing), at: now)
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
