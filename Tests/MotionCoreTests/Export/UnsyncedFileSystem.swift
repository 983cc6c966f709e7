import Foundation

@testable import MotionCore

/// The real files without waiting for the disk: an fsync can fail as planned, and else does nothing. For tests that make
/// thousands of files.
struct UnsyncedFileSystem: FileSystem {
  private let real: PosixFileSystem
  private let faults: FaultPlan

  init(faults: FaultPlan) {
    self.faults = faults
    real = PosixFileSystem(faults: faults)
  }

  func fsync(_ descriptor: Int32) -> Int { Int(faults.note("fsync") ?? 0) }
  func fdatasync(_ descriptor: Int32) -> Int { Int(faults.note("fdatasync") ?? 0) }

  func open(_ path: String, flags: Int32, mode: UInt32) -> Int { real.open(path, flags: flags, mode: mode) }
  func close(_ descriptor: Int32) -> Int { real.close(descriptor) }
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    real.read(descriptor, into: buffer)
  }
  func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int {
    real.pwrite(descriptor, bytes, at: offset)
  }
  func ftruncate(_ descriptor: Int32, to length: Int64) -> Int { real.ftruncate(descriptor, to: length) }
  func allocate(_ descriptor: Int32, bytes: Int64) -> Int { real.allocate(descriptor, bytes: bytes) }
  func dropCache(_ descriptor: Int32) -> Int { real.dropCache(descriptor) }
  func status(_ descriptor: Int32, _ status: inout FileStatus) -> Int { real.status(descriptor, &status) }
  func rename(_ path: String, to target: String) -> Int { real.rename(path, to: target) }
  func rename(_ path: String, to target: String, rule: RenameRule) -> Int {
    real.rename(path, to: target, rule: rule)
  }
  func makeFolder(_ path: String, mode: UInt32) -> Int { real.makeFolder(path, mode: mode) }
  func chmod(_ path: String, mode: UInt32) -> Int { real.chmod(path, mode: mode) }
  func lock(_ descriptor: Int32, operation: Int32) -> Int { real.lock(descriptor, operation: operation) }
  func unlink(_ path: String) -> Int { real.unlink(path) }
  func removeFolder(_ path: String) -> Int { real.removeFolder(path) }
  func space(_ path: String, _ space: inout FileSystemSpace) -> Int { real.space(path, &space) }
  func list(_ path: String, _ names: inout [String]) -> Int { real.list(path, &names) }
}
