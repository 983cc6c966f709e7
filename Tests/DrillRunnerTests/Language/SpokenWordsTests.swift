import CueAudio
import Foundation
import Testing

@testable import DrillRunner
@testable import MotionCore

/// `language:` and `sentences:`, the program's own words in another language.
@Suite struct SpokenWordsTests {
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func drill(_ head: String) -> DrillFile {
    parsedDrill(
      """
      drill: 1
      title: T
      \(head)
      cues: { A: { say: a, expect: left } }
      steps:
        - stationary: 5 s
        - block: { name: b, cues: [A], interval: 4 s }
      """)
  }

  @Test("Every sentence has a name of its own, English words, and those numbers that it says it has")
  func sentences() {
    #expect(Set(SpokenSentence.allCases.map(\.english)).count == SpokenSentence.allCases.count)
    let held: [SpokenSentence: [String]] = [
      .closingLatency: ["left", "right"], .closingMilliseconds: ["number"],
      .closingCounted: ["counted", "trials"], .closingLeftOut: ["reasons"],
    ]
    for sentence in SpokenSentence.allCases {
      #expect(!sentence.english.isEmpty)
      let expected = held[sentence] ?? (sentence.rawValue.hasPrefix("left_out_") ? ["number"] : [])
      #expect(sentence.placeholders == expected, "\(sentence)")
      #expect(!sentence.text.contains("{"), "the catalogue fills \(sentence)")
    }
    for reason in CalibrationProblem.Reason.allCases {
      let sentence = SpokenSentence(calibrationReason: reason.rawValue)
      #expect(sentence?.english == reason.wording.text, "\(reason)")
    }
    // Every reason that leaves a movement out has words, and no other.
    for reason in Trial.Reason.allCases {
      #expect((SpokenSentence(leftOut: reason) != nil) == (reason.verdict == .invalid), "\(reason)")
    }
  }

  @Test("The shipped German words leave nothing in English, and the language chooses who speaks")
  func german() throws {
    let folder = Self.project.appendingPathComponent("protocols").path
    let file = try DrillFile.load(folder + "/mitte-links-rechts.yaml")
    #expect(file.problems == [])
    let drill = try #require(file.drill)
    #expect(Set(drill.programWords.keys) == Set(SpokenSentence.allCases))
    #expect(drill.language == "de")
    #expect(drill.voices().cues == .espeakNG("de") && drill.voices().guidance == .espeakNG("de"))
    let plan = RunPlan(drill: drill, timeline: Timeline(drill, seed: 1))
    let english = Set(SpokenSentence.allCases.map(\.english))
    for text in plan.machineSentences { #expect(!english.contains(text), "\(text)") }
  }

  @Test(
    "Who speaks: the voice that was asked for, the drill's, that of its language; sentences beside recordings"
  )
  func voices() throws {
    func voices(_ head: String, asked: Voice? = nil) throws -> [Voice] {
      let drill = try #require(drill(head).drill)
      let found = drill.voices(asked: asked)
      return [found.cues, found.guidance]
    }
    #expect(try voices("") == [.automatic, .automatic])
    #expect(try voices("language: en") == [.automatic, .automatic])
    #expect(try voices("language: en-gb") == [.espeakNG("en-gb"), .espeakNG("en-gb")])
    #expect(try voices("language: fr") == [.espeakNG("fr"), .espeakNG("fr")])
    #expect(try voices("language: fr\nvoice: flite") == [.flite("slt"), .flite("slt")])
    #expect(try voices("language: fr\nvoice: anna/") == [.folder("anna/"), .espeakNG("fr")])
    #expect(try voices("voice: anna/") == [.folder("anna/"), .automatic])
    #expect(try voices("language: fr", asked: .flite("rms")) == [.flite("rms"), .flite("rms")])
  }

  @Test(arguments: [
    ("language: german", "\"german\" is not a language"), ("language: DE", "is not a language"),
    ("language: de-", "is not a language"), ("language: [de]", "must be text"),
    ("sentences: { savd: x }", "no sentence \"savd\""), ("sentences: { saved: '' }", "saved is empty"),
    ("sentences: { saved: 'a {number}' }", "has no number {number}"),
    ("sentences: { saved: 'a {' }", "has no number {}"),
    ("sentences: { closing_latency: 'Links {left}' }", "leaves out its number {right}"),
    ("sentences: { closing_latency: 'Links {left} {rihgt}' }", "has no number {rihgt}"),
    ("sentences: [saved]", "must be a mapping"),
  ])
  func mistakes(head: String, message: String) throws {
    let file = drill(head)
    #expect(file.drill == nil)
    let problem = try #require(file.problems.fatal.first)
    #expect(problem.message.contains(message), "\(problem.message)")
    #expect(problem.line == 3)
  }

  @Test("A language without its sentences is a warning that names the first ones; English needs none")
  func warning() throws {
    let none = try #require(drill("language: fr").problems.first)
    #expect(none.severity == .warning && none.message.contains("in English, whatever the language"))
    let some = try #require(
      drill("language: fr\nsentences: { sensor_lost: Le capteur est perdu. }").problems.first)
    #expect(
      some.message.contains("\(SpokenSentence.allCases.count - 1) of the program's own sentences")
        && some.message.contains("sensor_back"))
    #expect(drill("language: en").problems == [] && drill("").problems == [])
  }

  @Test("The run says, records and renders the drill's words, and its own text as it is written")
  func said() throws {
    let drill = try #require(
      parsedDrill(
        """
        drill: 1
        title: T
        sentences: { paused: Pause., resumed: Weiter., half_time: Halb., no_answer: Nichts. }
        cues: { A: { say: a, expect: left } }
        steps:
          - say: We go on.
          - stationary: 5 s
          - block: { name: b, cues: [A], interval: 4 s }
          - ask: Ja?
            within: 3 s
        """
      ).drill)
    let plan = RunPlan(drill: drill, timeline: Timeline(drill, seed: 1))
    #expect(plan.machineSentences.contains("Pause.") && !plan.machineSentences.contains("Paused."))
    var driver = MachineDriver(plan)
    driver.begin()
    driver.run(until: 3)
    driver.give(.pause(source: .key, driver.now))
    driver.run(until: 5)
    driver.give(.pause(source: .key, driver.now))
    driver.run()
    let said = driver.log.filter { $0.hasPrefix("say ") }
    // "We go on." is the drill's own here, and stays; the program's sentence of the same words is said in the drill's.
    #expect(said.first == "say We go on. played")
    #expect(said.contains("say Weiter. played"))
    #expect(said.contains("say Pause. played") && said.contains("say Nichts. played"))
    #expect(driver.log.contains("speak Pause.") && !driver.log.contains("speak Paused."))
  }

  @Test("A failed calibration is told in the drill's words; without a speech program, without numbers")
  func failures() {
    let moved = "You moved 4 degrees after one second. Please keep still until you hear me again."
    #expect(SpokenWords.english.failure("moved", moved) == moved)
    #expect(SpokenWords([.failedMoved: "Bewegt."]).failure("moved", moved) == "Bewegt.")
    var fixed = SpokenWords.english
    fixed.isLimitedToFixed = true
    #expect(fixed.failure("moved", moved) == "You moved. Please keep still until you hear me again.")
    #expect(fixed.failure("a reason of a later version", moved) == moved)
    #expect(SpokenWords.english.fixedFailures == [.failedNoOutcome])
    #expect(Set(fixed.fixedFailures).count == CalibrationProblem.Reason.allCases.count + 1)
  }

  @Test("Numbers take their places")
  func numbers() {
    let words = SpokenWords([.closingLatency: "Rechts {right}, links {left}."])
    #expect(
      words.filled(.closingLatency, ["left": "312", "right": "298"]) == "Rechts 298, links 312.")
    #expect(words.filled(.closingMilliseconds, ["number": "7"]) == "7 milliseconds")
  }
}
