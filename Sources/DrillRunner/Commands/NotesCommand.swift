import Foundation
import MotionCore

/// `drillrunner notes`: words on a session, written after it.
enum NotesCommand {
  private static let add = Flag(name: "add", argument: "TEXT", help: "add a note, with the time of now")

  static let spec = CommandSpec(
    name: "notes", arguments: "SESSION", argumentCount: 1...1,
    summary: "show the notes on a session, or add one",
    details: """
      Notes stand beside the session, in SESSION.notes.jsonl: the recording is never changed. A note is only ever
      added; sessions and analyze show them.
      """,
    flags: [add, .sessions, .json],
    run: { invocation, console in
      let path = try invocation.store.resolve(invocation.arguments[0])
      // Notes on something that is no session would never be seen again.
      _ = try SessionReader.readManifest(path, fileSystem: PosixFileSystem())
      if let text = invocation.value(add) { try write(text, to: path) }
      let contents = try SessionNotes.read(path)
      if invocation.has(.json) {
        console.json(
          .array(
            contents.notes.map {
              [
                "written": $0.written.map { .string($0) } ?? .unavailable(ReportReason.undated),
                "text": .string($0.text),
              ]
            }))
      } else {
        if contents.notes.isEmpty {
          console.result(.noNotes)
        } else {
          console.document(lines(contents.notes).joined(separator: "\n"))
        }
      }
      if contents.damagedLines > 0 {
        console.notice(.damagedNotes(lines: contents.damagedLines, file: SessionNotes.file(of: path)))
      }
      return .done
    })

  private static func write(_ text: String, to path: String) throws {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else {
      throw UsageError("notes", .emptyNote)
    }
    guard trimmed.count <= SessionNotes.longestText else {
      throw UsageError("notes", .longNote(limit: SessionNotes.longestText))
    }
    let now = WallAnchor.now(.start, clock: MonotonicClock())
    try SessionNotes.add(.init(written: now.wall, text: trimmed), to: path)
  }

  /// A note a line, each with its day and minute.
  static func lines(_ notes: [SessionNotes.Note]) -> [String] {
    notes.flatMap { note in
      let time = note.written.map { Printable.text(String($0.prefix(16)).replacing("T", with: " ")) }
      return TextColumns.wrapped(
        Printable.text(note.text), width: TextColumns.page, first: "\(time ?? "date unknown")  ",
        rest: "  ")
    }
  }
}
