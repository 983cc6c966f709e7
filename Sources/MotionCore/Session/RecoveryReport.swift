/// What `BundleRecovery` did to a bundle.
public struct RecoveryReport: Sendable {
  /// What became of one file of rows or events.
  public struct File: Hashable, Sendable {
    public var name: String
    /// Rows that are whole.
    public var rowsKept: Int
    /// Bytes that belong to no whole row; they are kept in `droppedFile`.
    public var bytesDropped: Int64
    /// Time of the last row that is whole: its receipt `h`, or `host_ns` of an event; nil where there is none.
    public var lastGood: HostTime?
    public var droppedFile: String?
  }

  /// The bundle's folder.
  public var path: String
  public var files: [File]
  /// What is missing or damaged beside dropped bytes: holes in sequence numbers, files that are not there.
  public var problems: [MotionSession.Problem]
  /// The manifest as it stands in the bundle now.
  public var manifest: Manifest
  /// What could not be done although everything is saved.
  public var notes: [BundleNote]

  /// Nothing that had reached the disk is missing from the sealed bundle.
  public var isLossless: Bool { problems.isEmpty && files.allSatisfy { $0.bytesDropped == 0 } }

  /// The `recovery` member of the manifest.
  static func json(
    _ files: [File], problems: [MotionSession.Problem], wall: String, app: Manifest.App
  ) -> JSONValue {
    let lossless = problems.isEmpty && files.allSatisfy { $0.bytesDropped == 0 }
    let entries = files.map { file -> (String, JSONValue) in
      var entry: JSONObject = [
        "rows_kept": .integer(Int64(file.rowsKept)), "bytes_dropped": .integer(file.bytesDropped),
        "last_good_host_ns": file.lastGood.map { .integer($0.nanoseconds) } ?? .null,
      ]
      if let dropped = file.droppedFile { entry.append("dropped_file", .string(dropped)) }
      return (file.name, .object(entry))
    }
    return [
      "wall": .string(wall), "app": ["name": .string(app.name), "version": .string(app.version)],
      "lossless": .bool(lossless), "files": .object(JSONObject(entries)),
      "problems": .array(problems.map { .string($0.description) }),
    ]
  }
}
