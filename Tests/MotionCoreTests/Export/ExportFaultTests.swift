import Foundation
import Testing

@testable import MotionCore

/// Exports onto a disk that fails at any call: the session and the target stay as they were.
@Suite struct ExportFaultTests {
  static let calls = [
    "open", "close", "read", "pwrite", "fsync", "fstat", "flock", "rename", "renameat2", "mkdir", "readdir",
    "unlink", "rmdir",
  ]

  /// Calls that put the result in its place: these are tried over nothing as well as over an earlier export.
  static let placing: Set = ["fsync", "flock", "rename", "renameat2", "mkdir", "unlink", "rmdir"]

  private func target(_ format: ExportFormat, _ fixture: SessionFixture) -> String {
    "\(fixture.folder)/made/\(format == .tar ? "it.tar" : "it")"
  }

  /// A small bundle of two streams.
  private func bundle(_ fixture: SessionFixture, rows: Int) throws -> String {
    let sink = try fixture.direct()
    for index in 0..<rows {
      for stream in 0...1 { sink.record(SessionFixture.sample(index), stream: stream) }
    }
    sink.record(SessionFixture.marker("LEFT"))
    _ = try sink.seal(state: .complete) { _ in }
    return sink.path
  }

  /// Runs an export under `plan` and checks what it left.
  private func check(
    _ format: ExportFormat, _ fixture: SessionFixture, _ bundle: String, old: Bool, whole: [String: Data],
    _ plan: FaultPlan, note: Comment
  ) throws {
    let target = target(format, fixture)
    let place = "\(fixture.folder)/made"
    let before = try SessionFixture.contents(bundle)
    let targetBefore = old ? try SessionFixture.tree(target) : [:]
    do {
      let result = try SessionExport(
        format: format, sources: [ExportSource(path: bundle)], target: target, force: old,
        programVersion: SessionFixture.version, fileSystem: UnsyncedFileSystem(faults: plan)
      ).run()
      // What could not be read of the session is said; otherwise the result is the same as on a good disk.
      if result.warnings.allSatisfy({ $0.text.contains("could not be removed") }) {
        #expect(try SessionFixture.tree(target) == whole, note)
      }
    } catch let error as ExportError {
      #expect(!error.cause.isEmpty, note)
      #expect(try SessionFixture.tree(target) == targetBefore, note)
    }
    #expect(try SessionFixture.contents(bundle) == before, note)
    #expect(SessionFixture.visible(place).allSatisfy { target.hasSuffix("/\($0)") }, note)
  }

  @Test("Whichever call fails, session and target are as they were", arguments: ExportFormat.allCases, calls)
  func whicheverCallFails(format: ExportFormat, call: String) throws {
    let reference = SessionFixture()
    let bundle = try bundle(reference, rows: 12)
    try reference.export(format, [bundle], to: target(format, reference))
    let whole = try SessionFixture.tree(target(format, reference))
    // An earlier export, of a session with fewer rows.
    let earlier = SessionFixture()
    try earlier.export(format, [self.bundle(earlier, rows: 3)], to: target(format, earlier))
    for old in ExportFaultTests.placing.contains(call) ? [false, true] : [true] {
      for code in call == "pwrite" ? [ENOSPC, EIO] : call == "open" || call == "mkdir" ? [EACCES] : [EIO] {
        var nth = 0
        while true {
          let fixture = SessionFixture()
          let place = "\(fixture.folder)/made"
          try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
          if old {
            try FileManager.default.copyItem(
              atPath: target(format, earlier), toPath: target(format, fixture))
          }
          // The 0th: every one of them.
          let plan = FaultPlan([FaultPlan.Fault(call, nth: nth == 0 ? nil : nth, code: -code)])
          let note = Comment("\(call) number \(nth) failing with \(code), \(old ? "over an old one" : "new")")
          try check(format, fixture, bundle, old: old, whole: whole, plan, note: note)
          if nth > 0, plan.count(of: call) < nth { break }
          // The disk is well again: the next export clears what the failed one left, and is whole.
          _ = try SessionExport(
            format: format, sources: [ExportSource(path: bundle)], target: target(format, fixture),
            force: true,
            programVersion: SessionFixture.version, fileSystem: UnsyncedFileSystem(faults: FaultPlan())
          ).run()
          #expect(try SessionFixture.tree(target(format, fixture)) == whole, note)
          #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 1, note)
          nth += 1
        }
        #expect(nth > 1 || ["rename", "unlink", "rmdir"].contains(call), "\(call) was never made")
      }
    }
  }

  @Test(
    "libarchive failing at any call",
    arguments: [
      "archive_write_new", "archive_write_set_format_pax", "archive_write_open2", "archive_entry_new",
      "archive_write_header", "archive_write_data", "archive_write_finish_entry", "archive_write_close",
    ])
  func archiveFails(call: String) throws {
    let fixture = SessionFixture()
    let bundle = try bundle(fixture, rows: 12)
    let before = try SessionFixture.contents(bundle)
    var nth = 1
    while true {
      // ARCHIVE_FATAL, archive.h.
      let plan = FaultPlan([FaultPlan.Fault(call, nth: nth, code: -30)])
      do throws(ExportError) {
        try fixture.export(.tar, [bundle], to: "\(fixture.folder)/made/it.tar", archiveFaults: plan)
        #expect(plan.count(of: call) < nth)
        break
      } catch {
        #expect(error.kind == .output)
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/made"))
      }
      nth += 1
    }
    #expect(nth > 1)
    #expect(try SessionFixture.contents(bundle) == before)
  }

  @Test("A short write is gone on with", arguments: [1, 100, 5000])
  func shortWrites(bytes: Int32) throws {
    let fixture = SessionFixture()
    let bundle = try bundle(fixture, rows: 12)
    try fixture.export(.csv, [bundle], to: "\(fixture.folder)/a")
    let plan = FaultPlan((1...4).map { FaultPlan.Fault("pwrite", nth: $0, code: bytes) })
    try fixture.export(.csv, [bundle], to: "\(fixture.folder)/b", faults: plan)
    #expect(try SessionFixture.tree("\(fixture.folder)/a") == SessionFixture.tree("\(fixture.folder)/b"))
  }

  @Test("A full disk is exit class output, and says what to do")
  func fullDisk() throws {
    let fixture = SessionFixture()
    let bundle = try bundle(fixture, rows: 12)
    for format in ExportFormat.allCases {
      let error = #expect(throws: ExportError.self) {
        try fixture.export(
          format, [bundle], to: "\(fixture.folder)/made/it",
          faults: FaultPlan([FaultPlan.Fault("pwrite", nth: 1, code: -ENOSPC)]))
      }
      #expect(error?.kind == .output)
      #expect(error?.cause.contains("No space left") == true)
      #expect(error?.remedy?.contains("-o") == true)
    }
  }
}

extension SessionFixture {
  /// The bytes of a file (by the name "") or of all below a folder; none where there is nothing.
  static func tree(_ path: String) throws -> [String: Data] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [:] }
    guard isFolder.boolValue else { return ["": FileManager.default.contents(atPath: path) ?? Data()] }
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      found[name] = FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data("a folder".utf8)
    }
    return found
  }
}
