import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Passes every call on to another file system, and knows how long the calls in flight have lasted: a disk that
/// does not answer (a dead network share, a drive in trouble) blocks fsync(2) and its like without end, and no
/// time limit can be given to them.
final class WatchedFileSystem: FileSystem {
  private let base: any FileSystem
  private let lock = NSLock()
  private nonisolated(unsafe) var began: [Int: HostTime] = [:]
  private nonisolated(unsafe) var nextCall = 0
  private nonisolated(unsafe) var isGivenUp = false

  init(_ base: any FileSystem) {
    self.base = base
  }

  /// Whether a call has lasted longer than `patience`.
  func isStuck(longerThan patience: Duration) -> Bool {
    let oldest = lock.withLock { began.values.min() }
    return oldest.map { MonotonicClock().now() - $0 > patience } ?? false
  }

  /// From now on no call is made any more but close(2); all fail with ETIMEDOUT. Whoever was told that the work
  /// has failed is so never contradicted by the disk.
  func giveUp() {
    lock.withLock { isGivenUp = true }
  }

  /// Does `work` on a thread of its own and returns its value, however long it takes, as long as the disk
  /// answers. Returns nil, and gives the disk up, when a call has lasted longer than `patience`.
  func run<Value>(patience: Duration, _ work: @escaping @Sendable () -> sending Value) -> sending Value? {
    let done = WaitLock()
    let outcome = Outcome<Value>()
    Thread.detachNewThread {
      let value = work()
      done.withLock {
        outcome.value = value
        done.signal()
      }
    }
    done.withLock {
      while outcome.value == nil, !isStuck(longerThan: patience) { done.wait(atMost: .milliseconds(50)) }
      if outcome.value == nil { giveUp() }
    }
    return done.withLock { outcome.take() }
  }

  /// Handed from one thread to the other under a lock.
  private final class Outcome<Value>: @unchecked Sendable {
    nonisolated(unsafe) var value: Value?

    func take() -> sending Value? {
      nonisolated(unsafe) let taken = value
      value = nil
      return taken
    }
  }

  private func call(_ body: () -> Int) -> Int {
    let number = lock.withLock { () -> Int? in
      guard !isGivenUp else { return nil }
      nextCall += 1
      began[nextCall] = MonotonicClock().now()
      return nextCall
    }
    guard let number else { return -Int(ETIMEDOUT) }
    defer { lock.withLock { began[number] = nil } }
    return body()
  }

  func open(_ path: String, flags: Int32, mode: UInt32) -> Int {
    call { base.open(path, flags: flags, mode: mode) }
  }
  func close(_ descriptor: Int32) -> Int { base.close(descriptor) }
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    call { base.read(descriptor, into: buffer) }
  }
  func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int {
    call { base.pwrite(descriptor, bytes, at: offset) }
  }
  func fsync(_ descriptor: Int32) -> Int { call { base.fsync(descriptor) } }
  func fdatasync(_ descriptor: Int32) -> Int { call { base.fdatasync(descriptor) } }
  func ftruncate(_ descriptor: Int32, to length: Int64) -> Int {
    call { base.ftruncate(descriptor, to: length) }
  }
  func allocate(_ descriptor: Int32, bytes: Int64) -> Int { call { base.allocate(descriptor, bytes: bytes) } }
  func dropCache(_ descriptor: Int32) -> Int { call { base.dropCache(descriptor) } }
  func status(_ descriptor: Int32, _ status: inout FileStatus) -> Int {
    call { base.status(descriptor, &status) }
  }
  func rename(_ path: String, to target: String) -> Int { call { base.rename(path, to: target) } }
  func makeFolder(_ path: String, mode: UInt32) -> Int { call { base.makeFolder(path, mode: mode) } }
  func chmod(_ path: String, mode: UInt32) -> Int { call { base.chmod(path, mode: mode) } }
  func lock(_ descriptor: Int32, operation: Int32) -> Int {
    call { base.lock(descriptor, operation: operation) }
  }
  func unlink(_ path: String) -> Int { call { base.unlink(path) } }
  func removeFolder(_ path: String) -> Int { call { base.removeFolder(path) } }
  func space(_ path: String, _ space: inout FileSystemSpace) -> Int { call { base.space(path, &space) } }
  func list(_ path: String, _ names: inout [String]) -> Int { call { base.list(path, &names) } }
}
