#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file call that failed: which, on what, and the system's reason.
public struct FileError: DiagnosedError, Hashable {
  /// The C function's name, as in a `FaultPlan`.
  public var call: String
  public var path: String
  /// A positive errno.
  public var code: Int32

  public init(call: String, path: String, code: Int32) {
    self.call = call
    self.path = path
    self.code = code
  }

  /// What kind of trouble a code means: what is to be done depends on it.
  enum Kind: CaseIterable {
    case diskFull, denied, readOnly, noAnswer, hardware, missing, other

    init(_ code: Int32) {
      self =
        switch code {
        case ENOSPC, EDQUOT: .diskFull
        case EACCES, EPERM: .denied
        case EROFS: .readOnly
        case ETIMEDOUT: .noAnswer
        case EIO: .hardware
        case ENOENT, ENOTDIR: .missing
        default: .other
        }
    }
  }

  public var failure: String { "\(call) failed on \(path)" }
  public var cause: String { code == ETIMEDOUT ? "the disk does not answer" : systemErrorText(code) }

  public var remedy: String? {
    switch Kind(code) {
    case .diskFull: "free some disk space, or choose another sessions folder with --sessions"
    case .denied: "give yourself permission for it, or choose another sessions folder with --sessions"
    case .readOnly: "choose a sessions folder on a file system that can be written, with --sessions"
    case .noAnswer: "check the disk and its connection, or choose another sessions folder with --sessions"
    case .hardware: "check the disk: the system reports a hardware error"
    case .missing: "check that the path is there, and that its disk is mounted"
    case .other: "the system names the reason; errno(1) and the manual page of the call say more"
    }
  }

  /// True where `openForReading` found a link, a folder, a pipe, a socket or a device.
  public var isNotRegular: Bool { call == "open" && [ELOOP, EINVAL, ENXIO].contains(code) }

  /// True where the disk or the quota is full.
  public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
}

extension FileError: CatalogueMessage {
  public static let section = MessageSection("file", "Files and disks", .error, .view)
  public static let examples = [
    FileError(call: "write", path: "sessions/20261130T101502Z/gyro.jsonl", code: ENOSPC),
    FileError(call: "open", path: "sessions/20261130T101502Z/manifest.json", code: EACCES),
    FileError(call: "mkdir", path: "sessions/20261130T101502Z", code: EROFS),
    FileError(call: "fsync", path: "sessions/20261130T101502Z/gyro.jsonl", code: ETIMEDOUT),
    FileError(call: "read", path: "sessions/20261130T101502Z/gyro.jsonl", code: EIO),
    FileError(call: "open", path: "sessions/20261130T101502Z/manifest.json", code: ENOENT),
    FileError(call: "open", path: "sessions/20261130T101502Z/gyro.jsonl", code: EMFILE),
  ]
  public static var variants: Any.Type { Kind.self }
  public var variant: String { EnumCase.name(of: Kind(code)) ?? "" }
}
