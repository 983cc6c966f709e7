import Foundation
import Testing

@testable import MotionCore

/// How a result gets its name, and what is never replaced.
@Suite struct ExportStageTests {
  private func expectRefused(
    _ kind: ExportError.Kind, _ ids: String..., body: () throws(ExportError) -> Void
  ) {
    let error = #expect(throws: ExportError.self) { try body() }
    #expect(error?.kind == kind)
    #expect(ids.contains(error?.messageID ?? ""), "\(error?.description ?? "")")
  }

  @Test("An existing target is kept without force, and replaced with it", arguments: ExportFormat.allCases)
  func existing(format: ExportFormat) throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 12)
    let other = try fixture.difficultBundle(folder: "\(fixture.folder)/b", rows: 20)
    let target = "\(fixture.folder)/it"
    try fixture.export(format, [bundle], to: target)
    let first = try SessionFixture.tree(target)
    expectRefused(.output, "export.exists") { () throws(ExportError) in
      try fixture.export(format, [other], to: target)
    }
    #expect(try SessionFixture.tree(target) == first)
    try fixture.export(format, [other], to: target, force: true)
    let second = try SessionFixture.tree(target)
    #expect(second != first)
    // A file system without renameat2(2), or without its flags: the same by plain renames.
    for code in [ENOSYS, EINVAL] {
      let plan = FaultPlan([FaultPlan.Fault("renameat2", nth: nil, code: -code)])
      try fixture.export(format, [bundle], to: target, force: true, faults: plan)
      #expect(try SessionFixture.tree(target) == first)
      try fixture.export(format, [bundle], to: "\(fixture.folder)/new\(code)", faults: plan)
      #expect(try SessionFixture.tree("\(fixture.folder)/new\(code)") == first)
      // The second of the two renames fails: the first is taken back.
      plan.add(FaultPlan.Fault("rename", nth: plan.count(of: "rename") + 2, code: -EIO))
      expectRefused(.output, "export.not-written") { () throws(ExportError) in
        try fixture.export(format, [other], to: target, force: true, faults: plan)
      }
      #expect(try SessionFixture.tree(target) == first)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder).count { $0.hasSuffix(".exporting") }
        == 0)
  }

  @Test("Force replaces an earlier export and nothing else")
  func forceIsForExports() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5)
    let folder = "\(fixture.folder)/home"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "mine".write(toFile: "\(folder)/letter.txt", atomically: true, encoding: .utf8)
    let before = try SessionFixture.tree(folder)
    for format in ExportFormat.allCases {
      expectRefused(.output, "export.not-an-export") { () throws(ExportError) in
        try fixture.export(format, [bundle], to: folder, force: true)
      }
      if format != .tar {
        expectRefused(.output, "export.not-an-export") { () throws(ExportError) in
          try fixture.export(format, [bundle], to: "\(folder)/letter.txt", force: true)
        }
      }
    }
    #expect(try SessionFixture.tree(folder) == before)
    // Nothing is lost in the place of an empty folder.
    let empty = "\(fixture.folder)/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    try fixture.export(.csv, [bundle], to: empty)
    #expect(SessionFixture.visible(empty).contains("gyroscope.csv"))
  }

  @Test("Nothing is written into a session, nor over the folder that holds it, whatever the path looks like")
  func insideTheSession() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5)
    let before = try SessionFixture.contents(fixture.folder)
    let link = "\(NSTemporaryDirectory())drillrunner-link-\(UUID().uuidString)"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bundle)
    defer { try? FileManager.default.removeItem(atPath: link) }
    for target in [
      bundle, "\(bundle)/csv", "\(bundle)/derived/csv", "\(link)/csv",
      "\(bundle)/../\(bundle.split(separator: "/").last!)/x",
      link, fixture.folder,
    ] {
      for format in ExportFormat.allCases {
        expectRefused(.request, "export.inside-session", "export.would-replace-session") {
          () throws(ExportError) in
          try fixture.export(format, [bundle], to: target, force: true)
        }
      }
    }
    #expect(try SessionFixture.contents(fixture.folder) == before)
  }

  @Test("What a crash left is no result, and the next export clears it")
  func leftovers() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5)
    let target = "\(fixture.folder)/it"
    let stage = "\(fixture.folder)/.it.exporting"
    try FileManager.default.createDirectory(atPath: "\(stage)/result", withIntermediateDirectories: true)
    try "half".write(toFile: "\(stage)/result/gyroscope.csv", atomically: true, encoding: .utf8)
    try fixture.export(.csv, [bundle], to: target)
    #expect(!FileManager.default.fileExists(atPath: stage))
    #expect(try SessionFixture.cells("\(target)/gyroscope.csv", separator: ",").count == 6)
  }

  @Test("A crash between the two renames had moved the target aside: it is put back")
  func movedAside() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5)
    let target = "\(fixture.folder)/it"
    let stage = "\(fixture.folder)/.it.exporting"
    try fixture.export(.csv, [bundle], to: target)
    let old = try SessionFixture.tree(target)
    try FileManager.default.createDirectory(atPath: stage, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: target, toPath: "\(stage)/replaced")
    expectRefused(.output, "export.put-back") { () throws(ExportError) in
      try fixture.export(.csv, [bundle], to: target)
    }
    #expect(try SessionFixture.tree(target) == old)
    #expect(!FileManager.default.fileExists(atPath: stage))
  }

  @Test("Two exports to one target: the second is refused and disturbs nothing")
  func twoAtOnce() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5)
    let target = "\(fixture.folder)/it"
    let first = try ExportStage(
      target: target, isFolder: true, force: false, fileSystem: PosixFileSystem(), mayReplace: { _ in })
    let folder = ExportFolder(path: first.result, target: target, fileSystem: PosixFileSystem())
    try folder.make()
    try folder.write("hello", to: "a.txt")
    expectRefused(.output, "export.other-export-runs") { () throws(ExportError) in
      try fixture.export(.csv, [bundle], to: target)
    }
    #expect(try first.commit() == [])
    #expect(try SessionFixture.tree(target) == ["a.txt": Data("hello".utf8)])
    // A target that came into being meanwhile is another's.
    let late = "\(fixture.folder)/late"
    let second = try ExportStage(
      target: late, isFolder: true, force: false, fileSystem: PosixFileSystem(), mayReplace: { _ in })
    try ExportFolder(path: second.result, target: late, fileSystem: PosixFileSystem()).make()
    try "mine".write(toFile: late, atomically: true, encoding: .utf8)
    expectRefused(.output, "export.made-meanwhile") { () throws(ExportError) in _ = try second.commit() }
    #expect(try String(contentsOfFile: late, encoding: .utf8) == "mine")
  }

  @Test("A stage that is somebody's link is not followed")
  func stageIsALink() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5)
    let precious = "\(fixture.folder)/precious"
    try FileManager.default.createDirectory(atPath: precious, withIntermediateDirectories: true)
    try "mine".write(toFile: "\(precious)/letter.txt", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: "\(fixture.folder)/.it.exporting", withDestinationPath: precious)
    expectRefused(.output, "export.not-written") { () throws(ExportError) in
      try fixture.export(.csv, [bundle], to: "\(fixture.folder)/it")
    }
    #expect(try SessionFixture.tree(precious) == ["letter.txt": Data("mine".utf8)])
  }

  @Test("Folders above the target are made, and taken away where the export fails")
  func parents() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5)
    try fixture.export(.csv, [bundle], to: "\(fixture.folder)/a/b/it")
    #expect(SessionFixture.visible("\(fixture.folder)/a/b") == ["it"])
    _ = try? fixture.export(
      .csv, [bundle], to: "\(fixture.folder)/c/d/it",
      faults: FaultPlan([FaultPlan.Fault("pwrite", nth: 1, code: -EIO)]))
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/c"))
  }

  @Test("Input that is no session, is named twice, or is being recorded")
  func input() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5)
    let sink = try fixture.direct(plan: SessionFixture.plan(SessionFixture.manifest(uuid: "9f3a9c2e-live")))
    sink.record(SessionFixture.sample(0), stream: 0)
    let empty = "\(fixture.folder)/nothing"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    for format in ExportFormat.allCases {
      let target = "\(fixture.folder)/out"
      expectRefused(.input, "export.recording") { () throws(ExportError) in
        try fixture.export(format, [sink.path], to: target)
      }
      expectRefused(.input, "export.unreadable") { () throws(ExportError) in
        try fixture.export(format, [empty], to: target)
      }
      expectRefused(.request, "export.named-twice") { () throws(ExportError) in
        try fixture.export(format, [bundle, bundle + "/."], to: target)
      }
      #expect(!FileManager.default.fileExists(atPath: target))
    }
    _ = try sink.seal(state: .complete) { _ in }
    try fixture.export(.tar, [sink.path], to: "\(fixture.folder)/out")
  }
}
