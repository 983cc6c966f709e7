import Foundation
import Testing

@testable import MotionCore

/// Bundles whose files are not what they seem, or have no end. Nothing is waited for, nothing outside of the bundle
/// is read or written, and memory and the list of problems stay small.
@Suite struct HostileFileTests {
  private static let row = #"{"i":0,"t":1,"h":2,"x":1,"y":2,"z":3}"# + "\n"

  private func bundle(_ fixture: SessionFixture, _ files: [String: String]) throws -> String {
    let path = "\(fixture.folder)/20261130T101502Z-a-00000000"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }
    return path
  }

  /// What may stand in the place of a file. Each returns false where this user cannot make one.
  private static let disguises: [(name: String, make: @Sendable (String) -> Bool)] = [
    ("a link to a file", { symlink("/etc/passwd", $0) == 0 }),
    ("a link to a folder", { symlink("..", $0) == 0 }),
    ("a link to nothing", { symlink("/nonexistent/x", $0) == 0 }),
    ("a link to itself", { symlink(($0 as NSString).lastPathComponent, $0) == 0 }),
    ("a pipe", { mkfifo($0, 0o644) == 0 }),
    ("a folder", { mkdir($0, 0o755) == 0 }),
    ("an endless device", { mknod($0, S_IFCHR | 0o644, 0x105) == 0 }),  // /dev/zero is 1:5
    ("a terminal", { mknod($0, S_IFCHR | 0o644, 0x500) == 0 }),  // /dev/tty is 5:0
    ("a socket", HostileFileTests.makeSocket),
  ]

  @Sendable private static func makeSocket(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func whateverStandsInThePlaceOfAFileIsRefused() throws {
    let manifest = #"{"calibration": {"file": "calibration.json"}}"#
    for (disguise, make) in HostileFileTests.disguises {
      for name in ["manifest.json", ".lock", "gyroscope.jsonl", "events.jsonl", "calibration.json"] {
        let fixture = SessionFixture()
        var files = [
          "manifest.json": manifest, ".lock": "", "gyroscope.jsonl": HostileFileTests.row, "events.jsonl": "",
          "calibration.json": #"{"version": 1}"#, "accelerometer.jsonl": HostileFileTests.row,
        ]
        files[name] = nil
        let path = try bundle(fixture, files)
        guard make("\(path)/\(name)") else { continue }
        let session = try SessionReader.read(path)
        #expect(session.state == .incomplete)
        #expect(session.stream(.accelerometer)?.count == 1, "\(name) is \(disguise)")
        #expect(session.stream(.gyroscope)?.count == (name == "gyroscope.jsonl" ? 0 : 1))
        #expect(session.inputHashes[name] == nil, "\(name) is \(disguise)")
        #expect(
          name == ".lock"
            || session.problems.contains { $0.file == name && $0.text.contains("could not be read") },
          "\(name) is \(disguise): \(session.problems)")
        #expect(try SessionStore(folder: fixture.folder).list().count == 1)
        _ = MotionAnalyzer().analyze(session).documentText
      }
    }
  }

  @Test func nothingIsWrittenThroughALink() throws {
    let fixture = SessionFixture()
    let path = try bundle(fixture, ["events.jsonl": ""])
    let outside = "\(fixture.folder)/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    func write() throws {
      _ = try SessionStore.writeDerived([1], name: "a.json", configurationHash: "0123456789abcdef", in: path)
    }
    #expect(symlink(outside, "\(path)/derived") == 0)
    #expect(throws: FileError.self) { try write() }
    #expect(unlink("\(path)/derived") == 0)
    try FileManager.default.createDirectory(atPath: "\(path)/derived", withIntermediateDirectories: true)
    #expect(symlink(outside, "\(path)/derived/0123456789abcdef") == 0)
    #expect(throws: FileError.self) { try write() }
    #expect(unlink("\(path)/derived/0123456789abcdef") == 0)
    try write()
    // A link in the place of the document itself is replaced, not followed.
    let document = "\(path)/derived/0123456789abcdef/a.json"
    #expect(unlink(document) == 0)
    #expect(symlink("\(outside)/b.json", document) == 0)
    try write()
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
  }

  @Test(.timeLimit(.minutes(2)))
  func aHoleOfAnySizeIsNotReadThrough() throws {
    let fixture = SessionFixture()
    let path = try bundle(
      fixture, ["gyroscope.jsonl": HostileFileTests.row, "events.jsonl": "", "manifest.json": ""])
    // 4 GiB and 4 TiB of zeros that take no room on the disk.
    for (name, bytes) in [("gyroscope.jsonl", off_t(1) << 32), ("manifest.json", 1 << 42)] {
      guard truncate("\(path)/\(name)", bytes) == 0 else { continue }
    }
    let session = try SessionReader.read(path)
    #expect(session.stream(.gyroscope)?.count == 1)
    #expect(session.problems.contains { $0.text.contains("goes on for more than 64 MiB") })
    #expect(session.problems.contains { $0.file == "manifest.json" && $0.text.contains("could not be read") })
  }

  @Test func aManifestThatIsTooLargeOrTooDeepIsRefused() throws {
    let fixture = SessionFixture()
    for text in [
      String(repeating: " ", count: SessionReader.maximumManifest + 1),
      String(repeating: "[", count: 1 << 20),
    ] {
      let path = try bundle(
        fixture, ["manifest.json": text, "gyroscope.jsonl": HostileFileTests.row, "events.jsonl": ""])
      let session = try SessionReader.read(path)
      #expect(session.stream(.gyroscope)?.count == 1)
      #expect(session.problems.contains { $0.file == "manifest.json" })
    }
  }

  @Test func manyDamagedLinesMakeFewProblems() throws {
    let fixture = SessionFixture()
    let lines = String(repeating: "x\n", count: 100_000)
    let path = try bundle(fixture, ["gyroscope.jsonl": lines, "events.jsonl": lines])
    let session = try SessionReader.read(path)
    #expect(session.problems.count < 60)
    for file in ["gyroscope.jsonl", "events.jsonl"] {
      // 20 are named.
      #expect(
        session.problems.contains { $0.file == file && $0.text == "99980 more lines were left out" },
        "\(session.problems)")
    }
  }

  @Test func aFileThatManyEntriesNameIsReadOnce() throws {
    let fixture = SessionFixture()
    let entry =
      #"{"file":"gyroscope.jsonl","kind":"gyroscope","segments":["gyroscope.jsonl","events.jsonl"]}"#
    // A hundred thousand entries are just too large for a manifest; half of them are not.
    let entries = (0..<50_000).map { "\"s\($0)\":\(entry)" }.joined(separator: ",")
    let path = try bundle(
      fixture,
      [
        "manifest.json": "{\"streams\":{\(entries)}}", "gyroscope.jsonl": HostileFileTests.row,
        "events.jsonl": "",
      ])
    let session = try SessionReader.read(path)
    #expect(session.streams.reduce(0) { $0 + $1.count } == 1)
    #expect(session.problems.count == MotionSession.maximumProblems + 1)
    // Three names of each entry but the first are read already.
    guard case SessionFinding.moreProblems(let more)? = session.problems.last?.finding else {
      Issue.record("\(String(describing: session.problems.last))")
      return
    }
    #expect(more >= 3 * 49_999 - MotionSession.maximumProblems)
  }

  /// A file that is as long as it says, and whose reads never end.
  private struct GrowingFile: FileSystem {
    var says: Int64
    let disk = PosixFileSystem()

    func status(_ descriptor: Int32, _ status: inout FileStatus) -> Int {
      status = FileStatus(kind: .file, bytes: says, mode: 0o644)
      return 0
    }
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      // Rows of one length, numbered 0 to 9: the number is the byte after {"i":
      for index in 0..<buffer.count {
        buffer[index] =
          index % 38 == 5
          ? UInt8(ascii: "0") + UInt8(index / 38 % 10) : Array(HostileFileTests.row.utf8)[index % 38]
      }
      return buffer.count
    }
    func open(_ path: String, flags: Int32, mode: UInt32) -> Int { 1000 }
    func close(_ descriptor: Int32) -> Int { 0 }
    func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int { -Int(EROFS) }
    func fsync(_ descriptor: Int32) -> Int { -Int(EROFS) }
    func fdatasync(_ descriptor: Int32) -> Int { -Int(EROFS) }
    func ftruncate(_ descriptor: Int32, to length: Int64) -> Int { -Int(EROFS) }
    func allocate(_ descriptor: Int32, bytes: Int64) -> Int { -Int(EROFS) }
    func dropCache(_ descriptor: Int32) -> Int { 0 }
    func rename(_ path: String, to target: String) -> Int { -Int(EROFS) }
    func makeFolder(_ path: String, mode: UInt32) -> Int { -Int(EROFS) }
    func chmod(_ path: String, mode: UInt32) -> Int { -Int(EROFS) }
    func lock(_ descriptor: Int32, operation: Int32) -> Int { 0 }
    func unlink(_ path: String) -> Int { -Int(EROFS) }
    func removeFolder(_ path: String) -> Int { -Int(EROFS) }
    func space(_ path: String, _ space: inout FileSystemSpace) -> Int { -Int(EROFS) }
    func list(_ path: String, _ names: inout [String]) -> Int { -Int(ENOENT) }
  }

  @Test(.timeLimit(.minutes(1)))
  func aFileThatGrowsWhileItIsReadHasAnEnd() {
    let description = SessionFixture.gyroscope
    #expect(HostileFileTests.row.utf8.count == 38)
    let result = RowFileReader(folder: "f", fileSystem: GrowingFile(says: 380)).read(["g.jsonl"], description)
    #expect(result.stream.count == 10)
    #expect(result.files.map(\.bytes) == [380])
  }
}
