import Foundation
import Testing

@testable import DrillRunner

/// docs/protocols.md: every example is what the page says of it.
@Suite struct ProtocolPageTests {
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The texts of the page's blocks of a kind, with what stands behind the kind.
  static func blocks(_ kind: String) throws -> [(note: String, text: String)] {
    let page = try String(contentsOf: project.appendingPathComponent("docs/protocols.md"), encoding: .utf8)
    return page.components(separatedBy: "```" + kind).dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        lines[0].trimmingCharacters(in: .whitespaces), lines[1].components(separatedBy: "```")[0]
      )
    }
  }

  /// Reads an example; what it includes stands on the page.
  static func read(_ text: String) throws -> DrillFile {
    let sets = Dictionary(uniqueKeysWithValues: try blocks("yaml cue-set ").map { ($0.note, $0.text) })
    return DrillFile.parse(
      Array(text.utf8), path: "d.yaml",
      reading: { path in
        sets[path].map { .success(Array($0.utf8)) }
          ?? .failure(.missing(path: path, looked: [], known: []))
      })
  }

  @Test("Every drill is right; only a language whose sentences are not all there is warned of")
  func drills() throws {
    let drills = try Self.blocks("yaml drill")
    #expect(drills.count == 5)
    #expect(try Self.blocks("yaml cue-set ").count == 1)
    for (_, text) in drills {
      let file = try Self.read(text)
      let others = file.problems.filter { !$0.message.contains("of the program's own sentences") }
      #expect(file.drill != nil && others == [], "\(file.problems.rendered)")
      #expect((file.problems.count == 1) == text.contains("include:"))
    }
  }

  @Test("The listing and the message are those of the smallest drill")
  func output() throws {
    let smallest = try #require(try Self.blocks("yaml drill").first).text
    let drill = try #require(try Self.read(smallest).drill)
    let report = CheckReport(drill: drill, timeline: Timeline(drill, seed: 1), seedIsDrawn: false)
    #expect(try Self.blocks("text check").map(\.text) == [report.lines.joined(separator: "\n") + "\n"])
    let wrong = try Self.read(smallest.replacing("interval:", with: "intervall:"))
    #expect(try Self.blocks("text error").map(\.text) == wrong.problems.fatal.map { $0.description + "\n" })
  }

  @Test("The table has every sentence of the program")
  func sentences() throws {
    let page = try String(
      contentsOf: Self.project.appendingPathComponent("docs/protocols.md"), encoding: .utf8)
    for sentence in SpokenSentence.allCases {
      #expect(page.contains("| `\(sentence.rawValue)` | \(sentence.english) |\n"), "\(sentence)")
    }
    let rows = page.components(separatedBy: "| name | in English |")[1].components(separatedBy: "\n## ")[0]
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count == SpokenSentence.allCases.count)
  }

  @Test("The table of steps and the example of all steps have every key of the language")
  func keys() throws {
    let page = try String(
      contentsOf: Self.project.appendingPathComponent("docs/protocols.md"), encoding: .utf8)
    for key in DrillReader.allKeys { #expect(page.contains(key), "\(key)") }
    let all = try #require(try Self.blocks("yaml drill").last).text
    for kind in ["say", "calibrate", "countdown", "wait", "stationary", "block", "rest", "ask"] {
      #expect(all.contains("- \(kind):"))
    }
  }
}
