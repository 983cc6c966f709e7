import Foundation
import Testing

@testable import MotionCore

@Suite struct SessionManifestTests {
  // Key order as in the session schema, "Manifest".
  @Test func keysStandInTheOrderOfTheSchema() throws {
    var manifest = SessionFixture.manifest()
    manifest.audio = [:]
    manifest.calibrationFile = "calibration.json"
    manifest.streams[1].segments = ["gyroscope.1.jsonl"]
    manifest.unknown = ["later": 1]
    let json = try JSONValue.parse(manifest.fileBytes)
    #expect(
      json.object?.keys == [
        "schema", "uuid", "state", "synthetic", "platform", "app", "host", "sensors", "protocol", "anchors",
        "clocks", "streams", "audio", "calibration", "events", "files", "incidents", "later",
      ])
    #expect(
      json["streams"]?["gyroscope"]?.object?.keys == [
        "file", "segments", "sensor", "kind", "clock", "timestamp_source", "unit", "scale", "offset", "gain",
        "mount_matrix", "frame", "requested_hz", "capability", "count", "statistics", "losses",
      ])
    #expect(
      json["streams"]?["magnetometer"]?.object?.keys == [
        "file", "sensor", "kind", "clock", "timestamp_source", "unit", "scale", "offset", "frame",
        "requested_hz",
        "capability", "reason", "count", "statistics", "losses",
      ])
    #expect(
      json["sensors"]?["imu"]?.object?.keys == ["name", "driver", "bus", "path", "stable_id", "location"])
    #expect(
      json["anchors"]?.array?[0].object?.keys == [
        "at", "host_ns", "wall", "utc_offset", "clock_synchronised",
      ])
    #expect(json["clocks"]?["imu"]?.object?.keys == ["unit", "epoch", "wraps_at"])
    // A seed beyond Int64 keeps every digit.
    #expect(json["protocol"]?["seed"] == "18446744073709551615")
  }

  @Test func aManifestIsReadAsItWasWritten() throws {
    var manifest = SessionFixture.manifest()
    manifest.state = .complete
    manifest.audio = ["pcm": "default", "rate_hz": 48000]
    manifest.unknown = ["later": ["x": 1.5]]
    manifest.incidents = ["underrun": 2]
    manifest.streams[0].losses = ["queue_full": 4]
    manifest.eventsSegments = ["events.1.jsonl"]
    var decoder = ManifestDecoder(path: "x")
    #expect(try decoder.decode(JSONValue.parse(manifest.fileBytes)) == manifest)
    #expect(decoder.problems.isEmpty)
  }

  @Test func anotherSchemaVersionIsAnErrorThatNamesBoth() throws {
    let fixture = SessionFixture()
    let sink = try fixture.direct()
    let file = "\(sink.path)/manifest.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("\"version\": 1", with: "\"version\": 2").write(
      toFile: file, atomically: false, encoding: .utf8)
    let error = #expect(throws: SchemaError.self) { try SessionReader.read(sink.path) }
    #expect(error == .otherVersion(path: sink.path, found: 2))
    #expect(error?.description.contains("schema version 2") == true)
    #expect(error?.description.contains("version 1") == true)
    try text.replacing("drillrunner.session", with: "other.session").write(
      toFile: file, atomically: false, encoding: .utf8)
    #expect(throws: SchemaError.otherSchema(path: sink.path, name: "other.session")) {
      try SessionReader.read(sink.path)
    }
    // Listed with its reason, and not taken for the last session.
    let store = SessionStore(folder: fixture.folder)
    let listed = try store.list()
    #expect(listed.count == 1)
    #expect(throws: SessionStore.UnreadableSession.self) { try listed[0].summary.get() }
  }
}
