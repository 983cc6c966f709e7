#if canImport(Glibc)
  import Glibc

  import func CLinux.crename_rule
#else
  import Darwin
#endif

/// The file calls of this machine. With a `FaultPlan`, chosen calls fail in place of being made; a positive
/// code on `read` or `pwrite` makes the call move no more than so many bytes, as a real short one does; one on
/// `statvfs` is the number of bytes that are free.
///
/// The plan's call names are open, close, read, pwrite, fsync, fdatasync, ftruncate, posix_fallocate,
/// posix_fadvise, fstat, rename, renameat2, mkdir, chmod, flock, unlink, rmdir, statvfs and readdir.
public struct PosixFileSystem: FileSystem {
  private let faults: FaultPlan?

  public init(faults: FaultPlan? = nil) {
    self.faults = faults
  }

  public func open(_ path: String, flags: Int32, mode: UInt32) -> Int {
    call("open") { Int(systemOpen(path, flags | O_CLOEXEC, mode_t(mode))) }
  }

  public func close(_ descriptor: Int32) -> Int {
    let code = faults?.note("close")
    let result = systemClose(descriptor)
    if let code { return Int(code) }
    return result == 0 ? 0 : -Int(errno)
  }

  public func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    transfer("read", buffer.count) { systemRead(descriptor, buffer.baseAddress, $0) }
  }

  public func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int {
    transfer("pwrite", bytes.count) { systemPwrite(descriptor, bytes.baseAddress, $0, off_t(offset)) }
  }

  public func fsync(_ descriptor: Int32) -> Int {
    call("fsync") { Int(systemFsync(descriptor)) }
  }

  public func fdatasync(_ descriptor: Int32) -> Int {
    call("fdatasync") { Int(systemFdatasync(descriptor)) }
  }

  public func ftruncate(_ descriptor: Int32, to length: Int64) -> Int {
    call("ftruncate") { Int(systemFtruncate(descriptor, off_t(length))) }
  }

  public func allocate(_ descriptor: Int32, bytes: Int64) -> Int {
    if let code = faults?.note("posix_fallocate") { return Int(code) }
    return -Int(systemAllocate(descriptor, off_t(bytes)))
  }

  public func dropCache(_ descriptor: Int32) -> Int {
    if let code = faults?.note("posix_fadvise") { return Int(code) }
    return -Int(systemDropCache(descriptor))
  }

  public func status(_ descriptor: Int32, _ status: inout FileStatus) -> Int {
    var found = stat()
    let result = call("fstat") { Int(fstat(descriptor, &found)) }
    if result >= 0 {
      let kind: FileStatus.Kind =
        switch UInt32(found.st_mode) & UInt32(S_IFMT) {
        case UInt32(S_IFREG): .file
        case UInt32(S_IFDIR): .folder
        default: .other
        }
      #if canImport(Glibc)
        let time = found.st_mtim
      #else
        let time = found.st_mtimespec
      #endif
      status = FileStatus(
        kind: kind, bytes: Int64(found.st_size), mode: UInt32(found.st_mode) & 0o7777,
        modified: .init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)))
    }
    return result
  }

  public func rename(_ path: String, to target: String) -> Int {
    call("rename") { Int(systemRename(path, target)) }
  }

  public func rename(_ path: String, to target: String, rule: RenameRule) -> Int {
    call("renameat2") {
      #if canImport(Glibc)
        return Int(crename_rule(path, target, rule == .exchange ? 1 : 0))
      #else
        return Int(renamex_np(path, target, UInt32(rule == .noReplace ? RENAME_EXCL : RENAME_SWAP)))
      #endif
    }
  }

  public func makeFolder(_ path: String, mode: UInt32) -> Int {
    call("mkdir") { Int(mkdir(path, mode_t(mode))) }
  }

  public func chmod(_ path: String, mode: UInt32) -> Int {
    call("chmod") { Int(systemChmod(path, mode_t(mode))) }
  }

  public func lock(_ descriptor: Int32, operation: Int32) -> Int {
    call("flock") { Int(flock(descriptor, operation)) }
  }

  public func unlink(_ path: String) -> Int {
    call("unlink") { Int(systemUnlink(path)) }
  }

  public func removeFolder(_ path: String) -> Int {
    call("rmdir") { Int(rmdir(path)) }
  }

  public func space(_ path: String, _ space: inout FileSystemSpace) -> Int {
    if let code = faults?.note("statvfs") {
      if code >= 0 { space = FileSystemSpace(availableBytes: Int64(code)) }
      return min(0, Int(code))
    }
    var found = statvfs()
    guard systemSpace(path, &found) == 0 else { return -Int(errno) }
    let (bytes, overflow) = UInt64(found.f_bavail).multipliedReportingOverflow(by: UInt64(found.f_frsize))
    space = FileSystemSpace(availableBytes: overflow ? .max : Int64(clamping: bytes))
    return 0
  }

  public func list(_ path: String, _ names: inout [String]) -> Int {
    if let code = faults?.note("readdir") { return Int(code) }
    guard let folder = opendir(path) else { return -Int(errno) }
    defer { closedir(folder) }
    names = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    return -Int(errno)
  }

  /// Makes a call unless the plan has it fail; turns −1 into the negative errno.
  private func call(_ name: String, _ body: () -> Int) -> Int {
    if let code = faults?.note(name) { return Int(code) }
    let result = body()
    return result < 0 ? -Int(errno) : result
  }

  private func transfer(_ name: String, _ count: Int, _ body: (Int) -> Int) -> Int {
    var count = count
    if let code = faults?.note(name) {
      if code < 0 { return Int(code) }
      count = min(count, Int(code))
    }
    let result = body(count)
    return result < 0 ? -Int(errno) : result
  }
}

// The C functions whose names the methods above would hide.

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
private func systemPwrite(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: off_t
) -> Int {
  pwrite(descriptor, bytes, count, offset)
}
private func systemFsync(_ descriptor: Int32) -> Int32 { fsync(descriptor) }
private func systemFtruncate(_ descriptor: Int32, _ length: off_t) -> Int32 { ftruncate(descriptor, length) }
private func systemRename(_ path: String, _ target: String) -> Int32 { rename(path, target) }
private func systemChmod(_ path: String, _ mode: mode_t) -> Int32 { chmod(path, mode) }
private func systemUnlink(_ path: String) -> Int32 { unlink(path) }
private func systemSpace(_ path: String, _ found: inout statvfs) -> Int32 { statvfs(path, &found) }

#if canImport(Glibc)
  private func systemFdatasync(_ descriptor: Int32) -> Int32 { fdatasync(descriptor) }
  private func systemAllocate(_ descriptor: Int32, _ bytes: off_t) -> Int32 {
    posix_fallocate(descriptor, 0, bytes)
  }
  private func systemDropCache(_ descriptor: Int32) -> Int32 {
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
  }
#else
  // fsync(2) of Darwin stops at the drive's cache; F_FULLFSYNC goes through it.
  private func systemFdatasync(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_FULLFSYNC) }
  private func systemAllocate(_ descriptor: Int32, _ bytes: off_t) -> Int32 {
    var store = fstore_t(
      fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: bytes,
      fst_bytesalloc: 0)
    guard fcntl(descriptor, F_PREALLOCATE, &store) == 0, ftruncate(descriptor, bytes) == 0 else {
      return errno
    }
    return 0
  }
  private func systemDropCache(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_NOCACHE, 1) == 0 ? 0 : errno
  }
#endif
