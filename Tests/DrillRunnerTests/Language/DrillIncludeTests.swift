import CueAudio
import Foundation
import Glibc
import MotionCore
import Testing

@testable import DrillRunner

/// The files of these tests.
private enum Texts {
  static let words: String = """
    cue_set: 1
    cues:
      LEFT: { say: Links, expect: left }
      CENTER: { say: Mitte, expect: center }
    """

  static func main(_ head: String, cues: String = "[LEFT, CENTER]") -> String {
    """
    drill: 1
    title: T
    \(head)
    steps:
      - stationary: 5 s
      - block: { name: b, cues: \(cues), interval: 4 s }

    """
  }
}

/// `include:`, words that drills share. The files are texts in memory, in the folder "drills".
@Suite struct DrillIncludeTests {
  private func read(_ files: [String: [UInt8]], _ name: String = "d.yaml") throws -> DrillFile {
    DrillFile.parse(
      try #require(files[name]), path: "drills/\(name)", folder: "drills",
      reading: { path in
        #expect(path.hasPrefix("drills/"))
        return files[String(path.dropFirst("drills/".count))].map { .success($0) }
          ?? .failure(.missing(path: path, known: []))
      })
  }

  private func read(_ files: [String: String]) throws -> DrillFile {
    try read(files.mapValues { Array($0.utf8) })
  }

  @Test("A drill takes cues from a file beside it, and from files that this one includes")
  func words() throws {
    let file = try read([
      "d.yaml": Texts.main("include: words/a.yaml", cues: "[LEFT, CENTER, RIGHT, BACK]"),
      "words/a.yaml": Texts.words.replacing(
        "cue_set: 1", with: "cue_set: 1\ninclude: [./more/b.yaml, c.yaml]"),
      "words/more/b.yaml": "cue_set: 1\ncues: { RIGHT: { clip: r.wav, expect: right } }",
      "words/c.yaml":
        "cue_set: 1\ncues: { BACK: { say: Back, expect: back }, UNUSED: { say: u, expect: none } }",
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
    let file = try read([
      "d.yaml": Texts.main("include: [a.yaml, b.yaml]"),
      "a.yaml": "cue_set: 1\ninclude: words.yaml", "b.yaml": "cue_set: 1\ninclude: words.yaml",
      "words.yaml": Texts.words,
    ])
    #expect(file.problems == [] && file.drill?.cues.count == 2)
  }

  @Test("The drill's own language, voice and sentences count before those that it includes")
  func precedence() throws {
    let set = Texts.words.replacing(
      "cue_set: 1",
      with: "cue_set: 1\nlanguage: de\nvoice: espeak-ng:de\nsentences: { saved: Fertig., paused: Halt. }")
    let included = try #require(
      try read(["d.yaml": Texts.main("include: w.yaml"), "w.yaml": set]).drill)
    #expect(included.language == "de" && included.voice == .espeakNG("de"))
    #expect(included.programWords == [.saved: "Fertig.", .paused: "Halt."])
    let own = try #require(
      try read([
        "d.yaml": Texts.main("include: w.yaml\nlanguage: en\nvoice: flite\nsentences: { saved: Done. }"),
        "w.yaml": set,
      ]).drill)
    #expect(own.language == "en" && own.voice == .flite("slt"))
    #expect(own.programWords == [.saved: "Done.", .paused: "Halt."])
  }

  /// Files, and for each problem the file, line and column, and a part of what is said.
  static let mistakes: [(String, [String: String], [(String, String)])] = [
    (
      "a missing file", ["d.yaml": Texts.main("include: no.yaml", cues: "[x]")],
      [
        ("drills/d.yaml:3:10", "\"no.yaml\" cannot be read: No such file or directory")
      ]
    ),
    (
      "a cue that is defined twice",
      [
        "d.yaml": Texts.main("include: w.yaml\ncues:\n  LEFT: { say: l, expect: left }"),
        "w.yaml": Texts.words,
      ],
      [("drills/d.yaml:5:3", "the cue \"LEFT\" is already defined at drills/w.yaml:3")]
    ),
    (
      "a cue that two included files define",
      ["d.yaml": Texts.main("include: [w.yaml, v.yaml]"), "w.yaml": Texts.words, "v.yaml": Texts.words],
      [
        ("drills/v.yaml:3:3", "the cue \"LEFT\" is already defined at drills/w.yaml:3"),
        ("drills/v.yaml:4:3", "the cue \"CENTER\" is already defined at drills/w.yaml:4"),
      ]
    ),
    (
      "files that include each other",
      [
        "d.yaml": Texts.main("include: a.yaml"),
        "a.yaml": Texts.words.replacing("cue_set: 1", with: "cue_set: 1\ninclude: b.yaml"),
        "b.yaml": "cue_set: 1\ninclude: a.yaml",
      ],
      [("drills/b.yaml:2:10", "the file includes itself: a.yaml → b.yaml → a.yaml")]
    ),
    (
      "a drill that includes itself", ["d.yaml": Texts.main("include: d.yaml", cues: "[x]")],
      [
        ("drills/d.yaml:3:10", "the file includes itself: d.yaml → d.yaml")
      ]
    ),
    (
      "one file twice in a list",
      ["d.yaml": Texts.main("include: [w.yaml, ./w.yaml]"), "w.yaml": Texts.words],
      [("drills/d.yaml:3:19", "is included here twice")]
    ),
    (
      "another drill", ["d.yaml": Texts.main("include: e.yaml", cues: "[x]"), "e.yaml": Texts.main("")],
      [
        ("drills/e.yaml:1:1", "this is a drill, and cannot be included")
      ]
    ),
    (
      "another version",
      [
        "d.yaml": Texts.main(
          "include: w.yaml\ncues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }"),
        "w.yaml": "cue_set: 2",
      ],
      [("drills/w.yaml:1:10", "this program reads cue sets of format 1")]
    ),
    (
      "a mistake in an included file",
      [
        "d.yaml": Texts.main("include: w.yaml"),
        "w.yaml": Texts.words.replacing("expect: left", with: "expect: lft"),
      ],
      [("drills/w.yaml:3:31", "expect cannot be \"lft\"")]
    ),
    (
      "steps in a cue set", ["d.yaml": Texts.main("include: w.yaml"), "w.yaml": Texts.words + "\nsteps: []"],
      [("drills/w.yaml:5:1", "unknown key \"steps\" in a cue set")]
    ),
    (
      "a file that is no YAML",
      [
        "d.yaml": Texts.main(
          "include: w.yaml\ncues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }"),
        "w.yaml": "cue_set: [1",
      ],
      [("drills/w.yaml:2:1", "this is not YAML")]
    ),
    (
      "a path out of the folder",
      [
        "d.yaml": Texts.main(
          "include: ../w.yaml\ncues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }")
      ],
      [("drills/d.yaml:3:10", "lies outside the drill's folder")]
    ),
    (
      "two languages",
      [
        "d.yaml": Texts.main("include: [w.yaml, v.yaml]"), "w.yaml": Texts.words + "\nlanguage: en",
        "v.yaml": "cue_set: 1\nlanguage: en-gb",
      ],
      [("drills/v.yaml:2:11", "another language, en, is already set at drills/w.yaml:5")]
    ),
    (
      "two voices",
      [
        "d.yaml": Texts.main("include: [w.yaml, v.yaml]"), "w.yaml": Texts.words + "\nvoice: flite",
        "v.yaml": "cue_set: 1\nvoice: espeak-ng:de",
      ],
      [("drills/v.yaml:2:8", "another voice, flite:slt, is already set at drills/w.yaml:5")]
    ),
    (
      "words for a sentence twice",
      [
        "d.yaml": Texts.main("include: [w.yaml, v.yaml]"),
        "w.yaml": Texts.words + "\nsentences: { saved: a }",
        "v.yaml": "cue_set: 1\nsentences: { saved: b }",
      ],
      [("drills/v.yaml:2:12", "the sentence saved already has words at drills/w.yaml:5")]
    ),
    (
      "a cue set that is run as a drill", ["d.yaml": Texts.words],
      [("drills/d.yaml:1:1", "the first key must be \"drill\"")]
    ),
  ]

  @Test("Each mistake is named with its file and line", arguments: mistakes.indices)
  func mistake(_ index: Int) throws {
    let (name, files, expected) = Self.mistakes[index]
    let file = try read(files)
    #expect(file.drill == nil, "\(name)")
    let fatal = file.problems.fatal
    #expect(fatal.map(\.failure) == expected.map(\.0), "\(name): \(file.problems.rendered)")
    for (problem, (_, message)) in zip(fatal, expected) {
      #expect(problem.message.contains(message), "\(name): \(problem.message)")
    }
  }

  @Test("Depth, number and size of what is included are bounded")
  func bounds() throws {
    var chain = ["d.yaml": Texts.main("include: 0.yaml", cues: "[x]")]
    for index in 0..<10 { chain["\(index).yaml"] = "cue_set: 1\ninclude: \(index + 1).yaml" }
    // The drill, and eight files below it.
    let deep = try #require(try read(chain).problems.fatal.last)
    #expect(deep.failure == "drills/7.yaml:2:10" && deep.message.contains("more than 8 deep"))

    let names = (0..<33).map { "\($0).yaml" }
    var many = ["d.yaml": Texts.main("include: [\(names.joined(separator: ", "))]", cues: "[x]")]
    for name in names { many[name] = "cue_set: 1" }
    #expect(try read(many).problems.fatal.first?.message == "more than 32 files are included")

    let large = "cue_set: 1\n#" + String(repeating: "x", count: DrillFile.maximumBytes - 100)
    let file = try read(["d.yaml": Texts.main("include: w.yaml", cues: "[x]"), "w.yaml": large])
    #expect(file.problems.fatal.first?.message.contains("larger than 256 KiB") == true)
    // Nothing of it is kept in the record.
    #expect(file.bytes.count < 1000)
  }

  @Test("Bytes that are no text are pointed at in their file")
  func notText() throws {
    let file = try read([
      "d.yaml": Array(Texts.main("include: w.yaml").utf8), "w.yaml": Array("cue_set: 1\n".utf8) + [0xFF],
    ])
    #expect(file.problems.fatal.contains { $0.failure == "drills/w.yaml:2:1" })
  }

  @Test("Without a way to read files, an include is an error and nothing is opened")
  func noReading() {
    let file = DrillFile.parse(Array(Texts.main("include: /etc/passwd").utf8), path: "d.yaml")
    #expect(file.problems.fatal.first?.message == "\"/etc/passwd\" cannot be read here")
  }

  // MARK: The record

  /// Line ends, document marks and a byte order mark in either file.
  @Test(
    "The recorded drill holds what it includes, word for word, and runs again without the files",
    arguments: [
      (Texts.main("include: w.yaml"), Texts.words),
      (String(Texts.main("include: w.yaml").dropLast()), Texts.words + "\n"),
      (Texts.main("include: w.yaml") + "...\n", "---\n" + Texts.words + "\n...\n"),
      (
        "{drill: 1, title: T, include: w.yaml, steps: [{stationary: 5 s}, {block: {name: b, cues: [LEFT], interval: 4 s}}]}",
        "%YAML 1.2\n---\n" + Texts.words
      ),
      (
        Texts.main("include: w.yaml").replacing("\n", with: "\r\n"),
        "\u{FEFF}" + Texts.words.replacing("\n", with: "\r\n")
      ),
      (Texts.main("include: w.yaml"), "# a comment\n\n" + Texts.words + "\n# the end"),
    ])
  func record(main: String, set: String) throws {
    let file = try read(["d.yaml": main, "w.yaml": set])
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
    let text = Texts.main("cues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }")
    #expect(try read(["d.yaml": text]).bytes == Array(text.utf8))
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
      Texts.main("cues: { LEFT: { say: l, expect: left }, CENTER: { say: c, expect: center } }") + tail
    let file = try read(["d.yaml": text])
    #expect(file.drill == nil && file.problems.fatal.contains { $0.message.contains(message) })
  }

  @Test("Files on a disk, by whatever path the drill is named")
  func disk() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/include-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/words", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Texts.main("include: words/w.yaml").write(
      toFile: folder + "/d.yaml", atomically: true, encoding: .utf8)
    try Texts.words.write(toFile: folder + "/words/w.yaml", atomically: true, encoding: .utf8)
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
