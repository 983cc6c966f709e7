import Foundation
import MotionCore
import Testing

/// `drillrunner compare` on real sessions: what it prints, how it ends, and that it leaves everything as it was.
@Suite struct CompareTests {
  private func rehearse(_ scratch: Scratch, seed: Int, drill text: String? = nil) throws -> String {
    let drill =
      try text.map { try scratch.write($0, to: "drill.yaml") }
      ?? Program.project.appendingPathComponent("protocols/center-left-right.yaml").path
    let folder = scratch.url.appendingPathComponent("rehearsed-\(seed)").path
    let result = try Program.run(["rehearse", drill, "--seed", "\(seed)", "--sessions", folder])
    #expect(result.status == 0, "\(result.all)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.contains(".truth") }
    try #require(names.count == 1)
    return folder + "/" + names[0]
  }

  /// A copy of a session whose manifest is changed, in the folder of sessions.
  private func copy(
    _ path: String, as name: String, in scratch: Scratch, _ change: (inout JSONObject, String) throws -> Void
  ) throws -> String {
    let target = scratch.sessions + "/" + name
    try FileManager.default.createDirectory(atPath: scratch.sessions, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: path, toPath: target)
    for file in try FileManager.default.contentsOfDirectory(atPath: target) {
      chmod(target + "/" + file, 0o755)
    }
    chmod(target, 0o755)
    let file = target + "/manifest.json"
    var manifest = try #require(
      try JSONValue.parse(Array(try Data(contentsOf: URL(fileURLWithPath: file)))).object)
    try change(&manifest, target)
    try JSONValue.object(manifest).text(.indented).write(toFile: file, atomically: true, encoding: .utf8)
    return target
  }

  private func changed(_ value: JSONValue?, _ change: (inout JSONObject) -> Void) -> JSONValue {
    var object = value?.object ?? [:]
    change(&object)
    return .object(object)
  }

  /// A recording that really ran from 10:15:`second` on, as its anchors say.
  private func live(_ manifest: inout JSONObject, uuid: String, second: String) {
    manifest["uuid"] = .string(uuid)
    manifest["clocks"] = changed(manifest["clocks"]) { clocks in
      clocks["host"] = changed(clocks["host"]) { $0["epoch"] = "boot" }
    }
    let start = manifest["anchors"]?.array?.first
    manifest["anchors"] = [
      changed(start) { anchor in
        anchor["wall"] = .string("2026-11-30T10:15:\(second)+00:00")
        anchor["utc_offset"] = "+00:00"
        anchor["clock_synchronised"] = true
      }
    ]
  }

  /// Every file of a session with its contents.
  private func contents(_ path: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      found[name] = FileManager.default.contents(atPath: path + "/" + name) ?? Data()
    }
    return found
  }

  private func valid(_ text: String, _ scratch: Scratch) throws -> JSONValue {
    let file = try scratch.write(text, to: "comparison-\(UUID().uuidString).json")
    let checked = try PythonReader.run("validate_comparison.py", [file])
    #expect(checked.status == 0 && checked.out == "valid\n", "\(checked.all)")
    return try JSONValue.parse(Array(text.utf8))
  }

  @Test(
    "Two rehearsals: a table of 80 columns that says what is not synchronised; a valid document; nothing is changed"
  )
  func separate() throws {
    let scratch = try Scratch()
    let (a, b) = (try rehearse(scratch, seed: 11), try rehearse(scratch, seed: 12))
    let before = (try contents(a), try contents(b))
    let table = try Program.run(["compare", a, b])
    #expect(table.status == 0, "\(table.all)")
    #expect(table.out.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 }, "\(table.out)")
    let words = table.out.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(
      words.contains("separate recordings are not synchronised (A was made in virtual time"), "\(table.out)")
    for part in ["SYNTHETIC", "rate Hz, gyro", "latency ms", "peak °/s", "SPARC", "Analysis", "Limits"] {
      #expect(words.lowercased().contains(part.lowercased()), "\(part)")
    }
    let result = try Program.run(["compare", a, b, "--json", "--align"])
    #expect(
      result.status == 0 && result.err.contains("note: not aligned: the recordings are not simultaneous"))
    let document = try valid(result.out, scratch)
    #expect(document["relation"]?["kind"]?.string == "separate")
    let analysis = try JSONValue.parse(Array(try Program.run(["analyze", a, "--json"]).out.utf8))
    #expect(document["analysis"]?["configuration_sha256"] == analysis["analysis"]?["configuration_sha256"])
    #expect(document["a"]?["inputs"] == analysis["analysis"]?["inputs"])
    let latency = document["table"]?.array?.first { $0["key"] == "latency_ms" && $0["section"] == "timing" }
    #expect(latency?["a"]?["value"] == analysis["summary"]?["all"]?["latency_ms"]?["median"])
    let again = try Program.run(["compare", a, b, "--json", "--align"])
    #expect(again.out == result.out)
    // `analyze` stored its document; compare stores nothing.
    let kept = try contents(a).filter { !$0.key.hasPrefix("derived") }
    #expect(kept == before.0.filter { !$0.key.hasPrefix("derived") })
    let untouched = try contents(b)
    #expect(untouched == before.1)
  }

  @Test("Two sensors of one session have one clock and are matched movement by movement")
  func oneSession() throws {
    let scratch = try Scratch()
    let path = try copy(try rehearse(scratch, seed: 13), as: "two", in: scratch) { manifest, target in
      manifest["sensors"] = changed(manifest["sensors"]) { sensors in
        let first = sensors.members[0].value
        sensors.append("wrist", changed(first) { $0["location"] = "wrist" })
      }
      manifest["streams"] = changed(manifest["streams"]) { streams in
        for kind in ["accelerometer", "gyroscope"] {
          streams.append(
            "\(kind)@wrist",
            changed(streams[kind]) { stream in
              stream["sensor"] = "wrist"
              stream["file"] = .string("\(kind)@wrist.jsonl")
            })
        }
      }
      for kind in ["accelerometer", "gyroscope"] {
        try FileManager.default.copyItem(
          atPath: "\(target)/\(kind).jsonl", toPath: "\(target)/\(kind)@wrist.jsonl")
      }
    }
    let name = try #require(try SessionReader.read(path).manifest.sensors.first?.name)
    // The first sensor needs no name; the second may be named of a session that is named by its folder.
    let result = try Program.run(["compare", path, "two@wrist", "--json", "--sessions", scratch.sessions])
    #expect(result.status == 0, "\(result.all)")
    let document = try valid(result.out, scratch)
    #expect(document["relation"]?["kind"]?.string == "one_clock")
    #expect(document["a"]?["sensor"]?.string == name && document["b"]?["sensor"]?.string == "wrist")
    // The same rows twice: the same movements, and no difference at all.
    let pairs = try #require(document["pairs"])
    #expect((pairs["matched"]?.integer ?? 0) >= 8 && pairs["only_a"] == 0 && pairs["only_b"] == 0)
    #expect(pairs["differences"]?["onset_ms"]?["max"]?.double == 0)
    let table = try Program.run(["compare", "\(path)@\(name)", "\(path)@wrist"])
    #expect(table.status == 0 && table.out.contains("Movement by movement: "), "\(table.all)")

    let unknown = try Program.run(["compare", path, "\(path)@ankle"])
    #expect(unknown.status == 7 && unknown.out.isEmpty && unknown.err.contains("wrist"), "\(unknown.all)")
  }

  @Test(
    "Two recordings of one time: aligned when asked for, and the one without cues takes those of the other")
  func simultaneous() throws {
    let scratch = try Scratch()
    // A minute of leans: an alignment asks for seven parts of five seconds with movement.
    let cues = [String](repeating: "LEFT, CENTER, RIGHT, CENTER", count: 4).joined(separator: ", ")
    let source = try rehearse(scratch, seed: 14, drill: Drills.leans(cues, stationary: "6 s"))
    let a = try copy(source, as: "a", in: scratch) { manifest, _ in
      live(&manifest, uuid: "11111111-0000-4000-8000-000000000001", second: "02.500000000")
    }
    // The same rows as another recorder would have them, its wall clock 0.7 s behind; it knows nothing of the drill.
    let b = try copy(source, as: "b", in: scratch) { manifest, target in
      live(&manifest, uuid: "22222222-0000-4000-8000-000000000002", second: "01.800000000")
      manifest["platform"] = "iphone"
      manifest["events"] = changed(manifest["events"]) { $0["count"] = 0 }
      try "".write(toFile: target + "/events.jsonl", atomically: true, encoding: .utf8)
    }
    let plain = try valid(try Program.run(["compare", a, b, "--json"]).out, scratch)
    #expect(plain["relation"]?["kind"]?.string == "simultaneous" && plain["relation"]?["aligned"] == false)
    #expect(plain["alignment"]?["unavailable"]?.string == "not asked for: --align")
    #expect(plain["pairs"]?["unavailable"] != nil && plain["b"]?["cues"]?.string == "none")
    let told = try Program.run(["compare", a, b])
    #expect(
      told.out.split { $0 == " " || $0 == "\n" }.joined(separator: " ").contains(
        "does not synchronise clocks"))

    let result = try Program.run(["compare", a, b, "--json", "--align"])
    #expect(result.status == 0 && !result.err.contains("not aligned"), "\(result.all)")
    let document = try valid(result.out, scratch)
    let alignment = try #require(document["alignment"])
    // A's wall clock is ahead by 0.7 s. The rows are the same, but B, which knows of no still phase, has its gyroscope's bias
    // from other parts: some tens of microseconds.
    let offset = try #require(alignment["offset_s"]?.double)
    #expect(abs(offset - 0.7) < 2e-4, "\(alignment.text())")
    let (instantA, instantB) = (
      alignment["a_host_ns"]?.integer ?? 0, alignment["b_host_ns"]?.integer ?? 1 << 60
    )
    #expect(abs(instantA - instantB) < 200_000)
    #expect(document["b"]?["cues"]?.string == "moved")
    #expect(document["b"]?["counted_trials"] == document["a"]?["counted_trials"])
    let table = try Program.run(["compare", a, b, "--align"])
    #expect(
      table.out.contains("Aligned (derived)") && table.out.contains("Movement by movement"), "\(table.all)")
    #expect(table.out.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 }, "\(table.out)")
  }

  @Test(
    "A cut session is compared with a warning; a missing one, the same one, or one argument ends with its code"
  )
  func endings() throws {
    let scratch = try Scratch()
    let a = try rehearse(scratch, seed: 15)
    let b = try copy(a, as: "cut", in: scratch) { manifest, target in
      manifest["uuid"] = "33333333-0000-4000-8000-000000000003"
      manifest["state"] = "recording"
      let rows = try Data(contentsOf: URL(fileURLWithPath: target + "/gyroscope.jsonl"))
      try rows.prefix(rows.count * 2 / 3).write(to: URL(fileURLWithPath: target + "/gyroscope.jsonl"))
    }
    let cut = try Program.run(["compare", a, b])
    #expect(cut.status == 0 && cut.err.contains("warning: B: gyroscope.jsonl"), "\(cut.all)")
    #expect(cut.out.contains("B is incomplete"))

    let same = try Program.run(["compare", a, a])
    #expect(same.status == 2 && same.err.contains("the same sensor of the same session"), "\(same.all)")
    #expect(try Program.run(["compare", a]).status == 2)
    #expect(try Program.run(["compare", a, "@"]).status == 2)
    let missing = try Program.run(["compare", a, "/nowhere/at/all"])
    #expect(missing.status == 7 && missing.out.isEmpty && missing.err.contains("→"), "\(missing.all)")
    #expect(try Program.run(["compare", a, b, "--config", "/nowhere"]).status == 7)
  }
}
