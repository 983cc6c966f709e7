import Foundation
import Glibc
import MotionCore
import Testing

/// `drillrunner export` as a user runs it.
@Suite struct ExportTests {
  private static let bin = Program.project.appendingPathComponent(".build/python/bin").path

  private func rehearse(_ scratch: Scratch, seed: Int) throws -> Bundle {
    let drill = Program.project.appendingPathComponent("protocols/center-left-right.yaml").path
    let folder = scratch.url.appendingPathComponent("s\(seed)").path
    let result = try Program.run(["rehearse", drill, "--seed", "\(seed)", "--sessions", folder])
    #expect(result.status == 0, "\(result.all)")
    return try Bundle(onlyOneIn: folder)
  }

  private func python(_ script: String, _ arguments: [String]) throws -> Program.Result {
    try Program(
      ["\(ExportTests.bin)/python", Program.rig.appendingPathComponent(script).path] + arguments
    ).wait(limit: 120)
  }

  @Test("CSV: pandas has every number of the rows, the events and the analysis, bit for bit")
  func csv() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch, seed: 31)
    let target = scratch.url.appendingPathComponent("csv").path
    let result = try Program.run(["export", bundle.path, "--to", "csv", "-o", target])
    #expect(result.status == 0, "\(result.all)")
    #expect(result.out.contains("SYNTHETIC") && result.out.contains(target))
    #expect(result.err.isEmpty)
    let checked = try python("check_csv.py", [bundle.path, target])
    #expect(checked.status == 0 && checked.out.hasSuffix("cells compared\n"), "\(checked.all)")
    #expect(!checked.out.contains("DIFFERS"), "\(checked.out)")
    // The trials of the analysis are there.
    #expect(try String(contentsOfFile: target + "/trials.csv", encoding: .utf8).contains("outbound_left"))
    #expect(try bundle.badHashes() == [])
  }

  @Test("BIDS: the official validator has no errors, nor have the project's own checks")
  func bids() throws {
    let scratch = try Scratch()
    let first = try rehearse(scratch, seed: 31)
    let second = try rehearse(scratch, seed: 32)
    let target = scratch.url.appendingPathComponent("bids").path
    let result = try Program.run([
      "export", first.path, second.path, "--to", "bids", "-o", target, "--subject", "01", "--label",
      "\(second.path)=02/afternoon",
    ])
    #expect(result.status == 0, "\(result.all)")
    #expect(FileManager.default.fileExists(atPath: target + "/sub-02/ses-afternoon/motion"))
    let validated = try Program(
      ["\(ExportTests.bin)/bids-validator-deno", target, "--format", "json", "--max-rows", "-1"],
      environment: ["NO_COLOR": "1", "DENO_DIR": scratch.url.path + "/deno"]
    ).wait(limit: 300)
    #expect(validated.status == 0, "\(validated.all)")
    let report = try JSONValue.parse(Array(validated.out.utf8))
    let issues = try #require(report["issues"]?["issues"]?.array, "\(validated.all)")
    #expect(issues.filter { $0["severity"]?.string == "error" }.map { $0.text() } == [])
    #expect(report["summary"]?["subjects"]?.array?.count == 2)
    #expect(report["summary"]?["modalities"]?.array?.compactMap(\.string).contains("motion") == true)
    let checked = try python("check_bids.py", [target])
    #expect(checked.out == "4 tracking systems checked\n", "\(checked.all)")
    // The response times are the latencies of the analysis.
    let trials = try #require(first.analysis?["trials"]?.array)
    let latencies = trials.compactMap { $0["latency_ms"]?.double }
    let events = try #require(
      FileManager.default.subpathsOfDirectory(atPath: target + "/sub-01").first {
        $0.hasSuffix("tracksys-gyroscope_events.tsv")
      })
    let responses = try String(contentsOfFile: target + "/sub-01/" + events, encoding: .utf8)
      .split(separator: "\n").dropFirst().compactMap { Double($0.split(separator: "\t")[3]) }
    #expect(responses.count == latencies.count && !latencies.isEmpty)
    for (response, latency) in zip(responses, latencies) { #expect(abs(response - latency / 1000) < 1e-12) }
    for bundle in [first, second] { #expect(try bundle.badHashes() == []) }
  }

  @Test("The validator does find errors: it is not silent for another reason")
  func validatorCanFail() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch, seed: 31)
    let target = scratch.url.appendingPathComponent("bids").path
    #expect(try Program.run(["export", bundle.path, "--to", "bids", "-o", target]).status == 0)
    let channels = try #require(
      FileManager.default.subpathsOfDirectory(atPath: target).first { $0.hasSuffix("gyroscope_channels.tsv") }
    )
    let path = target + "/" + channels
    try String(contentsOfFile: path, encoding: .utf8).replacing("\tGYRO\t", with: "\tGIRO\t")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let validated = try Program(
      ["\(ExportTests.bin)/bids-validator-deno", target, "--format", "json"],
      environment: ["NO_COLOR": "1", "DENO_DIR": scratch.url.path + "/deno"]
    ).wait(limit: 300)
    #expect(validated.status != 0)
    #expect(validated.out.contains("\"error\""))
  }

  @Test("tar: what comes out of the archive is the session, sealed and whole; one archive for each")
  func tar() throws {
    let scratch = try Scratch()
    let bundles = [try rehearse(scratch, seed: 31), try rehearse(scratch, seed: 32)]
    let target = scratch.url.appendingPathComponent("archives").path
    let result = try Program.run(["export"] + bundles.map(\.path) + ["--to", "tar", "-o", target])
    #expect(result.status == 0, "\(result.all)")
    let out = scratch.url.appendingPathComponent("out").path
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    for bundle in bundles {
      let name = URL(fileURLWithPath: bundle.path).lastPathComponent
      let untarred = try Program(["/usr/bin/tar", "-C", out, "-xf", "\(target)/\(name).tar"]).wait(limit: 30)
      #expect(untarred.status == 0, "\(untarred.all)")
      let session = try SessionReader.read("\(out)/\(name)")
      #expect(session.state == .complete && session.problems.isEmpty)
      #expect(session.inputHashes == bundle.session.inputHashes)
      #expect(FileManager.default.fileExists(atPath: "\(out)/\(name).truth.json"))
      let again = try Program.run(["analyze", "\(out)/\(name)", "--json"])
      #expect(try JSONValue.parse(Array(again.out.utf8))["trials"] == bundle.analysis?["trials"])
    }
  }

  @Test("A killed run is exported with a warning; a running one is not")
  func killed() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("30 s"), to: "drill.yaml")
    let program = try Program([
      Program.executable, "run", drill, "--sessions", scratch.sessions, "--imu", "simulated", "--audio",
      "none",
      "--yes",
    ])
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: scratch.sessions) { usleep(20_000) }
    usleep(3_000_000)
    let target = scratch.url.appendingPathComponent("it").path
    func export(_ format: String) throws -> Program.Result {
      try Program.run([
        "export", "last", "--sessions", scratch.sessions, "--to", format, "-o", "\(target)-\(format)",
      ])
    }
    for format in ["csv", "bids", "tar"] {
      let live = try export(format)
      #expect(live.status == 7, "\(live.all)")
      #expect(live.err.contains("being recorded"))
    }
    program.send(SIGKILL)
    _ = program.wait(limit: 30)
    for format in ["csv", "bids", "tar"] {
      let dead = try export(format)
      #expect(dead.status == 0, "\(dead.all)")
      #expect(dead.err.contains("warning: ") && dead.err.contains("incomplete"), "\(dead.all)")
    }
    let checked = try python("check_csv.py", [try Bundle(onlyOneIn: scratch.sessions).path, target + "-csv"])
    #expect(checked.status == 0 && !checked.out.contains("DIFFERS"), "\(checked.all)")
  }

  @Test("Wrong command lines and their exit codes")
  func wrong() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch, seed: 31)
    let taken = try scratch.write("mine", to: "taken")
    let name = URL(fileURLWithPath: bundle.path).lastPathComponent
    for (words, code, says) in [
      (["export", "--to", "csv"], 2, "SESSION"), (["export", bundle.path], 2, "--to is missing"),
      (["export", bundle.path, "--to", "cvs"], 2, "did you mean csv"),
      (["export", bundle.path, "--to", "csv", "--subject", "01"], 2, "--to bids"),
      (["export", bundle.path, "--to", "bids", "--subject", "sub-01"], 2, "letters and digits"),
      (["export", bundle.path, "--to", "bids", "--label", "x"], 2, "="),
      (["export", bundle.path, "--to", "bids", "--label", "other=01"], 2, "not exported"),
      (["export", bundle.path, "--to", "bids", "--label", "\(bundle.path)=01/a/b"], 2, "more than"),
      (["export", bundle.path, "--to", "csv", "-o", ""], 2, "empty"),
      (["export", bundle.path, "--to", "csv", "-o", bundle.path + "/csv"], 2, "is in the session"),
      (["export", bundle.path, bundle.path, "--to", "csv", "-o", taken + "1"], 2, "twice"),
      (["export", bundle.path, bundle.path, "--to", "tar", "-o", taken + ".tar"], 2, "one archive"),
      (["export", "nosuch", "--to", "csv", "--sessions", scratch.sessions], 7, "no session"),
      (["export", scratch.url.path + "/s31/", "--to", "csv", "-o", taken + "2"], 7, "holds no session"),
      (["export", bundle.path, "--to", "csv", "-o", taken], 6, "--force"),
      (["export", bundle.path, "--to", "csv", "-o", taken, "--force"], 6, "not an earlier export"),
      (["export", bundle.path, "--to", "csv", "-o", taken + "/below"], 6, "not made"),
      (["export", bundle.path, "--to", "csv", "-o", "/proc/nowhere/it"], 6, "not made"),
      (["export", "--help"], 0, ""),
    ] as [([String], Int32, String)] {
      let program = try Program([Program.executable] + words, directory: scratch.url)
      let result = program.wait(limit: 60)
      #expect(result.status == code, "\(words): \(result.all)")
      #expect(says.isEmpty || result.err.contains(says), "\(words): \(result.all)")
      #expect(code == 0 || result.out.isEmpty)
    }
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted()
    #expect(left == ["s31", "taken"])
    #expect(try bundle.badHashes() == [])
    // Without -o the result is named after the session, in the working folder.
    for (format, made) in [("csv", "\(name)-csv"), ("bids", "\(name)-bids"), ("tar", "\(name).tar")] {
      let result = try Program(
        [Program.executable, "export", bundle.path, "--to", format], directory: scratch.url
      )
      .wait(limit: 60)
      #expect(result.status == 0, "\(result.all)")
      #expect(FileManager.default.fileExists(atPath: scratch.url.path + "/" + made))
    }
  }
}
