/// A place where a session is not what was sealed, or not what the schema says.
public enum SessionDifference: Hashable, Sendable {
  case neverSealed
  case namesOutside
  case missing(bytes: Int64)
  case otherSize(bytes: Int64, sealed: Int64)
  case otherBytes(bytes: Int64)
  case unreadable(reason: String)
  case added
  case timeBackwards(times: Int, row: Int64)
  case otherIncidents(found: Int64, label: String, told: Int64)
  /// What reading the session found.
  case problem(SessionFinding)
}

extension SessionDifference: CatalogueMessage {
  public static let section = MessageSection("difference", "What verify finds", .result)
  public static let examples: [SessionDifference] = [
    .neverSealed, .namesOutside, .missing(bytes: 41_212), .otherSize(bytes: 41_180, sealed: 41_212),
    .otherBytes(bytes: 41_212), .unreadable(reason: "Input/output error"), .added,
    .timeBackwards(times: 2, row: 70), .otherIncidents(found: 1, label: "underrun", told: 2),
    .problem(.otherRowCount(found: 6012, told: 6020)),
  ]

  public var wording: MessageWording {
    let changed = "something changed the session after its seal, or its disk fails"
    let restore = "use a copy that verifies; results of this one are not those of what was sealed"
    return switch self {
    case .neverSealed:
      MessageWording(
        "the session was never sealed: there is nothing to compare with; `drillrunner recover` seals it",
        cause: "the program or the machine stopped before the run was over",
        next: "`drillrunner recover` seals it")
    case .namesOutside:
      MessageWording(
        "it names a file that is not in the bundle; it was not opened",
        cause: "another program wrote the manifest, or it was edited", next: restore)
    case .missing(let bytes):
      MessageWording("it is missing; \(bytes) bytes were sealed", cause: changed, next: restore)
    case .otherSize(let bytes, let sealed):
      MessageWording(
        "it has \(bytes) bytes, \(abs(bytes - sealed)) \(bytes > sealed ? "more" : "fewer") than were sealed",
        cause: changed, next: restore)
    case .otherBytes(let bytes):
      MessageWording(
        "its \(bytes) bytes are not those that were sealed (SHA-256)", cause: changed, next: restore)
    case .unreadable(let reason):
      MessageWording(
        "it could not be read: \(reason)", cause: "the system refused to read the file",
        next: "make it readable, or use a copy")
    case .added:
      MessageWording(
        "it is not among the files that were sealed", cause: "somebody put a file into the session's folder",
        next: "move it elsewhere; what belongs to a session stands beside it or in derived/")
    case .timeBackwards(let times, let row):
      MessageWording(
        "the receipt h goes backwards \(SessionDifference.times(times)), first at row \(row)",
        cause: "rows were put together from several recordings, or the file was edited", next: restore)
    case .otherIncidents(let found, let label, let told):
      MessageWording(
        "it has \(found) incidents \(label), and the manifest says \(told)", cause: changed, next: restore)
    case .problem(let finding): finding.wording
    }
  }

  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// What is worth knowing of a bundle although everything is saved, or is as it was sealed.
public enum BundleNote: Hashable, Sendable {
  case notReadOnly(path: String, reason: String)
  case folderNotSynced(FileError)
  /// Rows at the end of a segment that the disk never confirmed; they are safe in a later one.
  case doubtfulTail(FileError)
  case kernelTimeBackwards(file: String, times: Int, row: Int64)
  case deviceTimeBackwards(file: String, times: Int, row: Int64, wraps: Bool)
  case writable(files: [String])
}

extension BundleNote: CatalogueMessage {
  public static let section = MessageSection("bundle-note", "Notes on a session's files", .notice)
  public static let examples: [BundleNote] = [
    .notReadOnly(path: "sessions/20261130T101502Z/events.jsonl", reason: "Operation not permitted"),
    .folderNotSynced(FileError(call: "fsync", path: "sessions/20261130T101502Z", code: 5)),
    .doubtfulTail(FileError(call: "ftruncate", path: "sessions/20261130T101502Z/gyroscope.jsonl", code: 5)),
    .kernelTimeBackwards(file: "gyroscope.jsonl", times: 1, row: 70),
    .deviceTimeBackwards(file: "gyroscope.jsonl", times: 2, row: 70, wraps: true),
    .writable(files: ["events.jsonl"]),
  ]

  public var wording: MessageWording {
    switch self {
    case .notReadOnly(let path, let reason):
      MessageWording(
        "\(path) could not be made read-only: \(reason); do not change it",
        cause: "the file system knows no permissions (FAT), or they are not yours to change",
        next: "keep the session on a Linux file system, or take care that nothing writes to it")
    case .folderNotSynced(let error):
      MessageWording(
        error.summary, cause: "the disk did not confirm the session's folder after its seal",
        next: "let the machine shut down properly, then `drillrunner verify last`")
    case .doubtfulTail(let error):
      MessageWording(
        "\(error.summary): its last rows are in doubt there, and safe in a later segment",
        cause: "the disk reported an error while the run was recorded",
        next: "copy the session, and check the disk")
    case .kernelTimeBackwards(let file, let times, let row):
      MessageWording(
        "\(file): the kernel's time k goes backwards \(SessionDifference.times(times)), first at row \(row)",
        cause: "the driver stamps rows out of order", next: "nothing: rows are kept as they were delivered")
    case .deviceTimeBackwards(let file, let times, let row, let wraps):
      MessageWording(
        "\(file): the device time t goes backwards \(SessionDifference.times(times)) as delivered, first at row \(row)"
          + (wraps ? " (its counter wraps)" : ""),
        cause: wraps
          ? "the device's counter has few bits and begins anew" : "the device's clock was set or is faulty",
        next: "nothing: the analysis takes it into account and says whether the clock was usable")
    case .writable(let files):
      MessageWording(
        "files of the bundle are not read-only: "
          + files.prefix(5).joined(separator: ", ") + (files.count > 5 ? ", …" : ""),
        cause: "the session was copied without its permissions, or its file system has none",
        next: "chmod a-w on the files keeps them from being changed by accident")
    }
  }
}
