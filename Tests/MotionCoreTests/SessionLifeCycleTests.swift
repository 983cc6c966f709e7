import Foundation
import Testing

@testable import MotionCore

/// The life of a bundle on a disk that works.
@Suite struct SessionLifeCycleTests {
  @Test func theFolderIsNamedByTimeTitleAndUUID() {
    // 12:15:02 at +02:00 is 10:15:02 UTC.
    #expect(SessionFixture.plan().folderName == "20261130T101502Z-garage-bung-1-1f3a9c2e")
    #expect(FolderName.utcStamp("2026-01-01T00:30:00.5+01:00") == "20251231T233000Z")
    #expect(FolderName.utcStamp("2026-02-28T23:59:59-00:30") == "20260301T002959Z")
    #expect(FolderName.utcStamp("nonsense") == "unknown")
    #expect(FolderName.slug("../..") == "session")
  }

  @Test func aBundleIsReadableFromItsFirstMoment() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: sink.path)) == [
        ".lock", "manifest.json", "protocol.yaml", "timeline.json", "accelerometer.jsonl", "gyroscope.jsonl",
        "events.jsonl", "derived",
      ])
    let session = try SessionReader.read(sink.path)
    #expect(session.state == .recording)
    #expect(session.streams.map(\.count) == [0, 0])
    #expect(session.problems.isEmpty)
    _ = try sink.seal(state: .interrupted) { _ in }
    #expect(try SessionReader.read(sink.path).state == .interrupted)
  }

  @Test func aWriterThatIsGoneLeavesAnIncompleteBundle() throws {
    let fixture = SessionFixture()
    var writer: DirectRecorder? = try fixture.direct()
    let path = try #require(writer?.path)
    for index in 0..<2000 { writer?.record(SessionFixture.sample(index), stream: 0) }
    writer = nil
    let session = try SessionReader.read(path)
    #expect(session.state == .incomplete)
    let stream = try #require(session.stream(.accelerometer))
    #expect(stream.count > 0)
    #expect(stream.sequence == Array(0..<Int64(stream.count)))
    #expect(session.problems.isEmpty)
  }

  @Test func aSealedBundleHoldsWhatWasRecorded() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct(summarize: { stream, clock in
      StreamSummary(
        statistics: ["count": .integer(Int64(stream.count)), "clock": .string(clock?.name ?? "none")],
        mapping: ClockMapping(
          t0: 0, t0Host: HostTime(nanoseconds: 5), driftPPM: 1.5, residualNs: 2, validated: true))
    })
    for index in 0..<500 {
      sink.record(SessionFixture.sample(index), stream: 0)
      sink.record(SessionFixture.sample(index), stream: 1)
    }
    #expect(sink.record(SessionFixture.marker("LEFT")) == 0)
    #expect(sink.record(Incident(.frozen, at: HostTime(nanoseconds: 3)).event) == 1)
    let sealed = try sink.seal(state: .complete) { $0.audio = ["pcm": "none"] }
    #expect(sealed.streams.map(\.rows) == [500, 500, 0])
    #expect(sealed.notes.isEmpty)
    let session = try SessionReader.read(sink.path)
    #expect(session.problems.isEmpty)
    #expect(session.state == .complete)
    #expect(session.manifest == sealed.manifest)
    #expect(session.manifest.incidents == ["frozen": 1])
    #expect(session.manifest.streams[1].statistics == ["count": 500, "clock": "imu"])
    #expect(session.manifest.clocks[1].mapping?.driftPPM == 1.5)
    #expect(session.events.map(\.label) == ["LEFT", "frozen"])
    #expect(
      session.manifest.files.map(\.name).sorted() == [
        "accelerometer.jsonl", "events.jsonl", "gyroscope.jsonl", "protocol.yaml", "timeline.json",
      ])
    // sha256sum(1) computes the hashes a second time.
    for file in session.manifest.files {
      let sum = try SessionFixture.output("/usr/bin/sha256sum", ["\(sink.path)/\(file.name)"])
      #expect(sum.hasPrefix(file.sha256 + " "))
      #expect(FileManager.default.contents(atPath: "\(sink.path)/\(file.name)")?.count == Int(file.bytes))
    }
    for name in [".lock", "manifest.json"] + session.manifest.files.map(\.name) {
      let mode = try SessionFixture.mode("\(sink.path)/\(name)")
      #expect(mode == 0o444, "\(name)")
    }
    #expect(try SessionFixture.mode(sink.path) == 0o555)
    #expect(try SessionFixture.mode("\(sink.path)/derived") == 0o755)
    #expect(throws: SealError.self) { try sink.seal(state: .complete, update: { _ in }) }
  }

  @Test func nothingLaterChangesASealedBundle() throws {
    let fixture = SessionFixture()
    let first = try fixture.direct()
    first.record(SessionFixture.sample(0), stream: 0)
    _ = try first.seal(state: .complete) { _ in }
    let before = try SessionFixture.contents(first.path)
    first.record(SessionFixture.sample(1), stream: 0)
    first.record(SessionFixture.marker("LATE"))
    // The same name again, and another session beside it.
    #expect(throws: FileError.self) { try fixture.direct() }
    let other = SessionFixture.plan(SessionFixture.manifest(uuid: "2f3a9c2e-0000-4000-8000-0123456789ab"))
    let second = try fixture.direct(plan: other)
    second.record(SessionFixture.sample(0), stream: 0)
    _ = try second.seal(state: .complete) { _ in }
    #expect(try SessionFixture.contents(first.path) == before)
    let written = try SessionStore.writeDerived(
      Array("{}".utf8), name: "analysis.json", configurationHash: "0123456789abcdef0123", in: first.path)
    #expect(written == "\(first.path)/derived/0123456789abcdef/analysis.json")
    let after = try SessionFixture.contents(first.path).filter { !$0.key.hasPrefix("derived") }
    #expect(after == before.filter { !$0.key.hasPrefix("derived") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).count == 2)
  }

  // The order that the session schema prescribes: everything is synced before the name is there, and before the
  // manifest says that it is complete.
  @Test func systemCallsComeInTheOrderOfTheSchema() throws {
    let fixture = SessionFixture()
    let faults = FaultPlan()
    let sink = try fixture.direct(faults: faults)
    let creation = faults.trace
    let rename = try #require(creation.firstIndex(of: "rename"))
    // The parent of the new sessions folder; .lock, events, two streams, protocol, timeline, manifest, the folder.
    #expect(creation[..<rename].count { $0 == "fsync" } == 9)
    #expect(creation[..<rename].contains("flock"))
    #expect(creation[..<rename].contains("posix_fallocate"))
    #expect(Array(creation[rename...]) == ["rename", "open", "fsync", "close"])
    sink.record(SessionFixture.sample(0), stream: 0)
    _ = try sink.seal(state: .complete) { _ in }
    let seal = Array(faults.trace.dropFirst(creation.count))
    let manifest = try #require(seal.firstIndex(of: "rename"))
    let rows = try #require(seal.firstIndex(of: "pwrite"))
    let readBack = try #require(seal.firstIndex(of: "read"))
    let lastRowSync = try #require(seal[..<readBack].lastIndex(of: "fsync"))
    #expect(rows < lastRowSync)
    #expect(readBack < manifest)
    // The temporary manifest is written and synced, renamed, the folder synced, the manifest read back.
    #expect(Array(seal[..<manifest].suffix(4)) == ["open", "pwrite", "fsync", "close"])
    #expect(Array(seal[manifest...].prefix(4)) == ["rename", "open", "fsync", "close"])
    let firstChmod = try #require(seal.firstIndex(of: "chmod"))
    #expect(seal[manifest..<firstChmod].contains("read"))
  }

  @Test func rowsAfterTheStopAreCountedAndDropped() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    for index in 0..<10 { sink.record(SessionFixture.sample(index), stream: 0) }
    sink.stop(at: HostTime(nanoseconds: 100_000_000))
    sink.stop(at: HostTime(nanoseconds: 0))
    // Receipts from 100 ms (kept: up to the boundary) on; another stream's earlier row comes late.
    for index in 10..<14 { sink.record(SessionFixture.sample(index), stream: 0) }
    sink.record(SessionFixture.sample(9), stream: 1)
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(sealed.streams.map(\.rows) == [11, 1, 0])
    #expect(sealed.streams.map(\.afterStop) == [3, 0, 0])
    #expect(try SessionReader.read(sink.path).stream(.accelerometer)?.receiptNs.last == 100_000_000)
  }
}
