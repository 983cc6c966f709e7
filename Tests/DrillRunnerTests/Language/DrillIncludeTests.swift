import CueAudio
import Foundation
import Glibc
import MotionCore
import Testing

@testable import DrillRunner

/// `include:`, words that drills share.
@Suite struct DrillIncludeTests {
  @Test("A drill takes cues from a file beside it, and from files that this one includes")
  func words() throws {
    let file = try IncludeTexts.read([
      "d.yaml": IncludeTexts.main("include: words/a.yaml", cues: "[LEFT, CENTER, RIGHT, BACK]"),
      "words/a.yaml": IncludeTexts.words.replacing(
        "cue_set: 1", with: "cue_set: 1\ninclude: [./more/b.yaml, c.yaml]"),
      "words/more/b.yaml": "cue_set: 1\ncues: { RIGHT: { clip: r.wav, expect: right } }",
      "words/c.yaml":
        "cue_set: 1\ncues: { BACK: { say: Back, expect: none }, UNUSED: { say: u, expect: none } }",
    ])
    #expect(file.problems == [], "\(file.problems.rendered)")
    let drill = try #require(file.drill)
    #expect(drill.includes == ["words/a.yaml", "words/c.yaml", "words/more/b.yaml"])
    #expect(drill.cues.map(\.name) == ["RIGHT", "BACK", "UNUSED", "LEFT", "CENTER"])
    // A clip stands beside the file that names it.
    #expect(drill.cue(named: "RIGHT")?.speech == .clip(path: "drills/words/more/r.wav"))
  }

  @Test("Two ways to one file bring its words once")
  func diamond() throws {
    let file = try IncludeTexts.read([
      "d.yaml": IncludeTexts.main("include: [a.yaml, b.yaml]"),
      "a.yaml": "cue_set: 1\ninclude: words.yaml", "b.yaml": "cue_set: 1\ninclude: words.yaml",
      "words.yaml": IncludeTexts.words,
    ])
    #expect(file.problems == [] && file.drill?.cues.count == 2)
  }

  @Test("The drill's own language, voice and sentences count before those that it includes")
  func precedence() throws {
    let set = IncludeTexts.words.replacing(
      "cue_set: 1",
      with: "cue_set: 1\nlanguage: de\nvoice: espeak-ng:de\nsentences: { saved: Fertig., paused: Halt. }")
    let included = try #require(
      try IncludeTexts.read(["d.yaml": IncludeTexts.main("include: w.yaml"), "w.yaml": set]).drill)
    #expect(included.language == "de" && included.voice == .espeakNG("de"))
    #expect(included.programWords == [.saved: "Fertig.", .paused: "Halt."])
    let own = try #require(
      try IncludeTexts.read([
        "d.yaml": IncludeTexts.main(
          "include: w.yaml\nlanguage: en\nvoice: flite\nsentences: { saved: Done. }"),
        "w.yaml": set,
      ]).drill)
    #expect(own.language == "en" && own.voice == .flite("slt"))
    #expect(own.programWords == [.saved: "Done.", .paused: "Halt."])
  }

  @Test("Files on a disk, by whatever path the drill is named")
  func disk() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/include-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/words", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try IncludeTexts.main("include: words/w.yaml").write(
      toFile: folder + "/d.yaml", atomically: true, encoding: .utf8)
    try IncludeTexts.words.write(toFile: folder + "/words/w.yaml", atomically: true, encoding: .utf8)
    #expect(try DrillFile.load(folder + "/d.yaml").drill?.cues.count == 2)
    try FileManager.default.removeItem(atPath: folder + "/words/w.yaml")
    let missing = try DrillFile.load(folder + "/d.yaml").problems.fatal
    #expect(missing.first?.hint?.contains("it is looked for at \(folder)/words/w.yaml") == true)
    #expect(mkfifo(folder + "/words/w.yaml", 0o600) == 0)
    #expect(
      try DrillFile.load(folder + "/d.yaml").problems.fatal.first?.message.contains("not a regular file")
        == true,
      "and never waits for a writer")
  }
}
