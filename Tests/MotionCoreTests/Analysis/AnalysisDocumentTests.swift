import Foundation
import Testing

@testable import MotionCore

/// Real analysis documents, held against docs/schema/analysis.schema.json by Python's jsonschema.
@Suite struct AnalysisDocumentTests {
  /// What `validate_analysis.py` says of documents.
  private func verdict(_ documents: [String]) throws -> String {
    try SchemaFixture.verdict(of: "validate_analysis.py", documents)
  }

  @Test func aSessionWithoutSensorOrAnchorSaysSo() {
    var session = LeanSession.standard.build()
    session.manifest.sensors = []
    session.manifest.anchors = []
    let told = MotionAnalyzer().analyze(session).document["session"]
    #expect(told?["sensor"] == JSONValue.unavailable(ManifestReason.noSensorName))
    #expect(told?["started"] == JSONValue.unavailable(ManifestReason.noStartAnchor))
  }

  /// Sessions with much, with little and with nothing in them.
  private func documents() throws -> [String] {
    var sessions = [LeanSession.standard]
    var table = LeanSession.standard
    table.seconds = 70
    table.noiseDegPerSecond = 0.05
    table.extraEvents = LeanSession.stationary(30...64, "table")
    sessions.append(table)
    var noAccelerometer = LeanSession.standard
    noAccelerometer.accelerometer = false
    sessions.append(noAccelerometer)
    var noCues = LeanSession.standard
    noCues.cues = []
    sessions.append(noCues)
    var empty = LeanSession.standard
    empty.seconds = 0
    sessions.append(empty)
    var gaps = LeanSession.standard
    gaps.gaps = [10.5...10.6, 18.4...18.9]
    sessions.append(gaps)
    var documents = sessions.map { session in
      var analysis = MotionAnalyzer().analyze(session.build())
      // The keys of the fixture's files are no hashes.
      analysis.session.inputs = [("manifest.json", String(repeating: "ab", count: 32))]
      return analysis.documentText
    }
    for name in SchemaExampleTests.names {
      let session = try SessionReader.read(SchemaFixture.example(name))
      documents.append(MotionAnalyzer().analyze(session).documentText)
    }
    for without in [[], ["rotation_rate"], ["rotation_rate", "attitude"]] as [Set<String>] {
      let motion = try #require(
        MotionOnlySession(without: without).derived(from: LeanSession.standard.build()))
      var analysis = MotionAnalyzer().analyze(motion)
      analysis.session.inputs = [("manifest.json", String(repeating: "ab", count: 32))]
      documents.append(analysis.documentText)
    }
    var labelled = MotionAnalyzer().analyze(LeanSession.standard.build())
    labelled.compare(
      with: try LabelFile(
        Array("direction,onset_s\nleft,10.3\nright,18.3\n".utf8), start: labelled.session.start))
    documents.append(labelled.documentText)
    return documents
  }

  @Test func documentsAreValid() throws {
    let said = try verdict(try documents())
    #expect(said == "valid\n", "\(said)")
  }

  @Test func theSchemaTellsWhatIsWrong() throws {
    let text = MotionAnalyzer().analyze(LeanSession.standard.build()).documentText
    let changes: [(from: String, to: String)] = [
      ("\"lateral_ldlj\"", "\"lateral_ldljx\""), ("\"verdict\": \"valid\"", "\"verdict\": \"good\""),
      ("\"synthetic\": false", "\"synthetic\": 0"), ("\"limitations\"", "\"limits\""),
      ("\"trials\": 5", "\"trials\": 6"),
    ]
    for change in changes {
      #expect(text.contains(change.from), "\(change.from)")
      let said = try verdict([text.replacing(change.from, with: change.to, maxReplacements: 1)])
      #expect(said != "valid\n", "\(change.to)")
    }
  }

  /// The keys that other programs rely on.
  @Test func theAgreedKeysAreThere() throws {
    let document = MotionAnalyzer().analyze(LeanSession.standard.build()).document
    for key in [
      "analysis", "session", "trials", "catch_trials", "transitions", "summary", "sampling", "diagnostics",
      "limitations",
    ] { #expect(document[key] != nil, "\(key)") }
    #expect(document["analysis"]?["version"]?.string == Analysis.version)
    #expect(document["analysis"]?["configuration_sha256"]?.string == AnalysisConfiguration.default.sha256)
    #expect(document["analysis"]?["inputs"]?["a.jsonl"]?.string == "11")
    let transition = try #require(document["transitions"]?.array?.first?.object)
    for key in [
      "trial", "onset_ns", "peak_ns", "settle_ns", "hold_ns", "direction", "return_of", "start_deg",
      "end_deg",
      "peak_deg", "range_deg", "peak_speed_deg_s", "duration_s", "settling_s", "overshoot_deg", "corrections",
      "smoothness", "flags",
    ] { #expect(transition[key] != nil, "\(key)") }
    // One object for every metric of docs/metrics.md.
    #expect(transition["smoothness"]?.object?.keys == SmoothnessMetrics.Metric.allCases.map(\.rawValue))
  }

  /// Every metric, parameter and table of the document has its line in docs/metrics.md.
  @Test func everyNumberHasItsDefinition() throws {
    let page = try String(
      contentsOf: SchemaFixture.project.appendingPathComponent("docs/metrics.md"), encoding: .utf8)
    for metric in SmoothnessMetrics.Metric.allCases {
      #expect(page.contains("`\(metric.rawValue)`"), "\(metric)")
    }
    for key in AnalysisConfiguration.default.json.object?.keys ?? [] where key != "schema" {
      #expect(page.contains("| `\(key)` |"), "\(key)")
    }
    let document = MotionAnalyzer().analyze(LeanSession.standard.build()).document
    for key in document.object?.keys ?? [] { #expect(page.contains("`\(key)`"), "\(key)") }
    let all = try #require(document["summary"]?["all"]?.object)
    for key in all.keys + (all["latency_ms"]?.object?.keys ?? []) {
      #expect(page.contains("`\(key)`"), "\(key)")
    }
  }
}
