import MotionCore
import Testing

/// Lines of `analyze --explain` that the session of `CueScoringTests` does not have.
@Suite struct ExplanationLineTests {
  @Test("What the detector saw, as sentences")
  func decisions() {
    let words: [(DetectionStep.Observation, String)] = [
      (.changedDirection, "the direction changes"), (.peak(speed: 84), "highest speed 84.00 °/s"),
      (.cut(atStart: true, gap: true), "a gap ends while it moves"),
      (.cut(atStart: false, gap: true), "a gap begins while it moves"),
      (.cut(atStart: true, gap: false), "the recording begins while it moves"),
      (.cut(atStart: false, gap: false), "the recording ends while it moves"),
      (.noOnset("too few rows"), "no onset: too few rows"),
      (.reversal(magnitude: 1.4, seconds: 0.2), "turns back by 1.40° in 0.200 s: a correction"),
      (.notHeld("the data end"), "no hold: the data end"),
    ]
    for (observation, text) in words { #expect(observation.text == text) }
  }

  @Test("A trial that was not searched, and what is not known of one")
  func trial() {
    let words: [(ExplanationLine, String)] = [
      (.notSearched, "not searched: the cue did not sound"),
      (.audible(at: nil, timing: "unknown"), "audible at an unknown time (unknown)"),
      (.asked(nil, reason: "no axis"), "asked for: unavailable: no axis"),
      (
        .answer(direction: nil, reason: "no axis", flags: ["aborted"]),
        "answer: direction unavailable: no axis, aborted"
      ),
      (.noAnswer(reason: "none was found"), "no answer: none was found"),
      (.unavailable(reason: "no gyroscope"), "unavailable: no gyroscope"),
    ]
    for (line, text) in words { #expect(line.text == text) }
  }
}
