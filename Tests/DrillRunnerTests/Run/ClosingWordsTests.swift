import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// The result of a session in the words of its run.
@Suite struct ClosingWordsTests {
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let mixed = ClosingWords(
    left: .median(412), right: .noneCounts, counted: 47, trials: 50,
    leftOut: [.init(count: 2, reason: .leftOutMissed), .init(count: 1, reason: .leftOutNotRequired)])

  private static func german() throws -> SpokenWords {
    let file = try DrillFile.load(project.appendingPathComponent("protocols/mitte-links-rechts.yaml").path)
    return SpokenWords(try #require(file.drill).programWords)
  }

  @Test("In English: medians, counts, and each reason with its number")
  func english() {
    #expect(
      Self.mixed.text(.english)
        == "Median latency, left: 412 milliseconds. Right: no movement counts. 47 of 50 movements counted. "
        + "Left out: 2 missed, 1 not required.")
    let all = ClosingWords(left: .median(300), right: .median(301), counted: 8, trials: 8, leftOut: [])
    #expect(all.text(.english).hasSuffix("8 of 8 movements counted. None was left out."))
  }

  @Test("A drill that asks for neither side says no side's number")
  func noSides() {
    let words = ClosingWords(left: .notAsked, right: .notAsked, counted: 4, trials: 4, leftOut: [])
    #expect(words.text(.english) == "4 of 4 movements counted. None was left out.")
  }

  /// The medians over the trials of the printed document, by what their cue expects: the rider goes from side to side, so
  /// that all but the first are movements across.
  @Test("Without CENTER, both sides have their number: that of all their counted movements")
  func fromSideToSide() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(
      """
      drill: 1
      title: Left and right
      seed: 1
      cues: { L: { say: Left, expect: left }, R: { say: Right, expect: right } }
      steps:
        - stationary: 5 s
        - block: { name: sides, cues: [L, R], repeat: 10, interval: 4 s }
      """, "sides.yaml")
    let sessions = heard.folder + "/sessions"
    let (_, text) = heard.run(["rehearse", drill, "--sessions", sessions])
    let line = text.replacing("\n", with: " ")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: sessions).first { !$0.contains(".") })
    let trials = try SessionAnalysis(path: "\(sessions)/\(name)", configuration: .default).analysis.trials
    func median(_ expect: ExpectedPosition) throws -> Int {
      let values = trials.filter { $0.cue.expect == expect && $0.counts }
        .compactMap(\.latencyMilliseconds.value).sorted()
      try #require(!values.isEmpty)
      let middle = values.count / 2
      return Int(
        (values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2).rounded())
    }
    #expect(trials.count { $0.direction.value == .directRightLeft && $0.counts } >= 5)
    #expect(
      line.contains(
        "Median latency, left: \(try median(.left)) milliseconds. Right: \(try median(.right)) milliseconds."),
      "\(text)")
  }

  @Test("A side that no word asks for says so")
  func oneSide() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(HeardMessages.drill, "short.yaml")
    let (_, text) = heard.run(["rehearse", drill, "--sessions", heard.folder + "/sessions"])
    #expect(text.replacing("\n", with: " ").contains(" Right: not asked for. "), "\(text)")
  }

  @Test("In the drill's language, the reasons too")
  func inGerman() throws {
    #expect(
      Self.mixed.text(try Self.german())
        == "Mittlere Reaktionszeit links: 412 Millisekunden. Rechts: keine Bewegung zählt. 47 von 50 Bewegungen zählen. "
        + "Ausgelassen: 2 ohne Bewegung, 1 nicht nötig.")
  }

  @Test("Every sentence of the result is said in some of them", arguments: ["english", "german"])
  func everySentence(language: String) throws {
    let words = language == "english" ? SpokenWords.english : try Self.german()
    let reasons = SpokenSentence.allCases.filter { $0.rawValue.hasPrefix("left_out_") }
    let texts = [
      ClosingWords(
        left: .notAsked, right: .noneCounts, counted: 2, trials: 40,
        leftOut: reasons.map { .init(count: 3, reason: $0) }
      ).text(words),
      ClosingWords(left: .median(1), right: .median(2), counted: 4, trials: 4, leftOut: []).text(words),
    ].joined()
    for reason in reasons { #expect(texts.contains(words.filled(reason, ["number": "3"]))) }
    for part in [SpokenSentence.closingNotAvailable, .closingNotAsked, .closingNoneLeftOut] {
      #expect(texts.contains(words[part]))
    }
    #expect(!texts.contains("{") && !texts.contains("}"))
  }

  @Test(
    "A rehearsal of a German drill prints its result in German; what cannot be spoken is printed all the same"
  )
  func printed() throws {
    let heard = try HeardMessages()
    try heard.write(
      try String(
        contentsOf: Self.project.appendingPathComponent("protocols/words/german.yaml"), encoding: .utf8),
      "german.yaml")
    let drill = try heard.write(
      """
      drill: 1
      title: Kurz
      seed: 1
      include: german.yaml
      steps:
        - stationary: 3 s
        - block: { name: eins, cues: [LEFT, CENTER, RIGHT, CENTER], repeat: 2, interval: 5 s }
      """, "kurz.yaml")
    let (_, text) = heard.run(["rehearse", drill, "--sessions", heard.folder + "/sessions"])
    let line = text.replacing("\n", with: " ")
    #expect(line.contains("Mittlere Reaktionszeit links: ") && line.contains(" Millisekunden"), "\(text)")
    #expect(line.contains(" von 8 Bewegungen zählen."), "\(text)")
    #expect(!line.contains("Median latency, left"))
  }

  @Test("Where numbers cannot be spoken, the screen is named, in the drill's language")
  func onlyFixed() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(HeardMessages.drill, "short.yaml")
    _ = heard.run(["rehearse", drill, "--sessions", heard.folder + "/sessions"])
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: heard.folder + "/sessions")
        .first { !$0.contains(".") })
    let analysis = try SessionAnalysis(
      path: "\(heard.folder)/sessions/\(name)", configuration: .default
    ).analysis
    var words = try Self.german()
    words.isLimitedToFixed = true
    #expect(ClosingWords.spoken(analysis, words) == "Das Ergebnis steht auf dem Bildschirm.")
    words.isLimitedToFixed = false
    #expect(ClosingWords.spoken(analysis, words) == ClosingWords(analysis)?.text(words))
  }
}
