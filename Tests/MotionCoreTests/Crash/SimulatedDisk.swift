import Foundation

@testable import MotionCore

/// A file system in memory that can be crashed at any instant, runs full, fails any call, and hangs.
final class SimulatedDisk: FileSystem {
  private struct OpenFile {
    var node: Int
    /// LOCK_SH or LOCK_EX while this descriptor holds a lock.
    var lock: Int32 = 0
  }

  private let mutex = NSLock()
  private nonisolated(unsafe) var disk: DiskState
  private nonisolated(unsafe) var open: [Int32: OpenFile] = [:]
  private nonisolated(unsafe) var nextDescriptor: Int32 = 3
  private nonisolated(unsafe) var names: [String] = []
  private nonisolated(unsafe) var room = Int.max
  private nonisolated(unsafe) var fault: @Sendable (String, Int) -> Int32? = { _, _ in nil }
  private nonisolated(unsafe) var observer: @Sendable (DiskState, String) -> Void = { _, _ in }

  init(_ state: DiskState = DiskState()) {
    disk = state
  }

  var state: DiskState { mutex.withLock { disk } }
  /// The calls so far, in order.
  var trace: [String] { mutex.withLock { names } }
  /// Descriptors that were not closed.
  var openCount: Int { mutex.withLock { open.count } }

  /// Has `fault` decide of each call, by its name and its number from 1 over all names, whether it fails with a
  /// negative errno or, `read` and `pwrite`, moves no more than a positive number of bytes. It may sleep: then
  /// the call hangs, and no other with it.
  func setFault(_ fault: @escaping @Sendable (String, Int) -> Int32?) {
    mutex.withLock { self.fault = fault }
  }

  /// Has `observer` see the disk after every call that changes it or what is certain.
  func observe(_ observer: @escaping @Sendable (DiskState, String) -> Void) {
    mutex.withLock { self.observer = observer }
  }

  /// Leaves room for so many bytes.
  func setRoom(_ bytes: Int) { mutex.withLock { room = bytes } }

  func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int {
    call("pwrite") { code in
      guard let node = open[descriptor]?.node else { return -Int(EBADF) }
      // Some file systems leave a part behind a write that failed.
      let wanted = code.map { $0 < 0 ? bytes.count / 2 : min(bytes.count, Int($0)) } ?? bytes.count
      let growth = max(0, Int(offset) + wanted - disk.nodes[node].data.count)
      let count = wanted - max(0, growth - room)
      guard count > 0 || wanted == 0 else { return -Int(ENOSPC) }
      use(max(0, Int(offset) + count - disk.nodes[node].data.count))
      disk.change(node, .write(offset: Int(offset), bytes: Array(bytes.prefix(count))))
      if let code, code < 0 { return Int(code) }
      return count
    }
  }

  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    call("read", changes: false) { code in
      if let code, code < 0 { return Int(code) }
      guard let file = open[descriptor] else { return -Int(EBADF) }
      let data = disk.nodes[file.node].data
      let start = min(positions[descriptor, default: 0], data.count)
      let count = min(buffer.count, data.count - start, code.map(Int.init) ?? .max)
      data.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[start..<start + count])) }
      positions[descriptor] = start + count
      return count
    }
  }

  private nonisolated(unsafe) var positions: [Int32: Int] = [:]

  func fsync(_ descriptor: Int32) -> Int { sync("fsync", descriptor) }
  func fdatasync(_ descriptor: Int32) -> Int { sync("fdatasync", descriptor) }

  private func sync(_ name: String, _ descriptor: Int32) -> Int {
    call(name) { code in
      guard let node = open[descriptor]?.node else { return -Int(EBADF) }
      if let code {
        // An interrupted sync has given nothing up.
        if code != -EINTR { disk.failSync(node) }
        return Int(code)
      }
      disk.sync(node)
      return 0
    }
  }

  func ftruncate(_ descriptor: Int32, to length: Int64) -> Int {
    resize("ftruncate", descriptor) { _ in Int(length) }
  }

  func allocate(_ descriptor: Int32, bytes: Int64) -> Int {
    resize("posix_fallocate", descriptor) { max($0, Int(bytes)) }
  }

  private func resize(_ name: String, _ descriptor: Int32, _ length: (Int) -> Int) -> Int {
    call(name) { code in
      if let code { return Int(code) }
      guard let node = open[descriptor]?.node else { return -Int(EBADF) }
      let before = disk.nodes[node].data.count
      let after = length(before)
      guard after - before <= room else { return -Int(ENOSPC) }
      use(after - before)
      disk.change(node, .resize(after))
      return 0
    }
  }

  private func use(_ bytes: Int) {
    if room < .max { room -= bytes }
  }

  func dropCache(_ descriptor: Int32) -> Int {
    call("posix_fadvise", changes: false) { code in
      if let code { return Int(code) }
      if let node = open[descriptor]?.node { disk.dropCache(node) }
      return 0
    }
  }

  func status(_ descriptor: Int32, _ status: inout FileStatus) -> Int {
    call("fstat", changes: false) { code in
      if let code { return Int(code) }
      guard let number = open[descriptor]?.node else { return -Int(EBADF) }
      let node = disk.nodes[number]
      status = FileStatus(kind: node.kind, bytes: Int64(node.data.count), mode: node.mode)
      return 0
    }
  }

  func close(_ descriptor: Int32) -> Int {
    call("close", changes: false) { code in
      positions[descriptor] = nil
      guard open.removeValue(forKey: descriptor) != nil else { return -Int(EBADF) }
      return Int(code ?? 0)
    }
  }

  func lock(_ descriptor: Int32, operation: Int32) -> Int {
    call("flock", changes: false) { code in
      if let code { return Int(code) }
      guard let file = open[descriptor] else { return -Int(EBADF) }
      let wanted = operation & ~LOCK_NB
      let others = open.filter { $0.key != descriptor && $0.value.node == file.node && $0.value.lock != 0 }
      if wanted != LOCK_UN, others.contains(where: { wanted == LOCK_EX || $0.value.lock == LOCK_EX }) {
        return -Int(EWOULDBLOCK)
      }
      open[descriptor]?.lock = wanted == LOCK_UN ? 0 : wanted
      return 0
    }
  }

  func open(_ path: String, flags: Int32, mode: UInt32) -> Int {
    call("open") { code in
      if let code { return Int(code) }
      var node = disk.find(path)
      if let node {
        if flags & O_CREAT != 0, flags & O_EXCL != 0 { return -Int(EEXIST) }
        let isFolder = disk.nodes[node].kind == .folder
        if isFolder, flags & O_ACCMODE != O_RDONLY { return -Int(EISDIR) }
        if !isFolder, flags & O_DIRECTORY != 0 { return -Int(ENOTDIR) }
      } else {
        guard flags & O_CREAT != 0, let (folder, name) = disk.parent(path) else { return -Int(ENOENT) }
        node = add(.init(kind: .file, mode: mode), folder, name)
      }
      defer { nextDescriptor += 1 }
      open[nextDescriptor] = node.map { OpenFile(node: $0) }
      return Int(nextDescriptor)
    }
  }

  private func add(_ node: DiskState.Node, _ folder: Int, _ name: String) -> Int {
    disk.nodes.append(node)
    disk.setEntry(folder, name, disk.nodes.count - 1)
    return disk.nodes.count - 1
  }

  func makeFolder(_ path: String, mode: UInt32) -> Int {
    call("mkdir") { code in
      if let code { return Int(code) }
      guard disk.find(path) == nil else { return -Int(EEXIST) }
      guard let (folder, name) = disk.parent(path) else { return -Int(ENOENT) }
      _ = add(.init(kind: .folder, mode: mode), folder, name)
      return 0
    }
  }

  func rename(_ path: String, to target: String) -> Int {
    call("rename") { code in
      if let code { return Int(code) }
      guard let (from, name) = disk.parent(path), let node = disk.nodes[from].entries[name],
        let (to, newName) = disk.parent(target)
      else { return -Int(ENOENT) }
      if let replaced = disk.nodes[to].entries[newName] {
        switch (disk.nodes[node].kind, disk.nodes[replaced].kind) {
        case (.folder, .folder): if !disk.nodes[replaced].entries.isEmpty { return -Int(ENOTEMPTY) }
        case (.folder, _): return -Int(ENOTDIR)
        case (_, .folder): return -Int(EISDIR)
        default: break
        }
      }
      disk.setEntry(to, newName, node)
      disk.setEntry(from, name, nil)
      return 0
    }
  }

  func unlink(_ path: String) -> Int { remove("unlink", path, folder: false) }
  func removeFolder(_ path: String) -> Int { remove("rmdir", path, folder: true) }

  private func remove(_ call: String, _ path: String, folder isFolder: Bool) -> Int {
    self.call(call) { code in
      if let code { return Int(code) }
      guard let (folder, name) = disk.parent(path), let node = disk.nodes[folder].entries[name] else {
        return -Int(ENOENT)
      }
      guard (disk.nodes[node].kind == .folder) == isFolder else { return -Int(isFolder ? ENOTDIR : EISDIR) }
      guard disk.nodes[node].entries.isEmpty else { return -Int(ENOTEMPTY) }
      disk.setEntry(folder, name, nil)
      use(-disk.nodes[node].data.count)
      return 0
    }
  }

  func chmod(_ path: String, mode: UInt32) -> Int {
    call("chmod") { code in
      if let code { return Int(code) }
      guard let node = disk.find(path) else { return -Int(ENOENT) }
      disk.nodes[node].mode = mode
      return 0
    }
  }

  func space(_ path: String, _ space: inout FileSystemSpace) -> Int {
    call("statvfs", changes: false) { code in
      if let code { return Int(code) }
      guard disk.find(path) != nil else { return -Int(ENOENT) }
      space = FileSystemSpace(availableBytes: Int64(room))
      return 0
    }
  }

  func list(_ path: String, _ names: inout [String]) -> Int {
    call("readdir", changes: false) { code in
      if let code { return Int(code) }
      guard let node = disk.find(path) else { return -Int(ENOENT) }
      guard disk.nodes[node].kind == .folder else { return -Int(ENOTDIR) }
      names = Array(disk.nodes[node].entries.keys)
      return 0
    }
  }

  private func call(_ name: String, changes: Bool = true, _ body: (Int32?) -> Int) -> Int {
    let (number, fault) = mutex.withLock {
      names.append(name)
      return (names.count, self.fault)
    }
    let code = fault(name, number)
    return mutex.withLock {
      let result = body(code)
      if changes { observer(disk, name) }
      return result
    }
  }
}
