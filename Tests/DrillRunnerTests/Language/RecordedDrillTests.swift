import MotionCore
import Testing

@testable import DrillRunner

/// How a drill that includes files is recorded.
@Suite struct RecordedDrillTests {
  /// Line ends, document marks and a byte order mark in either file.
  @Test(
    "The recorded drill holds what it includes, word for word, and runs again without the files",
    arguments: [
      (IncludeTexts.main("include: w.yaml"), IncludeTexts.words),
      (String(IncludeTexts.main("include: w.yaml").dropLast()), IncludeTexts.words + "\n"),
      (IncludeTexts.main("include: w.yaml") + "...\n", "---\n" + IncludeTexts.words + "\n...\n"),
      (
        "{drill: 1, title: T, include: w.yaml, steps: [{stationary: 5 s}, {block: {name: b, cues: [LEFT], interval: 4 s}}]}",
        "%YAML 1.2\n---\n" + IncludeTexts.words
      ),
      (
        IncludeTexts.main("include: w.yaml").replacing("\n", with: "\r\n"),
        "\u{FEFF}" + IncludeTexts.words.replacing("\n", with: "\r\n")
      ),
      (IncludeTexts.main("include: w.yaml"), "# a comment\n\n" + IncludeTexts.words + "\n# the end"),
    ])
  func record(main: String, set: String) throws {
    let file = try IncludeTexts.read(["d.yaml": main, "w.yaml": set])
    let drill = try #require(file.drill, "\(file.problems.rendered)")
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text.hasPrefix(main))
    #expect(text.contains(set.replacing("\u{FEFF}", with: "")))

    // Nothing can be read now.
    let again = DrillFile.parse(file.bytes, path: "session/protocol.yaml", folder: "session")
    #expect(
      again.problems
        == file.problems.map { problem in
          var problem = problem
          problem.file = "session/protocol.yaml"
          return problem
        }, "\(again.problems.rendered)")
    let same = try #require(again.drill)
    #expect(same == drill)
    #expect(Timeline(same, seed: 5) == Timeline(drill, seed: 5))
    #expect(again.bytes == file.bytes, "recorded again it is the same")
  }

  @Test("A drill that includes nothing is recorded as it is")
  func plainRecord() throws {
    let text = IncludeTexts.main(
      "cues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }")
    #expect(try IncludeTexts.read(["d.yaml": text]).bytes == Array(text.utf8))
  }

  @Test(
    "What follows a drill and is no included file is an error",
    arguments: [
      ("---\nx: 1\n", "one document; this starts a second"), ("---\nincluded: a.yaml\n", "is missing here"),
      ("---\n- included\n", "one document"), ("---\nincluded: ''\n---\ncue_set: 1\n", "one document"),
      (
        "---\nincluded: a\n---\ncue_set: 1\n---\nincluded: a\n---\ncue_set: 1\n", "\"a\" stands here twice"
      ),
    ])
  func carriedMistakes(tail: String, message: String) throws {
    let text =
      IncludeTexts.main("cues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }") + tail
    let file = try IncludeTexts.read(["d.yaml": text])
    #expect(file.drill == nil && file.problems.fatal.contains { $0.message.contains(message) })
  }
}
