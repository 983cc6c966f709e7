import Foundation
import MotionCore
import Testing

/// What the fuzzers found and keep (`Fuzz/Corpus`), through the same targets without the fuzzer: a target traps
/// where a promise is broken.
@Suite(.serialized) struct CorpusTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus")

  /// The corpus of a target, in the order of names.
  static func inputs(_ target: FuzzTarget) throws -> [[UInt8]] {
    let folder = CorpusTests.folder.appendingPathComponent(target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))
    }
  }

  @Test("Every input of the corpus", arguments: FuzzTarget.allCases)
  func corpus(target: FuzzTarget) throws {
    let inputs = try CorpusTests.inputs(target)
    #expect(inputs.count >= 5)
    for input in inputs { target.run(input) }
  }

  /// libFuzzer refuses a whole dictionary for one entry that is not printable ASCII between quotes.
  @Test("Every dictionary can be read", arguments: FuzzTarget.allCases)
  func dictionary(target: FuzzTarget) throws {
    let file = CorpusTests.folder.deletingLastPathComponent()
      .appendingPathComponent("Dictionaries/\(target.rawValue).dict")
    let entries = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
    #expect(entries.count >= 5)
    for entry in entries {
      let isPlain = entry.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      #expect(
        isPlain && entry.wholeMatch(of: /(\w+=)?"([^"\\]|\\\\|\\"|\\x[0-9a-fA-F]{2})+"/) != nil, "\(entry)")
    }
  }

  // A corpus whose bundles were all refused at the door would test the door only.
  @Test("The corpus reaches the end of the analysis", arguments: ["lean", "gravity"])
  func depth(name: String) throws {
    let file = CorpusTests.folder.appendingPathComponent("bundle/\(name)")
    let folder = MemoryFolder(Container([UInt8](try Data(contentsOf: file))).entries)
    let session = try SessionReader.read(MemoryFolder.path, fileSystem: folder)
    let analysis = MotionAnalyzer().analyze(session)
    #expect(analysis.trials.count == 2)
    // The movement of the file begins 250 ms after its cue.
    for latency in analysis.trials.compactMap(\.latencyMilliseconds.value) {
      #expect(abs(latency - 250) < 60)
    }
    #expect(analysis.trials.contains { $0.latencyMilliseconds.value != nil })
  }

  @Test("The fuzzers are built from all that the program is built from")
  func sources() throws {
    let project = CorpusTests.folder.deletingLastPathComponent().deletingLastPathComponent()
    func names(_ folder: String) throws -> Set<String> {
      Set(
        try FileManager.default.contentsOfDirectory(atPath: project.appendingPathComponent(folder).path))
    }
    let package = try String(
      contentsOf: project.appendingPathComponent("Fuzz/Package.swift"), encoding: .utf8)
    for name in try names("Sources") {
      #expect(try names("Fuzz/Sources").contains(name))
      #expect(package.contains("name: \"\(name)\""))
    }
  }

  @Test("Every beginning of a few inputs: a file may be cut anywhere", arguments: FuzzTarget.allCases)
  func beginnings(target: FuzzTarget) throws {
    for input in try CorpusTests.inputs(target).filter({ $0.count > 20 }).prefix(4) {
      let step = max(1, input.count / (target == .bundle ? 10 : 50))
      for count in stride(from: 0, to: input.count, by: step) { target.run(Array(input[..<count])) }
    }
  }

  @Test("Mutations of the corpus, the same ones in every run", arguments: FuzzTarget.allCases)
  func mutations(target: FuzzTarget) throws {
    var mutator = Mutator(inputs: try CorpusTests.inputs(target), seed: 1)
    // Seconds of a debug build; the long runs are the fuzzers'.
    let runs = target == .bundle ? 50 : 600
    for _ in 0..<runs { target.run(mutator.next()) }
  }
}
