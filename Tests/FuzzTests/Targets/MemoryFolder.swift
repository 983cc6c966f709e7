import Foundation
import MotionCore

/// One session folder in memory, behind the file seam: `/s/bundle` holds the entries, and nothing can be written.
/// Traps where a path outside of it is opened: no input may lead the readers there.
final class MemoryFolder: FileSystem {
  static let store = "/s"
  static let path = "/s/bundle"

  private struct Open {
    var entry: Container.Entry
    var offset = 0
  }

  private let entries: [String: Container.Entry]
  private let lock = NSLock()
  private nonisolated(unsafe) var opened: [Int32: Open] = [:]
  private nonisolated(unsafe) var nextDescriptor: Int32 = 3

  init(_ entries: [Container.Entry]) {
    // A folder never lists names with a slash or a zero.
    let possible = entries.filter {
      !$0.name.isEmpty && $0.name != "." && $0.name != ".."
        && !$0.name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }
    self.entries = Dictionary(possible.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func open(_ path: String, flags: Int32, mode: UInt32) -> Int {
    precondition(path.hasPrefix(MemoryFolder.path + "/"), "opened \(path), which is outside of the bundle")
    let name = String(path.dropFirst(MemoryFolder.path.utf8.count + 1))
    precondition(!name.contains("/"), "opened \(path), which is outside of the bundle")
    guard flags & (O_WRONLY | O_RDWR | O_CREAT) == 0 else { return -Int(EROFS) }
    guard let entry = entries[name] else { return -Int(ENOENT) }
    if entry.kind == .link {
      precondition(flags & O_NOFOLLOW != 0, "followed the link \(name)")
      return -Int(ELOOP)
    }
    precondition(entry.kind != .pipe || flags & O_NONBLOCK != 0, "waits for the pipe \(name)")
    return lock.withLock {
      nextDescriptor += 1
      opened[nextDescriptor] = Open(entry: entry)
      return Int(nextDescriptor)
    }
  }

  func close(_ descriptor: Int32) -> Int {
    lock.withLock { opened.removeValue(forKey: descriptor) == nil ? -Int(EBADF) : 0 }
  }

  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    lock.withLock {
      guard let file = opened[descriptor] else { return -Int(EBADF) }
      precondition(file.entry.kind != .pipe, "read from a pipe")
      guard file.entry.kind != .folder else { return -Int(EISDIR) }
      let part = file.entry.bytes[file.offset...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      opened[descriptor]?.offset += part.count
      return part.count
    }
  }

  func status(_ descriptor: Int32, _ status: inout FileStatus) -> Int {
    guard let file = lock.withLock({ opened[descriptor] }) else { return -Int(EBADF) }
    let kind: FileStatus.Kind =
      switch file.entry.kind {
      case .file, .held: .file
      case .folder: .folder
      case .link, .pipe: .other
      }
    status = FileStatus(kind: kind, bytes: Int64(file.entry.bytes.count), mode: 0o644)
    return 0
  }

  func lock(_ descriptor: Int32, operation: Int32) -> Int {
    precondition(operation & LOCK_NB != 0, "waits for a lock")
    return lock.withLock { opened[descriptor]?.entry.kind == .held } ? -Int(EWOULDBLOCK) : 0
  }

  func list(_ path: String, _ names: inout [String]) -> Int {
    switch path {
    case MemoryFolder.store: names = ["bundle"]
    case MemoryFolder.path: names = Array(entries.keys)
    default: return path.hasPrefix(MemoryFolder.path) ? -Int(ENOTDIR) : -Int(ENOENT)
    }
    return 0
  }

  // MARK: Nothing can be written

  func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int { -Int(EROFS) }
  func fsync(_ descriptor: Int32) -> Int { -Int(EROFS) }
  func fdatasync(_ descriptor: Int32) -> Int { -Int(EROFS) }
  func ftruncate(_ descriptor: Int32, to length: Int64) -> Int { -Int(EROFS) }
  func allocate(_ descriptor: Int32, bytes: Int64) -> Int { -Int(EROFS) }
  func dropCache(_ descriptor: Int32) -> Int { 0 }
  func rename(_ path: String, to target: String) -> Int { -Int(EROFS) }
  func makeFolder(_ path: String, mode: UInt32) -> Int { -Int(EROFS) }
  func chmod(_ path: String, mode: UInt32) -> Int { -Int(EROFS) }
  func unlink(_ path: String) -> Int { -Int(EROFS) }
  func removeFolder(_ path: String) -> Int { -Int(EROFS) }
  func space(_ path: String, _ space: inout FileSystemSpace) -> Int { -Int(EROFS) }
}
