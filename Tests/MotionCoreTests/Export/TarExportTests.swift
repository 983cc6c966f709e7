import Foundation
import Testing

@testable import MotionCore

/// The archive, read back by the tar program.
@Suite struct TarExportTests {
  private func untar(_ archive: String, into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let said = try SessionFixture.output(
      "/usr/bin/tar", ["-C", folder, "--same-permissions", "-xf", archive])
    #expect(said.isEmpty)
  }

  @Test("The bundle comes out of it byte for byte, with modes and times, and opens")
  func roundTrip() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 2000)
    _ = try SessionStore.writeDerived(
      Array("{}\n".utf8), name: "analysis.json", configurationHash: String(repeating: "ab", count: 32),
      in: bundle)
    for suffix in [".truth.json", ".notes.jsonl", ".incident.jsonl", ".other.json"] {
      try "beside \(suffix)\n".write(toFile: bundle + suffix, atomically: true, encoding: .utf8)
    }
    let archive = "\(fixture.folder)/it.tar"
    let result = try fixture.export(.tar, [bundle], to: archive)
    #expect(result.synthetic && result.warnings == [])
    let name = try #require(bundle.split(separator: "/").last.map(String.init))
    let listed = try SessionFixture.output("/usr/bin/tar", ["-tf", archive]).split(separator: "\n").map(
      String.init)
    // Sorted by bytes below each folder; nothing of the machine is in the names.
    #expect(
      listed
        == [
          "", ".lock", "accelerometer.jsonl", "derived/", "derived/abababababababab/",
          "derived/abababababababab/analysis.json", "events.jsonl", "gyroscope.jsonl",
          "gyroscope@wrist.jsonl",
          "manifest.json", "motion.jsonl", "protocol.yaml", "timeline.json",
        ].map { "\(name)/\($0)" } + ["incident.jsonl", "notes.jsonl", "truth.json"].map { "\(name).\($0)" })
    let out = "\(fixture.folder)/out"
    try untar(archive, into: out)
    #expect(try SessionFixture.contents("\(out)/\(name)") == SessionFixture.contents(bundle))
    #expect(try SessionFixture.mode("\(out)/\(name)") == SessionFixture.mode(bundle))
    for file in ["gyroscope.jsonl", "manifest.json", "derived", ""] {
      let times = try ["\(bundle)/\(file)", "\(out)/\(name)/\(file)"].map {
        // Full nanoseconds, by stat(1).
        try SessionFixture.output("/usr/bin/stat", ["-c", "%y", $0])
      }
      #expect(times[0] == times[1], "\(file)")
    }
    let opened = try SessionReader.read("\(out)/\(name)")
    let session = try SessionReader.read(bundle)
    #expect(opened.problems.isEmpty && opened.state == .complete)
    #expect(opened.inputHashes == session.inputHashes && !session.inputHashes.isEmpty)
    // The same session gives the same archive.
    try fixture.export(.tar, [bundle], to: "\(fixture.folder)/again.tar")
    #expect(try SessionFixture.tree(archive) == SessionFixture.tree("\(fixture.folder)/again.tar"))
    // Owners are no part of a session.
    let python = "import sys,tarfile; print({(m.uid, m.gid, m.uname) for m in tarfile.open(sys.argv[1])})"
    #expect(try SessionFixture.output("/usr/bin/python3", ["-c", python, archive]) == "{(0, 0, '')}\n")
  }

  @Test("An incomplete bundle is archived as it is, and opens as incomplete")
  func incomplete() throws {
    let fixture = SessionFixture()
    let live = try fixture.difficultBundle(rows: 20, seal: false)
    // As a killed run leaves it: nobody holds the copy's lock.
    let bundle = "\(fixture.folder)/copy"
    try FileManager.default.copyItem(atPath: live, toPath: bundle)
    let handle = try #require(FileHandle(forWritingAtPath: "\(bundle)/gyroscope.jsonl"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"i\":20".utf8))
    try handle.close()
    let result = try fixture.export(.tar, [bundle], to: "\(fixture.folder)/it.tar")
    #expect(result.warnings.contains { $0.text.contains("incomplete") })
    try untar("\(fixture.folder)/it.tar", into: "\(fixture.folder)/out")
    #expect(try SessionFixture.contents("\(fixture.folder)/out/copy") == SessionFixture.contents(bundle))
    let session = try SessionReader.read("\(fixture.folder)/out/copy")
    #expect(session.state == .incomplete)
    #expect(session.stream(.gyroscope)?.count == 20)
  }

  @Test("Links and pipes are left out and said; what they point to is not read")
  func onlyRegularFiles() throws {
    let fixture = SessionFixture()
    let live = try fixture.difficultBundle(rows: 5, seal: false)
    let bundle = "\(fixture.folder)/copy"
    try FileManager.default.copyItem(atPath: live, toPath: bundle)
    let secret = "\(fixture.folder)/secret"
    try "the secret".write(toFile: secret, atomically: true, encoding: .utf8)
    let elsewhere = "\(fixture.folder)/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try "the secret".write(toFile: "\(elsewhere)/file", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: "\(bundle)/link.jsonl", withDestinationPath: secret)
    try FileManager.default.createSymbolicLink(atPath: "\(bundle)/derived/up", withDestinationPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: "\(bundle).truth.json", withDestinationPath: secret)
    #expect(mkfifo("\(bundle)/pipe", 0o644) == 0)
    let result = try fixture.export(.tar, [bundle], to: "\(fixture.folder)/it.tar")
    for name in ["copy/link.jsonl", "copy/derived/up", "copy/pipe", "copy.truth.json"] {
      #expect(result.warnings.contains(ExportWarning.notRegular(file: name)))
      #expect(
        result.warnings.contains { $0.text.hasPrefix("\(name): ") && $0.text.contains("left out") }, "\(name)"
      )
    }
    let data = try #require(FileManager.default.contents(atPath: "\(fixture.folder)/it.tar"))
    #expect(data.range(of: Data("the secret".utf8)) == nil)
    let listed = try SessionFixture.output("/usr/bin/tar", ["-tvf", "\(fixture.folder)/it.tar"])
    #expect(listed.split(separator: "\n").allSatisfy { $0.hasPrefix("-") || $0.hasPrefix("d") })
  }

  @Test("A long name, and one that is not ASCII")
  func names() throws {
    let fixture = SessionFixture()
    let live = try fixture.difficultBundle(rows: 5, seal: false)
    for name in [String(repeating: "long-", count: 45), "Übung 1 – é"] {
      let bundle = "\(fixture.folder)/\(name)"
      try FileManager.default.copyItem(atPath: live, toPath: bundle)
      try fixture.export(.tar, [bundle], to: "\(fixture.folder)/it.tar", force: true)
      let out = "\(fixture.folder)/out"
      try untar("\(fixture.folder)/it.tar", into: out)
      #expect(try SessionFixture.contents("\(out)/\(name)") == SessionFixture.contents(bundle))
    }
  }

  @Test("A future schema version and a broken manifest: the files are archived all the same")
  func whateverTheManifestSays() throws {
    let fixture = SessionFixture()
    let live = try fixture.difficultBundle(rows: 5, seal: false)
    for (name, text) in [
      ("future", "{\"schema\": {\"name\": \"drillrunner.session\", \"version\": 99}}"), ("torn", "{"),
    ] {
      let bundle = "\(fixture.folder)/\(name)"
      try FileManager.default.copyItem(atPath: live, toPath: bundle)
      try text.write(toFile: "\(bundle)/manifest.json", atomically: true, encoding: .utf8)
      let result = try fixture.export(.tar, [bundle], to: "\(fixture.folder)/\(name).tar")
      #expect(!result.warnings.isEmpty)
      try untar("\(fixture.folder)/\(name).tar", into: "\(fixture.folder)/out")
      #expect(try SessionFixture.contents("\(fixture.folder)/out/\(name)") == SessionFixture.contents(bundle))
    }
  }
}
