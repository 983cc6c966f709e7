import Foundation
import Testing

@testable import MotionCore

/// A manifest of a later program, written again by this one: nothing that it does not know is lost.
@Suite struct SchemaUnknownMemberTests {
  /// Adds the member `later` to every object of the document, except where members are names.
  private func extended(_ value: JSONValue, _ path: [String] = []) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { extended($0, path + ["#"]) })
    case .object(let object):
      var result = JSONObject(object.members.map { ($0.key, extended($0.value, path + [$0.key])) })
      let named =
        ["sensors", "clocks", "streams", "files", "incidents"].contains(path.joined())
        || path.last == "losses"
      if !named { result.append("later", ["at": .string(path.joined(separator: "."))]) }
      return .object(result)
    default: return value
    }
  }

  private func decoded(_ json: JSONValue) throws -> Manifest {
    var decoder = ManifestDecoder(path: "x")
    return try decoder.decode(json)
  }

  private func parsed(_ manifest: Manifest) throws -> JSONValue { try JSONValue.parse(manifest.fileBytes) }

  private func manifest() throws -> JSONValue {
    let bytes = try #require(
      FileManager.default.contents(atPath: SchemaFixture.example("linux") + "/manifest.json"))
    return try JSONValue.parse(Array(bytes))
  }

  @Test func unknownMembersAreKeptAtEveryLevel() throws {
    let later = extended(try manifest())
    // Members were added last in each object, so that the text is the same to the byte.
    #expect(try parsed(decoded(later)).text(.indented) == later.text(.indented))
    let places = later.text().ranges(of: "\"later\"").count
    // One for the top and each of schema, app, host, a sensor, its settings, protocol, two anchors, two clocks,
    // a mapping, its checks and the four of them, two streams, two statistics, audio, events and five files.
    #expect(places == 1 + 6 + 2 + 2 + 1 + 5 + 4 + 2 + 5)
  }

  @Test func whatIsChangedIsWrittenAndTheRestIsKept() throws {
    let later = extended(try manifest())
    var manifest = try decoded(later)
    manifest.state = .incomplete
    manifest.streams[0].count = 7
    manifest.streams[1].segments = ["gyroscope.1.jsonl"]
    manifest.files.removeAll { $0.name == "events.jsonl" }
    manifest.files[0].bytes = 1
    manifest.anchors.append(manifest.anchors[0])
    manifest.clocks[1].mapping = nil
    manifest.incidents["write_failed"] = 1
    let json = try parsed(manifest)
    #expect(json["state"] == "incomplete")
    #expect(json["streams"]?["accelerometer"]?["count"] == 7)
    #expect(json["streams"]?["accelerometer"]?["later"] == ["at": "streams.accelerometer"])
    // A new member stands where the schema has it.
    #expect(json["streams"]?["gyroscope"]?.object?.keys.prefix(3) == ["file", "segments", "sensor"])
    #expect(json["files"]?["events.jsonl"] == nil)
    #expect(json["files"]?["protocol.yaml"]?["bytes"] == 1)
    #expect(json["files"]?["protocol.yaml"]?["later"] == ["at": "files.protocol.yaml"])
    #expect(json["anchors"]?.array?.count == 3)
    #expect(json["anchors"]?.array?[1]["later"] == ["at": "anchors.#"])
    #expect(json["anchors"]?.array?[2]["later"] == nil)
    #expect(json["clocks"]?["device"]?["mapping"] == nil)
    #expect(json["clocks"]?["device"]?["later"] == ["at": "clocks.device"])
    #expect(json["incidents"] == ["write_failed": 1])
    // Once more, as a second program would.
    #expect(try parsed(decoded(json)) == json)
  }

  @Test func whatCouldNotBeReadIsNotReplaced() throws {
    var json = try #require(try manifest().object)
    json["synthetic"] = nil
    json["app"] = ["name": 5, "version": "0.1"]
    var streams = try #require(json["streams"]?.object)
    streams["pressure"] = ["kind": "barometer", "file": "pressure.jsonl"]
    json["streams"] = .object(streams)
    var manifest = try decoded(.object(json))
    manifest.state = .incomplete
    let again = try parsed(manifest)
    // Neither a flag nor a revision is made up, and a stream of a kind of later times stays.
    #expect(again["synthetic"] == nil)
    #expect(again["app"] == ["name": 5, "version": "0.1"])
    #expect(again["streams"]?["pressure"] == ["kind": "barometer", "file": "pressure.jsonl"])
    #expect(again["state"] == "incomplete")
    // With nothing to go by, what it is and in which state is still said.
    let bare = try parsed(decoded([:]))
    #expect(bare["schema"] == ["name": "drillrunner.session", "version": 1])
    #expect(bare["state"] == "incomplete")
  }

  @Test func unknownKeysOfRowsAndEventsAreNoFault() throws {
    let fixture = SessionFixture()
    let copy = "\(fixture.folder)/copy"
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: SchemaFixture.example("linux"), toPath: copy)
    for file in ["gyroscope.jsonl", "events.jsonl"] {
      let text = try String(contentsOfFile: "\(copy)/\(file)", encoding: .utf8)
      try text.replacing("}\n", with: ",\"later\":{\"x\":[1,null]}}\n").write(
        toFile: "\(copy)/\(file)", atomically: true, encoding: .utf8)
    }
    #expect(try SchemaFixture.schemaProblems(copy) == "")
    let before = try SessionReader.read(SchemaFixture.example("linux"))
    let after = try SessionReader.read(copy)
    #expect(after.stream(.gyroscope)?.values == before.stream(.gyroscope)?.values)
    #expect(after.events.map(\.sequence) == before.events.map(\.sequence))
    #expect(after.events.allSatisfy { $0.fields["later"] == ["x": [1, .null]] })
    // Only the hashes tell.
    #expect(after.problems.allSatisfy { $0.text.contains("SHA-256") })
  }

  /// Found by the fuzzer: a document that is no object was written again as it was.
  @Test(arguments: ["null", "3", "[]", #""text""#]) func aDocumentThatIsNoManifestIsWrittenAsOne(
    text: String
  ) throws {
    var decoder = ManifestDecoder(path: "x")
    let manifest = try decoder.decode(try JSONValue.parse(text))
    let written = try JSONValue.parse(manifest.fileBytes)
    #expect(written["schema"]?["version"]?.integer == 1)
    #expect(written["state"]?.string == "incomplete")
  }
}
