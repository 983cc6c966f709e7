import Foundation
import MotionCore
import Testing

@testable import DrillRunner

/// Which messages a test makes the program tell. `CommandMessageTests` hears them from commands, `SpokenMessageTests`
/// from the run's machine; other tests assert their words, name their case, or find their key in a file. What none of
/// them does is listed here, so that nothing is added to it unseen.
@Suite struct ProvokedMessageTests {
  /// Rendered by `MessageCatalogueTests`, and provoked by no test: most need a device, a library or another program
  /// that fails in its own way.
  static let unprovoked: Set<String> = [
    "clip-warning.low-rate", "clip-warning.soft", "clip-warning.soft-source", "clip.conversion-failed",
    "clip.cut-short", "clip.no-sound-file", "clip.rate-not-convertible", "csv-columns.declared",
    "csv-columns.several-columns", "csv-columns.time-missing", "csv-columns.too-many-columns",
    "csv-columns.unknown-key", "csv.too-many-rows", "difference.other-size", "doctor.disk-room",
    "doctor.no-rules", "doctor.voice", "export.archive-failed", "export.archive-short",
    "export.became-shorter", "export.made-meanwhile", "export.no-memory", "export.other-export-runs",
    "export.same-label", "export.several-in-one-archive", "export.unreadable-file", "file.denied",
    "file.read-only", "gains.not-json", "gains.not-three-numbers", "json", "labels.not-json",
    "labels.too-many", "limit.angles-from-gravity", "limit.gaps", "limit.no-audible-time",
    "limit.no-lateral-angles", "notice.latency-round", "notice.press-return", "notice.sensor-incident",
    "notice.words-written", "parameters.not-true-or-false", "recorder.lost", "result.latency-discarded",
    "result.machine-fit", "run-reason.drill-over", "run-reason.not-in-time", "run-reason.nothing-left",
    "sensor-test.clock-unusable", "sensor-test.no-loss", "sensor-test.nothing-delivered",
    "sensor-test.wider-intervals", "session-problem.member-missing", "session-problem.more-members",
    "session-problem.not-json", "session-problem.rows-lack-counter",
    "session-problem.rows-lack-kernel-time", "session-problem.stream-description-damaged",
    "sound-unfit.other-clock", "sound.busy", "usage.sensors-of-one-name",
    "verdict-reason.angle-unavailable", "view.no-buttons", "view.no-buttons-of", "view.presses-undated",
    "view.sensor-silent",
  ]

  @Test func everyMessageIsProvokedOrListed() throws {
    let known = try ProvokedMessageTests.tests()
    // The doctor's "NOT FIT" has too short a name to be found below: `DiagnosisTests` has it.
    let heard = Set(CommandMessageTests.cases.map(\.id)).union(["fitness.unfit"])
    let ids = MessageCatalogue.all.map(\.id)
    let missing = MessageCatalogue.all.filter { entry in
      let isHeard = heard.contains(entry.id) || entry.section.id == "say"
      let name = (entry.id.split(separator: ".").last ?? "").replacing("-", with: "")
      let isNamed = known.names.contains(String(name)) || known.keys.contains(entry.wording.text)
      return !isHeard && !isNamed && Words(entry.wording.text).triples.isDisjoint(with: known.triples)
    }.map(\.id)
    #expect(
      Set(missing).subtracting(ProvokedMessageTests.unprovoked).sorted() == [],
      "no test makes the program say it")
    #expect(ProvokedMessageTests.unprovoked.subtracting(ids).sorted() == [], "there is no such message")
  }

  /// What stands in the sources of the tests, but for these here.
  private static func tests() throws -> (triples: Set<String>, names: Set<String>, keys: Set<String>) {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let files =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/Messages/") }
      ?? []
    var all: (triples: Set<String>, names: Set<String>, keys: Set<String>) = ([], [], [])
    for file in files {
      let words = Words(try String(contentsOf: file, encoding: .utf8))
      all.triples.formUnion(words.triples)
      all.names.formUnion(words.names)
      all.keys.formUnion(words.keys)
    }
    return all
  }

  /// The words of a text, as they matter here.
  private struct Words {
    /// Runs of three words of letters, in lower case.
    var triples: Set<String> = []
    /// Names behind a dot that are long enough to mean something, in lower case: the cases of enums.
    var names: Set<String> = []
    /// Words of lower case and underscores: the keys of files.
    var keys: Set<String> = []

    init(_ text: String) {
      let bytes = Array(text.utf8)
      var letters: [String] = []
      var place = 0
      while place < bytes.count {
        let start = place
        while place < bytes.count, Words.isWord(bytes[place]) { place += 1 }
        guard place > start else {
          place += 1
          continue
        }
        let word = bytes[start..<place]
        let name = String(decoding: word, as: UTF8.self)
        let before = start > 0 ? bytes[start - 1] : 0
        if before == UInt8(ascii: "."), word.count >= 6 { names.insert(name.lowercased()) }
        if word.allSatisfy({ $0 == 0x5F || (0x61...0x7A).contains($0) }) {
          let isQuoted = before == 0x22 && place < bytes.count && bytes[place] == 0x22
          if isQuoted || word.contains(0x5F) { keys.insert(name) }
        }
        for part in word.split(whereSeparator: { !(0x61...0x7A).contains($0 | 0x20) }) {
          letters.append(String(decoding: part, as: UTF8.self).lowercased())
        }
      }
      guard letters.count >= 3 else { return }
      for index in 0..<letters.count - 2 { triples.insert(letters[index...index + 2].joined(separator: " ")) }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}
