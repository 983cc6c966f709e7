import Foundation
import Testing

@testable import MotionCore

/// Why values or streams are not in an export: manifests that do not say what raw numbers mean, and streams that BIDS has no
/// place for.
@Suite struct ExportReasonTests {
  private static func parsed(_ path: String) throws -> JSONValue {
    try JSONValue.parse([UInt8](try #require(FileManager.default.contents(atPath: path))))
  }

  @Test func ofNumbersThatMeanNothing() throws {
    let fixture = SessionFixture()
    let bundle = try fixture.difficultBundle(rows: 5, seal: false)
    // As a hand may have changed it: two numbers for three axes, three for four, and a unit that there is not.
    var manifest = try #require(try Self.parsed("\(bundle)/manifest.json").object)
    var streams = try #require(manifest["streams"]?.object)
    var gyroscope = try #require(streams["gyroscope"]?.object)
    var motion = try #require(streams["motion"]?.object)
    var fields = try #require(motion["fields"]?.object)
    var attitude = try #require(fields["attitude"]?.object)
    var gravity = try #require(fields["gravity"]?.object)
    gyroscope["scale"] = [1, 2]
    attitude["scale"] = [1, 2, 3]
    gravity["unit"] = "furlong"
    fields["attitude"] = .object(attitude)
    fields["gravity"] = .object(gravity)
    motion["fields"] = .object(fields)
    streams["gyroscope"] = .object(gyroscope)
    streams["motion"] = .object(motion)
    manifest["streams"] = .object(streams)
    try Data(JSONValue.object(manifest).text().utf8)
      .write(to: URL(fileURLWithPath: "\(bundle)/manifest.json"))

    let target = "\(fixture.folder)/csv"
    let result = try fixture.export(.csv, [bundle], to: target)
    let json = try Self.parsed("\(target)/export.json")
    let noScale = UnavailableReason(ExportReason.noScale)
    #expect(json["streams"]?["gyroscope"]?["values"] == .unavailable(ExportReason.several([noScale])))
    let unknown = ["attitude", "gravity"].map { UnavailableReason(ExportReason.fieldUnknown($0)) }
    #expect(json["streams"]?["motion"]?["values"] == .unavailable(ExportReason.several(unknown)))
    #expect(
      result.warnings.filter { $0.messageID == "export-warning.raw-only" }.count == 3,
      "\(result.warnings.map(\.text))")
  }

  /// Why `stream` alone is no tracking system.
  private static func reason(_ stream: MotionStream) -> UnavailableReason? {
    BIDSTracksys.make(stream, label: "x", in: TimedSession(LeanSession().session(streams: [stream]))).reason
  }

  @Test func ofStreamsThatBIDSCannotHold() {
    let gyroscope = LeanSession.standard.build().streams[0]
    #expect(Self.reason(gyroscope) == nil)
    var rows = MotionStreamBuilder(gyroscope.description)
    #expect(Self.reason(rows.stream) == UnavailableReason(ExportReason.noRows))
    // One row has no rate, and none was asked for.
    rows.append(
      MotionSample(
        deviceTime: .integer(1_000_000_000_000), receipt: HostTime(nanoseconds: 1_000_000_001_000),
        values: [.integer(1), .integer(2), .integer(3)]))
    #expect(Self.reason(rows.stream) == UnavailableReason(ExportReason.rateUnknown))
    var magnetic = gyroscope
    magnetic.description.unit = .microtesla
    #expect(Self.reason(magnetic) == UnavailableReason(ExportReason.wrongUnit(key: "x", unit: "uT")))
    // A device whose fusion delivers nothing of what it names.
    let nothing = MotionOnlySession(
      without: ["attitude", "gravity", "user_acceleration", "rotation_rate", "heading"]
    ).stream(
      gyroscope.receiptNs.map { _ in (.identity, Vector3(0, 0, 1), .zero) }, timesOf: gyroscope)
    #expect(Self.reason(nothing) == UnavailableReason(ExportReason.noUnits))
  }
}
