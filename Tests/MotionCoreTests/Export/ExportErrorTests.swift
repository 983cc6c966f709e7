import Foundation
import Testing

@testable import MotionCore

/// What an export that comes to nothing is told as, beside what `ExportStageTests` and `BIDSExportTests` provoke.
@Suite struct ExportErrorTests {
  private let fixture = SessionFixture()

  private func bundle() throws -> String { try fixture.difficultBundle(rows: 3) }

  private var target: String { "\(fixture.folder)/it.tar" }

  /// What an archive of `bundle` throws when that call fails, or comes to that result.
  private func archiving(
    _ bundle: String, _ fault: FaultPlan.Fault, inArchive: Bool = false
  ) -> ExportError? {
    do throws(ExportError) {
      let plan = FaultPlan([fault])
      try fixture.export(
        .tar, [bundle], to: target, force: true, faults: inArchive ? nil : plan,
        archiveFaults: inArchive ? plan : nil)
      return nil
    } catch {
      return error
    }
  }

  @Test func anArchiveHoldsOneSession() throws {
    let other = try fixture.difficultBundle(folder: "\(fixture.folder)/b", rows: 3)
    let bundles = [try bundle(), other]
    #expect(throws: ExportError.severalInOneArchive) { try fixture.export(.tar, bundles, to: target) }
  }

  /// The reads of a bundle one after the other: each that fails in a file of rows, and each that finds its end too soon.
  @Test func aFileThatCannotBeReadOrBecomesShorter() throws {
    let bundle = try bundle()
    let denied = (1...40).compactMap { archiving(bundle, .init("read", nth: $0, code: -EIO)) }
    #expect(
      denied.contains {
        guard case ExportError.unreadableFile(let path, let error) = $0 else { return false }
        return path.hasSuffix(bundle.split(separator: "/").last!) && error.call == "read" && error.code == EIO
      }, "\(denied)")
    let short = (1...40).compactMap { archiving(bundle, .init("read", nth: $0, code: 0)) }
    #expect(
      short.contains {
        guard case ExportError.becameShorter(_, let file) = $0 else { return false }
        return file.hasSuffix("accelerometer.jsonl")
      }, "\(short)")
  }

  @Test func libarchivesOwnFailures() throws {
    let bundle = try bundle()
    // ARCHIVE_FATAL is -30 (archive.h). A pointer that is not given is a lack of memory.
    for call in ["archive_write_new", "archive_entry_new"] {
      #expect(
        archiving(bundle, .init(call, code: -30), inArchive: true)
          == ExportError.noMemory(target: target), "\(call)")
    }
    for call in ["archive_write_header", "archive_write_data", "archive_write_close"] {
      guard
        case ExportError.archiveFailed(target, let reason)? = archiving(
          bundle, .init(call, code: -30), inArchive: true)
      else {
        Issue.record("\(call) is no .archiveFailed")
        continue
      }
      #expect(!reason.isEmpty)
    }
    guard
      case ExportError.archiveShort(target, 3, let bytes)? = archiving(
        bundle, .init("archive_write_data", code: 3), inArchive: true)
    else {
      Issue.record("three bytes that were taken are no .archiveShort")
      return
    }
    #expect(bytes > 3)
  }

  @Test func aFullDisk() throws {
    guard
      case ExportError.notWritten(target, let error)? = archiving(
        try bundle(), .init("pwrite", code: -ENOSPC))
    else {
      Issue.record("a full disk is no .notWritten")
      return
    }
    #expect(error.isDiskFull)
  }

  @Test func aNameThatIsNone() throws {
    let bundles = [try bundle()]
    let error = #expect(throws: ExportError.self) {
      try fixture.export(.tar, bundles, to: "\(fixture.folder)/none/..")
    }
    guard case ExportError.badName(let name)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(name.hasSuffix("/none/.."))
  }

  /// What is left out of a data set, and what reading the session found.
  @Test func whatIsNotInTheResultIsSaid() throws {
    let cut = try fixture.difficultBundle(rows: 30, seal: false)
    let copy = "\(fixture.folder)/copy"
    try FileManager.default.copyItem(atPath: cut, toPath: copy)
    let handle = try #require(FileHandle(forWritingAtPath: "\(copy)/gyroscope.jsonl"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"i\":30".utf8))
    try handle.close()
    let warnings = try fixture.export(.bids, [copy], to: "\(fixture.folder)/bids").warnings
    // {"i":30 has seven bytes.
    #expect(
      warnings.contains(
        ExportWarning.problem(
          session: "copy", "gyroscope.jsonl: the last line is cut after 7 bytes; it was left out")),
      "\(warnings)")
    #expect(
      warnings.contains {
        guard case ExportWarning.notInDataSet("copy", let stream, _) = $0 else { return false }
        return stream == "gyroscope@wrist"
      }, "\(warnings)")
  }
}
