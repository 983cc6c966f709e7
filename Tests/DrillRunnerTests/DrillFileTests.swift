import Foundation
import Glibc
import MotionCore
import Testing

@testable import DrillRunner

@Suite struct DrillFileTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/drill-file-\(UUID().uuidString)"

  private func inFolder(_ body: (String) throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func failure(_ path: String, faults: FaultPlan? = nil) -> DrillFileError? {
    do {
      _ = try DrillFile.load(path, faults: faults)
      return nil
    } catch {
      return error
    }
  }

  /// A name is looked for in folders, and all of them are told; a path is where it says.
  @Test func aNameThatIsNotFoundSaysWhereItWasLookedFor() throws {
    let cause = try #require(failure("no-such-drill")?.cause)
    #expect(cause.hasPrefix("No such file or directory; looked in this folder, protocols, /"))
    #expect(cause.hasSuffix("/share/drillrunner/protocols"))
    #expect(failure("./no-such-drill")?.cause == "No such file or directory")
  }

  @Test func aFileThatCannotBeReadSaysWhy() throws {
    try inFolder { folder in
      #expect(failure(folder + "/none.yaml")?.cause == "No such file or directory")
      #expect(failure(folder)?.cause == "it is not a regular file")
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      #expect(failure(folder + "/pipe")?.cause == "it is not a regular file", "and never waits for a writer")
      let large = try write(Array(repeating: 0x23, count: DrillFile.maximumBytes + 1), "large.yaml")
      #expect(failure(large)?.cause == "it is larger than 256 KiB")
      let small = try write(Array("drill: 1".utf8), "small.yaml")
      #expect(
        failure(small, faults: FaultPlan([.init("open", code: -EACCES)]))
          == DrillFileError.notOpened(path: small, reason: "Permission denied"))
      #expect(
        failure(small, faults: FaultPlan([.init("read", code: -EIO)]))
          == DrillFileError.readFailed(path: small, reason: "Input/output error"))
      #expect(failure(small, faults: FaultPlan([.init("read", code: -EINTR)])) == nil)
    }
  }

  @Test func bytesThatAreNoTextArePointedAt() throws {
    try inFolder { _ in
      let path = try write(Array("drill: 1\ntitle: é".utf8) + [0xFF, 0x0A], "latin.yaml")
      let file = try DrillFile.load(path)
      #expect(file.problems.map(\.message) == ["this is not UTF-8 text"])
      #expect(file.problems.first?.location == SourceLocation(line: 2, column: 9, length: 1))
    }
  }

  @Test func aMissingClipIsAnErrorAtItsLine() throws {
    try inFolder { _ in
      let text = """
        drill: 1
        title: T
        cues:
          A:
            clip: a.wav
            expect: left
        steps:
          - stationary: 5 s
          - block: { name: b, cues: [A], interval: 4 s }
        """
      let path = try write(Array(text.utf8), "d.yaml")
      let missing = try DrillFile.load(path)
      #expect(missing.drill == nil && missing.problems.map(\.line) == [5])
      #expect(mkfifo(folder + "/a.wav", 0o644) == 0)
      #expect(try DrillFile.load(path).problems.first?.message.contains("not a regular file") == true)
      #expect(unlink(folder + "/a.wav") == 0)
      let clip = try write([0], "a.wav")
      #expect(try DrillFile.load(path).drill?.cues.first?.speech == .clip(path: clip))
    }
  }

  @Test(arguments: [
    "fy_diag_create", "fy_parser_create", "fy_parser_set_string", "fy_parser_parse", "fy_token_get_text",
  ])
  func aFailingLibraryIsAnError(_ call: String) {
    let calls = FyamlCalls(faults: FaultPlan([.init(call, code: -1)]))
    let file = DrillFile.parse(Array("drill: 1".utf8), path: "d.yaml", calls: calls)
    #expect(file.drill == nil && file.problems.fatal.count == 1)
  }

  @Test func shippedDrillsAreRightAndCanRun() throws {
    let protocols = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("protocols").path
    for name in ["center-left-right", "diagnostics"] {
      #expect(try DrillFile.load(protocols + "/\(name).yaml").problems == [])
    }
    let short = try #require(try DrillFile.load(protocols + "/center-left-right.yaml").drill)
    for seed in 0..<50 as Range<UInt64> {
      #expect(Timeline(short, seed: seed).nominalDuration < .seconds(90))
    }
  }
}
