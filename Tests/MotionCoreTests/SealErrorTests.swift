import Foundation
import Testing

@testable import MotionCore

/// Each reason for which a bundle cannot be sealed, on a disk that gives it.
@Suite struct SealErrorTests {
  private let fixture = SessionFixture()

  /// What a seal throws after `change`, and the bundle's path.
  private func sealing(
    _ change: (DirectRecorder, FaultPlan) throws -> Void
  ) throws -> (path: String, error: SealError?) {
    let faults = FaultPlan()
    let sink = try fixture.direct(faults: faults)
    try change(sink, faults)
    let error = #expect(throws: SealError.self) { _ = try sink.seal(state: .complete) { _ in } }
    return (sink.path, error)
  }

  @Test func aManifestThatCannotBePutInItsPlace() throws {
    let (path, error) = try sealing { $1.add(.init("rename", nth: $1.count(of: "rename") + 1, code: -EIO)) }
    #expect(
      error
        == SealError.file(path: path, FileError(call: "rename", path: "\(path)/manifest.json", code: EIO)))
  }

  @Test func aFileThatIsGone() throws {
    let (path, error) = try sealing { sink, _ in
      try FileManager.default.removeItem(atPath: "\(sink.path)/gyroscope.jsonl")
    }
    #expect(error == SealError.notReadBack(path: path, file: "gyroscope.jsonl"))
  }

  /// Beyond 2^61 ns a time is damage to the reader (session format, "Times"), whoever wrote it.
  private static let absurd = HostTime(nanoseconds: 1 << 62)

  @Test func anEventThatReadsAsNone() throws {
    let (path, error) = try sealing { sink, _ in
      sink.record(EventMarker(kind: .marker, label: "LEFT", host: SealErrorTests.absurd, fields: [:]))
    }
    #expect(error == SealError.fewerEvents(path: path, file: "events.jsonl", found: 0, written: 1))
  }

  @Test func aRowThatReadsAsNone() throws {
    let (path, error) = try sealing { sink, _ in
      var sample = SessionFixture.sample(0)
      sample.receipt = SealErrorTests.absurd
      sink.record(sample, stream: 0)
    }
    guard case .fewerRows(path, "accelerometer.jsonl", 0, 1, let problem) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem?.hasPrefix("accelerometer.jsonl: line 1 is not a row") == true)
  }

  @Test func filesThatCannotBeSynced() throws {
    let (path, error) = try sealing { sink, faults in
      sink.record(SessionFixture.sample(0), stream: 0)
      faults.add(.init("fsync", nth: nil, code: -EIO))
    }
    guard case .notSynced(path, let files) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(files.contains { $0.hasPrefix("accelerometer") } && error?.mayBeRetried == true)
  }

  @Test func whatIsSealedIsNotSealedAgain() throws {
    let sink = try fixture.direct()
    _ = try sink.seal(state: .complete) { _ in }
    #expect(throws: SealError.sealedAlready(path: sink.path)) { try sink.seal(state: .complete) { _ in } }
  }

  /// What is sealed is safe, and what could not be done beside it is a note.
  @Test func aSealWithNotes() throws {
    let faults = FaultPlan()
    let sink = try fixture.direct(faults: faults)
    sink.record(SessionFixture.sample(0), stream: 0)
    faults.add(.init("chmod", nth: faults.count(of: "chmod") + 1, code: -EPERM))
    let sealed = try sink.seal(state: .complete) { _ in }
    guard case BundleNote.notReadOnly(let path, "Operation not permitted")? = sealed.notes.first else {
      Issue.record("\(sealed.notes)")
      return
    }
    #expect(path.hasPrefix(sink.path))
  }

  /// Rows whose sync failed go on in a new file; the old one, which is then to be cut back, cannot be.
  @Test func rowsInDoubtThatCannotBeCut() throws {
    let faults = FaultPlan()
    let sink = try fixture.direct(faults: faults)
    sink.record(SessionFixture.sample(0), stream: 0)
    faults.add(.init("fdatasync", nth: nil, code: -EIO))
    sink.checkpoint()
    faults.add(.init("ftruncate", nth: nil, code: -EIO))
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(
      sealed.notes.contains(
        BundleNote.doubtfulTail(
          FileError(call: "ftruncate", path: "\(sink.path)/accelerometer.jsonl", code: EIO))),
      "\(sealed.notes)")
  }

  /// The last sync of a seal is that of the folder.
  @Test func aFolderThatIsNotSynced() throws {
    // The first session of a folder makes the folder, which is synced, too.
    _ = try fixture.direct().seal(state: .complete) { _ in }
    let counting = FaultPlan()
    let second = try fixture.direct(
      faults: counting, plan: SessionFixture.plan(SessionFixture.manifest(uuid: "3f3a9c2e-x")))
    _ = try second.seal(state: .complete) { _ in }
    let faults = FaultPlan([.init("fsync", nth: counting.count(of: "fsync"), code: -EIO)])
    let sink = try fixture.direct(
      faults: faults, plan: SessionFixture.plan(SessionFixture.manifest(uuid: "2f3a9c2e-x")))
    let sealed = try sink.seal(state: .complete) { _ in }
    #expect(
      sealed.notes == [BundleNote.folderNotSynced(FileError(call: "fsync", path: sink.path, code: EIO))])
  }
}
