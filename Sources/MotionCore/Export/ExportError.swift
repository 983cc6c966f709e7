/// An export that could not be made. The sessions and an existing target are then as they were.
public enum ExportError: DiagnosedError, Hashable {
  // What was asked for cannot be done as asked.
  case namedTwice(session: String)
  case severalInOneArchive
  case insideSession(target: String, session: String)
  case wouldReplaceSession(target: String, session: String)
  case badName(target: String)
  case badLabel(text: String, what: String, example: String)
  case sameLabel(first: String, second: String, subject: String, label: String)
  // A session cannot be read.
  /// Opening it gave an error; its cause and next step.
  case unreadable(path: String, cause: String, remedy: String?)
  case recording(path: String)
  case unreadableFile(path: String, FileError)
  case becameShorter(path: String, file: String)
  case tooDeep(path: String, file: String)
  case noStreamForBIDS(paths: [String])
  // The result cannot be saved.
  case exists(target: String)
  case notAnExport(target: String)
  case madeMeanwhile(target: String)
  case otherExportRuns(target: String)
  /// An export that was cut off had moved the target aside.
  case putBack(target: String)
  case notWritten(target: String, FileError)
  case archiveFailed(target: String, reason: String)
  case archiveShort(target: String, taken: Int, bytes: Int)
  case noMemory(target: String)

  /// What it is the fault of.
  public enum Kind: Sendable {
    /// What was asked for cannot be done as asked: a label, a target inside of a session.
    case request
    /// A session cannot be read.
    case input
    /// The result cannot be saved.
    case output
  }

  public var kind: Kind {
    switch self {
    case .namedTwice, .severalInOneArchive, .insideSession, .wouldReplaceSession, .badName, .badLabel,
      .sameLabel:
      .request
    case .unreadable, .recording, .unreadableFile, .becameShorter, .tooDeep, .noStreamForBIDS: .input
    case .exists, .notAnExport, .madeMeanwhile, .otherExportRuns, .putBack, .notWritten, .archiveFailed,
      .archiveShort, .noMemory:
      .output
    }
  }

  public var failure: String {
    switch self {
    case .namedTwice, .severalInOneArchive, .insideSession, .wouldReplaceSession, .badName, .badLabel,
      .sameLabel:
      "cannot export as asked"
    case .unreadable(let path, _, _), .recording(let path), .unreadableFile(let path, _),
      .becameShorter(let path, _), .tooDeep(let path, _):
      "cannot export the session \(path)"
    case .noStreamForBIDS(let paths): "cannot export the session \(paths.joined(separator: ", "))"
    case .exists(let target), .notAnExport(let target), .madeMeanwhile(let target),
      .otherExportRuns(let target),
      .putBack(let target), .notWritten(let target, _), .archiveFailed(let target, _),
      .archiveShort(let target, _, _), .noMemory(let target):
      "the export \(target) was not made"
    }
  }

  public var cause: String {
    switch self {
    case .namedTwice(let session): "the session \(session) is named twice"
    case .severalInOneArchive: "an archive holds one session"
    case .insideSession(let target, let session):
      "\(target) is in the session \(session), and nothing is ever written into a session"
    case .wouldReplaceSession(let target, let session):
      "the session \(session) lies in \(target), which the export would replace"
    case .badName(let target): "\(target) cannot be the name of an export"
    case .badLabel(let text, let what, _):
      "\"\(text)\" is not a \(what) label: BIDS labels are letters and digits, at most 64"
    case .sameLabel(let first, let second, let subject, let label):
      "the sessions \(first) and \(second) would both be subject \(subject), session \(label)"
    case .unreadable(_, let cause, _): cause
    case .recording: "it is being recorded"
    case .unreadableFile(_, let error), .notWritten(_, let error): error.summary
    case .becameShorter(_, let file): "\(file) became shorter while it was read"
    case .tooDeep(_, let file): "\(file) lies deeper than any session has it"
    case .noStreamForBIDS: "there is no stream in it that a BIDS data set can hold"
    case .exists: "it exists already"
    case .notAnExport:
      "what stands there is not an earlier export, and is not replaced, not even with --force"
    case .madeMeanwhile: "it was made by another program meanwhile"
    case .otherExportRuns: "another export to it is running"
    case .putBack: "an export that was cut off had moved it aside; it has been put back"
    case .archiveFailed(_, let reason): "libarchive: \(reason)"
    case .archiveShort(_, let taken, let bytes): "libarchive took \(taken) of \(bytes) bytes"
    case .noMemory: "libarchive has no memory"
    }
  }

  public var remedy: String? {
    switch self {
    case .namedTwice: return "name each session once"
    case .severalInOneArchive: return "export them one by one"
    case .insideSession, .archiveFailed, .archiveShort: return "choose another place with -o"
    case .wouldReplaceSession: return "choose a new name with -o"
    case .badName: return "give a new name with -o"
    case .badLabel(_, _, let example): return "for example \"\(example)\""
    case .sameLabel: return "give one of them another label: --label SESSION=SUBJECT/LABEL"
    case .unreadable(_, _, let remedy): return remedy
    case .recording: return "export it when the run has ended"
    case .unreadableFile: return "make it readable, or copy it from a backup"
    case .becameShorter:
      return "`drillrunner verify` says what has changed; export it when nothing writes to it"
    case .tooDeep: return "move what does not belong to the session out of its folder"
    case .noStreamForBIDS: return "export it as csv or tar"
    case .exists: return "choose another name with -o, or replace it with --force"
    case .notAnExport: return "choose another name with -o, or remove it yourself"
    case .madeMeanwhile: return "choose another name with -o"
    case .otherExportRuns: return "wait for it, or choose another name"
    case .putBack: return "run the export again"
    case .notWritten(_, let error):
      return error.isDiskFull
        ? "free some disk space, or choose another place with -o; the sessions are as they were"
        : "choose another place with -o; the sessions are as they were"
    case .noMemory: return "end other programs, then run the export again; the sessions are as they were"
    }
  }

  /// An error that reading a session gave.
  static func input(_ path: String, error: any Error) -> ExportError {
    if let error = error as? any DiagnosedError {
      return .unreadable(path: path, cause: error.cause, remedy: error.remedy)
    }
    return .unreadable(path: path, cause: "\(error)", remedy: nil)
  }
}

extension ExportError: CatalogueMessage {
  public static let section = MessageSection("export", "Exporting", .error)
  public static let examples: [ExportError] = [
    .namedTwice(session: session), .severalInOneArchive,
    .insideSession(target: "\(path)/csv", session: session),
    .wouldReplaceSession(target: "/home/you/sessions", session: session), .badName(target: "/.."),
    .badLabel(text: "rider 1", what: "subject", example: "rider1"),
    .sameLabel(first: session, second: "20261130T111840Z-5c7e9b01", subject: "01", label: "a"),
    .unreadable(
      path: path, cause: "the folder holds no session",
      remedy: "`drillrunner sessions` lists those that are there"),
    .recording(path: path),
    .unreadableFile(path: path, FileError(call: "open", path: "\(path)/gyro.jsonl", code: 13)),
    .becameShorter(path: path, file: "\(session)/gyro.jsonl"),
    .tooDeep(path: path, file: "\(session)/a/b/c/d/e/f/g/h/i"), .noStreamForBIDS(paths: [path]),
    .exists(target: target), .notAnExport(target: "/home/you/Documents"), .madeMeanwhile(target: target),
    .otherExportRuns(target: target), .putBack(target: target),
    .notWritten(target: target, FileError(call: "write", path: "\(target)/gyro.csv", code: 28)),
    .archiveFailed(target: "\(target).tar", reason: "Pathname can't be converted"),
    .archiveShort(target: "\(target).tar", taken: 512, bytes: 4096), .noMemory(target: "\(target).tar"),
  ]

  private static let session = "20261130T101502Z-5c0a1f22"
  private static let path = "/home/you/sessions/20261130T101502Z-5c0a1f22"
  private static let target = "/home/you/ride-csv"
}
