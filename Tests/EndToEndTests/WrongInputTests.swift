import Foundation
import Glibc
import MotionCore
import Testing

/// Each likely mistake and each fault before a run: a clear message, the right exit code, nothing left behind.
@Suite struct WrongInputTests {
  @Test(
    "Mistakes in a drill: file, line, column, a caret and a suggestion; exit 7",
    arguments: [
      ("      interval: 3.0 s", "      intervall: 3.0 s", "did you mean \"interval\"", "intervall"),
      ("stationary: 3 s", "stationary: 3 Hz", "Hz", "3 Hz"),
      ("cues: [LEFT, CENTER]", "cues: [LEFTT, CENTER]", "did you mean \"LEFT\"", "LEFTT"),
    ])
  func drill(right: String, wrong: String, says: String, marked: String) throws {
    let scratch = try Scratch()
    let text = Drills.leans("LEFT, CENTER")
    #expect(text.contains(right))
    let path = try scratch.write(text.replacing(right, with: wrong), to: "drill.yaml")
    let line = 1 + text.prefix(upTo: text.range(of: right)!.lowerBound).count { $0 == "\n" }
    for command in [
      ["check", path], ["rehearse", path, "--sessions", scratch.sessions],
      ["run", path, "--sessions", scratch.sessions, "--imu", "simulated", "--audio", "none"],
    ] {
      let result = try Program.run(command)
      #expect(result.status == 7, "\(result.all)")
      #expect(result.err.contains("\(path):\(line):"), "\(result.all)")
      #expect(result.err.contains(says), "\(result.all)")
      #expect(result.err.contains("^"))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.sessions))
  }

  @Test("A drill that is not there, and one that calibrates too late")
  func unusableDrills() throws {
    let scratch = try Scratch()
    let missing = try Program.run(["run", scratch.url.path + "/no.yaml"])
    #expect(missing.status == 7)
    #expect(missing.err.contains("No such file"))
    let path = try scratch.write(
      Drills.leans("LEFT, CENTER") + "\n  - calibrate: neutral\n", to: "drill.yaml")
    let calibrated = try Program.run(["rehearse", path, "--sessions", scratch.sessions])
    #expect(calibrated.status == 7)
    #expect(calibrated.err.contains("calibrate stands after the first block"))
  }

  @Test(
    "The command line: usage errors are 2, help is 0",
    arguments: [
      ([], 2), (["--help"], 0), (["help", "run"], 0), (["--version"], 0), (["rnu"], 2), (["run"], 2),
      (["run", "a", "b"], 2), (["run", "--imuu", "auto", "a"], 2), (["run", "a", "--imu"], 2),
      (["run", "a", "--yes=5"], 2), (["run", "a", "--seed", "x"], 2),
      (["run", "a", "--imu", "simulatd"], 2), (["run", "a", "--imu", "simulated:sed=1"], 2),
      (["rehearse", "--help"], 0), (["analyze"], 2), (["sessions", "extra"], 2),
    ] as [([String], Int32)])
  func usage(words: [String], code: Int32) throws {
    let result = try Program.run(words)
    #expect(result.status == code, "\(words): \(result.all)")
    #expect(code == 0 ? result.err.isEmpty : result.out.isEmpty)
    #expect(code == 0 ? !result.out.isEmpty : !result.err.isEmpty)
  }

  @Test("Suggestions for a command and for an option")
  func suggestions() throws {
    #expect(try Program.run(["reherse"]).err.contains("did you mean rehearse?"))
    #expect(try Program.run(["run", "--session", "x", "a", "--sesions", "y"]).err.contains("--sessions"))
  }

  @Test("No sensor: exit 4, and what to do")
  func noSensor() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    let result = try Program(
      Rigs.motionNode(
        ["--no-device"],
        [Program.executable, "run", drill, "--sessions", scratch.sessions, "--audio", "none", "--yes"])
    ).wait(limit: 30)
    #expect(result.status == 4, "\(result.all)")
    #expect(result.err.contains("→"))
    #expect(!FileManager.default.fileExists(atPath: scratch.sessions))
  }

  @Test("A sensor that this user may not read: exit 4, with the udev rule that is shipped as a file")
  func deniedSensor() throws {
    let scratch = try Scratch(mode: 0o777)
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    let program = try Rigs.programForEverybody(in: scratch.url)
    let result = try Program(
      Rigs.motionNode(
        ["--deny"], [program, "run", drill, "--sessions", scratch.sessions, "--audio", "none", "--yes"]),
      environment: ["HOME": scratch.url.path]
    ).wait(limit: 30)
    #expect(result.status == 4, "\(result.all)")
    #expect(result.err.contains("Permission denied") || result.err.contains("permission"))
    let rule = try String(
      contentsOf: Program.project.appendingPathComponent("udev/70-drillrunner.rules"), encoding: .utf8)
    let line = try #require(rule.split(separator: "\n").first { $0.hasPrefix("SUBSYSTEM") })
    #expect(result.err.contains(line), "\(result.all)")
  }

  @Test("No such sound output: exit 5 before anything is recorded")
  func noSound() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    for pcm in ["no-such-device", "null"] {
      let result = try Program.run([
        "run", drill, "--sessions", scratch.sessions, "--imu", "simulated", "--audio", pcm, "--yes",
      ])
      #expect(result.status == 5, "\(result.all)")
      #expect(result.err.contains("--audio none"))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.sessions))
  }

  @Test("A sessions folder that cannot be written: exit 6, before the rider starts")
  func sessionsNotWritable() throws {
    let scratch = try Scratch(mode: 0o755)
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    let program = try Rigs.programForEverybody(in: scratch.url)
    let locked = scratch.url.appendingPathComponent("locked")
    try FileManager.default.createDirectory(at: locked, withIntermediateDirectories: false)
    chmod(locked.path, 0o555)
    let result = try Program(
      Rigs.unprivileged([
        program, "run", drill, "--sessions", locked.path, "--imu", "simulated", "--audio", "none", "--yes",
      ]), environment: ["HOME": scratch.url.path]
    ).wait(limit: 30)
    #expect(result.status == 6, "\(result.all)")
    #expect(result.err.contains(locked.path))
    #expect(result.err.contains("--sessions"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: locked.path).isEmpty)
  }

  @Test(
    "No room for the run: exit 6 before it starts",
    .enabled(if: Rigs.canMount, "this machine does not let tests mount"))
  func noRoom() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.still("3 s"), to: "drill.yaml")
    // A file system of its own that is smaller than the reserve for sealing. Needs the right to mount.
    let script = """
      mkdir "$2/small" && mount -t tmpfs -o size=512k tmpfs "$2/small" || exit 99
      "$0" run "$1" --sessions "$2/small/s" --imu simulated --audio none --yes
      """
    let result = try Program(
      Rigs.mounting(script, [Program.executable, drill, scratch.url.path])
    ).wait(limit: 30)
    #expect(result.status == 6, "\(result.all)")
    #expect(result.err.contains("would not fit"))
  }
}
