import Foundation
import Testing

@testable import MotionCore

/// A seal that fails and is made again, and the calibration that a seal writes.
@Suite struct SessionSealRetryTests {
  private static let calibration: JSONValue = [
    "version": 1, "attempts": [["step": "neutral", "outcome": "failed", "reason": "moved", "rows": [:]]],
  ]

  private func record(_ sink: any SessionSink) {
    for index in 0..<40 {
      sink.record(SessionFixture.sample(index), stream: 0)
      sink.record(SessionFixture.sample(index), stream: 1)
    }
    sink.record(SessionFixture.marker("LEFT"))
    sink.keep(calibration: Self.calibration)
  }

  private func expectWhole(_ path: String, protected: Bool = true, _ note: Comment = "") throws {
    let session = try SessionReader.read(path)
    #expect(session.problems.isEmpty, note)
    #expect(session.streams.map(\.count) == [40, 40], note)
    #expect(session.calibration?.document == Self.calibration, note)
    #expect(session.manifest.calibrationFile == "calibration.json", note)
    for file in session.manifest.files {
      let sum = try SessionFixture.output("/usr/bin/sha256sum", ["\(path)/\(file.name)"])
      #expect(sum.hasPrefix(file.sha256), note)
      if protected { #expect(try SessionFixture.mode("\(path)/\(file.name)") == 0o444, note) }
    }
    #expect(session.manifest.files.map(\.name).count { $0 == "calibration.json" } == 1, note)
  }

  @Test(
    "Whichever call of a seal fails, the next seal makes the bundle whole", arguments: SessionFaultTests.calls
  )
  func retried(call: String) throws {
    for nth in 1... {
      let fixture = SessionFixture()
      let faults = FaultPlan()
      let sink = try fixture.direct(faults: faults)
      record(sink)
      let before = faults.count(of: call)
      faults.add(FaultPlan.Fault(call, nth: before + nth, code: -EIO))
      let note = Comment("\(call), number \(nth) of the seal")
      do {
        _ = try sink.seal(state: .complete) { _ in }
      } catch let error as SealError {
        #expect(error.mayBeRetried, note)
        #expect(FileManager.default.fileExists(atPath: sink.path + ".incident.jsonl"), note)
        _ = try sink.seal(state: .complete) { _ in }
      }
      try expectWhole(sink.path, protected: call != "chmod", note)
      if faults.count(of: call) < before + nth { break }
    }
  }

  @Test("A live recording is sealed at the second attempt, and no third is taken")
  func recorder() throws {
    let fixture = SessionFixture()
    let faults = FaultPlan()
    let sink = try SessionRecorder(
      in: fixture.folder, plan: SessionFixture.plan(), fileSystem: PosixFileSystem(faults: faults))
    record(sink)
    faults.add(FaultPlan.Fault("rename", nth: faults.count(of: "rename") + 1, code: -EIO))
    #expect(throws: SealError.self) { try sink.seal(state: .complete) { _ in } }
    let sealed = try sink.seal(state: .complete) { $0.anchors.append($0.anchors[0]) }
    #expect(sealed.manifest.state == .complete)
    #expect(sealed.manifest.anchors.count == 2, "what the run says at the last attempt counts")
    try expectWhole(sink.path)
    let contents = try SessionFixture.contents(sink.path)
    do {
      _ = try sink.seal(state: .complete) { _ in }
      Issue.record("sealed twice")
    } catch let error as SealError {
      #expect(!error.mayBeRetried)
      #expect(
        [SealError.begunAlready(path: sink.path), .sealedAlready(path: sink.path)].contains(error))
    }
    #expect(try SessionFixture.contents(sink.path) == contents)
  }

  @Test("Without a calibration there is no file and no member")
  func none() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    _ = try sink.seal(state: .complete) { _ in }
    let session = try SessionReader.read(sink.path)
    #expect(session.calibration == nil && session.manifest.calibrationFile == nil)
    #expect(!FileManager.default.fileExists(atPath: sink.path + "/calibration.json"))
  }

  @Test("A sealed calibration that was changed is found by verify")
  func verified() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    record(sink)
    _ = try sink.seal(state: .complete) { _ in }
    let path = sink.path + "/calibration.json"
    chmod(path, 0o644)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let report = try BundleVerification.verify(sink.path)
    #expect(!report.differences.isEmpty)
  }
}
