import Foundation
import Testing

@testable import MotionCore

/// What a file call that fails is told as: what is to be done depends on the system's reason.
@Suite struct FileErrorTests {
  @Test(
    arguments: [
      (ENOSPC, "file.disk-full"), (EDQUOT, "file.disk-full"), (EACCES, "file.denied"),
      (EPERM, "file.denied"), (EROFS, "file.read-only"), (ETIMEDOUT, "file.no-answer"),
      (EIO, "file.hardware"), (ENOENT, "file.missing"), (ENOTDIR, "file.missing"), (EMFILE, "file.other"),
    ] as [(Int32, String)])
  func eachReasonHasItsMessage(code: Int32, id: String) throws {
    let path = NSTemporaryDirectory() + "file-error-" + UUID().uuidString
    defer { unlink(path) }
    let disk = PosixFileSystem(faults: FaultPlan([.init("pwrite", code: -code)]))
    let error = try #require(throws: FileError.self) { try disk.createFile(path, [1]) }
    #expect(error == FileError(call: "pwrite", path: path, code: code))
    #expect(error.messageID == id && error.remedy?.isEmpty == false)
    #expect(error.isDiskFull == (id == "file.disk-full"))
  }

  /// Without a fault that is injected: what is not there, and a folder where a file was asked for.
  @Test func theSystemsOwnReasons() {
    let disk = PosixFileSystem()
    #expect(throws: FileError(call: "open", path: "/nowhere/x", code: ENOENT)) {
      try disk.readFile("/nowhere/x", limit: 1)
    }
    #expect(throws: FileError(call: "open", path: "/", code: EINVAL)) { try disk.readFile("/", limit: 1) }
  }
}
