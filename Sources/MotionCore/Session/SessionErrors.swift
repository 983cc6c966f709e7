/// A session that was asked for and could not be found.
public enum SessionLookupError: DiagnosedError, Hashable {
  case noFolder(asked: String)
  /// `last` was asked for, and the sessions folder is empty.
  case noneAtAll(asked: String, folder: String)
  /// Several uuids begin like that; `matches` are these, each with its folder's name.
  case several(asked: String, matches: [String])
  case unknown(asked: String, folder: String)

  public var failure: String {
    switch self {
    case .noFolder(let asked), .noneAtAll(let asked, _), .several(let asked, _), .unknown(let asked, _):
      "no session \"\(asked)\""
    }
  }

  public var cause: String {
    switch self {
    case .noFolder: "there is no such folder"
    case .noneAtAll(_, let folder): "there is no session in \(folder)"
    case .several(_, let matches): "\(matches.count) sessions begin like that"
    case .unknown(_, let folder): "it is no path, and no uuid in \(folder) begins like that"
    }
  }

  public var remedy: String? {
    switch self {
    case .noFolder, .unknown: "`drillrunner sessions` lists those that are there"
    case .noneAtAll: "record one, or name its folder with --sessions"
    case .several(_, let matches): "give more of it:\n" + matches.joined(separator: "\n")
    }
  }
}

extension SessionLookupError: CatalogueMessage {
  public static let section = MessageSection("session-lookup", "Finding a session", .error)
  public static let examples: [SessionLookupError] = [
    .noFolder(asked: "./ride"), .noneAtAll(asked: "last", folder: "/home/you/sessions"),
    .several(
      asked: "5c", matches: ["5c0a1f22…  20261130T101502Z-5c0a1f22", "5c7e9b01…  20261130T111840Z-5c7e9b01"]),
    .unknown(asked: "5d", folder: "/home/you/sessions"),
  ]
}

/// A sessions folder that cannot be read.
public struct SessionsFolderError: DiagnosedError, Hashable {
  public var folder: String
  public var cause: String

  public var failure: String { "cannot read the sessions folder \(folder)" }
  public var remedy: String? { "give yourself permission for it, or name another folder with --sessions" }
}

extension SessionsFolderError: CatalogueMessage {
  public static let section = MessageSection("sessions-folder", "The sessions folder", .error)
  public static let examples = [SessionsFolderError(folder: "/home/you/sessions", cause: "Permission denied")]
}

/// A folder that cannot be opened as a session.
public enum SessionReadError: DiagnosedError, Hashable {
  case unreadable(path: String, reason: String)
  case noSession(path: String)
  /// A process records into it at this moment.
  case recording(path: String)

  public var failure: String {
    switch self {
    case .unreadable(let path, _), .noSession(let path), .recording(let path):
      "cannot read the session \(path)"
    }
  }

  public var cause: String {
    switch self {
    case .unreadable(_, let reason): reason
    case .noSession: "the folder holds no session"
    case .recording: "it is being recorded; there is nothing to compare with yet"
    }
  }

  public var remedy: String? {
    switch self {
    case .unreadable, .noSession: "`drillrunner sessions` lists those that are there"
    case .recording: "wait until its run has ended"
    }
  }
}

extension SessionReadError: CatalogueMessage {
  public static let section = MessageSection("session-read", "Reading a session", .error)
  public static let examples: [SessionReadError] = [
    .unreadable(path: "sessions/20261130T101502Z", reason: "Permission denied"),
    .noSession(path: "Downloads"), .recording(path: "sessions/20261130T101502Z"),
  ]
}

/// A bundle that cannot be recovered, or need not be.
public enum RecoveryError: DiagnosedError, Hashable {
  case recording(path: String)
  case sealed(path: String, state: SessionState)
  /// Sealed, and its manifest damaged later.
  case damagedManifest(path: String)

  public var failure: String {
    switch self {
    case .recording(let path), .sealed(let path, _), .damagedManifest(let path):
      "nothing to recover in \(path)"
    }
  }

  public var cause: String {
    switch self {
    case .recording: "it is being recorded by a running process"
    case .sealed(_, let state): "it is sealed as \(state.rawValue)"
    case .damagedManifest: "it was sealed, and its manifest is damaged; a sealed session is never changed"
    }
  }

  public var remedy: String? {
    switch self {
    case .recording: "wait until its run has ended, or stop that run"
    case .sealed, .damagedManifest: "`drillrunner verify` says whether it is as it was sealed"
    }
  }
}

extension RecoveryError: CatalogueMessage {
  public static let section = MessageSection("recovery", "Recovering a session", .error)
  public static let examples: [RecoveryError] = [
    .recording(path: "sessions/20261130T101502Z"),
    .sealed(path: "sessions/20261130T101502Z", state: .complete),
    .damagedManifest(path: "sessions/20261130T101502Z"),
  ]
}
