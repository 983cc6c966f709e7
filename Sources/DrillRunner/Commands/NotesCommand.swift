import Foundation
import MotionCore

/// `drillrunner notes`: words on a session, written after it.
enum NotesCommand {
  private static let add = Flag(name: "add", argument: "TEXT", help: "add a note, with the time of now")

  static let spec = CommandSpec(
    name: "notes", arguments: "SESSION", argumentCount: 1...1,
    summary: "show the answers and notes on a session, or add a note",
    details: """
      Notes stand beside the session, in SESSION.notes.jsonl: the recording is never changed. A note is only ever
      added; sessions and analyze show them. What the rider answered to questions of the drill stands above them.
      """,
    flags: [add, .sessions, .json],
    run: { invocation, console in
      let path = try invocation.store.resolve(invocation.arguments[0])
      // Notes on something that is no session would never be seen again.
      _ = try SessionReader.readManifest(path, fileSystem: PosixFileSystem())
      if let text = invocation.value(add) { try write(text, to: path) }
      let contents = try SessionNotes.read(path)
      let answers = RiderAnswer.all(of: path)
      if invocation.has(.json) {
        console.json(json(answers, contents.notes))
      } else {
        if !answers.isEmpty {
          console.document(RiderAnswer.lines(answers).joined(separator: "\n"))
          console.document("")
        }
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

  private static func json(_ answers: [RiderAnswer], _ notes: [SessionNotes.Note]) -> JSONValue {
    [
      "answers": .array(answers.map(\.json)),
      "notes": .array(
        notes.map {
          [
            "written": $0.written.map { .string($0) } ?? .unavailable(ReportReason.undated),
            "text": .string($0.text),
          ]
        }),
    ]
  }

  /// A note a line, each with its day and minute.
  static func lines(_ notes: [SessionNotes.Note]) -> [String] {
    notes.flatMap { note in
      let time = note.written.map { Printable.text(String($0.prefix(16)).replacing("T", with: " ")) }
      return TextColumns.wrapped(
        Printable.text(note.text), width: TextColumns.page, first: "\(time ?? ReportLine.dateUnknown.text)  ",
        rest: "  ")
    }
  }
}
