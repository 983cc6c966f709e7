import Foundation
import Testing

@testable import MotionCore

/// What `verify` says of a session that is as it was sealed, and of one that is not.
@Suite struct SessionVerificationTests {
  private let fixture = SessionFixture()

  private func sealed(rows: Int = 100, samples: (Int) -> MotionSample = SessionFixture.sample) throws
    -> String
  {
    let sink = try fixture.direct()
    for index in 0..<rows {
      sink.record(samples(index), stream: 0)
      sink.record(samples(index), stream: 1)
    }
    sink.record(SessionFixture.marker("LEFT"))
    sink.record(Incident(.frozen, at: HostTime(nanoseconds: 3)).event)
    _ = try sink.seal(state: .complete) { _ in }
    return sink.path
  }

  /// Changes a file of a sealed bundle as a careless hand or a bad disk would.
  private func change(_ path: String, _ name: String, _ body: (inout Data) -> Void) throws {
    let file = "\(path)/\(name)"
    chmod(path, 0o755)
    chmod(file, 0o644)
    var data = try Data(contentsOf: URL(fileURLWithPath: file))
    body(&data)
    try data.write(to: URL(fileURLWithPath: file))
    chmod(file, 0o444)
  }

  @Test func aSealedSessionIsVerified() throws {
    let path = try sealed()
    let before = try SessionFixture.contents(path)
    let report = try BundleVerification.verify(path)
    #expect(report.isVerified, "\(report.differences)")
    #expect(report.notes.isEmpty, "\(report.notes)")
    #expect(report.files.count == 5)
    #expect(report.files.allSatisfy { $0.isAsSealed })
    #expect(report.files.first { $0.name == "gyroscope.jsonl" }?.rows == 100)
    #expect(report.files.first { $0.name == "events.jsonl" }?.rows == 2)
    #expect(try SessionFixture.contents(path) == before)
  }

  @Test func oneFlippedBitIsFoundInItsFile() throws {
    for name in ["accelerometer.jsonl", "gyroscope.jsonl", "events.jsonl", "protocol.yaml", "timeline.json"] {
      let path = try SessionVerificationTests().sealedCopy()
      try change(path, name) { $0[$0.count / 2] ^= 1 }
      let report = try BundleVerification.verify(path)
      #expect(report.differences.contains { $0.check == .hash && $0.file == name }, "\(name)")
      #expect(report.files.filter { !$0.isAsSealed }.map(\.name) == [name])
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// A sealed bundle in a folder of its own, for a test that needs several.
  private func sealedCopy() throws -> String {
    let copy = "\(NSTemporaryDirectory())drillrunner-\(UUID().uuidString)"
    try FileManager.default.copyItem(atPath: try sealed(), toPath: copy)
    return copy
  }

  @Test func aChangedSizeIsToldInBytes() throws {
    let path = try sealed()
    try change(path, "gyroscope.jsonl") { $0.removeLast(10) }
    try change(path, "accelerometer.jsonl") { $0.append(Data("{}\n".utf8)) }
    let found = try BundleVerification.verify(path).differences
    #expect(
      found.map(\.what.messageID).filter { $0 == "difference.other-size" }.count == 2, "\(found)")
    #expect(found.contains { $0.what == .problem(.otherRowCount(found: 99, told: 100)) }, "\(found)")
    let texts = found.map(\.description)
    #expect(texts.contains { $0.hasPrefix("gyroscope.jsonl") && $0.contains("10 fewer") }, "\(texts)")
    #expect(texts.contains { $0.hasPrefix("accelerometer.jsonl") && $0.contains("3 more") }, "\(texts)")
    // And where: the last line is cut, line 101 is no row.
    #expect(texts.contains { $0.hasPrefix("gyroscope.jsonl") && $0.contains("last line is cut") })
    #expect(texts.contains { $0.hasPrefix("accelerometer.jsonl") && $0.contains("line 101 is not a row") })
    #expect(texts.contains { $0.hasPrefix("gyroscope.jsonl") && $0.contains("99 rows") })
  }

  @Test func aFileThatIsGoneOrNewIsNamed() throws {
    let path = try sealed()
    chmod(path, 0o755)
    try FileManager.default.removeItem(atPath: "\(path)/timeline.json")
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path)/notes.txt"))
    let differences = try BundleVerification.verify(path).differences
    #expect(
      differences.contains { $0.file == "timeline.json" && $0.what.messageID == "difference.missing" })
    #expect(differences.contains { $0.file == "notes.txt" && $0.what == .added })
  }

  /// A manifest that lists a file elsewhere, and one in whose place a folder stands.
  @Test func aFileThatIsNotOneOfTheBundleIsNamed() throws {
    let path = try sealed()
    chmod(path, 0o755)
    try change(path, "manifest.json") {
      let text = String(decoding: $0, as: UTF8.self)
      $0 = Data(text.replacing("\"protocol.yaml\": {", with: "\"../protocol.yaml\": {").utf8)
    }
    try FileManager.default.removeItem(atPath: "\(path)/timeline.json")
    try FileManager.default.createDirectory(
      atPath: "\(path)/timeline.json", withIntermediateDirectories: false)
    let differences = try BundleVerification.verify(path).differences
    #expect(differences.contains { $0.what == SessionDifference.namesOutside }, "\(differences)")
    // EINVAL in strerror(3)'s words.
    #expect(
      differences.contains {
        $0.file == "timeline.json" && $0.what == .unreadable(reason: "Invalid argument")
      }, "\(differences)")
  }

  @Test func countsHolesAndIncidentsAreCompared() throws {
    let path = try sealed()
    try change(path, "manifest.json") {
      let text = String(decoding: $0, as: UTF8.self)
      $0 = Data(text.replacing("\"frozen\": 1", with: "\"frozen\": 2").utf8)
    }
    try change(path, "gyroscope.jsonl") { data in
      let lines = data.split(separator: UInt8(ascii: "\n")).map { Data($0) + Data("\n".utf8) }
      data = (lines[..<40] + lines[41...]).reduce(Data(), +)
    }
    let differences = try BundleVerification.verify(path).differences
    #expect(differences.contains { $0.check == .sequence && $0.file == "gyroscope.jsonl" }, "\(differences)")
    #expect(differences.contains { $0.check == .count && $0.text.contains("99 rows") }, "\(differences)")
    #expect(
      differences.contains { $0.what == .otherIncidents(found: 1, label: "frozen", told: 2) },
      "\(differences)")
  }

  @Test func aDamagedManifestIsASchemaDifference() throws {
    let path = try sealed()
    try change(path, "manifest.json") {
      let text = String(decoding: $0, as: UTF8.self)
      $0 = Data(text.replacing("\"platform\": \"linux\",", with: "").utf8)
    }
    let differences = try BundleVerification.verify(path).differences
    #expect(
      differences.contains {
        $0.check == .schema && $0.file == "manifest.json" && $0.text.contains("platform")
      })
  }

  @Test func receiptsThatGoBackwardsAreADifferenceAndDeviceTimesANote() throws {
    let path = try sealed(samples: { index in
      var sample = SessionFixture.sample(index)
      if index == 60 { sample.receipt = HostTime(nanoseconds: 10) }
      if index == 70 { sample.deviceTime = .integer(1) }
      return sample
    })
    let report = try BundleVerification.verify(path)
    let time = report.differences.filter { $0.check == .time }
    #expect(time.map(\.file) == ["accelerometer.jsonl", "gyroscope.jsonl"])
    #expect(time.allSatisfy { $0.what == .timeBackwards(times: 1, row: 60) })
    #expect(
      report.notes.contains { $0.text.contains("device time t") && $0.text.contains("first at row 70") })
  }

  @Test func aSessionThatWasNeverSealedIsNotVerified() throws {
    var sink: DirectRecorder? = try fixture.direct()
    let path = try #require(sink?.path)
    sink?.record(SessionFixture.sample(0), stream: 0)
    #expect(throws: SessionReadError.recording(path: path)) { try BundleVerification.verify(path) }
    sink = nil
    let report = try BundleVerification.verify(path)
    #expect(report.differences.contains { $0.check == .seal && $0.what == .neverSealed })
    #expect(!report.isVerified)
  }

  @Test func aWritableFileIsANote() throws {
    let path = try sealed()
    chmod("\(path)/gyroscope.jsonl", 0o644)
    let report = try BundleVerification.verify(path)
    #expect(report.isVerified)
    #expect(report.notes == [BundleNote.writable(files: ["gyroscope.jsonl"])])
  }
}
