/// A bundle that could not be sealed. What was written stays, and opens as incomplete.
public enum SealError: DiagnosedError, Hashable {
  /// A file call failed.
  case file(path: String, FileError)
  /// What is read back is not what was written.
  case differs(path: String, file: String, bytes: Int64, written: Int64)
  case notReadBack(path: String, file: String)
  case fewerEvents(path: String, file: String, found: Int, written: Int)
  case fewerRows(path: String, file: String, found: Int, written: Int, problem: String?)
  case notSynced(path: String, files: [String])
  case begunAlready(path: String)
  case sealedAlready(path: String)
  /// The disk has not answered for so long.
  case noAnswer(path: String, patience: Duration)

  /// The bundle's folder.
  public var path: String {
    switch self {
    case .file(let path, _), .differs(let path, _, _, _), .notReadBack(let path, _),
      .fewerEvents(let path, _, _, _), .fewerRows(let path, _, _, _, _), .notSynced(let path, _),
      .begunAlready(let path), .sealedAlready(let path), .noAnswer(let path, _):
      path
    }
  }

  /// Whether it makes sense to seal once more: not for a disk that no longer answers, or a sealed bundle.
  public var mayBeRetried: Bool {
    switch self {
    case .begunAlready, .sealedAlready, .noAnswer: false
    case .file, .differs, .notReadBack, .fewerEvents, .fewerRows, .notSynced: true
    }
  }

  public var failure: String { "the session could not be sealed and is not safely saved: \(path)" }

  public var cause: String {
    switch self {
    case .file(_, let error): error.summary
    case .differs(_, let file, let bytes, let written):
      "\(file) does not read back as it was written (\(bytes) bytes in place of \(written), or other ones)"
    case .notReadBack(_, let file): "\(file) could not be read back"
    case .fewerEvents(_, let file, let found, let written):
      "\(file) reads back with \(found) events in place of \(written)"
    case .fewerRows(_, let file, let found, let written, let problem):
      "\(file) reads back with \(found) rows in place of \(written)" + (problem.map { " (\($0))" } ?? "")
    case .notSynced(_, let files): "\(files.joined(separator: ", ")) could not be written and synced"
    case .begunAlready: "its seal was begun already"
    case .sealedAlready: "it is sealed already"
    case .noAnswer(_, let patience): "the disk has not answered for \(patience)"
    }
  }

  public var remedy: String? {
    switch self {
    case .sealedAlready: "`drillrunner verify` says whether it is as it was sealed"
    default:
      "keep the folder: every whole row that reached the disk is in it, and it opens as incomplete; when the disk is\n"
        + "in order again, `drillrunner recover` seals it"
    }
  }
}

extension SealError: CatalogueMessage {
  public static let section = MessageSection("seal", "Sealing a session", .error, .view)
  public static let examples: [SealError] = [
    .file(path: example, FileError(call: "fsync", path: "\(example)/manifest.json", code: 5)),
    .differs(path: example, file: "gyro.jsonl", bytes: 40_960, written: 41_212),
    .notReadBack(path: example, file: "gyro.jsonl"),
    .fewerEvents(path: example, file: "events.jsonl", found: 41, written: 44),
    .fewerRows(
      path: example, file: "gyro.jsonl", found: 6012, written: 6020,
      problem: "gyro.jsonl: the last line is cut after 31 bytes; it was left out"),
    .notSynced(path: example, files: ["gyro.jsonl", "events.jsonl"]), .begunAlready(path: example),
    .sealedAlready(path: example), .noAnswer(path: example, patience: .seconds(30)),
  ]

  private static let example = "sessions/20261130T101502Z"
}
