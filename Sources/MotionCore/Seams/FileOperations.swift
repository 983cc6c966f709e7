#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Typed operations above the thin calls: EINTR and short transfers are handled, failures are `FileError`s.
extension FileSystem {
  /// Opens a file and returns its descriptor.
  public func openFile(_ path: String, flags: Int32, mode: UInt32 = 0o644) throws(FileError) -> Int32 {
    Int32(try check("open", path) { open(path, flags: flags, mode: mode) })
  }

  /// Opens an existing regular file for reading. A folder, a pipe or a device in its place is refused (EINVAL)
  /// and never waited for; so is a link (ELOOP), except where a person has named the file: `followLinks`.
  public func openForReading(
    _ path: String, followLinks: Bool = false
  ) throws(FileError) -> (descriptor: Int32, status: FileStatus) {
    let descriptor = try openFile(
      path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | (followLinks ? 0 : O_NOFOLLOW))
    do throws(FileError) {
      let status = try status(of: descriptor, path)
      guard status.kind == .file else { throw FileError(call: "open", path: path, code: EINVAL) }
      return (descriptor, status)
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  public func status(of descriptor: Int32, _ path: String) throws(FileError) -> FileStatus {
    var found = FileStatus()
    try check("fstat", path) { status(descriptor, &found) }
    return found
  }

  /// Reads into `buffer` until it is full or the file ends. Returns the number of bytes read.
  public func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, _ path: String
  ) throws(FileError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try check("read", path) { read(descriptor, into: rest) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads a whole regular file of at most `limit` bytes; a longer one fails with EFBIG.
  public func readFile(
    _ path: String, limit: Int, followLinks: Bool = false
  ) throws(FileError) -> [UInt8] {
    let (descriptor, status) = try openForReading(path, followLinks: followLinks)
    defer { _ = close(descriptor) }
    guard status.bytes <= limit else { throw FileError(call: "read", path: path, code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: Int(status.bytes))
    let result: Result<Int, FileError> = bytes.withUnsafeMutableBytes { buffer in
      do throws(FileError) {
        return .success(try fill(buffer, from: descriptor, path))
      } catch {
        return .failure(error)
      }
    }
    bytes.removeLast(bytes.count - (try result.get()))
    return bytes
  }

  /// Writes all of `bytes` at `offset`. A write that makes no progress counts as a full disk.
  public func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, at offset: Int64 = 0, _ path: String
  ) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = try check("pwrite", path) {
        bytes.withUnsafeBytes {
          pwrite(descriptor, UnsafeRawBufferPointer(rebasing: $0[done...]), at: offset + Int64(done))
        }
      }
      if count == 0 { throw FileError(call: "pwrite", path: path, code: ENOSPC) }
      done += count
    }
  }

  /// Creates a file that must not exist yet, with `bytes` in it, synced.
  public func createFile(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(FileError) {
    let descriptor = try openFile(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    defer { _ = close(descriptor) }
    try writeAll(bytes, to: descriptor, path)
    try check("fsync", path) { fsync(descriptor) }
  }

  /// Puts `bytes` in the place of the file `name` in `folder`, whole or not at all, even across a power cut:
  /// temporary file, fsync, rename, fsync of the folder. `isShared`: several programs may do so at once, so that each
  /// has a temporary file of its own, and the last one wins.
  public func replaceFile(
    _ name: String, in folder: String, _ bytes: [UInt8], isShared: Bool = false
  ) throws(FileError) {
    let path = "\(folder)/\(name)"
    let own = isShared ? "." + String(UInt64.random(in: 0 ... .max), radix: 36) : ""
    let temporary = "\(folder)/.\(name)\(own).new"
    // One left by a crash: unlinked and not written into, since it may be a link to elsewhere.
    do throws(FileError) {
      try check("unlink", temporary) { unlink(temporary) }
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    do throws(FileError) {
      try createFile(temporary, bytes)
      try check("rename", path) { rename(temporary, to: path) }
    } catch {
      _ = unlink(temporary)
      throw error
    }
    try syncFolder(folder)
  }

  /// Throws where `path` is not itself a folder: a link to one is refused (ENOTDIR).
  public func requireFolder(_ path: String) throws(FileError) {
    _ = close(try openFile(path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
  }

  /// fsync(2) of a folder: the names in it are durable.
  public func syncFolder(_ path: String) throws(FileError) {
    let descriptor = try openFile(path, flags: O_RDONLY | O_DIRECTORY)
    defer { _ = close(descriptor) }
    try check("fsync", path) { fsync(descriptor) }
  }

  /// Creates a folder and those above it, where they are missing. The name of each is synced: what is put into
  /// a new folder would otherwise be lost with it in a power cut, however well it is synced itself.
  public func makeFolders(_ path: String, mode: UInt32 = 0o755) throws(FileError) {
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    do throws(FileError) {
      try check("mkdir", path) { makeFolder(path, mode: mode) }
    } catch {
      switch error.code {
      case EEXIST: return
      case ENOENT where parent != "/" && parent != ".":
        try makeFolders(parent, mode: mode)
        try check("mkdir", path) { makeFolder(path, mode: mode) }
      default: throw error
      }
    }
    try syncFolder(parent)
  }

  /// The names in a folder, sorted by UTF-8 bytes.
  public func names(in path: String) throws(FileError) -> [String] {
    var names: [String] = []
    try check("readdir", path) { list(path, &names) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a call again while it is interrupted (EINTR), and throws its negative errno.
  @discardableResult
  public func check(_ name: String, _ path: String, _ body: () -> Int) throws(FileError) -> Int {
    while true {
      let result = body()
      if result >= 0 { return result }
      if result != -Int(EINTR) { throw FileError(call: name, path: path, code: Int32(-result)) }
    }
  }
}
