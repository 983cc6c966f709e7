import Foundation
import Testing

@testable import MotionCore

/// Sealing what a dead program left: every whole row kept, nothing thrown away, nothing touched that is live or
/// sealed.
@Suite struct SessionRecoveryTests {
  private static let app = Manifest.App(name: "drillrunner", version: "0.1.0", revision: "test")
  private static let wall = "2026-11-30T13:00:00.000000000+00:00"

  /// A bundle whose program died with `rows` rows in each stream and two events on the disk.
  private func dead(_ fixture: SessionFixture, rows: Int = 300) throws -> String {
    let sink = try fixture.direct()
    for index in 0..<rows {
      sink.record(SessionFixture.sample(index), stream: 0)
      sink.record(SessionFixture.sample(index), stream: 1)
    }
    sink.record(SessionFixture.marker("LEFT"))
    sink.record(Incident(.frozen, at: HostTime(nanoseconds: 77)).event)
    sink.checkpoint()
    return sink.path
  }

  private func recover(
    _ path: String, faults: FaultPlan? = nil, summarize: StreamSummarizer? = nil
  ) throws -> RecoveryReport {
    try BundleRecovery(path: path, fileSystem: PosixFileSystem(faults: faults), summarize: summarize)
      .recover(wall: SessionRecoveryTests.wall, app: SessionRecoveryTests.app)
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  private func write(_ data: Data, to path: String) throws {
    try data.write(to: URL(fileURLWithPath: path))
  }

  @Test func aBundleOfWholeRowsIsSealedWithoutLoss() throws {
    let fixture = SessionFixture()
    let path = try dead(fixture)
    let before = try ["accelerometer.jsonl", "gyroscope.jsonl", "events.jsonl"].map {
      try bytes("\(path)/\($0)")
    }
    let report = try recover(
      path,
      summarize: { stream, _ in StreamSummary(statistics: ["count": .integer(Int64(stream.count))]) })
    #expect(report.isLossless)
    #expect(report.files.map(\.name) == ["accelerometer.jsonl", "gyroscope.jsonl", "events.jsonl"])
    #expect(report.files.map(\.rowsKept) == [300, 300, 2])
    #expect(report.files.allSatisfy { $0.bytesDropped == 0 && $0.droppedFile == nil })
    // Row 299 was received at 2.99 s (SessionFixture.sample); the incident happened at 77 ns.
    #expect(report.files.map { $0.lastGood?.nanoseconds } == [2_990_000_000, 2_990_000_000, 77])
    let after = try ["accelerometer.jsonl", "gyroscope.jsonl", "events.jsonl"].map {
      try bytes("\(path)/\($0)")
    }
    #expect(before == after)
    let session = try SessionReader.read(path)
    #expect(session.problems.isEmpty)
    #expect(session.state == .incomplete)
    #expect(session.manifest.state == .incomplete)
    #expect(session.manifest.incidents == ["frozen": 1])
    #expect(session.manifest.streams.map(\.count) == [300, 300, nil])
    #expect(session.manifest.streams[0].statistics == ["count": 300])
    let told = try #require(session.manifest.unknown["recovery"])
    #expect(told["lossless"]?.bool == true)
    #expect(told["wall"]?.string == SessionRecoveryTests.wall)
    #expect(told["files"]?["gyroscope.jsonl"]?["rows_kept"]?.integer == 300)
    #expect(told["files"]?["gyroscope.jsonl"]?["last_good_host_ns"]?.integer == 2_990_000_000)
    #expect(try SessionFixture.mode("\(path)/gyroscope.jsonl") == 0o444)
    #expect(try SessionFixture.mode(path) == 0o555)
    #expect(try bytes("\(path)/.lock").isEmpty)
    #expect(try BundleVerification.verify(path).isVerified)
  }

  @Test func theBytesOfACutRowAreMovedAndKept() throws {
    let fixture = SessionFixture()
    let path = try dead(fixture)
    let file = "\(path)/gyroscope.jsonl"
    let whole = try bytes(file)
    let cut = Data("{\"i\":300,\"t\":30".utf8)
    try write(whole + cut, to: file)
    let report = try recover(path)
    #expect(!report.isLossless)
    let entry = try #require(report.files.first { $0.name == "gyroscope.jsonl" })
    #expect(entry.rowsKept == 300 && entry.bytesDropped == Int64(cut.count))
    #expect(try bytes(file) == whole)
    #expect(entry.droppedFile == "gyroscope.jsonl.dropped")
    #expect(try bytes("\(path)/gyroscope.jsonl.dropped") == cut)
    #expect(try SessionReader.read(path).problems.isEmpty)
    #expect(try SessionReader.read(path).manifest.files.contains { $0.name == "gyroscope.jsonl.dropped" })
    #expect(try BundleVerification.verify(path).isVerified)
    #expect(
      try SessionReader.readManifest(path).manifest.unknown["recovery"]?["files"]?["gyroscope.jsonl"]?[
        "bytes_dropped"]?.integer == Int64(cut.count))
  }

  /// Zeros where a page never reached the disk, garbage, a row that is cut into by the next, a line beyond any
  /// limit, a line that is JSON and no row.
  @Test func damageInTheMiddleIsTakenOutAndTheRestKept() throws {
    let fixture = SessionFixture()
    let path = try dead(fixture)
    let file = "\(path)/accelerometer.jsonl"
    let lines = try bytes(file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast().map { Data($0) + Data("\n".utf8) }
    var garbage: [Data] = []
    garbage.append(Data(repeating: 0, count: 4096) + lines[20])
    garbage.append(Data("\u{1B}[2Jnonsense\n".utf8) + Data([0xFF, 0xFE, 0x0A]))
    garbage.append(lines[60].prefix(17) + lines[61])
    garbage.append(Data(repeating: UInt8(ascii: "x"), count: 3 << 20) + Data("\n".utf8))
    garbage.append(Data("{\"a\":1}\n\n".utf8))
    let kept = [lines[..<20], lines[21..<60], lines[62..<100], lines[100..<200], lines[200...]].map {
      $0.reduce(Data(), +)
    }
    try write(
      kept[0] + garbage[0] + kept[1] + garbage[1] + garbage[2] + kept[2] + garbage[3] + kept[3] + garbage[4]
        + kept[4], to: file)
    let report = try recover(path)
    let entry = try #require(report.files.first { $0.name == "accelerometer.jsonl" })
    #expect(entry.rowsKept == 297)
    #expect(try bytes(file) == kept.reduce(Data(), +))
    #expect(try bytes("\(path)/accelerometer.jsonl.dropped") == garbage.reduce(Data(), +))
    #expect(entry.bytesDropped == Int64(garbage.reduce(0) { $0 + $1.count }))
    #expect(report.problems.map(\.finding).contains(SessionFinding.hole(what: "row", number: 21, after: 19)))
    #expect(try SessionReader.read(path).stream(.accelerometer)?.count == 297)
  }

  /// After a power cut old bytes may stand where a row was never written: whole rows, in a wrong place.
  @Test func rowsOutOfOrderAreMovedToo() throws {
    let fixture = SessionFixture()
    let path = try dead(fixture)
    let file = "\(path)/accelerometer.jsonl"
    let whole = try bytes(file)
    let lines = whole.split(separator: UInt8(ascii: "\n")).map { Data($0) + Data("\n".utf8) }
    try write(whole + lines[3] + lines[250], to: file)
    let report = try recover(path)
    #expect(report.files.first?.rowsKept == 300)
    #expect(try bytes(file) == whole)
    #expect(try bytes("\(path)/accelerometer.jsonl.dropped") == lines[3] + lines[250])
    #expect(try SessionReader.read(path).problems.isEmpty)
    #expect(try BundleVerification.verify(path).isVerified)
  }

  @Test func aDamagedEventLineIsMovedToo() throws {
    let fixture = SessionFixture()
    let path = try dead(fixture)
    let file = "\(path)/events.jsonl"
    let whole = try bytes(file)
    try write(Data("{\"n\":0}\n".utf8) + whole + Data("{\"n\":2,\"kind\"".utf8), to: file)
    let report = try recover(path)
    #expect(try bytes(file) == whole)
    #expect(report.files.last?.rowsKept == 2)
    #expect(report.files.last?.bytesDropped == Int64(21))
  }

  @Test func aLiveSessionIsNotTouched() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    sink.record(SessionFixture.sample(0), stream: 0)
    sink.checkpoint()
    let before = try SessionFixture.contents(sink.path)
    let error = #expect(throws: RecoveryError.self) { try recover(sink.path) }
    #expect(error?.cause.contains("being recorded") == true)
    #expect(try SessionFixture.contents(sink.path) == before)
    // And the run goes on to its end.
    #expect(try sink.seal(state: .complete) { _ in }.manifest.state == .complete)
  }

  @Test(arguments: [SessionState.complete, .interrupted, .incomplete])
  func aSealedSessionIsNotTouched(state: SessionState) throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    sink.record(SessionFixture.sample(0), stream: 0)
    _ = try sink.seal(state: state) { _ in }
    let before = try SessionFixture.contents(sink.path)
    #expect(throws: RecoveryError.self) { try recover(sink.path) }
    #expect(try SessionFixture.contents(sink.path) == before)
  }

  @Test func aSealedSessionWithADamagedManifestIsNotTouched() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    sink.record(SessionFixture.sample(0), stream: 0)
    _ = try sink.seal(state: .complete) { _ in }
    chmod("\(sink.path)/manifest.json", 0o644)
    try write(Data("{\"schema".utf8), to: "\(sink.path)/manifest.json")
    chmod("\(sink.path)/manifest.json", 0o444)
    let before = try SessionFixture.contents(sink.path)
    let error = #expect(throws: RecoveryError.self) { try recover(sink.path) }
    #expect(error?.messageID == "recovery.damaged-manifest")
    #expect(try SessionFixture.contents(sink.path) == before)
  }

  @Test func aBundleWithoutAReadableManifestKeepsItsRows() throws {
    let fixture = SessionFixture()
    let path = try dead(fixture)
    let damaged = Data("{\"schema\": {\"name\": \"drillrunner".utf8)
    try write(damaged, to: "\(path)/manifest.json")
    let report = try recover(path)
    #expect(!report.isLossless)
    #expect(try bytes("\(path)/manifest.json.dropped") == damaged)
    let session = try SessionReader.read(path)
    #expect(session.streams.map(\.count) == [300, 300])
    #expect(session.events.count == 2)
    #expect(session.streams[0].values[0] == .integers(Array(0..<300)))
  }

  @Test func segmentsOfAFailedSyncAreKept() throws {
    let fixture = SessionFixture()
    let faults = FaultPlan()
    let sink = try fixture.direct(faults: faults)
    for index in 0..<50 { sink.record(SessionFixture.sample(index), stream: 0) }
    faults.add(.init("fdatasync", nth: faults.count(of: "fdatasync") + 1, code: -EIO))
    sink.checkpoint()
    for index in 50..<100 { sink.record(SessionFixture.sample(index), stream: 0) }
    sink.checkpoint()
    let path = sink.path
    // The program dies: nothing holds the bundle any more.
    let copy = "\(fixture.folder)/copy"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let report = try recover(copy)
    #expect(report.isLossless, "\(report.problems)")
    let entry = try #require(report.manifest.streams.first)
    #expect(entry.segments == ["accelerometer.1.jsonl"])
    #expect(entry.count == 100)
    #expect(try SessionReader.read(copy).stream(.accelerometer)?.sequence == Array(0..<100))
  }

  @Test func aLinkInThePlaceOfAFileIsLeftOut() throws {
    let fixture = SessionFixture()
    let path = try dead(fixture)
    try FileManager.default.removeItem(atPath: "\(path)/gyroscope.jsonl")
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/gyroscope.jsonl", withDestinationPath: "/etc/passwd")
    let passwd = try bytes("/etc/passwd")
    let report = try recover(path)
    #expect(!report.isLossless)
    #expect(
      report.problems.contains {
        $0.file == "gyroscope.jsonl"
          && [.notRegular, .notRegularUnsealed].contains($0.finding as SessionFinding)
      }, "\(report.problems)")
    #expect(report.manifest.files.allSatisfy { $0.name != "gyroscope.jsonl" })
    #expect(try bytes("/etc/passwd") == passwd)
    #expect(try SessionReader.read(path).stream(.accelerometer)?.count == 300)
  }

  /// Every call of a recovery fails once: it ends in an error or is done, the whole rows stay, no byte is thrown
  /// away, and the next recovery seals.
  @Test func aRecoveryThatFailsAnywhereLosesNothing() throws {
    func made() throws -> (SessionFixture, String) {
      let fixture = SessionFixture()
      let path = try dead(fixture, rows: 20)
      let file = "\(path)/gyroscope.jsonl"
      try write(try bytes(file) + Data("{\"i\":20,\"t\"".utf8), to: file)
      return (fixture, path)
    }
    let trace = FaultPlan()
    let (first, firstPath) = try made()
    _ = try recover(firstPath, faults: trace)
    withExtendedLifetime(first) {}
    var ended = 0
    for (call, count) in Dictionary(grouping: trace.trace, by: { $0 }).mapValues(\.count) {
      // A close that fails has closed all the same.
      for nth in 1...count where call != "close" {
        let (fixture, path) = try made()
        let faults = FaultPlan([FaultPlan.Fault(call, nth: nth, code: -EIO)])
        do {
          _ = try recover(path, faults: faults)
        } catch {
          ended += 1
          let note: Comment = "\(call) \(nth): \(error)"
          let session = try SessionReader.read(path)
          #expect(session.stream(.gyroscope)?.count == 20, note)
          #expect(session.stream(.accelerometer)?.count == 20, note)
          #expect(session.events.count == 2, note)
          if (try? SessionReader.readManifest(path).manifest.state) == .recording {
            _ = try recover(path)
          }
        }
        let note: Comment = "\(call) \(nth)"
        let session = try SessionReader.read(path)
        #expect(session.manifest.state == .incomplete, note)
        #expect(session.streams.map(\.count) == [20, 20], note)
        #expect(try bytes("\(path)/gyroscope.jsonl.dropped") == Data("{\"i\":20,\"t\"".utf8), note)
        #expect(try BundleVerification.verify(path).isVerified, note)
        withExtendedLifetime(fixture) {}
      }
    }
    #expect(ended > 20)
  }
}
