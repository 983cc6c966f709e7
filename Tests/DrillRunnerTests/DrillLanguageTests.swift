import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// Reads a drill from text.
func parsedDrill(_ text: String) -> DrillFile {
  DrillFile.parse(Array(text.utf8), path: "d.yaml")
}

private let full = DrillLanguageTests.everything

extension DrillLanguageTests {
  /// A drill with most of the language in it.
  static let everything = """
    drill: 1                                  # format version, first key
    title: Garage body-position drill
    rate: 100 Hz
    seed: 20261130
    on_loss: { sensor: wait 20 s then stop, sound: stop }
    cues:
      CENTER: { say: Center, expect: center }
      LEFT:   { say: Left,   expect: left }
      RIGHT:  { clip: right.wav,  expect: right }
    steps:
      - say: Sit centred and hold still.
      - calibrate: neutral
      - calibrate: axes
        axes: standard
        required: no
      - countdown: 20 s
      - wait: still
      - stationary: 30 s
        where: table
      - block:
          name: slow
          intent: slow
          say: Slow and simple. Follow the voice.
          cues: [CENTER, LEFT, CENTER, RIGHT, CENTER]
          repeat: 6
          interval: 3.0 s .. 6.0 s exponential
          order: fixed
          catch: 10 %
      - rest: 2 min
      - say: Done. Saved next.
    """
}

@Suite struct DrillLanguageTests {
  /// What is wrong with one value does not hide what is wrong with the block.
  @Test func allErrorsOfABlockAreShownAtOnce() {
    let file = parsedDrill(
      """
      drill: 1
      title: T
      cues: { C: { say: c, expect: center }, L: { say: l, expect: left }, R: { say: r, expect: right } }
      steps:
        - stationary: 5 s
        - block: { cues: [C, L, C, R, L], repeat: many, interval: 6 s .. 3 s uniform, order: shuffled, catch: x }
      """)
    let ids = Set(file.problems.map(\.problem.catalogued.messageID))
    #expect(
      ids.isSuperset(of: ["drill-step.uneven-shuffle", "drill-number.not-count", "drill-value.missing-key"]),
      "\(file.problems.rendered)")
    #expect(
      file.problems.contains {
        $0.message.contains("6 s") || $0.problem.catalogued.messageID.contains("range")
      })
    #expect(file.problems.count == 5, "\(file.problems.rendered)")
  }

  @Test func forwardNeedsToBeKnown() {
    func warnings(_ steps: String, cues: String = "[F, B, F]") -> [String] {
      parsedDrill(
        """
        drill: 1
        title: T
        cues: { F: { say: f, expect: forward }, B: { say: b, expect: back } }
        steps:
        \(steps)
          - stationary: 5 s
          - block: { name: a, cues: \(cues), interval: 4 s }
          - block: { name: b, cues: \(cues), interval: 4 s }
        """
      ).problems.map(\.problem.catalogued.messageID).filter { $0.contains("forward") }
    }
    let neutral = "  - calibrate: neutral"
    // Once, although every cue of both blocks needs it.
    #expect(warnings("  - rest: 1 s") == ["drill-step.forward-uncalibrated"])
    #expect(warnings(neutral) == ["drill-step.forward-uncalibrated"])
    #expect(warnings(neutral + "\n  - calibrate: axes") == [])
    #expect(warnings(neutral + "\n  - calibrate: axes\n    axes: standard") == [])
  }

  /// Ten thousand are allowed: five blocks of two thousand, and one of two is too many.
  @Test func cuesAreCounted() {
    func drill(_ rounds: [Int]) -> [String] {
      let blocks = rounds.enumerated().map { index, count in
        "  - block: { name: b\(index), cues: [L, C], repeat: \(count), interval: 4 s }\n"
      }
      let words = "cues: { C: { say: c, expect: center }, L: { say: l, expect: left } }\n"
      let file = parsedDrill("drill: 1\ntitle: T\n\(words)steps:\n" + blocks.joined())
      return file.problems.filter { $0.severity == .error }.map(\.message)
    }
    #expect(drill([1000, 1000, 1000, 1000, 1000]) == [])
    #expect(
      drill([1000, 1000, 1000, 1000, 1000, 1]) == ["with this block the drill has more than 10000 cues"])
  }

  @Test func everyPartOfTheFormatIsRead() throws {
    let file = DrillFile.parse(Array(full.utf8), path: "drills/d.yaml", folder: "drills")
    #expect(file.problems == [])
    let drill = try #require(file.drill)
    #expect(drill.title == "Garage body-position drill")
    #expect(drill.requestedHz == 100)
    #expect(drill.seed == 20_261_130)
    #expect(drill.onLoss == LossPolicy(sensorWait: .seconds(20), soundContinues: false))
    #expect(
      drill.cues == [
        CueDefinition(name: "CENTER", speech: .say("Center"), expect: .center),
        CueDefinition(name: "LEFT", speech: .say("Left"), expect: .left),
        CueDefinition(name: "RIGHT", speech: .clip(path: "drills/right.wav"), expect: .right),
      ])
    #expect(
      drill.steps == [
        .say("Sit centred and hold still."),
        .calibrate(DrillCalibration(target: .neutral, isRequired: true)),
        .calibrate(DrillCalibration(target: .standardAxes, isRequired: false)),
        .countdown(.seconds(20)),
        .waitStill,
        .stationary(.seconds(30), .table),
        .block(
          DrillBlock(
            name: "slow", intent: .slow, say: "Slow and simple. Follow the voice.",
            cues: ["CENTER", "LEFT", "CENTER", "RIGHT", "CENTER"], rounds: 6,
            interval: .exponential(from: .seconds(3), to: .seconds(6)), order: .fixed, catchPercent: 10)),
        .rest(.seconds(120)),
        .say("Done. Saved next."),
      ])
  }

  @Test func whatIsLeftOutHasTheDocumentedDefault() throws {
    let drill = try #require(
      parsedDrill(
        """
        drill: 1
        title: T
        cues: { A: { say: a, expect: left } }
        steps:
          - stationary: 5 s
          - block: { name: b, cues: [A], interval: 4 s }
        """
      ).drill)
    #expect(drill.requestedHz == 100)
    #expect(drill.seed == nil)
    #expect(drill.onLoss == LossPolicy(sensorWait: .seconds(20), soundContinues: false))
    #expect(drill.steps.first == .stationary(.seconds(5), .torso))
    guard case .block(let block) = drill.steps[1] else { return #expect(Bool(false)) }
    #expect(block.intent == .plain && block.rounds == 1 && block.order == .fixed && block.catchPercent == 0)
  }

  @Test func anErrorIsRenderedAsCompilersDo() throws {
    let file = parsedDrill(full.replacing("    interval: 3.0 s", with: "    intervall: 3.0 s"))
    #expect(file.drill == nil)
    let error = try #require(file.problems.first)
    #expect(
      error.description == """
        d.yaml:26:7: error: unknown key "intervall" in a block
           26 |       intervall: 3.0 s .. 6.0 s exponential
              |       ^~~~~~~~~
              → did you mean "interval"?
        """)
    #expect(file.problems.count == 1, "the right key is not reported as missing as well")
  }

  @Test func aPartOfAValueIsPointedAt() throws {
    let error = try #require(
      parsedDrill(full.replacing(".. 6.0 s expo", with: ".. 6.0 sec expo")).problems.first)
    // "      interval: 3.0 s .. 6.0 sec": the unit begins in column 30.
    #expect(error.line == 26 && error.column == 30 && error.length == 3)
    #expect(error.message == "unknown unit \"sec\"")
  }

  @Test func allErrorsOfAFileAreReportedInItsOrder() {
    let text = full.replacing("100 Hz", with: "100").replacing("LEFT, CENTER, R", with: "LFET, CENTER, R")
      .replacing("intent: slow", with: "intent: slwo").replacing("rest: 2 min", with: "rest: 0 s")
    let problems = parsedDrill(text).problems
    // The misspelt LFET leaves LEFT unused, which is a warning at its definition on line 8.
    #expect(problems.map(\.line) == [3, 8, 22, 24, 29])
    #expect(problems.map(\.severity) == [.error, .warning, .error, .error, .error])
    #expect(problems[2].hint == "did you mean \"slow\"?")
    #expect(problems[3].hint == "did you mean \"LEFT\"?")
    #expect(problems.rendered.hasSuffix("\n4 errors, 1 warning"))
  }

  /// Each replaced text, and what must be said of the outcome.
  static let mistakes: [(String, String, String)] = [
    ("drill: 1 ", "drill: 2 ", "of drill format 2; this program reads format 1"),
    ("drill: 1 ", "dril: 1 ", "the first key must be \"drill\""),
    ("drill: 1 ", "drill: one ", "must be a whole number"),
    ("title: Garage body-position drill", "title:", "title is empty"),
    ("title: Garage body-position drill\n", "", "the drill needs the key \"title\""),
    ("title: Garage body-position drill", "title: [a]", "title must be text, not a list"),
    ("title: Garage body-position drill", "title: a\ntitle: b", "\"title\" stands here twice"),
    ("rate: 100 Hz", "rate: 100 s", "\"s\" is the wrong unit here"),
    ("rate: 100 Hz", "rate: 0 Hz", "out of range"),
    ("rate: 100 Hz", "rate: inf Hz", "is not a number with a unit"),
    ("seed: 20261130", "seed: -1", "the seed must be a whole number"),
    ("seed: 20261130", "seed: 9007199254740992", "the seed must be a whole number"),
    ("wait 20 s then stop", "hope", "is not a way to treat a lost sensor"),
    ("wait 20 s then stop", "wait 20 then stop", "the number 20 has no unit"),
    ("sound: stop", "sound: maybe", "sound cannot be \"maybe\""),
    ("say: Left,   expect: left", "say: Left", "needs the key \"expect\""),
    ("say: Left,   expect: left", "expect: left", "needs say or clip"),
    ("clip: right.wav", "say: R, clip: right.wav", "say or clip, not both"),
    ("clip: right.wav", "clip: ../right.wav", "outside the drill's folder"),
    ("expect: left", "expect: lef", "expect cannot be \"lef\""),
    ("stationary: 30 s", "stationary: 30", "has no unit"),
    ("stationary: 30 s", "stationary: 3,5 s", "\"3,5\" is not a number"),
    ("stationary: 30 s", "stationary: -3 s", "cannot be negative"),
    ("stationary: 30 s", "stationary: 2 h", "unknown unit \"h\""),
    ("stationary: 30 s", "stationary: 99999999999999999999999 min", "is too long"),
    ("stationary: 30 s", "stationary: 2.00001 s", "not a whole number of milliseconds"),
    ("where: table", "where: tabel", "where cannot be \"tabel\""),
    ("axes: standard", "axes: gestures", "axes cannot be \"gestures\""),
    ("calibrate: neutral", "calibrate: neutrl", "calibrate cannot be \"neutrl\""),
    ("calibrate: neutral", "calibrate: { axes: standard }", "calibrate must be neutral or axes"),
    ("required: no", "required: never", "required cannot be \"never\""),
    ("- rest: 2 min", "- calibrate: neutral", "after the first block"),
    ("- calibrate: neutral", "- wait: still", "the axes are found from the neutral posture"),
    ("countdown: 20 s", "countdown: 20", "has no unit"),
    ("wait: still", "wait: quiet", "wait cannot be \"quiet\""),
    ("- rest: 2 min", "- rset: 2 min", "unknown step \"rset\""),
    ("- rest: 2 min", "- rest: 2 min\n    say: x", "a step does one thing"),
    ("3.0 s .. 6.0 s", "6.0 s .. 3.0 s", "runs backwards"),
    ("3.0 s .. 6.0 s", "3.0 s .. 3 s", "the range is empty"),
    ("3.0 s .. 6.0 s", "3.0 .. 6.0 s", "the number 3.0 has no unit"),
    ("3.0 s .. 6.0 s", "nan s .. 6.0 s", "is not a number with a unit"),
    ("3.0 s .. 6.0 s", "200 ms .. 6.0 s", "is too short"),
    (" exponential", "", "needs to say how it is drawn"),
    ("exponential", "gaussian", "unknown distribution \"gaussian\""),
    ("repeat: 6", "repeat: 100000000000000000000", "repeat must be a whole number"),
    ("repeat: 6", "repeat: 0", "repeat must be a whole number"),
    ("repeat: 6", "repeat: 1e3", "repeat must be a whole number"),
    ("catch: 10 %", "catch: 10", "has no unit"),
    ("catch: 10 %", "catch: 101 %", "from 0 % to 100 %"),
    ("[CENTER, LEFT, CENTER, RIGHT, CENTER]", "[LEFT, RIGHT]", "this block has none"),
    ("order: fixed", "order: fxied", "order cannot be \"fxied\""),
    ("  order: fixed", "  order: shuffled\n      cues2: x", "unknown key \"cues2\""),
    ("[CENTER, LEFT, CENTER, RIGHT, CENTER]", "[]", "cues is empty"),
    (
      "[CENTER, LEFT, CENTER, RIGHT, CENTER]", "[CENTER, [LEFT], RIGHT]",
      "a cue's name must be text, not a list"
    ),
    ("say: Done. Saved next.", "say: *x", "aliases (*name) are not allowed"),
    ("say: Done. Saved next.", "say: &x y", "anchors (&name) are not allowed"),
    ("say: Done. Saved next.", "say: !!str y", "tags (!name) are not allowed"),
    ("say: Done. Saved next.", "say: [a", "this is not YAML"),
    ("say: Done. Saved next.", "say: \(String(repeating: "[", count: 20))", "nested more than 16 deep"),
    ("  - say: Done. Saved next.", "---\nx: y", "one document"),
  ]

  @Test(arguments: mistakes.indices)
  func aMistakeIsNamed(_ index: Int) {
    let (right, wrong, message) = DrillLanguageTests.mistakes[index]
    let text = full.replacing(right, with: wrong, maxReplacements: 1)
    #expect(text != full)
    let file = parsedDrill(text)
    #expect(file.drill == nil)
    #expect(
      file.problems.fatal.contains { $0.message.contains(message) },
      "\(right) → \(wrong): \(file.problems.rendered)")
  }

  @Test func whatIsProbablyNotMeantIsAWarning() {
    let text = """
      drill: 1
      title: T
      cues:
        A: { say: a, expect: left }
        C: { say: c, expect: center }
        UNUSED: { say: u, expect: none }
      steps:
        - block: { name: b, cues: [A, C], interval: 2 s, catch: 10 % }
      """
    let file = parsedDrill(text)
    #expect(file.drill != nil)
    let messages = file.problems.map(\.message).joined(separator: "\n")
    #expect(file.problems.count == 4 && file.problems.fatal.isEmpty)
    for part in [
      "no block uses the cue \"UNUSED\"", "no stationary step", "intervals under 2.5 s", "no silent slot",
    ] {
      #expect(messages.contains(part))
    }
  }

  @Test func anUnevenShuffleIsAnError() {
    let text = full.replacing("order: fixed", with: "order: shuffled").replacing(
      "RIGHT, CENTER]", with: "RIGHT, LEFT]")
    #expect(parsedDrill(text).problems.map(\.message).contains { $0.contains("equally often") })
  }

  @Test(arguments: ["", "# nothing\n", "%YAML 9.9\n---\na: 1", "just text", "- a", "? [a]\n: b"])
  func whatIsNoDrillIsSaidToBeNone(_ text: String) {
    let file = parsedDrill(text)
    #expect(file.drill == nil && !file.problems.fatal.isEmpty)
  }

  @Test func columnsCountCharactersAndLinesKnowAllEnds() throws {
    let file = parsedDrill(
      "\u{FEFF}drill: 1\r\ntitle: Übung\r\ncues: {Ä: {say: ä, expct: left}}\r\nsteps: [{say: x}]\r\n")
    let error = try #require(file.problems.fatal.first)
    // Line 3: "cues: {Ä: {say: ä, " is 19 characters and 21 bytes.
    #expect(error.line == 3 && error.column == 20 && error.length == 5)
    #expect(error.sourceLine == "cues: {Ä: {say: ä, expct: left}}")
  }

  @Test func controlCharactersOfAFileNeverReachTheTerminal() throws {
    let file = parsedDrill("drill: 1\ntitle: T\n\"a\\eb\": 1\nsteps: [{say: x}]\n")
    let text = file.problems.rendered
    #expect(text.contains("unknown key \"a␛b\""))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
