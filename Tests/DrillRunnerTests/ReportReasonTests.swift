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

  @Test func ofASessionThatIsNotSealed() throws {
    let heard = try HeardMessages()
    let drill = try heard.write(HeardMessages.drill, "short.yaml")
    let sessions = heard.folder + "/sessions"
    _ = heard.run(["rehearse", drill, "--sessions", sessions])
    let names = try FileManager.default.contentsOfDirectory(atPath: sessions).filter { !$0.contains(".") }
    let path = sessions + "/" + (try #require(names.first))
    for name in ["", "/manifest.json"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: name.isEmpty ? 0o755 : 0o644], ofItemAtPath: path + name)
    }
    let manifest = URL(fileURLWithPath: path + "/manifest.json")
    var object = try #require(JSONValue.parse(try Data(contentsOf: manifest)).object)
    var counted = try #require(object["events"]?.object)
    counted["count"] = nil
    object["events"] = .object(counted)
    try Data(JSONValue.object(object).text().utf8).write(to: manifest)
    let list = try JSONValue.parse(heard.run(["sessions", "--sessions", sessions, "--json"]).text)
    #expect(list.array?.first?["events"] == .unavailable(ReportReason.notSealed))
  }
}
