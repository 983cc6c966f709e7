import Foundation
import MotionCore
import Testing

@testable import CueAudio
@testable import DrillRunner
@testable import IMUDriver

/// What stands in a command's document where a value is not there.
@Suite struct ReportReasonTests {
  private static func sensor(_ problem: SensorError?) -> DiscoveredSensor {
    DiscoveredSensor(
      name: "Mock", kernelName: "Mock", driver: "evdev", bus: "usb", vendor: nil, product: nil,
      path: "/dev/input/event9", stableID: "evdev-x", serial: nil, axes: [], hasDeviceClock: nil,
      problem: problem, gives: nil)
  }

  @Test func ofDevicesThatTellNothing() {
    let report = DeviceReport(
      sensors: .success([Self.sensor(.permissionDenied(path: "/dev/input/event9"))]),
      outputs: [
        AudioOutputDescription(
          pcm: "default", description: "Card", device: .init(stableID: "sink:x", timingClass: .server),
          problem: nil)
      ])
    let json = report.json
    let sensor = json["sensors"]?.array?.first
    #expect(sensor?["device_clock"] == .unavailable(ReportReason.nodeUnreadable))
    #expect(sensor?["vendor"] == .unavailable(SensorReason.noNumber))
    #expect(
      json["outputs"]?.array?.first?["latency_constant_ns"] == .unavailable(ReportReason.latencyNotMeasured))
    let denied = SensorError.permissionDenied(path: "/dev/input/event9")
    #expect(
      DeviceReport(sensors: .failure(denied), outputs: []).json["sensors"]
        == .unavailable(ReportReason.refused(cause: denied.cause)))
  }

  @Test func ofDriftsThatWereNotSeen() {
    let figures = LatencyFigures(
      clicks: 20, leftOut: 3, slopePPM: 0, detrendedSDMs: 0.1, lagMs: 12, roundLagsMs: [12],
      uncertaintyMs: 0.2,
      lagsMs: [12], firstMinusRestMs: [0], correlation: 0.9)
    let json = LatencyReport(
      outcome: LatencyMeasurement.Outcome(
        figures: figures, output: .null, stableID: "sink:x", summary: "", frames: (480, 2400),
        recordedFrom: "x",
        outputDriftPPM: nil, recorderDriftPPM: 1),
      pathMs: 0
    ).json
    #expect(json["output_drift_ppm"] == .unavailable(ReportReason.tooShortForDrift))
    #expect(json["recorder_drift_ppm"]?.double == 1)
  }

  /// A session that was cut off before anything was written, and one whose analysis is not there, or damaged, or old.
  @Test func ofSessionsThatAreNotWhole() throws {
    let folder = NSTemporaryDirectory() + "reasons-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(ValidTrials.stored(in: folder) == .unavailable(ReportReason.notAnalysed))
    let hash = AnalysisConfiguration.default.sha256.prefix(16)
    let derived = "\(folder)/derived/\(hash)"
    try FileManager.default.createDirectory(atPath: derived, withIntermediateDirectories: true)
    func stored(_ text: String) throws -> Measured<ValidTrials.Count> {
      try Data(text.utf8).write(to: URL(fileURLWithPath: derived + "/analysis.json"))
      return ValidTrials.stored(in: folder)
    }
    #expect(try stored("{") == .unavailable(ReportReason.analysisUnreadable))
    #expect(try stored(#"{"analysis": {"version": "0"}}"#) == .unavailable(ReportReason.otherAnalysis))
    let version = Analysis.version
    #expect(
      try stored(#"{"analysis": {"version": "\#(version)"}}"#)
        == .unavailable(ReportReason.analysisUnreadable))
    let whole =
      #"{"analysis": {"version": "\#(version)"}, "trials": [{"verdict": "valid"}, {"verdict": "invalid"}]}"#
    #expect(try stored(whole) == .value(.init(valid: 1, all: 2)))
  }

  /// A rehearsed session whose folder may be changed, and its folder's flag.
  private static func loose(_ heard: HeardMessages) throws -> (path: String, flag: [String]) {
    let drill = try heard.write(HeardMessages.drill, "short.yaml")
    let flag = ["--sessions", heard.folder + "/sessions"]
    _ = heard.run(["rehearse", drill] + flag)
    let path = try SessionStore(folder: flag[1]).resolve("last")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return (path, flag)
  }

  private static func change(_ path: String, _ body: (inout JSONObject) throws -> Void) throws {
    let manifest = URL(fileURLWithPath: path + "/manifest.json")
    var object = try #require(JSONValue.parse(try Data(contentsOf: manifest)).object)
    try body(&object)
    try FileManager.default.removeItem(at: manifest)
    try Data(JSONValue.object(object).text().utf8).write(to: manifest)
  }

  /// The only session of a list, as its document has it.
  private static func listed(_ heard: HeardMessages, _ flag: [String], at path: String) throws -> JSONValue {
    let list = try JSONValue.parse(heard.run(["sessions", "--json"] + flag).text)
    return try #require(list.array?.first { $0["path"]?.string == path })
  }

  @Test func ofASessionThatIsNotSealed() throws {
    let heard = try HeardMessages()
    let (path, flag) = try Self.loose(heard)
    try Self.change(path) { object in
      var counted = try #require(object["events"]?.object)
      counted["count"] = nil
      object["events"] = .object(counted)
    }
    let session = try Self.listed(heard, flag, at: path)
    #expect(session["events"] == .unavailable(ReportReason.notSealed))
  }

  @Test func ofASessionWithoutAnchorsOrRows() throws {
    let heard = try HeardMessages()
    let (path, flag) = try Self.loose(heard)
    let whole = try Self.listed(heard, flag, at: path)
    #expect(whole["started"]?.string != nil && whole["duration_s"]?.double ?? 0 > 20)
    // Killed before the first row was on the disk.
    try Self.change(path) { object in
      object["state"] = "recording"
      object["anchors"] = .array(object["anchors"]?.array?.filter { $0["at"] == "start" } ?? [])
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasSuffix(".jsonl") {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
    let cut = try Self.listed(heard, flag, at: path)
    #expect(cut["state"] == "incomplete" && cut["started"] == whole["started"])
    #expect(cut["duration_s"] == .unavailable(ReportReason.noDuration))
    try Self.change(path) { $0["anchors"] = [] }
    let session = try Self.listed(heard, flag, at: path)
    #expect(session["started"] == .unavailable(ReportReason.noStartAnchor))
  }

  @Test func ofNotesAndFiles() throws {
    let heard = try HeardMessages()
    let (path, flag) = try Self.loose(heard)
    let notes = SessionNotes.file(of: path)
    try Data(#"{"text": "Windy."}"#.utf8).write(to: URL(fileURLWithPath: notes))
    let shown = try JSONValue.parse(heard.run(["notes", path, "--json"] + flag).text)
    let note = try #require(shown["notes"]?.array?.first)
    #expect(note["text"] == "Windy." && note["written"] == .unavailable(ReportReason.undated))
    try FileManager.default.removeItem(atPath: notes)
    // A folder in the place of the file.
    try FileManager.default.createDirectory(atPath: notes, withIntermediateDirectories: false)
    let session = try Self.listed(heard, flag, at: path)
    #expect(session["notes"] == .unavailable(ReportReason.notesUnreadable))
    try FileManager.default.removeItem(atPath: path + "/gyroscope.jsonl")
    let verified = try JSONValue.parse(heard.run(["verify", path, "--json"] + flag).text)
    func file(_ name: String) throws -> JSONValue {
      try #require(verified["files"]?.array?.first { $0["name"]?.string == name }, "\(name)")
    }
    #expect(try file("gyroscope.jsonl")["bytes"] == .unavailable(ReportReason.unreadable))
    #expect(try file("protocol.yaml")["rows"] == .unavailable(ReportReason.noRows))
    #expect(try file("accelerometer.jsonl")["rows"]?.integer ?? 0 > 0)
  }
}
