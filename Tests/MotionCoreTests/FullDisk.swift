import Foundation

@testable import MotionCore

/// A disk without room, until the reserve of 1 MiB is given free (a file is cut to nothing); then it takes 1 MiB.
final class FullDisk: FileSystem {
  private let real = PosixFileSystem()
  private let lock = NSLock()
  private nonisolated(unsafe) var room = Int.max

  private nonisolated(unsafe) var syncDelay: UInt32 = 0

  /// Makes the next fdatasync take so long.
  func delayNextSync(microseconds: UInt32) { lock.withLock { syncDelay = microseconds } }

  func fill() { lock.withLock { room = 0 } }

  func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int {
    lock.withLock {
      guard room > 0 else { return -Int(ENOSPC) }
      let taken = UnsafeRawBufferPointer(rebasing: bytes[..<min(room, bytes.count)])
      let count = real.pwrite(descriptor, taken, at: offset)
      if room < .max, count > 0 { room -= count }
      return count
    }
  }

  func ftruncate(_ descriptor: Int32, to length: Int64) -> Int {
    if length == 0, lock.withLock({ room }) == 0 {
      var found = FileStatus()
      if real.status(descriptor, &found) == 0, found.bytes == BundleWriter.reserveBytes {
        lock.withLock { room = Int(BundleWriter.reserveBytes) }
      }
    }
    return real.ftruncate(descriptor, to: length)
  }

  func open(_ path: String, flags: Int32, mode: UInt32) -> Int { real.open(path, flags: flags, mode: mode) }
  func close(_ descriptor: Int32) -> Int { real.close(descriptor) }
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    real.read(descriptor, into: buffer)
  }
  func fsync(_ descriptor: Int32) -> Int { real.fsync(descriptor) }
  func fdatasync(_ descriptor: Int32) -> Int {
    let delay = lock.withLock { () -> UInt32 in
      defer { syncDelay = 0 }
      return syncDelay
    }
    usleep(delay)
    return real.fdatasync(descriptor)
  }
  func allocate(_ descriptor: Int32, bytes: Int64) -> Int { real.allocate(descriptor, bytes: bytes) }
  func dropCache(_ descriptor: Int32) -> Int { real.dropCache(descriptor) }
  func status(_ descriptor: Int32, _ status: inout FileStatus) -> Int { real.status(descriptor, &status) }
  func rename(_ path: String, to target: String) -> Int { real.rename(path, to: target) }
  func makeFolder(_ path: String, mode: UInt32) -> Int { real.makeFolder(path, mode: mode) }
  func chmod(_ path: String, mode: UInt32) -> Int { real.chmod(path, mode: mode) }
  func lock(_ descriptor: Int32, operation: Int32) -> Int { real.lock(descriptor, operation: operation) }
  func unlink(_ path: String) -> Int { real.unlink(path) }
  func removeFolder(_ path: String) -> Int { real.removeFolder(path) }
  func space(_ path: String, _ space: inout FileSystemSpace) -> Int { real.space(path, &space) }
  func list(_ path: String, _ names: inout [String]) -> Int { real.list(path, &names) }
}
