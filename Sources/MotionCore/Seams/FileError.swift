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

  public var failure: String { "\(call) failed on \(path)" }
  public var cause: String { systemErrorText(code) }

  public var remedy: String? {
    switch code {
    case ENOSPC, EDQUOT: "free some disk space, or choose another sessions folder with --sessions"
    case EACCES, EPERM: "give yourself permission for it, or choose another sessions folder with --sessions"
    case EROFS: "choose a sessions folder on a file system that can be written, with --sessions"
    case EIO: "check the disk: the system reports a hardware error"
    default: nil
    }
  }

  /// True where `openForReading` found a link, a folder, a pipe, a socket or a device.
  public var isNotRegular: Bool { call == "open" && [ELOOP, EINVAL, ENXIO].contains(code) }

  /// True where the disk or the quota is full.
  public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
}
