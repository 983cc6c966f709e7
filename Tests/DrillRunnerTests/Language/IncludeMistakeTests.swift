import MotionCore
import Testing

@testable import DrillRunner

/// What is said of includes that cannot be right.
@Suite struct IncludeMistakeTests {
  /// Files, and for each problem the file, line and column, and a part of what is said.
  static let mistakes: [(String, [String: String], [(String, String)])] = [
    (
      "a missing file", ["d.yaml": IncludeTexts.main("include: no.yaml", cues: "[x]")],
      [
        ("drills/d.yaml:3:10", "\"no.yaml\" cannot be read: No such file or directory")
      ]
    ),
    (
      "a cue that is defined twice",
      [
        "d.yaml": IncludeTexts.main("include: w.yaml\ncues:\n  LEFT: { say: l, expect: left }"),
        "w.yaml": IncludeTexts.words,
      ],
      [("drills/d.yaml:5:3", "the cue \"LEFT\" is already defined at drills/w.yaml:3")]
    ),
    (
      "a cue that two included files define",
      [
        "d.yaml": IncludeTexts.main("include: [w.yaml, v.yaml]"), "w.yaml": IncludeTexts.words,
        "v.yaml": IncludeTexts.words,
      ],
      [
        ("drills/v.yaml:3:3", "the cue \"LEFT\" is already defined at drills/w.yaml:3"),
        ("drills/v.yaml:4:3", "the cue \"CENTER\" is already defined at drills/w.yaml:4"),
      ]
    ),
    (
      "files that include each other",
      [
        "d.yaml": IncludeTexts.main("include: a.yaml"),
        "a.yaml": IncludeTexts.words.replacing("cue_set: 1", with: "cue_set: 1\ninclude: b.yaml"),
        "b.yaml": "cue_set: 1\ninclude: a.yaml",
      ],
      [("drills/b.yaml:2:10", "the file includes itself: a.yaml → b.yaml → a.yaml")]
    ),
    (
      "a drill that includes itself", ["d.yaml": IncludeTexts.main("include: d.yaml", cues: "[x]")],
      [
        ("drills/d.yaml:3:10", "the file includes itself: d.yaml → d.yaml")
      ]
    ),
    (
      "one file twice in a list",
      ["d.yaml": IncludeTexts.main("include: [w.yaml, ./w.yaml]"), "w.yaml": IncludeTexts.words],
      [("drills/d.yaml:3:19", "is included here twice")]
    ),
    (
      "another drill",
      ["d.yaml": IncludeTexts.main("include: e.yaml", cues: "[x]"), "e.yaml": IncludeTexts.main("")],
      [
        ("drills/e.yaml:1:1", "this is a drill, and cannot be included")
      ]
    ),
    (
      "another version",
      [
        "d.yaml": IncludeTexts.main(
          "include: w.yaml\ncues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }"),
        "w.yaml": "cue_set: 2",
      ],
      [("drills/w.yaml:1:10", "this program reads cue sets of format 1")]
    ),
    (
      "a mistake in an included file",
      [
        "d.yaml": IncludeTexts.main("include: w.yaml"),
        "w.yaml": IncludeTexts.words.replacing("expect: left", with: "expect: lft"),
      ],
      [("drills/w.yaml:3:31", "expect cannot be \"lft\"")]
    ),
    (
      "steps in a cue set",
      ["d.yaml": IncludeTexts.main("include: w.yaml"), "w.yaml": IncludeTexts.words + "\nsteps: []"],
      [("drills/w.yaml:5:1", "unknown key \"steps\" in a cue set")]
    ),
    (
      "a file that is no YAML",
      [
        "d.yaml": IncludeTexts.main(
          "include: w.yaml\ncues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }"),
        "w.yaml": "cue_set: [1",
      ],
      [("drills/w.yaml:2:1", "this is not YAML")]
    ),
    (
      "a path out of the folder",
      [
        "d.yaml": IncludeTexts.main(
          "include: ../w.yaml\ncues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }")
      ],
      [("drills/d.yaml:3:10", "lies outside the drill's folder")]
    ),
    (
      "two languages",
      [
        "d.yaml": IncludeTexts.main("include: [w.yaml, v.yaml]"),
        "w.yaml": IncludeTexts.words + "\nlanguage: en",
        "v.yaml": "cue_set: 1\nlanguage: en-gb",
      ],
      [("drills/v.yaml:2:11", "another language, en, is already set at drills/w.yaml:5")]
    ),
    (
      "two voices",
      [
        "d.yaml": IncludeTexts.main("include: [w.yaml, v.yaml]"),
        "w.yaml": IncludeTexts.words + "\nvoice: flite",
        "v.yaml": "cue_set: 1\nvoice: espeak-ng:de",
      ],
      [("drills/v.yaml:2:8", "another voice, flite:slt, is already set at drills/w.yaml:5")]
    ),
    (
      "words for a sentence twice",
      [
        "d.yaml": IncludeTexts.main("include: [w.yaml, v.yaml]"),
        "w.yaml": IncludeTexts.words + "\nsentences: { saved: a }",
        "v.yaml": "cue_set: 1\nsentences: { saved: b }",
      ],
      [("drills/v.yaml:2:12", "the sentence saved already has words at drills/w.yaml:5")]
    ),
    (
      "a cue set that is run as a drill", ["d.yaml": IncludeTexts.words],
      [("drills/d.yaml:1:1", "the first key must be \"drill\"")]
    ),
  ]

  @Test("Each mistake is named with its file and line", arguments: mistakes.indices)
  func mistake(_ index: Int) throws {
    let (name, files, expected) = Self.mistakes[index]
    let file = try IncludeTexts.read(files)
    #expect(file.drill == nil, "\(name)")
    let fatal = file.problems.fatal
    #expect(fatal.map(\.place) == expected.map(\.0), "\(name): \(file.problems.rendered)")
    for (problem, (_, message)) in zip(fatal, expected) {
      #expect(problem.message.contains(message), "\(name): \(problem.message)")
    }
  }

  @Test("Depth, number and size of what is included are bounded")
  func bounds() throws {
    var chain = ["d.yaml": IncludeTexts.main("include: 0.yaml", cues: "[x]")]
    for index in 0..<10 { chain["\(index).yaml"] = "cue_set: 1\ninclude: \(index + 1).yaml" }
    // The drill, and eight files below it.
    let deep = try #require(try IncludeTexts.read(chain).problems.fatal.last)
    #expect(deep.place == "drills/7.yaml:2:10" && deep.message.contains("more than 8 deep"))

    let names = (0..<33).map { "\($0).yaml" }
    var many = ["d.yaml": IncludeTexts.main("include: [\(names.joined(separator: ", "))]", cues: "[x]")]
    for name in names { many[name] = "cue_set: 1" }
    #expect(try IncludeTexts.read(many).problems.fatal.first?.message == "more than 32 files are included")

    let large = "cue_set: 1\n#" + String(repeating: "x", count: DrillFile.maximumBytes - 100)
    let file = try IncludeTexts.read([
      "d.yaml": IncludeTexts.main("include: w.yaml", cues: "[x]"), "w.yaml": large,
    ])
    #expect(file.problems.fatal.first?.message.contains("larger than 256 KiB") == true)
    // Nothing of it is kept in the record.
    #expect(file.bytes.count < 1000)
  }

  @Test("Bytes that are no text are pointed at in their file")
  func notText() throws {
    let file = try IncludeTexts.read([
      "d.yaml": Array(IncludeTexts.main("include: w.yaml").utf8),
      "w.yaml": Array("cue_set: 1\n".utf8) + [0xFF],
    ])
    #expect(file.problems.fatal.contains { $0.place == "drills/w.yaml:2:1" })
  }

  @Test("Without a way to read files, an include is an error and nothing is opened")
  func noReading() {
    let file = DrillFile.parse(Array(IncludeTexts.main("include: /etc/passwd").utf8), path: "d.yaml")
    #expect(file.problems.fatal.first?.message == "\"/etc/passwd\" cannot be read here")
  }
}
