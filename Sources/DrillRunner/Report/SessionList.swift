import MotionCore

/// The sessions of a folder, for `drillrunner sessions`.
struct SessionList {
  private let folder: String
  private let entries: [SessionStore.Listing]

  init(store: SessionStore) throws {
    folder = store.folder
    entries = try store.list()
  }

  var text: String {
    guard !entries.isEmpty else { return "No sessions in \(Printable.text(folder))." }
    let rows = entries.map(SessionList.row)
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths + [0]).map { $0.padding(toLength: $1) }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func row(_ entry: SessionStore.Listing) -> [String] {
    switch entry.summary {
    case .failure(let problem):
      return ["unreadable", "", "", "", "\(Printable.text(entry.name)): \(Printable.text(problem.reason))"]
    case .success(let summary):
      let seconds = summary.duration.map { "\(Int($0.inSeconds.rounded())) s" } ?? "unknown"
      let rows = summary.rowCounts.map(\.rows).max().map { "\($0) rows" } ?? "no stream"
      let synthetic = summary.synthetic ? "SYNTHETIC " : ""
      return [
        summary.state.rawValue, Printable.text(String(summary.uuid.prefix(8))), seconds, rows,
        synthetic + Printable.text(summary.title) + "  " + Printable.text(entry.name),
      ]
    }
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
            "started": summary.startedWall.map { .string($0) } ?? .unavailable("there is no start anchor"),
            "duration_s": summary.duration.map { .real($0.inSeconds) }
              ?? .unavailable("neither an end anchor nor a row tells it"),
            "rows": .object(
              JSONObject(summary.rowCounts.map { ($0.stream, .integer(Int64($0.rows))) })),
            "events": summary.eventCount.map { .integer(Int64($0)) } ?? .unavailable("not sealed"),
          ]
        }
      })
  }
}
