import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// Which messages a test makes the program tell. `CommandMessageTests` hears them from commands, `SpokenMessageTests`
/// from the run's machine; other tests assert their words. What none of them provokes is listed here, so that the list
/// can only become shorter, or be made longer on purpose.
@Suite struct ProvokedMessageTests {
  /// Rendered by `MessageCatalogueTests`, and provoked by no test: most need a device that fails in its own way, or a
  /// library that does.
  static let unprovoked: Set<String> = []

  @Test func everyMessageIsProvokedOrListed() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let known = try ProvokedMessageTests.wordsOfTests(
      in: tests.deletingLastPathComponent().deletingLastPathComponent())
    let heard = Set(CommandMessageTests.cases.map(\.id))
    var missing: Set<String> = []
    for entry in MessageCatalogue.all where !heard.contains(entry.id) {
      if ["say", "say.remark"].contains(entry.section.id) { continue }
      let words = ProvokedMessageTests.triples(entry.wording.text)
      if words.isDisjoint(with: known) { missing.insert(entry.id) }
    }
    let added = missing.subtracting(ProvokedMessageTests.unprovoked).sorted()
    let gone = ProvokedMessageTests.unprovoked.subtracting(missing).sorted()
    #expect(added == [], "provoked by no test")
    #expect(gone == [], "provoked by now: take them off the list")
  }

  /// Three words in a row that stand in the sources of the tests, but for these here.
  private static func wordsOfTests(in folder: URL) throws -> Set<String> {
    let files =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/Messages/") }
      ?? []
    return try files.reduce(into: []) { $0.formUnion(triples(try String(contentsOf: $1, encoding: .utf8))) }
  }

  /// All runs of three words of letters, in lower case.
  private static func triples(_ text: String) -> Set<String> {
    let words = text.utf8.split { !(0x61...0x7A).contains($0 | 0x20) }.map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    guard words.count >= 3 else { return [] }
    return Set((0..<words.count - 2).map { words[$0...($0 + 2)].joined(separator: " ") })
  }
}
