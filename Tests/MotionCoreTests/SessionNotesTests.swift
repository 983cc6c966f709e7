import Foundation
import MotionCore
import Testing

/// Notes beside a session: only ever added, whole lines, and nothing of the bundle touched.
@Suite struct SessionNotesTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("bundle"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path + "/bundle")
  }

  private func note(_ text: String) -> SessionNotes.Note {
    .init(written: "2026-11-30T10:00:00.000000000+00:00", text: text)
  }

  @Test func notesAreReadBackInOrderAndStandBesideTheBundle() throws {
    try inFolder { path in
      #expect(try SessionNotes.read(path) == SessionNotes.Contents())
      let texts = ["one", "zwei „Zitat“ \u{1b}[31m", "three\nlines\nof it", "\"quotes\" \\ back"]
      for text in texts { try SessionNotes.add(note(text), to: path) }
      #expect(try SessionNotes.read(path).notes == texts.map(note))
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
      #expect(FileManager.default.fileExists(atPath: path + ".notes.jsonl"))
      // A line a note, whatever is in it.
      let text = try String(contentsOfFile: path + ".notes.jsonl", encoding: .utf8)
      #expect(text.split(separator: "\n").count == texts.count && text.hasSuffix("}\n"))
    }
  }

  @Test func aCutLineIsLeftAsItIsAndTheNextBeginsAnew() throws {
    try inFolder { path in
      try SessionNotes.add(note("whole"), to: path)
      let file = SessionNotes.file(of: path)
      let cut = try String(contentsOfFile: file, encoding: .utf8) + #"{"written": "20"#
      try cut.write(toFile: file, atomically: false, encoding: .utf8)
      #expect(try SessionNotes.read(path) == .init(notes: [note("whole")], damagedLines: 1))
      try SessionNotes.add(note("next"), to: path)
      #expect(try SessionNotes.read(path) == .init(notes: [note("whole"), note("next")], damagedLines: 1))
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix(cut), "nothing is rewritten")
    }
  }

  @Test func aLinkInItsPlaceIsNotFollowed() throws {
    try inFolder { path in
      let victim = path + ".victim"
      try "x".write(toFile: victim, atomically: true, encoding: .utf8)
      try FileManager.default.createSymbolicLink(
        atPath: SessionNotes.file(of: path), withDestinationPath: victim)
      #expect(throws: FileError.self) { try SessionNotes.add(note("a"), to: path) }
      #expect(throws: FileError.self) { try SessionNotes.read(path) }
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "x")
    }
  }

  @Test(arguments: [("open", EACCES), ("fstat", EIO), ("pwrite", ENOSPC), ("fsync", EIO), ("flock", EIO)])
  func aFailureIsThrownWithItsCall(call: String, code: Int32) throws {
    try inFolder { path in
      let system = PosixFileSystem(faults: FaultPlan([.init(call, nth: 1, code: -code)]))
      let error = #expect(throws: FileError.self) {
        try SessionNotes.add(note("a"), to: path, fileSystem: system)
      }
      #expect(error?.code == code)
    }
  }
}
