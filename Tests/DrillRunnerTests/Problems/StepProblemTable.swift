@testable import DrillRunner

extension ProvokedProblem {
  private static let cues = "[C, L, C, R]"

  /// Drills whose cues and steps do not fit together. The limits are those that docs/protocols.md states.
  static let step: [ProvokedProblem] = [
    .init(.step(.cueName), ("R: {", "«\(String(repeating: "R", count: 41))»: {")),
    .init(
      .step(.cueTwice("L", other: "w.yaml:2")), ("seed: 7", "include: w.yaml"), ("  L: {", "  «L»: {"),
      files: ["w.yaml": "cue_set: 1\ncues: { L: { say: l, expect: left } }\n"]),
    .init(.step(.sayAndClip), ("say: r", "say: r, clip: «r.wav»")),
    .init(.step(.neitherSayNorClip(cue: "R")), ("R: { say: r, expect: right }", "«R»: { expect: right }")),
    .init(
      .step(
        .clipUnreadable(
          cue: "R", path: "no-such-folder/r.wav", reason: "No such file or directory")),
      ("say: r", "clip: «no-such-folder/r.wav»")),
    .init(.step(.clipNotRegular(cue: "R", path: "/dev/null")), ("say: r", "clip: «/dev/null»")),
    .init(
      .step(.unusedCue("B")), ("  R: {", "  «B»: { say: b, expect: back }\n  R: {"), severity: .warning),
    .init(
      .step(.tooManySteps(limit: 1000)),
      "drill: 1\ntitle: T\nsteps: «[»" + String(repeating: "{ rest: 1 s }, ", count: 1001) + "]\n"),
    .init(.step(.emptyStep), ("- rest: 2 min", "- «{»}")),
    .init(.step(.unknownStep("rset")), ("- rest: 2 min", "- «rset»: 2 min")),
    .init(.step(.twoInOneStep("rest", "say")), ("- rest: 2 min", "- rest: 2 min\n    «say»: x")),
    .init(.step(.lateCalibration), ("- rest: 2 min", "- «calibrate»: neutral")),
    .init(.step(.axesWithoutNeutral), ("calibrate: neutral\n  - calibrate: axes", "«calibrate»: axes")),
    .init(.step(.calibrationTarget), ("calibrate: axes", "calibrate: «{» axes: standard }")),
    .init(.step(.axesOfNeutral), ("calibrate: neutral", "calibrate: neutral\n    «axes»: standard")),
    .init(.step(.noStationary), ("stationary: 5 s\n  - block:", "«block»:"), severity: .warning),
    .init(
      .step(.blockTwice("b")), ("- rest: 2 min", "- block: { name: «b», cues: [L], interval: 4 s }")),
    .init(.step(.unknownCue("LL", known: ["C", "L", "R"])), (cues, "[C, «LL», C, R]")),
    .init(
      .step(.unknownCue("L", known: [])),
      "drill: 1\ntitle: T\nsteps: [{ block: { name: b, cues: [«L»], interval: 4 s } }]\n"),
    // Nine cues, a thousand times, and half of 5000 silent slots.
    .init(
      .step(.tooManyCues(limit: 10_000)), ("- block:", "- «block»:"),
      (cues, "[C, L, C, R, C, L, C, R, C]\n      repeat: 1000")),
    .init(
      .step(.mostAlikeOfFixed), ("order: shuffled", "order: fixed"), ("most_alike: 2", "most_alike: «2»")),
    .init(.step(.nothingToShuffle), (cues, "[C, L, C, L]"), ("order: shuffled", "order: «shuffled»")),
    .init(.step(.unevenShuffle), (cues, "[C, L, C, R, L]"), ("order: shuffled", "order: «shuffled»")),
    .init(.step(.catchWithoutCentre), (cues, "[L, R]"), ("50 %", "«50 %»")),
    // 10 % of two are 0.2.
    .init(.step(.catchIsNone(centres: 2)), ("50 %", "«10 %»"), severity: .warning),
    .init(
      .step(.forwardUncalibrated("R", expect: "forward")),
      ("  - calibrate: axes\n", ""), ("expect: right", "expect: forward"), (cues, "[C, L, C, «R»]"),
      severity: .warning),
    .init(.step(.questionTwice("question")), ("- ask: Q", "- ask: P\n  - «ask»: Q")),
    .init(
      .step(.questionTwice("q")), ("- ask: Q", "- ask: P\n    name: q\n  - ask: Q\n    name: «q»")),
    .init(.step(.answerTwice(.good)), ("[GOOD, BAD]", "[GOOD, BAD, «GOOD»]")),
    .init(.step(.tapUnheard), ("seed: 7", "buttons: { DOUBLE_TAP: none }"), ("tap: BAD", "tap: «BAD»")),
    .init(.step(.tapStops), ("seed: 7", "buttons: { DOUBLE_TAP: stop }"), ("tap: BAD", "tap: «BAD»")),
  ]
}
