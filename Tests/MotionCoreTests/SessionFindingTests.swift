import Foundation
import Testing

@testable import MotionCore

/// Each thing that reading a session can find in its files, in a bundle that has it.
@Suite struct SessionFindingTests {
  private let fixture = SessionFixture()

  // MARK: The manifest

  /// A manifest without a fault, with the value at `path` replaced, or taken away where it is nil.
  private func findings(_ path: [String], _ value: JSONValue?) throws -> [SessionFinding] {
    func changed(_ json: JSONValue, _ path: ArraySlice<String>) throws -> JSONValue {
      guard let key = path.first else { return json }
      var object = try #require(json.object, "\(path)")
      let inner = object[key]
      object[key] = try path.count == 1 ? value : changed(inner ?? .object([:]), path.dropFirst())
      return .object(object)
    }
    let manifest = try JSONValue.parse(SessionFixture.manifest().fileBytes)
    var decoder = ManifestDecoder(path: "x")
    _ = try decoder.decode(try changed(manifest, path[...]))
    return decoder.problems
  }

  static let manifests: [([String], JSONValue?, SessionFinding)] = [
    (["uuid"], nil, .memberMissing("uuid")), (["synthetic"], nil, .memberMissing("synthetic")),
    (["streams"], 7, .memberMissing("streams")), (["platform"], "amiga", .memberUnknown("platform")),
    (["schema"], nil, .schemaMissing(version: 1)),
    (["clocks", "imu", "unit"], "h", .unitUnknown("clocks.imu")),
    (["clocks", "imu", "wraps_at"], 0, .wrapsAtNotPositive("clocks.imu")),
    (["clocks", "imu", "mapping"], .object([:]), .memberDamaged("clocks.imu.mapping")),
    (["anchors"], [.object([:])], .anchorDamaged("anchors[0]")),
    (["streams", "gyroscope", "kind"], "heart", .streamKindUnknown("streams.gyroscope")),
    (
      ["streams", "gyroscope", "unit"], nil,
      .streamDescriptionDamaged(stream: "streams.gyroscope", members: "unit")
    ),
    (["streams", "gyroscope", "requested_hz"], -1, .notARate("streams.gyroscope.requested_hz")),
    (["events", "count"], -1, .memberBelowZero("events.count")),
  ]

  @Test(arguments: manifests.indices)
  func aManifestWithOneFault(index: Int) throws {
    let (path, value, finding) = SessionFindingTests.manifests[index]
    #expect(try findings(path, value) == [finding])
  }

  @Test func aStreamWithoutItsUnitSaysSo() throws {
    let path = "\(fixture.folder)/unit"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var json = try #require(try JSONValue.parse(SessionFixture.manifest().fileBytes).object)
    var streams = try #require(json["streams"]?.object)
    var gyroscope = try #require(streams["gyroscope"]?.object)
    gyroscope["unit"] = nil
    streams["gyroscope"] = .object(gyroscope)
    json["streams"] = .object(streams)
    try JSONValue.object(json).text(.line)
      .write(toFile: "\(path)/manifest.json", atomically: false, encoding: .utf8)
    #expect(
      try SessionReader.readManifest(path).manifest.streams[1].description.capability
        == .invalid(reason: UnavailableReason(ManifestReason.notSaid(members: "unit"))))
  }

  @Test func aMemberThatStandsTwice() throws {
    let clock: JSONValue = ["unit": "us", "epoch": "device"]
    var clocks: JSONObject = ["imu": clock]
    clocks.append("imu", clock)
    #expect(try findings(["clocks"], .object(clocks)) == [.memberTwice("clocks.imu")])
  }

  /// A hundred are listed.
  @Test func manyMembersAreCounted() throws {
    let clocks = JSONObject((1...120).map { ("clock\($0)", .object([:])) })
    let found = try findings(["clocks"], .object(clocks))
    #expect(found.first == .unitUnknown("clocks.clock1"))
    #expect(found.count == 101 && found.last == .moreMembers(20))
  }

  // MARK: Files

  /// What is found in a bundle of these files.
  private func problems(_ files: [String: String]) throws -> [MotionSession.Problem] {
    let path = "\(fixture.folder)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }
    return try SessionReader.read(path).problems
  }

  private static func row(_ i: Int, _ members: String = #","k":5,"c":1"#, z: String = #","z":3"#) -> String {
    #"{"i":\#(i),"t":1,"h":\#(5 + i),"x":1,"y":2\#(z)\#(members)}"# + "\n"
  }

  private static func event(_ n: Int) -> String {
    #"{"n":\#(n),"kind":"marker","label":"LEFT","host_ns":1}"# + "\n"
  }

  /// Rows of a gyroscope that no manifest describes, and what is found beside that.
  static let rows: [(String, SessionFinding)] = [
    (row(0) + row(1, #","c":2"#), .rowsLackKernelTime(1)), (row(0) + row(1, #","k":6"#), .rowsLackCounter(1)),
    (row(0) + row(1, z: ""), .rowsLackValues(1)), (row(0) + row(2), .holes(1)),
    (row(0) + row(1) + row(1) + row(2), .rowsOutOfOrder(1)),
    (row(0) + "{\"i\":1", .cutLine(bytes: 6)),
  ]

  @Test(arguments: rows.indices)
  func rowsWithOneFault(index: Int) throws {
    let (text, finding) = SessionFindingTests.rows[index]
    let found = try problems(["gyroscope.jsonl": text, "events.jsonl": ""])
    #expect(found.contains(MotionSession.Problem("gyroscope.jsonl", finding)), "\(found)")
    #expect(found.contains(MotionSession.Problem("gyroscope.jsonl", .unnamedFile)))
  }

  @Test func eventsWithAFault() throws {
    let none = try problems(["events.jsonl": SessionFindingTests.event(0) + "{\"n\":1}\n"])
    #expect(
      none.contains {
        if case SessionFinding.noEvent(2, let reason) = $0.finding { !reason.isEmpty } else { false }
      }, "\(none)")
    let twice = try problems([
      "events.jsonl": [0, 1, 1, 2].map(SessionFindingTests.event).joined()
    ])
    #expect(twice.contains(MotionSession.Problem("events.jsonl", .eventsOutOfOrder(1))), "\(twice)")
  }

  private static func manifest(_ members: String) -> String {
    #"{"streams":{"gyroscope":{"file":"gyroscope.jsonl"}},"events":{"file":"events.jsonl"}\#(members)}"#
  }

  private static func keys(_ count: Int) -> String {
    (0..<count).map { "\"k\($0)\"" }.joined(separator: ",")
  }

  /// Files, and what must be among what is found in them.
  static let bundles: [([String: String], MotionSession.Problem)] = [
    (
      ["manifest.json": "{", "events.jsonl": ""],
      .init("manifest.json", .notJSON(JSONError(cause: "", offset: nil)))
    ),
    (["manifest.json": manifest(""), "gyroscope.jsonl": ""], .init("events.jsonl", .missing)),
    (
      [
        "manifest.json": #"{"streams":{"gyroscope":{"file":"../gyroscope.jsonl"}}}"#, "events.jsonl": "",
      ], .init("manifest.json", .namesOutside)
    ),
    (
      ["manifest.json": manifest(#","calibration":{"file":"../x.json"}"#), "events.jsonl": ""],
      .init("calibration.json", .namesOutsideItself)
    ),
    (
      [
        "manifest.json": manifest(#","calibration":{"file":"calibration.json"}"#), "calibration.json": "{}",
        "events.jsonl": "",
      ], .init("calibration.json", .noCalibrationVersion)
    ),
    (
      [
        "manifest.json":
          #"{"streams":{"gyroscope":{"file":"gyroscope.jsonl"},"gyroscope@b":{"file":"gyroscope.jsonl"}}}"#,
        "gyroscope.jsonl": row(0), "events.jsonl": "",
      ], .init("gyroscope.jsonl", .namedTwice)
    ),
    (
      [
        "manifest.json": #"{"streams":{"gyroscope":{"file":"gyroscope.jsonl","count":3}}}"#,
        "gyroscope.jsonl": row(0), "events.jsonl": "",
      ], .init("gyroscope.jsonl", .otherRowCount(found: 1, told: 3))
    ),
    (
      [
        "manifest.json":
          #"{"streams":{"motion":{"file":"motion.jsonl","fields":{"a":{"keys":[\#(keys(65))]}}}}}"#,
        "motion.jsonl": "", "events.jsonl": "",
      ], .init("motion.jsonl", .tooManyValues)
    ),
    (
      ["manifest.json": #"{"events":{"file":"events.jsonl","count":2}}"#, "events.jsonl": ""],
      .init("events.jsonl", .otherEventCount(found: 0, told: 2))
    ),
  ]

  @Test(arguments: bundles.indices)
  func aBundleWithOneFault(index: Int) throws {
    let (files, problem) = SessionFindingTests.bundles[index]
    let found = try problems(files)
    // The words are simdjson's.
    if case .notJSON = problem.finding {
      #expect(
        found.contains {
          guard case .notJSON(let error) = $0.finding else { return false }
          return $0.file == problem.file && error.messageID == "json" && !error.cause.isEmpty
        })
    } else {
      #expect(found.contains(problem), "\(found)")
    }
  }

  @Test func aFileThatCannotBeRead() throws {
    let path = "\(fixture.folder)/20261130T101502Z-a-00000000"
    try FileManager.default.createDirectory(
      atPath: path + "/manifest.json", withIntermediateDirectories: true)
    try "".write(toFile: path + "/events.jsonl", atomically: false, encoding: .utf8)
    // EINVAL in strerror(3)'s words: what is no regular file is not read.
    #expect(
      try SessionReader.read(path).problems.contains(
        MotionSession.Problem("manifest.json", .unreadable(reason: "Invalid argument"))))
    #expect(
      throws: SessionReadError.unreadable(path: path + "x", reason: "No such file or directory")
    ) { try SessionReader.read(path + "x") }
  }
}
