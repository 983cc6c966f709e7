import Foundation
import Testing

@testable import MotionCore

/// The life of a bundle on a disk that fails.
@Suite struct SessionFaultTests {
  static let calls = [
    "open", "close", "read", "pwrite", "fsync", "fdatasync", "ftruncate", "posix_fallocate", "posix_fadvise",
    "fstat", "rename", "mkdir", "chmod", "flock", "unlink",
  ]

  /// Records 40 rows of two streams and 2 events, with two checkpoints between, and seals.
  private func recordSession(
    _ fixture: SessionFixture, _ faults: FaultPlan
  ) -> (path: String, synced: Int, sealed: SealedBundle?)? {
    guard let sink = try? fixture.direct(faults: faults) else { return nil }
    var synced = 0
    for index in 0..<40 {
      sink.record(SessionFixture.sample(index), stream: 0)
      sink.record(SessionFixture.sample(index), stream: 1)
      if index == 10 || index == 25 {
        sink.record(SessionFixture.marker("LEFT"))
        let failed = faults.count(of: "fdatasync")
        sink.checkpoint()
        if faults.count(of: "fdatasync") == failed + 3 { synced = index + 1 }
      }
    }
    return (sink.path, synced, try? sink.seal(state: .complete) { _ in })
  }

  @Test(arguments: calls)
  func whicheverCallFailsTheRowsAreThere(_ call: String) throws {
    for code in [EIO, ENOSPC, EINTR] {
      var nth = 1
      while true {
        let fixture = SessionFixture()
        let faults = FaultPlan([FaultPlan.Fault(call, nth: nth, code: -code)])
        let recorded = recordSession(fixture, faults)
        if faults.count(of: call) < nth { break }
        let note = Comment("\(call) number \(nth) failing with \(code)")
        nth += 1
        guard let recorded else {
          // Nothing was recorded, and nothing may look like a session that was.
          #expect(try SessionStore(folder: fixture.folder).list().isEmpty, note)
          continue
        }
        let session = try SessionReader.read(recorded.path)
        for stream in session.streams {
          #expect(stream.count >= recorded.synced, note)
          #expect(stream.sequence == Array(0..<Int64(stream.count)), note)
          #expect(stream.values[0] == .integers(Array(0..<Int64(stream.count))), note)
        }
        if let sealed = recorded.sealed {
          #expect(session.streams.map(\.count) == [40, 40], note)
          #expect(session.problems.isEmpty, note)
          #expect(session.state == sealed.manifest.state, note)
          #expect(session.events.count { $0.label == "LEFT" } == 2, note)
        } else {
          // Said beside the bundle, unless that was what failed.
          #expect(
            FileManager.default.fileExists(atPath: "\(recorded.path).incident.jsonl")
              || ["open", "pwrite", "fstat", "fsync"].contains(call), note)
        }
      }
    }
  }

  @Test func aFailedSyncIsNeverTakenForASuccess() throws {
    let fixture = SessionFixture()
    // The first sync is that of the events, the second that of the accelerometer.
    let faults = FaultPlan([FaultPlan.Fault("fdatasync", nth: 2, code: -EIO)])
    let recorded = try #require(recordSession(fixture, faults))
    let session = try SessionReader.read(recorded.path)
    let manifest = try #require(recorded.sealed).manifest
    #expect(manifest.state == .interrupted)
    #expect(manifest.streams[0].segments == ["accelerometer.1.jsonl"])
    #expect(manifest.incidents == ["write_failed": 1])
    let incident = try #require(session.events.first { $0.knownKind == .incident })
    #expect(incident.fields["call"] == "fdatasync")
    #expect(incident.fields["segment"] == "accelerometer.1.jsonl")
    // The rows in doubt stand in the new file, and are cut from the old one, of which nothing was synced.
    #expect(FileManager.default.contents(atPath: "\(recorded.path)/accelerometer.jsonl")?.isEmpty == true)
    let text = try String(contentsOfFile: "\(recorded.path)/accelerometer.1.jsonl", encoding: .utf8)
    #expect(text.hasPrefix(#"{"i":0,"#))
    #expect(session.streams[0].sequence == Array(0..<40))
  }

  @Test func aDiskThatGivesNoFurtherFileIsGivenUp() throws {
    let fixture = SessionFixture()
    let reports = Reports()
    let faults = FaultPlan()
    let writer = try BundleWriter.create(
      in: fixture.folder, plan: SessionFixture.plan(), fileSystem: PosixFileSystem(faults: faults))
    let sink = DirectRecorder(writer: writer, clock: VirtualClock(), report: { reports.add($0) })
    faults.add(.init("fdatasync", nth: nil, code: -EIO))
    faults.add(.init("open", nth: nil, code: -EROFS))
    sink.record(SessionFixture.sample(0), stream: 0)
    sink.checkpoint()
    sink.checkpoint()
    #expect(
      reports.all.contains {
        $0.mustStop
          && $0.told
            == StoreTrouble.gaveUp(
              call: "fdatasync", file: "accelerometer.jsonl", reason: "Input/output error",
              why: "Read-only file system")
      }, "\(reports.all)")
  }

  @Test(arguments: [1, 60, 61, 200, 100_000])
  func aShortWriteIsCutBackAndRepeated(_ bytes: Int) throws {
    let fixture = SessionFixture()
    // Writes 1 to 3 are those of the creation (protocol, timeline, manifest), 4 that of the events.
    let faults = FaultPlan([5, 6].map { FaultPlan.Fault("pwrite", nth: $0, code: Int32(bytes)) })
    let recorded = try #require(recordSession(fixture, faults))
    #expect(recorded.sealed?.manifest.state == .complete)
    let session = try SessionReader.read(recorded.path)
    #expect(session.problems.isEmpty)
    #expect(session.streams.map(\.sequence) == [Array(0..<40), Array(0..<40)])
    // Cut back twice where writes were short; the reserve is given free once in any case.
    #expect(faults.count(of: "ftruncate") == (bytes < 1000 ? 3 : 1))
  }

  @Test func aFullDiskStopsTheRunAndStillSeals() throws {
    let fixture = SessionFixture()
    let disk = FullDisk()
    let reports = Reports()
    let writer = try BundleWriter.create(in: fixture.folder, plan: SessionFixture.plan(), fileSystem: disk)
    let sink = DirectRecorder(writer: writer, clock: VirtualClock(), report: { reports.add($0) })
    disk.fill()
    let rows = 20_000
    for index in 0..<rows { sink.record(SessionFixture.sample(index), stream: 0) }
    sink.checkpoint()
    sink.checkpoint()
    #expect(reports.all.map(\.incident.kind) == [.writeFailed])
    #expect(reports.all.map(\.mustStop) == [true])
    #expect(reports.all.map(\.told) == [StoreTrouble.diskFull(file: "accelerometer.jsonl")])
    // Nothing can be written until the reserve is released.
    let sealed = try sink.seal(state: .complete) { _ in }
    let session = try SessionReader.read(sealed.path)
    #expect(session.state == .interrupted)
    #expect(session.problems.isEmpty)
    #expect(session.streams[0].count > 1000)
    #expect(sealed.streams[0].notWritten > 1000)
    #expect(session.streams[0].count + sealed.streams[0].notWritten == rows)
    #expect(
      session.manifest.streams[0].losses["not_written"] == .integer(Int64(sealed.streams[0].notWritten)))
    #expect(session.events.map(\.label) == ["write_failed"])
  }

  /// A creation that fails removes what it has made, and never the bundle that has the name already.
  @Test(arguments: [("open", 1), ("fsync", 2), ("mkdir", 3)])
  func aFailedCreationLeavesTheBundleOfTheSameNameAlone(_ call: String, _ nth: Int) throws {
    let fixture = SessionFixture()
    let first = try fixture.direct()
    first.record(SessionFixture.sample(0), stream: 0)
    _ = try first.seal(state: .complete) { _ in }
    let before = try SessionFixture.contents(first.path)
    let faults = FaultPlan([FaultPlan.Fault(call, nth: nth, code: -EIO)])
    #expect(throws: FileError.self) { try fixture.direct(faults: faults) }
    #expect(try SessionFixture.contents(first.path) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).count == 1)
  }

  @Test func aSealThatCannotBeMadeIsReportedAndNoted() throws {
    let fixture = SessionFixture()
    let faults = FaultPlan()
    var sink: DirectRecorder? = try fixture.direct(faults: faults)
    let path = try #require(sink?.path)
    sink?.record(SessionFixture.sample(0), stream: 0)
    faults.add(FaultPlan.Fault("rename", nth: nil, code: -EIO))
    let error = #expect(throws: SealError.self) { try sink?.seal(state: .complete, update: { _ in }) }
    #expect(error?.cause.contains("Input/output error") == true)
    // It may be sealed again as long as its recorder holds it; given up, it is incomplete.
    #expect(try SessionReader.read(path).state == .recording)
    sink = nil
    let session = try SessionReader.read(path)
    #expect(session.state == .incomplete)
    #expect(session.streams[0].count == 1)
    let note = try String(contentsOfFile: "\(path).incident.jsonl", encoding: .utf8)
    #expect(note.contains("seal_failed"))
  }
}
