import MotionCore

/// The sessions of a folder, for `drillrunner sessions`.
struct SessionList {
  private let folder: String
  private let entries: [SessionStore.Listing]

  init(store: SessionStore) throws {
    folder = store.folder
    entries = try store.list()
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The list in lines of at most `width` columns: where the names of the sessions do not fit beside the columns, each
  /// stands below its own.
  func text(width: Int) -> String {
    let heading = ["state", "uuid", "drill", "duration", "valid", "notes", "session"]
    let rows = [heading] + entries.map(SessionList.row)
    let whole = TextColumns.aligned(rows, right: [3, 4, 5], width: 1000)
    guard whole.contains(where: { DisplayWidth.of($0) > width }) else { return whole.joined(separator: "\n") }
    let narrow = rows.map { row -> [String] in
      [row[0], row[1], DisplayWidth.cut(row[2], to: SessionList.narrowTitle), row[3], row[4], row[5]]
    }
    let columns = TextColumns.aligned(narrow, right: [3, 4, 5], width: width)
    return zip(columns, rows).flatMap { line, row in
      [line.rightTrimmed, SessionList.below + row[6]]
    }.joined(separator: "\n")
  }

  /// Room for a title in 80 columns.
  private static let narrowTitle = 30
  private static let below = "    "

  private static func row(_ entry: SessionStore.Listing) -> [String] {
    switch entry.summary {
    case .failure(let problem):
      return [
        SessionListWord.unreadable.text, "", "", "", "", "",
        Printable.text(SessionListWord.whyUnreadable(name: entry.name, reason: problem.reason).text),
      ]
    case .success(let summary):
      let synthetic = summary.synthetic ? "SYNTHETIC " : ""
      return [
        summary.state.rawValue, Printable.text(String(summary.uuid.prefix(8))),
        DisplayWidth.cut(synthetic + Printable.text(summary.title), to: 36),
        summary.duration.map(duration) ?? SessionListWord.durationUnknown.text,
        ValidTrials.stored(in: entry.path).value.map { "\($0.valid)/\($0.all)" } ?? "–",
        (try? SessionNotes.read(entry.path)).map { $0.notes.isEmpty ? "" : "\($0.notes.count)" } ?? "?",
        Printable.text(entry.name),
      ]
    }
  }

  /// Minutes and seconds.
  private static func duration(_ duration: Duration) -> String {
    let seconds = Int(duration.inSeconds.rounded())
    let rest = seconds % 60
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(rest < 10 ? "0" : "")\(rest) s"
  }

  var json: JSONValue {
    .array(
      entries.map { entry in
        switch entry.summary {
        case .failure(let problem):
          return [
            "name": .string(entry.name), "path": .string(entry.path), "state": "unreadable",
            "reason": .string(problem.reason),
          ]
        case .success(let summary):
          return [
            "name": .string(entry.name), "path": .string(entry.path), "uuid": .string(summary.uuid),
            "state": .string(summary.state.rawValue), "synthetic": .bool(summary.synthetic),
            "title": .string(summary.title),
            "started": summary.startedWall.map { .string($0) } ?? .unavailable(ReportReason.noStartAnchor),
            "duration_s": summary.duration.map { .real($0.inSeconds) }
              ?? .unavailable(ReportReason.noDuration),
            "rows": .object(
              JSONObject(summary.rowCounts.map { ($0.stream, .integer(Int64($0.rows))) })),
            "trials": ValidTrials.stored(in: entry.path).json {
              ["valid": .integer(Int64($0.valid)), "all": .integer(Int64($0.all))]
            },
            "notes": (try? SessionNotes.read(entry.path)).map { .integer(Int64($0.notes.count)) }
              ?? .unavailable(ReportReason.notesUnreadable),
            "events": summary.eventCount.map { .integer(Int64($0)) } ?? .unavailable(ReportReason.notSealed),
          ]
        }
      })
  }
}
