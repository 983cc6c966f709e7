@testable import DrillRunner

extension ProvokedProblem {
  private static let directions = ["left", "center", "right", "forward", "back", "none"]
  private static let blockKeys = [
    "name", "intent", "say", "cues", "repeat", "interval", "order", "most_alike", "catch",
  ]

  /// Drills with wrong keys and values.
  static let value: [ProvokedProblem] = [
    .init(.value(.notDrill(.list)), "«[»drill]\n"),
    .init(.value(.notDrill(.text)), "«drill»\n"),
    .init(.value(.firstKey(isCueSet: false)), ("drill: 1", "«dril»: 1")),
    .init(.value(.firstKey(isCueSet: true)), "«cue_set»: 1\ncues: {}\n"),
    .init(.value(.formatNotWhole), ("drill: 1", "drill: «one»")),
    .init(.value(.otherFormat(2)), ("drill: 1", "drill: «2»")),
    .init(
      .value(.unknownKey("intervall", in: .block, known: blockKeys)), ("interval:", "«intervall»:")),
    .init(
      .value(.unknownKey("whre", in: .step("stationary"), known: ["stationary", "where"])),
      ("stationary: 5 s", "stationary: 5 s\n    «whre»: table")),
    .init(
      .value(.unknownKey("radio", in: .lossPolicy, known: ["sensor", "sound"])),
      ("sound: stop", "«radio»: stop")),
    .init(
      .value(.unknownKey("spech", in: .cue("R"), known: ["say", "clip", "expect", "volume", "tick"])),
      ("say: r", "say: r, «spech»: r")),
    .init(.value(.missingKey("title", of: .drill)), ("drill: 1\ntitle: T", "«drill»: 1")),
    .init(.value(.missingKey("expect", of: .cue("R"))), ("R: { say: r, expect: right }", "«R»: { say: r }")),
    .init(
      .value(.missingKey("interval", of: .block)),
      ("- block:", "- «block»:"), ("      interval: 3 s .. 6 s exponential\n", "")),
    .init(.value(.notMapping("cues", .list)), "drill: 1\ntitle: T\ncues: «[»]\nsteps: [{ rest: 1 s }]\n"),
    .init(.value(.notMapping(.cue("R"), .text)), ("{ say: r, expect: right }", "«right»")),
    .init(.value(.notMapping(.step, .text)), ("- rest: 2 min", "- «rest»")),
    .init(.value(.notList("cues", .text)), ("[C, L, C, R]", "«C»")),
    .init(.value(.notText("title", .list)), ("title: T", "title: «[»T]")),
    .init(.value(.notText(.cueName, .mapping)), ("[C, L, C, R]", "[C, L, C, «{»}]")),
    .init(.value(.emptyList("cues")), ("[C, L, C, R]", "«[»]")),
    .init(.value(.emptyText("title")), ("title: T", "title: '«  »'")),
    .init(
      .value(.longText("title", limit: 500)),
      ("title: T", "title: «" + String(repeating: "ä", count: 501) + "»")),
    .init(.value(.notOneOf("expect", "lef", known: directions)), ("expect: left", "expect: «lef»")),
    .init(
      .value(.notOneOf(.answer, "good", known: ["LEFT", "CENTER", "RIGHT", "GOOD", "BAD"])),
      ("[GOOD, BAD]", "[«good», BAD]")),
    .init(
      .value(
        .notOneOf(
          .buttonAction, "GOD",
          known: ["LEFT", "CENTER", "RIGHT", "GOOD", "BAD", "pause", "stop", "start", "none"])),
      ("seed: 7", "buttons: { BTN_SOUTH: «GOD» }")),
    .init(.value(.nullInPath), ("say: r", "clip: \"«a\\0.wav»\"")),
    .init(.value(.outsideFolder("clip", path: "../r.wav")), ("say: r", "clip: «../r.wav»")),
    .init(
      .value(.outsideFolder("include", path: "a/../../w.yaml")), ("seed: 7", "include: «a/../../w.yaml»")),
    .init(.value(.notLossPolicy("hope")), ("wait 20 s then stop", "«hope»")),
    .init(.value(.notLanguage("german")), ("seed: 7", "language: «german»")),
    .init(.value(.notVoice("anna")), ("seed: 7", "voice: «anna»")),
    .init(.value(.unknownSentence("savd")), ("seed: 7", "sentences: { «savd»: Fertig }")),
    .init(
      .value(.sentenceHasNoNumber(.saved, "number")), ("seed: 7", "sentences:\n  saved: «Fertig {number}»")),
    .init(
      .value(.sentenceHasNoNumber(.closingLatency, "rihgt")),
      ("seed: 7", "sentences:\n  closing_latency: «Links {left}, rechts {rihgt}»")),
    .init(
      .value(.sentenceLacksNumber(.closingLatency, "right")),
      ("seed: 7", "sentences:\n  closing_latency: «Links {left}»")),
    .init(
      .value(.sentencesMissing(SpokenSentence.allCases)), ("seed: 7", "«language»: fr"), severity: .warning),
    .init(
      .value(.sentencesMissing(SpokenSentence.allCases.filter { $0 != .saved })),
      ("seed: 7", "«language»: fr\nsentences: { saved: Fini. }"), severity: .warning),
    .init(.value(.unknownButton("BTN_SUOTH")), ("seed: 7", "buttons: { «BTN_SUOTH»: GOOD }")),
    .init(
      .value(.sameButton("BTN_A", "BTN_SOUTH")), ("seed: 7", "buttons: { BTN_SOUTH: GOOD, «BTN_A»: BAD }")),
    // A hundred are listed.
    .init(
      .value(.moreProblems(50)),
      "«d»rill: 1\ntitle: T\nsteps: [{ rest: 1 s, " + (1...150).map { "k\($0): 1" }.joined(separator: ", ")
        + " }]\n"),
    .init(
      .value(.moreProblems(1)),
      "«d»rill: 1\ntitle: T\nsteps: [{ rest: 1 s, " + (1...101).map { "k\($0): 1" }.joined(separator: ", ")
        + " }]\n"),
  ]
}
