import Foundation
import MotionCore
import Testing

/// Runs that are marked, paused and stopped without a keyboard, and keep the machine awake: mock devices, real libudev,
/// real ioctls, a real bus.
@Suite(.serialized) struct HandsFreeRunTests {
  private func run(_ drill: String, _ scratch: Scratch, imu: String) -> [String] {
    [
      Program.executable, "run", drill, "--sessions", scratch.sessions, "--imu", imu, "--audio", "none",
      "--yes",
      "--plain",
    ]
  }

  private func log(_ path: String) throws -> [JSONObject] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .compactMap { try JSONValue.parse(Array($0.utf8)).object }
  }

  @Test("Markers, pause and stop by the buttons of a controller stand in the session with the kernel's time")
  func buttons() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(
      Drills.still("60 s").replacing(
        "seed: 5", with: "seed: 5\nbuttons: { BTN_THUMBR: GOOD, BTN_WEST: none }"),
      to: "drill.yaml")
    let script = try scratch.write(
      [
        #"{"plug": "pad", "node": 40}"#,
        #"{"at": 1.0, "press": "pad", "key": 305}"#,  // BTN_EAST: RIGHT
        #"{"at": 1.2, "press": "pad", "key": 318}"#,  // BTN_THUMBR: GOOD, by the drill
        #"{"at": 1.4, "press": "pad", "key": 308}"#,  // BTN_WEST: nothing, by the drill
        #"{"at": 1.6, "press": "pad", "key": 315}"#,  // BTN_START: pause
        #"{"at": 2.6, "press": "pad", "key": 310}"#,  // BTN_TL: BAD, in the pause
        #"{"at": 2.8, "press": "pad", "key": 315}"#,  // BTN_START: goes on
        #"{"at": 4.5, "press": "pad", "key": 314}"#,  // BTN_SELECT: stop
      ].joined(separator: "\n"), to: "script")
    let log = scratch.url.appendingPathComponent("log").path
    let program = try Program(
      Rigs.keyNode(
        ["--script", script, "--log", log, "--after", scratch.sessions + "/*/events.jsonl"],
        run(drill, scratch, imu: "simulated:seed=1")))
    let result = program.wait(limit: 90)
    #expect(result.status == 3, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .interrupted)
    let markers = bundle.session.events.filter { $0.knownKind == .marker }
    #expect(markers.map(\.label) == ["RIGHT", "GOOD", "BAD"])
    #expect(markers.allSatisfy { $0.fields["source"]?.string == "button" })
    let pauses = bundle.session.events.filter { $0.knownKind == .pause }
    #expect(pauses.compactMap { $0.fields["edge"]?.string } == ["begin", "end"])
    #expect(pauses.allSatisfy { $0.fields["source"]?.string == "button" })
    // The kernel's time of each press, by the node's own log.
    let pressed = try self.log(log).filter { $0["event"]?.string == "press" }
    func stamp(_ key: Int64, _ nth: Int = 0) -> Int64? {
      pressed.filter { $0["key"]?.integer == key }.dropFirst(nth).first?["stamp_ns"]?.integer
    }
    #expect(markers.map(\.host.nanoseconds) == [stamp(305), stamp(318), stamp(310)])
    #expect(pauses.map(\.host.nanoseconds) == [stamp(315), stamp(315, 1)])
    #expect(result.all.contains("stopped by a button"), "\(result.all)")
    #expect(try bundle.badHashes().isEmpty)
  }

  /// BTN_SOUTH (304) ends a countdown of ten minutes, and the waiting for Return at a terminal.
  @Test("A button of a controller starts the drill")
  func start() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(
      Drills.onlyStill("1 s").replacing("steps:", with: "steps:\n  - countdown: 10 min"), to: "drill.yaml")
    let script = try scratch.write(
      [#"{"plug": "pad", "node": 40}"#, #"{"at": 1.0, "press": "pad", "key": 304}"#].joined(separator: "\n"),
      to: "script")
    let log = scratch.url.appendingPathComponent("log").path
    let result = try Program(
      Rigs.keyNode(
        ["--script", script, "--log", log, "--after", scratch.sessions + "/*/events.jsonl"],
        run(drill, scratch, imu: "simulated:seed=1"))
    ).wait(limit: 60)
    #expect(result.status == 0, "\(result.all)")
    let pressed = try #require(try self.log(log).first { $0["event"]?.string == "press" })
    let events = try Bundle(onlyOneIn: scratch.sessions).session.events
    let phase = try #require(events.first { $0.label == "stationary" })
    // What was started by the press begins after it, and long before the ten minutes are over.
    #expect(phase.host.nanoseconds >= pressed["stamp_ns"]?.integer ?? .max)
  }

  @Test(
    "A button of a controller stands for Return",
    .enabled(if: Terminal.isThere, "python3-pyte is not installed"))
  func startAtATerminal() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.onlyStill("1 s"), to: "drill.yaml")
    // Pressed again and again: the first press may come before the question.
    let presses = [2.0, 4, 8, 16].map { #"{"at": \#($0), "press": "pad", "key": 304}"# }
    let script = try scratch.write(
      ([#"{"plug": "pad", "node": 40}"#] + presses).joined(separator: "\n"), to: "script")
    let terminal = try Terminal(
      Rigs.keyNode(
        ["--script", script], run(drill, scratch, imu: "simulated:seed=1").filter { $0 != "--yes" }),
      rows: 60, steps: [["until": "Press Return, or a start button"], ["end": 60]])
    #expect(terminal.failed == nil && terminal.status == 0, "\(terminal.said)")
    #expect(try terminal.screen("end").text.contains("Session complete"))
  }

  /// A table of values, so that its rows come at their own times however busy the machine is: still, with two knocks of
  /// 2 g and 10 ms, 0.25 s apart, from 2 s and from 5 s on.
  @Test("A double tap on the sensor pauses the run, another goes on")
  func doubleTap() throws {
    let scratch = try Scratch()
    var table =
      "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),"
      + "Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)\n"
    for row in 0..<4000 {
      let time = Double(row) * 0.005
      let isKnock = [2, 2.25, 5, 5.25].contains { time >= $0 - 1e-9 && time < $0 + 0.01 - 1e-9 }
      table += "\(time),0.1,0,-0.1,0,\(isKnock ? 2 : 0.01),1\n"
    }
    let rows = try scratch.write(table, to: "rows.csv")
    let drill = try scratch.write(Drills.onlyStill("4 s"), to: "drill.yaml")
    let result = try Program(run(drill, scratch, imu: "csv:\(rows)")).wait(limit: 120)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let pauses = bundle.session.events.filter { $0.knownKind == .pause }
    #expect(pauses.compactMap { $0.fields["edge"]?.string } == ["begin", "end"], "\(result.all)")
    #expect(pauses.allSatisfy { $0.fields["source"]?.string == "tap" })
    // The second knocks are 3 s apart, and so are their rows' receipts.
    if pauses.count == 2 { #expect(abs((pauses[1].host - pauses[0].host).inSeconds - 3) < 0.011) }
  }

  @Test("The machine is kept awake from before the start to the end, and a refusal is said and ends nothing")
  func awake() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(Drills.onlyStill("1 s"), to: "drill.yaml")
    let path = scratch.url.appendingPathComponent("log").path
    let held = try Program(
      Rigs.mockLogind(["--log", path], run(drill, scratch, imu: "simulated:seed=1"))
    ).wait(limit: 90)
    #expect(held.status == 0 && !held.err.contains("the machine may"), "\(held.all)")
    let rows = try log(path)
    #expect(rows.compactMap { $0["event"]?.string } == ["inhibit", "released"])
    #expect(rows.first?["what"]?.string == "sleep:idle:handle-lid-switch")
    #expect(rows.first?["mode"]?.string == "block" && rows.first?["who"]?.string == "DrillRunner")
    let events = try Bundle(onlyOneIn: scratch.sessions).session.events
    let (first, last) = (try #require(events.first?.host), try #require(events.last?.host))
    #expect(rows.first?["host_ns"]?.integer ?? .max < first.nanoseconds)
    #expect(rows.last?["host_ns"]?.integer ?? 0 > last.nanoseconds)

    let other = try Scratch()
    let refused = try Program(
      Rigs.mockLogind(["--refuse", "sleep,handle-lid-switch"], run(drill, other, imu: "simulated:seed=1"))
    ).wait(limit: 90)
    #expect(refused.status == 0, "\(refused.all)")
    #expect(
      refused.err.contains(
        "Attention: the machine may go to sleep, or go to sleep when its lid is closed: logind:"),
      "\(refused.all)")
  }
}
