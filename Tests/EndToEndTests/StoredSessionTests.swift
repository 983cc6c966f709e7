import Foundation
import Glibc
import MotionCore
import Testing

/// Rehearsals and the sessions that they leave: the same for the same seed, readable when damaged.
@Suite struct StoredSessionTests {
  private func rehearse(_ scratch: Scratch, seed: Int, into name: String) throws -> Bundle {
    let drill = Program.project.appendingPathComponent("protocols/center-left-right.yaml").path
    let folder = scratch.url.appendingPathComponent(name).path
    let result = try Program.run(["rehearse", drill, "--seed", "\(seed)", "--sessions", folder])
    #expect(result.status == 0, "\(result.all)")
    #expect(result.out.contains("SYNTHETIC"))
    return try Bundle(onlyOneIn: folder)
  }

  private func file(_ bundle: Bundle, _ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: bundle.path + "/" + name))
  }

  @Test("A rehearsal is a function of drill, seed and version; its session is one like any other")
  func rehearsal() throws {
    let scratch = try Scratch()
    let first = try rehearse(scratch, seed: 11, into: "a")
    let second = try rehearse(scratch, seed: 11, into: "b")
    let other = try rehearse(scratch, seed: 12, into: "c")
    for name in ["accelerometer.jsonl", "gyroscope.jsonl", "events.jsonl", "timeline.json", "protocol.yaml"] {
      #expect(try file(first, name) == file(second, name), "\(name)")
    }
    #expect(try file(first, "events.jsonl") != file(other, "events.jsonl"))
    #expect(first.session.manifest.synthetic)
    #expect(first.session.manifest.uuid != second.session.manifest.uuid)
    // The virtual clock and its start are the session format's.
    #expect(first.session.manifest.clocks.first?.epoch == "virtual")
    #expect(first.session.manifest.anchors.first?.host.nanoseconds == 1_000_000_000_000)
    #expect(first.session.cues.allSatisfy { $0.times.timing == .simulated })
    #expect(try first.badHashes() == [])
    #expect(try first.writableFiles() == [])
    #expect(FileManager.default.fileExists(atPath: first.path + ".truth.json"))
  }

  @Test("The simulated rider's onsets come back from its rows")
  func onsetsAgainstTruth() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch, seed: 21, into: "a")
    let truth = try JSONValue.parse(
      Array(try Data(contentsOf: URL(fileURLWithPath: bundle.path + ".truth.json"))))
    let trials = try #require(bundle.analysis?["trials"]?.array)
    var errors: [Double] = []
    for told in try #require(truth["cues"]?.array ?? truth["trials"]?.array) {
      guard let exact = told["onset_ns"]?.integer, let number = told["trial"]?.integer else { continue }
      let trial = try #require(trials.first { $0["trial"]?.integer == number })
      let onset = try #require(trial["onset_ns"]?.integer, "trial \(number): \(trial.text())")
      errors.append(Double(onset - exact) / 1e6)
      #expect(trial["verdict"]?.string == "valid")
    }
    // A position is held only after the movement to it has ended.
    for transition in try #require(bundle.analysis?["transitions"]?.array) {
      guard let settle = transition["settle_ns"]?.integer, let hold = transition["hold_ns"]?.integer else {
        continue
      }
      #expect(hold >= settle)
      #expect(try #require(transition["settling_s"]?.double) >= 0)
    }
    // Typical sway: the published spread of this estimator is 32 ms (SD); eight onsets stay within five of them.
    #expect(errors.count == 8)
    #expect(errors.allSatisfy { abs($0) < 160 }, "\(errors)")
    let mean = errors.reduce(0, +) / Double(errors.count)
    #expect(abs(mean) < 60, "\(errors)")
  }

  @Test("analyze gives the same bytes again, and never touches the evidence")
  func analyzeTwice() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch, seed: 11, into: "a")
    let one = try Program.run(["analyze", bundle.path, "--json"])
    let two = try Program.run(["analyze", bundle.path, "--json"])
    #expect(one.status == 0)
    #expect(one.out == two.out)
    let stored = try #require(
      FileManager.default.subpathsOfDirectory(atPath: bundle.path + "/derived").first {
        $0.hasSuffix("analysis.json")
      })
    #expect(try String(contentsOfFile: bundle.path + "/derived/" + stored, encoding: .utf8) == one.out)
    #expect(try bundle.badHashes() == [])
  }

  @Test("A session of a future schema version: exit 7, both versions named; listed as unreadable")
  func futureVersion() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch, seed: 11, into: "a")
    chmod(bundle.path, 0o755)
    chmod(bundle.path + "/manifest.json", 0o644)
    let manifest = try String(contentsOfFile: bundle.path + "/manifest.json", encoding: .utf8)
    try manifest.replacing("\"version\": 1", with: "\"version\": 2")
      .write(toFile: bundle.path + "/manifest.json", atomically: true, encoding: .utf8)
    let result = try Program.run(["analyze", bundle.path])
    #expect(result.status == 7, "\(result.all)")
    #expect(result.err.contains("2") && result.err.contains("1") && result.err.contains("version"))
    let list = try Program.run(["sessions", "--sessions", scratch.url.appendingPathComponent("a").path])
    #expect(list.status == 0)
    #expect(list.out.contains("unreadable"))
  }

  @Test("A cut-off last line: every whole row is read, the cut is reported, exit 0")
  func cutLine() throws {
    let scratch = try Scratch()
    let bundle = try rehearse(scratch, seed: 11, into: "a")
    let path = bundle.path + "/gyroscope.jsonl"
    chmod(bundle.path, 0o755)
    chmod(path, 0o644)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast(10).write(to: URL(fileURLWithPath: path))
    let result = try Program.run(["analyze", bundle.path])
    #expect(result.status == 0, "\(result.all)")
    #expect(result.err.contains("gyroscope.jsonl"))
    let read = try SessionReader.read(bundle.path)
    let rows = whole.count { $0 == UInt8(ascii: "\n") }
    #expect(read.stream(.gyroscope)?.count == rows - 1)
    #expect(!read.problems.isEmpty)
  }

  @Test("No such session, an ambiguous one, an empty folder")
  func lookup() throws {
    let scratch = try Scratch()
    let none = try Program.run(["analyze", "last", "--sessions", scratch.sessions])
    #expect(none.status == 7, "\(none.all)")
    #expect(none.err.contains("→"))
    let list = try Program.run(["sessions", "--sessions", scratch.sessions])
    #expect(list.status == 0)
    #expect(list.out.contains("No sessions"))
  }

  @Test(
    "SIGINT, SIGTERM, SIGHUP, and two at once: sealed as interrupted, exit 3",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("30 s"), to: "drill.yaml")
    let program = try Program([
      Program.executable, "run", drill, "--sessions", scratch.sessions, "--imu", "simulated", "--audio",
      "none", "--yes",
    ])
    // The bundle is there as soon as the capture runs.
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: scratch.sessions) { usleep(20_000) }
    usleep(1_500_000)
    program.send(signal)
    program.send(signal)
    let result = program.wait(limit: 30)
    #expect(result.status == 3, "\(result.all)")
    #expect(result.out.contains("Session interrupted"))
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .interrupted)
    #expect(bundle.incidents(.interrupted).count == 1)
    #expect(try bundle.badHashes() == [])
    #expect(try #require(bundle.session.stream(.gyroscope)).count > 100)
  }

  @Test("A replay is recorded from its first row to its last, time for time and value for value")
  func replay() throws {
    let scratch = try Scratch()
    let short = try scratch.write(Drills.still("1 s"), to: "short.yaml")
    let first = scratch.url.appendingPathComponent("first").path
    #expect(try Program.run(["rehearse", short, "--sessions", first]).status == 0)
    let recorded = try Bundle(onlyOneIn: first)
    let long = try scratch.write(Drills.still("60 s"), to: "long.yaml")
    let result = try Program.run([
      "run", long, "--sessions", scratch.sessions, "--imu", "replay:\(recorded.path)", "--audio", "none",
      "--yes",
    ])
    #expect(result.status == 3, "\(result.all)")
    #expect(result.out.contains("the replayed recording is over"))
    let played = try Bundle(onlyOneIn: scratch.sessions)
    #expect(played.session.manifest.synthetic)
    for kind in [StreamKind.accelerometer, .gyroscope] {
      let before = try #require(recorded.session.stream(kind))
      let after = try #require(played.session.stream(kind))
      #expect(after.deviceTime == before.deviceTime)
      #expect(after.values == before.values)
    }
  }

  @Test("A run killed at once: the session opens as incomplete with whole rows")
  func killed() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("30 s"), to: "drill.yaml")
    let program = try Program([
      Program.executable, "run", drill, "--sessions", scratch.sessions, "--imu", "simulated", "--audio",
      "none", "--yes",
    ])
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: scratch.sessions) { usleep(20_000) }
    usleep(3_000_000)
    program.send(SIGKILL)
    _ = program.wait(limit: 30)
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .incomplete)
    let gyroscope = try #require(bundle.session.stream(.gyroscope))
    #expect(gyroscope.sequence == Array(0..<Int64(gyroscope.count)))
    #expect(gyroscope.count > 100)
    let result = try Program.run(["analyze", bundle.path])
    #expect(result.status == 0, "\(result.all)")
    #expect(result.out.contains("incomplete"))
    let list = try Program.run(["sessions", "--sessions", scratch.sessions])
    #expect(list.out.contains("incomplete"))
  }
}
