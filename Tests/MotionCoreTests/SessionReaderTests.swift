import Foundation
import Testing

@testable import MotionCore

/// Bundles that are not as they should be.
@Suite struct SessionReaderTests {
  /// An unsealed bundle of 100 accelerometer rows that nobody holds.
  private func bundle(_ fixture: SessionFixture) throws -> String {
    var sink: DirectRecorder? = try fixture.direct()
    let path = try #require(sink?.path)
    for index in 0..<100 { sink?.record(SessionFixture.sample(index), stream: 0) }
    sink?.record(SessionFixture.marker("LEFT"))
    sink?.checkpoint()
    sink = nil
    return path
  }

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  }

  private func write(_ text: String, _ path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// Held for two looks, as by a child that has not run its own program yet; and for all of them.
  @Test func aLockThatIsGivenBackAtOnceIsNoRecording() throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    func isHeld(looks: Int) -> Bool {
      let faults = FaultPlan((1...looks).map { .init("flock", nth: $0, code: -EWOULDBLOCK) })
      return SessionReader.isHeld(path, fileSystem: PosixFileSystem(faults: faults))
    }
    #expect(!isHeld(looks: 2))
    #expect(isHeld(looks: 6))
  }

  @Test func aCutOffLastLineIsLeftOutAndNamed() throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    let file = "\(path)/accelerometer.jsonl"
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    let lastStart = try #require(whole.dropLast().lastIndex(of: 0x0A)) + 1
    // Cut anywhere in the last row, its newline included.
    for cut in [1, 5, whole.count - lastStart - 1] {
      try whole.prefix(lastStart + cut).write(to: URL(fileURLWithPath: file))
      let session = try SessionReader.read(path)
      #expect(session.state == .incomplete)
      #expect(session.stream(.accelerometer)?.count == 99)
      #expect(
        session.problems == [
          MotionSession.Problem("accelerometer.jsonl", .cutLine(bytes: cut))
        ])
    }
  }

  @Test(arguments: [
    "", "{", "garbage", #"{"i":50,"t":1,"h":2,"x":1,"y":2,"z":3}{"i":51}"#,
    #"{"i":50,"t":1,"x":1,"y":2,"z":3}"#,
    #"{"i":50,"t":1,"h":2.5,"x":1,"y":2,"z":3}"#, #"{"i":50,"t":1,"h":2,"x":"1","y":2,"z":3}"#, "[1,2]", "7",
    #"{"i":50,"t":1,"h":2,"x":1,"y":2,"z":3"#, #"{"i":50,"h":2,"x":1,"y":2,"z":3}"#, "\u{0}\u{0}\u{0}",
  ])
  func aDamagedRowIsLeftOutAndNamedByLine(_ row: String) throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    let file = "\(path)/accelerometer.jsonl"
    var rows = try lines(file)
    rows[50] = row
    try write(rows.joined(separator: "\n"), file)
    let session = try SessionReader.read(path)
    let stream = try #require(session.stream(.accelerometer))
    #expect(stream.sequence == Array(0..<50) + Array(51..<100))
    #expect(session.problems.contains { $0.text.hasPrefix("line 51 is not a row and was left out") })
    #expect(session.problems.contains { $0.text.contains("have a hole: rows are missing") })
  }

  /// The reasons of rows that simdjson reads and that are none; 2^61 ns is HostTime.limitNs.
  @Test(arguments: [
    (#"{"i":50,"t":1,"h":2,"x":1,"y":2,"z":3}{"i":51}"#, RowLineReason.moreAfterBrace),
    (#"{"t":1,"h":2,"x":1,"y":2,"z":3}"#, .noSequence), (#"{"i":50,"t":1,"x":1,"y":2,"z":3}"#, .noReceipt),
    (#"{"i":50,"h":2,"x":1,"y":2,"z":3}"#, .noRowTime),
    (#"{"i":50,"t":1,"h":2305843009213693953,"x":1,"y":2,"z":3}"#, .receiptBeyond),
    (#"{"i":50,"t":1,"h":2,"k":2305843009213693953,"x":1,"y":2,"z":3}"#, .kernelTimeBeyond),
  ])
  func aDamagedRowSaysWhatIsWrong(_ row: String, _ reason: RowLineReason) throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    let file = "\(path)/accelerometer.jsonl"
    var rows = try lines(file)
    rows[50] = row
    try write(rows.joined(separator: "\n"), file)
    let problems = try SessionReader.read(path).problems
    #expect(
      problems.contains { $0 == .init("accelerometer.jsonl", .noRow(line: 51, reason: reason.text)) },
      "\(problems)")
  }

  /// A line of events without one of its members, and one whose time no clock reaches.
  @Test(arguments: [
    (#"{"n":3,"kind":"marker","label":"x"}"#, EventLineReason.membersMissing),
    (#"{"n":3,"kind":"marker","label":"x","host_ns":2305843009213693953}"#, .beyondRange(key: "host_ns")),
  ])
  func aDamagedEventSaysWhatIsWrong(_ line: String, _ reason: EventLineReason) {
    guard case .failure(let found) = EventFileReader.event(ArraySlice(line.utf8)) else {
      Issue.record("it was taken")
      return
    }
    #expect(found == reason)
    // What is no JSON is told in simdjson's words.
    guard case .failure(.notJSON(let error)) = EventFileReader.event(ArraySlice("{".utf8)) else {
      Issue.record("{ was taken")
      return
    }
    #expect(!error.cause.isEmpty)
  }

  /// simdjson's word for a document that is no object: INCORRECT_TYPE.
  @Test func aRowThatDoesNotParseIsToldInTheParsersWords() throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    let file = "\(path)/accelerometer.jsonl"
    var rows = try lines(file)
    rows[50] = "7"
    try write(rows.joined(separator: "\n"), file)
    let texts = try SessionReader.read(path).problems.map(\.text)
    #expect(
      texts.contains { $0.contains(RowLineReason.unparsed(said: "requested type").text) }, "\(texts)")
  }

  @Test func aLineWithoutEndIsLeftOut() throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    let file = "\(path)/accelerometer.jsonl"
    var rows = try lines(file)
    rows[50] = String(repeating: "x", count: 3 * RowFileReader.maximumLine + 7)
    try write(rows.joined(separator: "\n"), file)
    let session = try SessionReader.read(path)
    #expect(session.stream(.accelerometer)?.sequence == Array(0..<50) + Array(51..<100))
    #expect(
      session.problems.contains(
        .init("accelerometer.jsonl", .noRow(line: 51, reason: RowLineReason.tooLongForRow.text))))
  }

  @Test func rowsAcrossTheReadersBufferAreWhole() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    // About 2.5 MB: the buffer is 1 MiB.
    for index in 0..<30_000 { sink.record(SessionFixture.sample(index), stream: 0) }
    _ = try sink.seal(state: .complete) { _ in }
    let session = try SessionReader.read(sink.path)
    #expect(session.problems.isEmpty)
    #expect(session.streams[0].values[0] == .integers(Array(0..<30_000)))
    #expect(session.streams[0].kernelNs?.last == 299_989_999_500)
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"streams": {"accelerometer": {"file": "accelerometer.jsonl"}}}"#])
  func aDamagedManifestLeavesTheRowsReadable(_ text: String) throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    try write(text, "\(path)/manifest.json")
    let session = try SessionReader.read(path)
    #expect(session.state == .incomplete)
    #expect(!session.problems.isEmpty)
    let stream = try #require(session.streams.first { $0.description.kind == .accelerometer })
    #expect(stream.count == 100)
    #expect(stream.values[0] == .integers(Array(0..<100)))
    // Raw numbers, and said to be so: no unit is invented.
    #expect(stream.description.unit == .one)
    #expect(stream.description.capability != .available)
    #expect(session.events.map(\.label) == ["LEFT"])
  }

  @Test func aMissingManifestOrStreamLeavesTheRest() throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    try FileManager.default.removeItem(atPath: "\(path)/gyroscope.jsonl")
    #expect(
      try SessionReader.read(path).problems
        == [MotionSession.Problem("gyroscope.jsonl", .missing)])
    try FileManager.default.removeItem(atPath: "\(path)/manifest.json")
    let session = try SessionReader.read(path)
    #expect(session.streams.map(\.count) == [100])
    #expect(
      session.streams[0].description.capability
        == .invalid(reason: UnavailableReason(ManifestReason.notDescribed)))
    #expect(session.state == .incomplete)
  }

  // The manifest names a file elsewhere, by path or by link; a pipe must not be waited for.
  @Test func nothingOutsideOfTheBundleIsRead() throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture)
    let outside = "\(fixture.folder)/outside.jsonl"
    try FileManager.default.copyItem(atPath: "\(path)/accelerometer.jsonl", toPath: outside)
    let manifest = try String(contentsOfFile: "\(path)/manifest.json", encoding: .utf8)
    for name in ["../outside.jsonl", outside, "derived/x.jsonl", "..", ""] {
      try write(
        manifest.replacing("\"file\": \"gyroscope.jsonl\"", with: "\"file\": \"\(name)\""),
        "\(path)/manifest.json")
      let session = try SessionReader.read(path)
      #expect(session.streams.filter { $0.description.kind == .gyroscope }.allSatisfy { $0.count == 0 })
      #expect(session.inputHashes.keys.allSatisfy { !$0.contains("/") })
      #expect(session.problems.contains { $0.text.contains("not in the bundle") })
    }
    try write(manifest, "\(path)/manifest.json")
    try FileManager.default.removeItem(atPath: "\(path)/gyroscope.jsonl")
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/gyroscope.jsonl", withDestinationPath: outside)
    #expect(try SessionReader.read(path).stream(.gyroscope)?.count == 0)
    try FileManager.default.removeItem(atPath: "\(path)/gyroscope.jsonl")
    #expect(mkfifo("\(path)/gyroscope.jsonl", 0o644) == 0)
    let session = try SessionReader.read(path)
    #expect(session.stream(.gyroscope)?.count == 0)
    #expect(
      session.problems.contains { $0.file == "gyroscope.jsonl" && $0.text.contains("could not be read") })
  }

  @Test func aChangedFileIsSaidToDiffer() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    sink.record(SessionFixture.sample(0), stream: 0)
    _ = try sink.seal(state: .complete) { _ in }
    let file = "\(sink.path)/accelerometer.jsonl"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    chmod(file, 0o644)
    try write(text.replacing("-8192", with: "-8193"), file)
    #expect(
      try SessionReader.read(sink.path).problems
        == [
          MotionSession.Problem("accelerometer.jsonl", SessionFinding.otherHash)
        ])
  }

  @Test func aFolderWithoutSessionIsAnError() throws {
    let fixture = SessionFixture()
    #expect(throws: SessionReadError.self) { try SessionReader.read(fixture.folder) }
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    #expect(throws: SessionReadError.self) { try SessionReader.read(fixture.folder) }
  }
}
