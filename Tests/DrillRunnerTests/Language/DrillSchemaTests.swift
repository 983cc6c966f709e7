import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// docs/schema/drill.schema.json beside the reader: what editors mark as wrong is wrong, and the other way round where one
/// value shows it. The schema is asked by Python's jsonschema, with YAML read by ruamel.yaml.
@Suite struct DrillSchemaTests {
  private static let project = ProtocolPageTests.project
  private static let schema = project.appendingPathComponent("docs/schema/drill.schema.json")

  /// What the schema says of each text.
  private func schemaProblems(_ texts: [String]) throws -> [[String]] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "drills-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let list = JSONValue.array(texts.map { .string($0) })
    try list.text().write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = Self.project.appendingPathComponent(".build/python/bin/python")
    process.arguments = [
      "-B", Self.project.appendingPathComponent("Tests/readers/validate_drill.py").path, file.path,
    ]
    let out = Pipe()
    process.standardOutput = out
    try process.run()
    let bytes = out.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let found = try JSONValue.parse(Array(bytes)).array ?? []
    try #require(process.terminationStatus == 0 && found.count == texts.count)
    return found.map { ($0.array ?? []).compactMap(\.string) }
  }

  private func isRefused(_ text: String) throws -> Bool { try ProtocolPageTests.read(text).drill == nil }

  @Test("Every shipped drill and cue set, and every example of the page, is as the schema says")
  func right() throws {
    let folder = Self.project.appendingPathComponent("protocols")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }
    #expect(files.count >= 6 && files.contains("words/german.yaml"))
    var texts = try files.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    // Each names the schema, by a path from where it stands.
    for (name, text) in zip(files, texts) {
      let line = try #require(text.split(separator: "\n").first)
      #expect(line.hasPrefix("# yaml-language-server: $schema="))
      let path = String(line.dropFirst("# yaml-language-server: $schema=".count))
      let named = folder.appendingPathComponent(name).deletingLastPathComponent().appendingPathComponent(path)
      #expect(named.standardizedFileURL == Self.schema.standardizedFileURL)
    }
    texts += try (ProtocolPageTests.blocks("yaml drill") + ProtocolPageTests.blocks("yaml cue-set ")).map(
      \.text)
    for (text, problems) in zip(texts, try schemaProblems(texts)) { #expect(problems == [], "\(text)") }
  }

  /// What is unusual and right.
  private static let odd = [
    "drill: '1'\ntitle: 2026\nseed: '7'\nrate: 12.5Hz\nsteps: [{ say: 5 }, { rest: .5 min }]",
    "drill: 1\ntitle: no\nsteps:\n  - calibrate: neutral\n    required: yes\n  - calibrate: axes\n    required: false",
    "drill: 1\ntitle: T\ncues: { 1: { say: 1, expect: none, volume: -0 dB, tick: 'no' } }\nsteps:\n  - stationary: 1s\n"
      + "  - block: { name: 1, cues: [1], interval: '  3 s..4 s   uniform ', repeat: '2', catch: 0 % }",
    "drill: 1\ntitle: T\nvoice: ./a\nlanguage: zh-Hant-TW\nbuttons: { KEY_1: none, DOUBLE_TAP: stop }\n"
      + "on_loss: { sensor: wait 5000 ms then stop }\nsteps: [{ wait: still }]",
    "drill: 1\ntitle: T\nsentences: { closing_latency: '{right} {left} {left}', saved: 1 }\nsteps: [{ rest: 1 s }]",
    "drill: 1\ntitle: T\nsteps: [{ ask: 1, name: 2, answers: [LEFT], tap: LEFT, within: 3 s }]",
  ]

  @Test("What the schema refuses the reader refuses")
  func soundness() throws {
    let texts = Self.odd + Self.mutations
    for (text, problems) in zip(texts, try schemaProblems(texts)) where !problems.isEmpty {
      #expect(try isRefused(text), "the schema says \(problems) of\n\(text)")
    }
    for text in Self.odd {
      let file = try ProtocolPageTests.read(text)
      #expect(file.drill != nil, "\(file.problems.rendered)")
    }
  }

  /// Mistakes of the language's tests that need more of a drill than one value: the schema cannot see them.
  private static let beyondTheSchema = [
    "the first key must be", "is out of range", "out of range", "is too long", "is too short", "is empty",
    "runs backwards", "no time at all", "cannot be negative", "not a whole number of milliseconds",
    "after the first block",
    "the axes are found from", "this block has none", "from 0 % to 100 %", "aliases", "anchors",
    "tags (!name)",
    "the number 20 has no unit",
  ]

  @Test("What the reader refuses for one value's sake the schema refuses")
  func completeness() throws {
    let texts = Self.mutations
    var seen = 0
    for (text, problems) in zip(texts, try schemaProblems(texts)) {
      // A number without a fraction is whole in JSON, however it is written.
      if text.contains("repeat: 1e3") { continue }
      let fatal = try ProtocolPageTests.read(text).problems.fatal
      guard let first = fatal.first, !Self.beyondTheSchema.contains(where: first.message.contains) else {
        continue
      }
      seen += 1
      #expect(!problems.isEmpty, "the schema finds nothing wrong, the reader \(first.message), in\n\(text)")
    }
    #expect(seen >= 60, "\(seen)")
  }

  /// A drill of every key with one mistake each: those of the language's tests, and one for each key more.
  private static let mutations: [String] = {
    let known = DrillLanguageTests.mistakes.map {
      DrillLanguageTests.everything.replacing($0.0, with: $0.1, maxReplacements: 1)
    }
    let whole = """
      drill: 1
      title: T
      language: de
      voice: espeak-ng:de
      sentences: { saved: Fertig., closing_counted: "{counted} {trials}" }
      buttons: { BTN_SOUTH: GOOD }
      cues:
        A: { say: a, expect: left, volume: -6 dB, tick: yes }
        B: { say: b, expect: right }
      steps:
        - stationary: 5 s
        - block: { name: b, cues: [A, B], interval: 4 s, order: shuffled, most_alike: 2 }
        - ask: Q
          answers: [GOOD, BAD]
          tap: BAD
          within: 10 s
      """
    let changes = [
      ("language: de", "language: German"), ("language: de", "langauge: de"), ("espeak-ng:de", "espeak"),
      ("espeak-ng:de", "../anna/"), ("saved:", "savd:"), ("Fertig.", "'{x}'"), ("{trials}", ""),
      ("BTN_SOUTH", "SOUTH"), ("GOOD }", "god }"), ("-6 dB", "-6"), ("tick: yes", "tick: maybe"),
      ("most_alike: 2", "most_alike: 0"), ("most_alike: 2", "most_alike: few"), ("order: shuffled, ", ""),
      ("order: shuffled", "order: fixed"), ("answers: [GOOD, BAD]", "answers: []"),
      ("answers: [GOOD, BAD]", "answers: [GOOD, GOOD]"), ("answers: [GOOD, BAD]", "answers: [good]"),
      ("tap: BAD", "tap: bad"), ("within: 10 s", "within: 10"), ("within: 10 s", "where: table"),
      ("- ask: Q", "- rest: 1 s"), ("title: T", "title: T\ninclude: []"),
      ("title: T", "title: T\ninclude: ../a"),
      ("say: b, ", ""), ("expect: right", "expect: up"), ("name: b, ", ""),
      ("interval: 4 s", "interval: soon"),
    ]
    return known + changes.map { whole.replacing($0.0, with: $0.1, maxReplacements: 1) }
  }()

  @Test("The schema knows every key and every sentence of the language")
  func keys() throws {
    let document = try JSONValue.parse(Array(try Data(contentsOf: Self.schema)))
    let definitions = try #require(document["$defs"])
    let sentences = try #require(definitions["drill"]?["properties"]?["sentences"]?["properties"]?.object)
    #expect(sentences.members.map(\.key) == SpokenSentence.allCases.map(\.rawValue))
    for member in sentences.members {
      #expect(member.value["description"]?.string == SpokenSentence(rawValue: member.key)?.english)
    }
    let keys = ["drill", "cue_set", "cue", "step", "block"].flatMap { name in
      (definitions[name]?["properties"]?.object?.members ?? []).map(\.key)
    }
    let onLoss =
      definitions["drill"]?["properties"]?["on_loss"]?["properties"]?.object?.members.map(\.key) ?? []
    #expect(Set(keys + onLoss) == DrillReader.allKeys)
  }
}
