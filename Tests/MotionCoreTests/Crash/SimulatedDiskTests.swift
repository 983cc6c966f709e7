import Foundation
import Testing

@testable import MotionCore

/// The simulated disk itself: what it promises, what it may take away, and that it answers as Linux does.
@Suite struct SimulatedDiskTests {
  private let text = Array("0123456789".utf8)

  /// Every content that `path` can have after a crash; nil where it can be gone.
  private func futures(_ disk: SimulatedDisk, _ path: String) -> Set<String?> {
    var found: Set<String?> = []
    disk.state.forEachCrash(limit: 4000, seed: 1) { crash in
      let after = disk.state.after(crash)
      found.insert(after.find(path).map { String(decoding: after.nodes[$0].data, as: UTF8.self) })
    }
    return found
  }

  @Test func aSyncedFileHasNoNameBeforeItsFolderIsSynced() throws {
    let disk = SimulatedDisk()
    try disk.createFile("/a", text)
    #expect(futures(disk, "/a") == [nil, "0123456789"])
    try disk.syncFolder("/")
    #expect(futures(disk, "/a") == ["0123456789"])
  }

  @Test func anUnsyncedWriteIsLostKeptOrFilled() throws {
    let disk = SimulatedDisk()
    try disk.createFile("/a", text)
    try disk.syncFolder("/")
    let file = try disk.openFile("/a", flags: O_RDWR)
    try disk.writeAll(text, to: file, at: 10, "/a")
    let found = futures(disk, "/a")
    #expect(found.contains("0123456789"))
    #expect(found.contains("01234567890123456789"))
    #expect(found.contains("0123456789" + String(repeating: "\0", count: 10)))
    // Fourth: the garbage.
    #expect(found.count == 4)
    #expect(found.allSatisfy { $0?.hasPrefix("0123456789") == true })
    #expect(disk.fdatasync(file) == 0)
    #expect(futures(disk, "/a") == ["01234567890123456789"])
  }

  @Test func laterSectorsMayComeWithoutEarlierOnes() throws {
    let disk = SimulatedDisk()
    try disk.createFile("/a", [])
    try disk.syncFolder("/")
    let file = try disk.openFile("/a", flags: O_RDWR)
    let ones = [UInt8](repeating: UInt8(ascii: "1"), count: DiskState.sector)
    try disk.writeAll(ones + ones.map { $0 + 1 }, to: file, "/a")
    let hole = String(repeating: "\0", count: 512) + String(repeating: "2", count: 512)
    #expect(futures(disk, "/a").contains(hole))
  }

  @Test func aFailedSyncIsNeverMadeGoodByALaterOne() throws {
    let disk = SimulatedDisk()
    try disk.createFile("/a", [])
    try disk.syncFolder("/")
    let file = try disk.openFile("/a", flags: O_RDWR)
    try disk.writeAll(text, to: file, "/a")
    let calls = disk.trace.count
    disk.setFault { _, number in number == calls + 1 ? -EIO : nil }
    #expect(disk.fdatasync(file) == -Int(EIO))
    #expect(disk.fdatasync(file) == 0)
    #expect(futures(disk, "/a").isSuperset(of: ["", "0123456789"]))
    // What comes after it is durable; what was lost is seen only as long as it is in the cache.
    try disk.writeAll(text, to: file, at: 10, "/a")
    #expect(disk.fdatasync(file) == 0)
    #expect(futures(disk, "/a").contains(String(repeating: "\0", count: 10) + "0123456789"))
    #expect(try disk.readFile("/a", limit: 100) == text + text)
    #expect(disk.dropCache(file) == 0)
    #expect(try disk.readFile("/a", limit: 100) == [UInt8](repeating: 0, count: 10) + text)
  }

  @Test func aRenameIsInDoubtUntilTheFolderIsSynced() throws {
    let disk = SimulatedDisk()
    try disk.createFile("/old", text)
    try disk.createFile("/new", Array("before".utf8))
    try disk.syncFolder("/")
    #expect(disk.rename("/old", to: "/new") == 0)
    #expect(futures(disk, "/new") == ["before", "0123456789"])
    #expect(futures(disk, "/old") == [nil, "0123456789"])
    try disk.syncFolder("/")
    #expect(futures(disk, "/new") == ["0123456789"])
    #expect(futures(disk, "/old") == [nil])
  }

  /// The same calls on the simulated and on a real disk, with the same answers.
  @Test func itAnswersAsTheRealOneDoes() throws {
    let fixture = SessionFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    let real = answers(PosixFileSystem(), fixture.folder)
    let disk = SimulatedDisk()
    #expect(disk.makeFolder("/s", mode: 0o755) == 0)
    #expect(answers(disk, "/s") == real)
    #expect(disk.openCount == 0)
  }

  private func answers(_ disk: any FileSystem, _ folder: String) -> [Int] {
    var made: [Int] = []
    var status = FileStatus()
    var names: [String] = []
    func note(_ result: Int) { made.append(result) }
    func path(_ name: String) -> String { "\(folder)/\(name)" }
    func opened(_ name: String, _ flags: Int32) -> Int32 {
      let result = disk.open(path(name), flags: flags, mode: 0o644)
      note(min(result, 0))
      return Int32(result)
    }
    note(disk.makeFolder(path("d"), mode: 0o755))
    note(disk.makeFolder(path("d"), mode: 0o755))
    note(disk.makeFolder(path("x/y"), mode: 0o755))
    let file = opened("d/f", O_RDWR | O_CREAT | O_EXCL)
    _ = opened("d/f", O_RDWR | O_CREAT | O_EXCL)
    _ = opened("missing", O_RDONLY)
    _ = opened("d", O_RDWR)
    _ = opened("d/f", O_RDONLY | O_DIRECTORY)
    note(text.withUnsafeBytes { disk.pwrite(file, $0, at: 5) })
    note(disk.ftruncate(file, to: 12))
    note(disk.allocate(file, bytes: 8))
    note(disk.status(file, &status))
    note(Int(status.bytes))
    var buffer = [UInt8](repeating: 1, count: 20)
    note(buffer.withUnsafeMutableBytes { disk.read(file, into: $0) })
    note(buffer.withUnsafeMutableBytes { disk.read(file, into: $0) })
    made += buffer.map(Int.init)
    note(disk.lock(file, operation: LOCK_EX | LOCK_NB))
    let other = opened("d/f", O_RDONLY)
    note(disk.lock(other, operation: LOCK_SH | LOCK_NB))
    note(disk.close(file))
    note(disk.lock(other, operation: LOCK_SH | LOCK_NB))
    note(disk.close(other))
    note(disk.fsync(other))
    note(disk.removeFolder(path("d")))
    note(disk.makeFolder(path("e"), mode: 0o755))
    note(disk.rename(path("e"), to: path("d")))
    note(disk.rename(path("d"), to: path("e")))
    note(disk.rename(path("e/f"), to: path("g")))
    note(disk.rename(path("g"), to: path("e")))
    note(disk.rename(path("e"), to: path("g")))
    note(disk.unlink(path("e")) < 0 ? 0 : 1)
    note(disk.list(path("g"), &names))
    note(disk.list(folder, &names))
    note(names.count)
    note(disk.chmod(path("h"), mode: 0o444))
    note(disk.unlink(path("g")))
    note(disk.unlink(path("g")))
    note(disk.removeFolder(path("e")))
    return made
  }
}
