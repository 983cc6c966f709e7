import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// The result of a session in the words of its run.
@Suite struct ClosingWordsTests {
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let mixed = ClosingWords(
    left: 412, right: nil, counted: 47, trials: 50,
    leftOut: [.init(count: 2, reason: .leftOutMissed), .init(count: 1, reason: .leftOutNotRequired)])

  private static func german() throws -> SpokenWords {
    let file = try DrillFile.load(project.appendingPathComponent("protocols/mitte-links-rechts.yaml").path)
    return SpokenWords(try #require(file.drill).programWords)
  }

  @Test("In English: medians, counts, and each reason with its number")
  func english() {
    #expect(
      Self.mixed.text(.english)
        == "Median latency, left: 412 milliseconds. Right: not available. 47 of 50 movements counted. "
        + "Left out: 2 missed, 1 not required.")
    let all = ClosingWords(left: 300, right: 301, counted: 8, trials: 8, leftOut: [])
    #expect(all.text(.english).hasSuffix("8 of 8 movements counted. None was left out."))
  }

  @Test("In the drill's language, the reasons too")
  func inGerman() throws {
    #expect(
      Self.mixed.text(try Self.german())
        == "Mittlere Reaktionszeit links: 412 Millisekunden. Rechts: nicht verfügbar. 47 von 50 Bewegungen zählen. "
        + "Ausgelassen: 2 ohne Bewegung, 1 nicht nötig.")
  }

  @Test("Every sentence of the result is said in some of them", arguments: ["english", "german"])
  func everySentence(language: String) throws {
    let words = language == "english" ? SpokenWords.english : try Self.german()
    let reasons = SpokenSentence.allCases.filter { $0.rawValue.hasPrefix("left_out_") }
    let texts = [
      ClosingWords(
        left: 1, right: nil, counted: 2, trials: 40,
        leftOut: reasons.map { .init(count: 3, reason: $0) }
      ).text(words),
      ClosingWords(left: 1, right: 2, counted: 4, trials: 4, leftOut: []).text(words),
    ].joined()
    for reason in reasons { #expect(texts.contains(words.filled(reason, ["number": "3"]))) }
    for part in [SpokenSentence.closingNotAvailable, .closingNoneLeftOut] {
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
