#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file calls that the session store makes, one thin function each, so that a test can make any of them
/// fail and a simulated disk can stand in for the real one.
///
/// Every function returns what the C function of the same name returns, or the negative errno. None retries:
/// EINTR, short reads and short writes are handled above, in the extensions of this protocol.
public protocol FileSystem: Sendable {
  /// open(2), always with O_CLOEXEC. Returns a descriptor.
  func open(_ path: String, flags: Int32, mode: UInt32) -> Int
  /// close(2). The descriptor is gone whatever it returns.
  func close(_ descriptor: Int32) -> Int
  /// read(2). Returns the number of bytes read; 0 at the end.
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// pwrite(2). Returns the number of bytes written, which may be fewer than given.
  func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int
  /// fsync(2); works on a folder that was opened for reading, too.
  func fsync(_ descriptor: Int32) -> Int
  /// fdatasync(2).
  func fdatasync(_ descriptor: Int32) -> Int
  /// ftruncate(2).
  func ftruncate(_ descriptor: Int32, to length: Int64) -> Int
  /// posix_fallocate(3) from offset 0: the blocks are there, or it fails.
  func allocate(_ descriptor: Int32, bytes: Int64) -> Int
  /// posix_fadvise(3) POSIX_FADV_DONTNEED on the whole file: the next read comes from the disk, where the
  /// system can do so.
  func dropCache(_ descriptor: Int32) -> Int
  /// fstat(2).
  func status(_ descriptor: Int32, _ status: inout FileStatus) -> Int
  /// rename(2): replaces a file atomically. A folder never replaces one that has anything in it (POSIX).
  func rename(_ path: String, to target: String) -> Int
  /// renameat2(2): a rename with a condition. -ENOSYS or -EINVAL where the system or the file system has none.
  func rename(_ path: String, to target: String, rule: RenameRule) -> Int
  /// mkdir(2).
  func makeFolder(_ path: String, mode: UInt32) -> Int
  /// chmod(2).
  func chmod(_ path: String, mode: UInt32) -> Int
  /// flock(2).
  func lock(_ descriptor: Int32, operation: Int32) -> Int
  /// unlink(2).
  func unlink(_ path: String) -> Int
  /// rmdir(2).
  func removeFolder(_ path: String) -> Int
  /// statvfs(3).
  func space(_ path: String, _ space: inout FileSystemSpace) -> Int
  /// opendir(3), readdir(3): the names in a folder, without "." and "..", in no order.
  func list(_ path: String, _ names: inout [String]) -> Int
}

extension FileSystem {
  /// For file systems that have no renameat2(2).
  public func rename(_ path: String, to target: String, rule: RenameRule) -> Int { -Int(ENOSYS) }
}

/// The conditions of renameat2(2).
public enum RenameRule: Sendable {
  /// RENAME_NOREPLACE: fails with EEXIST where the target exists.
  case noReplace
  /// RENAME_EXCHANGE: both names change places at once.
  case exchange
}

/// What fstat(2) says of a file.
public struct FileStatus: Hashable, Sendable {
  public enum Kind: Sendable {
    case file, folder, other
  }

  public var kind: Kind
  public var bytes: Int64
  /// The permission bits.
  public var mode: UInt32
  /// The last change of the contents: seconds since 1970, and nanoseconds of the second.
  public var modified: Modified

  /// A time as stat(2) gives it.
  public struct Modified: Hashable, Sendable {
    public var seconds: Int64
    public var nanoseconds: Int64

    public init(seconds: Int64 = 0, nanoseconds: Int64 = 0) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  public init(kind: Kind = .other, bytes: Int64 = 0, mode: UInt32 = 0, modified: Modified = Modified()) {
    self.kind = kind
    self.bytes = bytes
    self.mode = mode
    self.modified = modified
  }
}

/// What statvfs(3) says of a file system.
public struct FileSystemSpace: Hashable, Sendable {
  /// Bytes that an unprivileged process can still write.
  public var availableBytes: Int64

  public init(availableBytes: Int64 = 0) {
    self.availableBytes = availableBytes
  }
}
