import Foundation
import MotionCore
import Testing

/// docs/schema against bundles: the examples and a rehearsal are as it says, and what is wrong is found.
///
/// `Bundle` puts every session that these tests' runs leave to the same check.
@Suite struct SchemaTests {
  static let examples = ["linux", "iphone", "apple_watch"].map {
    Program.project.appendingPathComponent("docs/examples/\($0)").path
  }

  @Test("The example sessions are as the schema says, and every hash is right")
  func examples() throws {
    try SchemaCheck.check(SchemaTests.examples)
    for path in SchemaTests.examples {
      let session = try SessionReader.read(path)
      #expect(session.problems.isEmpty, "\(session.problems)")
      #expect(session.state == .complete)
      #expect(try Bundle(at: path).badHashes() == [])
    }
  }

  @Test("Each member missing, of a wrong type or out of its order is found; an unknown one is not a fault")
  func mutations() throws {
    let result = try PythonReader.run("mutate_documents.py", SchemaTests.examples)
    #expect(result.status == 0, "\(result.all)")
    let lines = result.out.split(separator: "\n")
    #expect(lines.count == 1, "\(result.out)")
    // Three manifests of some hundred members each, every one changed at least twice.
    let changes = lines.last?.split(separator: " ").first.flatMap { Int($0) }
    #expect(try #require(changes) > 1500)
  }

  @Test(
    "A bundle with a damaged row, a row too few, or a drill that is another one is not as the schema says")
  func damagedBundles() throws {
    let scratch = try Scratch()
    func broken(_ name: String, _ change: (inout String) -> Void, file: String) throws -> String {
      let copy = scratch.url.appendingPathComponent(name)
      try FileManager.default.copyItem(atPath: SchemaTests.examples[0], toPath: copy.path)
      let target = copy.appendingPathComponent(file)
      var text = try String(contentsOf: target, encoding: .utf8)
      change(&text)
      try text.write(to: target, atomically: true, encoding: .utf8)
      return copy.path
    }
    let rows = "gyroscope.jsonl"
    let damaged = [
      try broken("cut", { $0.removeLast(3) }, file: rows),
      try broken("fewer", { $0.removeFirst($0.distance(to: "\n") + 1) }, file: rows),
      try broken("twice", { $0 = $0.replacing("\"x\":", with: "\"y\":", maxReplacements: 1) }, file: rows),
      try broken(
        "nan", { $0 = $0.replacing(/"x":-?[0-9]+/, with: "\"x\":NaN", maxReplacements: 1) }, file: rows),
      try broken("drill", { $0 += "\n" }, file: "protocol.yaml"),
      try broken(
        "event", { $0 = $0.replacing("\"LEFT\"", with: "1", maxReplacements: 1) }, file: "events.jsonl"),
      try broken("number", { $0 = $0.replacing("{\"n\":1", with: "{\"n\":2") }, file: "events.jsonl"),
    ]
    for path in damaged {
      let result = try PythonReader.run("validate_bundle.py", [path])
      #expect(result.status == 1, "\(path) passed")
      #expect(result.out.contains(path))
    }
  }

  @Test("A rehearsal, its truth beside it, is as the schema says")
  func rehearsal() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.leans("LEFT, CENTER"), to: "drill.yaml")
    let result = try Program.run(["rehearse", drill, "--sessions", scratch.sessions])
    #expect(result.status == 0, "\(result.all)")
    // The truth is checked with the bundle.
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(FileManager.default.fileExists(atPath: bundle.path + ".truth.json"))
  }

  @Test("The watch's example is the linux one in other units and signs: the same onsets come out of it")
  func exampleAnalyses() throws {
    let scratch = try Scratch()
    func analysis(_ index: Int) throws -> JSONValue {
      // A copy, for the analysis is kept with the session.
      let copy = scratch.url.appendingPathComponent("\(index)").path
      try FileManager.default.copyItem(atPath: SchemaTests.examples[index], toPath: copy)
      let result = try Program.run(["analyze", copy, "--json"])
      #expect(result.status == 0, "\(result.all)")
      return try JSONValue.parse(result.out)
    }
    let linux = try #require(try analysis(0)["trials"]?.array)
    let watch = try #require(try analysis(2)["trials"]?.array)
    #expect(linux.count == 2)
    #expect(watch.count == 2)
    for (one, other) in zip(linux, watch) {
      let onset = try #require(one["onset_ns"]?.integer)
      let same = try #require(other["onset_ns"]?.integer)
      // The values are the same but for the last bits; the device time in seconds is rounded to 0.2 µs.
      #expect(abs(onset - same) < 10_000, "\(onset) \(same)")
      #expect(one["direction"] == other["direction"])
    }
    // A session of device motion alone: the device's own rotation rate stands in for a gyroscope.
    let phone = try analysis(1)
    #expect(phone["trials"]?.array == [])
    #expect(phone["movement"]?["rate_source"]?.string == "rotation_rate")
    #expect(phone["sampling"]?["motion"]?["count"]?.integer == 200)
  }
}

extension String {
  fileprivate func distance(to character: Character) -> Int {
    firstIndex(of: character).map { distance(from: startIndex, to: $0) } ?? 0
  }
}
