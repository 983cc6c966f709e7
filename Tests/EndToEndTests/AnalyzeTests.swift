import Foundation
import MotionCore
import Testing

/// `drillrunner analyze` on a rehearsed session: its outputs, its options, and what it keeps.
@Suite struct AnalyzeTests {
  private func rehearse(_ scratch: Scratch) throws -> Bundle {
    let drill = Program.project.appendingPathComponent("protocols/center-left-right.yaml").path
    let folder = scratch.url.appendingPathComponent("a").path
    let result = try Program.run(["rehearse", drill, "--seed", "11", "--sessions", folder])
    #expect(result.status == 0, "\(result.all)")
    return try Bundle(onlyOneIn: folder)
  }

  private func derived(_ bundle: Bundle) -> [String] {
    (FileManager.default.subpaths(atPath: bundle.path + "/derived") ?? []).filter {
      $0.hasSuffix("analysis.json")
    }
  }

  @Test("The stored document of a real session is as docs/schema says")
  func schema() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch)
    let files = derived(bundle).map { bundle.path + "/derived/" + $0 }
    #expect(files.count == 1)
    let result = try PythonReader.run("validate_analysis.py", files)
    #expect(result.status == 0 && result.out == "valid\n", "\(result.all)")
  }

  @Test(
    "Another configuration has another hash and another folder, and what is shown is always computed anew")
  func configurations() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch)
    let plain = try JSONValue.parse(Array(try Program.run(["analyze", bundle.path, "--json"]).out.utf8))
    // What stands in the folder of a configuration is not what is shown.
    let stored = try #require(derived(bundle).first)
    let path = bundle.path + "/derived/" + stored
    try FileManager.default.removeItem(atPath: path)
    try Data("{\"old\": true}\n".utf8).write(to: URL(fileURLWithPath: path))
    let again = try JSONValue.parse(Array(try Program.run(["analyze", bundle.path, "--json"]).out.utf8))
    #expect(again == plain && again["old"] == nil)

    let file = try scratch.write(
      """
      {"schema": {"name": "drillrunner.analysis-configuration", "version": 1}, "bootstrap_seed": 7,
       "smoothness_minimum_excursion_deg": 60}
      """, to: "config.json")
    let other = try JSONValue.parse(
      Array(try Program.run(["analyze", bundle.path, "--json", "--config", file]).out.utf8))
    let hash = try #require(other["analysis"]?["configuration_sha256"]?.string)
    #expect(hash != plain["analysis"]?["configuration_sha256"]?.string)
    #expect(derived(bundle).count == 2 && derived(bundle).contains { $0.hasPrefix(hash.prefix(16)) })
    let ldlj = other["transitions"]?.array?.first?["smoothness"]?["lateral_ldlj"]
    #expect(ldlj?["unavailable"]?.string == "the excursion is below 60.0°")
    #expect(other["analysis"]?["inputs"] == plain["analysis"]?["inputs"])
  }

  @Test("The table of a terminal takes 80 columns, says simulated, and what it was computed from")
  func table() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch)
    let result = try Program.run(["analyze", bundle.path])
    #expect(result.status == 0)
    let lines = result.out.split(separator: "\n")
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 80 }, "\(result.out)")
    let cues = lines.filter { $0.contains("  LEFT ") || $0.contains("  RIGHT ") }
    #expect(cues.count >= 4 && cues.allSatisfy { $0.contains(" simulated ") }, "\(result.out)")
    #expect(result.out.contains("Analysis version \(Analysis.version), configuration "))
    #expect(result.out.contains("gyroscope.jsonl"))
    let wide = try Program.run(["analyze", bundle.path, "--wide"])
    #expect(wide.out.contains("dispatched") && !result.out.contains("dispatched"))
    #expect(wide.out.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 110 }, "\(wide.out)")
  }

  @Test("Labels are compared with the detections; a wrong file is refused with its line")
  func labels() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch)
    let analysis = try JSONValue.parse(Array(try Program.run(["analyze", bundle.path, "--json"]).out.utf8))
    #expect(analysis["labels"]?["unavailable"]?.string == "no label file was given")
    // The detections themselves, moved by 20 ms, one left out and one added far from all.
    let onsets = (analysis["transitions"]?.array ?? []).compactMap { transition -> (Int64, String)? in
      guard let onset = transition["onset_ns"]?.integer, let sign = transition["sign"]?.integer,
        transition["flags"]?.array?.isEmpty == true
      else { return nil }
      return (onset, sign > 0 ? "left" : "right")
    }
    #expect(onsets.count >= 6)
    let lines =
      onsets.dropFirst().map { "\($0.1),\($0.0 - 20_000_000)" } + ["left,\(onsets[0].0 - 3_000_000_000)"]
    let file = try scratch.write(
      "direction,onset_ns\n" + lines.joined(separator: "\n") + "\n", to: "labels.csv")
    let result = try Program.run(["analyze", bundle.path, "--json", "--labels", file])
    let found = try #require(try JSONValue.parse(Array(result.out.utf8))["labels"])
    #expect(found["hits"]?.integer == Int64(onsets.count - 1) && found["misses"] == 1)
    #expect(
      found["wrong_direction"] == 0 && found["false_onset_ns"]?.array?.contains(.integer(onsets[0].0)) == true
    )
    #expect(abs((found["timing_error_ms"]?["onset"]?["median"]?.double ?? 0) - 20) < 1e-6)
    #expect(try Program.run(["analyze", bundle.path, "--labels", file]).out.contains("Labels: "))

    let wrong = try scratch.write("direction,onset_s\nup,3\n", to: "wrong.csv")
    let refused = try Program.run(["analyze", bundle.path, "--labels", wrong])
    #expect(refused.status == 7 && refused.out.isEmpty)
    #expect(refused.err.contains("line 2: \"up\" is no direction") && refused.err.contains("→"))
    #expect(try Program.run(["analyze", bundle.path, "--labels", "/nowhere"]).status == 7)
  }
}
