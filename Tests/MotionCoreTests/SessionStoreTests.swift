import Foundation
import Synchronization
import Testing

@testable import MotionCore

@Suite struct SessionStoreTests {
  private func record(_ fixture: SessionFixture, _ uuid: String, wall: String, seal: Bool = true) throws
    -> String
  {
    var manifest = SessionFixture.manifest(uuid: uuid)
    manifest.anchors[0].wall = wall
    let sink = try fixture.direct(plan: SessionFixture.plan(manifest))
    for index in 0..<101 { sink.record(SessionFixture.sample(index), stream: 0) }
    sink.checkpoint()
    if seal { _ = try sink.seal(state: .complete) { _ in } }
    return sink.path
  }

  @Test func theDefaultFolderFollowsXDG() {
    #expect(
      SessionStore.defaultFolder(environment: ["XDG_DATA_HOME": "/d", "HOME": "/h"])
        == "/d/drillrunner/sessions")
    #expect(
      SessionStore.defaultFolder(environment: ["XDG_DATA_HOME": "relative", "HOME": "/h"])
        == "/h/.local/share/drillrunner/sessions")
  }

  /// Analyses of one session at once: each is stored whole, none fails, and nothing is left beside it.
  @Test func derivedFilesAreWrittenByManyAtOnce() throws {
    let fixture = SessionFixture()
    let bundle = fixture.folder
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    let documents = (0..<8).map { [UInt8](repeating: UInt8(65 + $0), count: 200_000 + $0) }
    let failures = Mutex<[FileError]>([])
    DispatchQueue.concurrentPerform(iterations: documents.count) { index in
      for _ in 0..<12 {
        do throws(FileError) {
          let path = try SessionStore.writeDerived(
            documents[index], name: "analysis.json", configurationHash: "0123456789abcdef", in: bundle)
          let stored = try PosixFileSystem().readFile(path, limit: 300_000)
          if !documents.contains(stored) { throw FileError(call: "read", path: path, code: EIO) }
        } catch {
          failures.withLock { $0.append(error) }
        }
      }
    }
    #expect(failures.withLock { $0.isEmpty })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(bundle)/derived/0123456789abcdef")
        == ["analysis.json"])
  }

  @Test func sessionsAreListedWithTheirTrueState() throws {
    let fixture = SessionFixture()
    let store = SessionStore(folder: fixture.folder)
    #expect(try store.list().isEmpty)
    let whole = try record(fixture, "aaaa0000-1", wall: "2026-11-30T10:00:00Z")
    let broken = try record(fixture, "bbbb0000-2", wall: "2026-11-30T11:00:00Z", seal: false)
    try FileManager.default.createDirectory(
      atPath: "\(fixture.folder)/.creating-x", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: "\(fixture.folder)/zzz", withIntermediateDirectories: true)
    try "note".write(toFile: "\(fixture.folder)/note.txt", atomically: true, encoding: .utf8)
    let list = try store.list()
    #expect(list.map(\.path) == [whole, broken, "\(fixture.folder)/zzz"])
    let summaries = list.compactMap { try? $0.summary.get() }
    #expect(summaries.map(\.state) == [.complete, .incomplete])
    #expect(summaries.map(\.title) == ["Garage: Übung 1", "Garage: Übung 1"])
    #expect(summaries.allSatisfy { $0.synthetic })
    #expect(summaries.map { $0.rowCounts.map(\.rows) } == [[101, 0], [101, 0]])
    // No end anchor: from the start anchor (1000 ns) to the last row (1 s), once the rows are looked at.
    #expect(summaries[1].duration == .nanoseconds(999_999_000))
  }

  @Test func aSessionIsFoundByPathPrefixNameOrLast() throws {
    let fixture = SessionFixture()
    let store = SessionStore(folder: fixture.folder)
    #expect(throws: SessionLookupError.self) { try store.resolve("last") }
    let first = try record(fixture, "aaaa0000-1", wall: "2026-11-30T10:00:00Z")
    let second = try record(fixture, "aaaabbbb-2", wall: "2026-11-30T09:00:00Z")
    #expect(try store.resolve("last") == first)
    #expect(try store.resolve("aaaab") == second)
    #expect(try store.resolve("AAAA0") == first)
    #expect(try store.resolve(second + "/") == second)
    #expect(try store.resolve(String(first.split(separator: "/").last ?? "")) == first)
    let ambiguous = #expect(throws: SessionLookupError.self) { try store.resolve("aaaa") }
    #expect(ambiguous?.description.contains("aaaa0000-1") == true)
    #expect(ambiguous?.description.contains("aaaabbbb-2") == true)
    for missing in ["cccc", "", "/nowhere/at/all"] {
      #expect(throws: SessionLookupError.self) { try store.resolve(missing) }
    }
  }

  @Test func roomIsEstimatedAndChecked() throws {
    let hour = DiskSpace.estimate(
      [SessionFixture.accelerometer, SessionFixture.magnetometer], duration: .seconds(3600))
    // The longest row has 20-digit i, t, h, k, c, three 24-character reals and 6 keys: under 250 bytes.
    #expect(hour > 360_000 * 90)
    #expect(hour < 360_000 * 250 + 4_000_000)
    let fixture = SessionFixture()
    try DiskSpace.check([SessionFixture.accelerometer], duration: .seconds(1), folder: fixture.folder)
    let error = #expect(throws: DiskSpaceError.self) {
      try DiskSpace.check([SessionFixture.accelerometer], duration: .seconds(1e12), folder: fixture.folder)
    }
    #expect(error?.remedy?.contains("--sessions") == true)
  }

  /// proc(5) has no room, and makes no folders: ENOENT, whoever asks.
  @Test func aFolderThatCannotBeMadeIsNotAFullDisk() {
    let error = #expect(throws: FileError.self) {
      try DiskSpace.check([SessionFixture.accelerometer], duration: .seconds(1), folder: "/proc/sessions")
    }
    #expect(error?.call == "mkdir" && error?.path == "/proc/sessions" && error?.code == ENOENT)
  }
}
