import Foundation
import MotionCore
import Testing

/// Controllers on mock nodes through the whole program: lost and back, two at once, listed and listened to.
@Suite struct EvdevFamilyTests {
  private static func drill(cues: String, onLoss: String = "") -> String {
    """
    drill: 1
    title: Controllers of a test
    rate: 200 Hz
    seed: 5
    \(onLoss)
    \(Drills.cues)
    steps:
      - stationary: 1 s
      - block: { name: one, intent: plain, cues: [\(cues)], interval: 3 s }
    """
  }

  private static func log(_ scratch: Scratch) throws -> [JSONValue] {
    try String(contentsOfFile: scratch.url.path + "/log", encoding: .utf8).split(separator: "\n")
      .map { try JSONValue.parse(Array($0.utf8)) }
  }

  /// The fuzz that the program set on each axis, in order.
  private static func fuzz(_ log: [JSONValue]) -> [Int64] {
    log.filter { $0["event"]?.string == "set_axis" }.compactMap { $0["fuzz"]?.integer }
  }

  /// The first word comes about 4 s after the first report; its trial is open for 2.5 s.
  @Test("Unplugged in a trial and back under another node: the run goes on, the trial is repeated")
  func replugged() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(
      EvdevFamilyTests.drill(cues: "LEFT", onLoss: "on_loss: { sensor: wait 20 s then stop }"),
      to: "drill.yaml")
    let result = try Program(
      Rigs.motionNode(
        [
          "--log", scratch.url.path + "/log", "--unplug-at", "5.2", "--replug-at", "6.2",
          "--replug-node", "/dev/input/event24",
        ],
        [Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes", "--audio", "none"]),
      environment: ["XDG_STATE_HOME": scratch.url.path + "/state"]
    ).wait(limit: 60)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    #expect(bundle.session.state == .complete)
    #expect(bundle.incidents(.sensorLost).count == 1 && bundle.incidents(.sensorBack).count == 1)
    #expect(try bundle.badHashes() == [])

    // The same streams hold the rows of both nodes, and the gap between them: what came out is what was sent.
    let log = try EvdevFamilyTests.log(scratch)
    let sent = log.filter { $0["event"]?.string == "report" }
    #expect(Set(sent.compactMap { $0["node"]?.string }) == ["/dev/input/event21", "/dev/input/event24"])
    let gyroscope = try #require(bundle.session.stream(.gyroscope))
    #expect(gyroscope.sequence == Array(0..<Int64(gyroscope.count)))
    let pauses = zip(gyroscope.receiptNs.dropFirst(), gyroscope.receiptNs).map { $0 - $1 }
    #expect(pauses.count { $0 > 500_000_000 } == 1, "one gap, as long as the sensor was away")
    // The counter of the second node began anew: no line maps both, and each node's stretch has its own. (Whether that
    // is valid on a busy machine is another matter.)
    let mapping = try #require(bundle.session.manifest.clocks.first { $0.name == "device" }?.mapping)
    #expect(!mapping.validated)
    let stretches = try #require(mapping.checks["epochs"]?.array)
    #expect(stretches.count == 2 && stretches.allSatisfy { $0["t0_host_ns"]?.integer != nil })
    let back = try #require(pauses.firstIndex { $0 > 500_000_000 }) + 1
    #expect(stretches.last?["first_row"]?.integer == Int64(back))

    // The word whose trial the loss fell into was spoken again.
    let cues = bundle.session.cues.filter { $0.status == .played }
    #expect(cues.map(\.cue) == ["LEFT", "LEFT"])
    #expect(cues.last?.repeatOf != nil)
    // Both nodes' fuzz was switched off; the first took its own with it, the second has it back, no note is left.
    #expect(EvdevFamilyTests.fuzz(log) == Array(repeating: 0, count: 12) + Array(repeating: 16, count: 6))
    let notes = try? FileManager.default.contentsOfDirectory(
      atPath: scratch.url.path + "/state/drillrunner/fuzz")
    #expect(notes == [])
  }

  @Test("Two sensors in one run: the loss of the second does not end the first; a doubled clock is invalid")
  func twoSensors() throws {
    let scratch = try Scratch()
    let drill = try scratch.write(EvdevFamilyTests.drill(cues: "LEFT"), to: "drill.yaml")
    let result = try Program(
      Rigs.motionNode(
        ["--second", "joycon-r", "--doubled-clock", "--unplug-second-at", "5.5", "--true-g", "1.25"],
        [
          Program.executable, "run", drill, "--sessions", scratch.sessions, "--yes", "--audio", "none",
          "--imu", "torso=evdev-054c-0ce6-aabbccddeeff", "--imu", "wrist=evdev-057e-2007-aabbccddee00",
        ])
    ).wait(limit: 60)
    #expect(result.status == 0, "\(result.all)")
    let bundle = try Bundle(onlyOneIn: scratch.sessions)
    let session = bundle.session
    #expect(session.state == .complete)
    #expect(
      session.manifest.streams.map(\.description.name) == [
        "accelerometer", "gyroscope", "accelerometer@wrist", "gyroscope@wrist",
      ])
    #expect(
      session.manifest.sensors.map { $0.sensor.name } == ["DualSense (Motion Sensors)", "Joy-Con (R) (IMU)"])
    let lost = bundle.incidents(.sensorLost)
    #expect(lost.map { $0.fields["sensor"]?.string } == ["wrist"])

    // One host clock for both: the torso goes on to the end, the wrist ends with its loss.
    let torso = try #require(session.streams.first { $0.description.name == "gyroscope" })
    let wrist = try #require(session.streams.first { $0.description.name == "gyroscope@wrist" })
    let end = try #require(session.manifest.anchors.last).host.nanoseconds
    #expect(try end - #require(torso.receiptNs.last) < 500_000_000)
    #expect(try #require(wrist.receiptNs.last) < end - 1_000_000_000)
    #expect(wrist.count > 300 && torso.count > 1000)

    // The Joy-Con's driver counts at twice real time: told while it ran, and invalid in the bundle.
    let jumps = bundle.incidents(.clockJump)
    #expect(jumps.map { $0.fields["sensor"]?.string } == ["wrist"])
    let clocks = session.manifest.clocks
    let torsoMapping = try #require(clocks.first { $0.name == "device" }?.mapping)
    let wristMapping = try #require(clocks.first { $0.name == "device@wrist" }?.mapping)
    #expect(torsoMapping.validated)
    #expect(!wristMapping.validated)
    #expect(wristMapping.reason?.text.contains("run at different rates") == true)
    #expect(clocks.first { $0.name == "device@wrist" }?.epoch == "driver")
    // Both nodes say 1.25 g at rest.
    #expect(
      Set(bundle.incidents(.implausible).compactMap { $0.fields["sensor"]?.string }) == ["torso", "wrist"])
    #expect(result.all.contains("sensor torso: the acceleration at rest is not one g within 10 %"))
    let gravity = session.manifest.sensors.map { $0.sensor.settings["gravity_at_start"]?["plausible"]?.bool }
    #expect(gravity == [false, false])
    // A clock is no row: nothing was lost.
    #expect(session.manifest.streams.allSatisfy { $0.losses["clock_jump"] == nil })
  }

  @Test("devices --test: rate, one g, a usable clock")
  func listened() throws {
    let result = try Program(
      Rigs.motionNode(["--forward", "standard"], [Program.executable, "devices", "--test"])
    ).wait(limit: 60)
    #expect(result.status == 0, "\(result.all)")
    #expect(result.out.contains("DualSense (Motion Sensors)  /dev/input/event21"))
    let rate = try #require(result.out.firstMatch(of: /gyroscope: ([0-9.]+) Hz/)?.1)
    #expect(abs(try #require(Double(rate)) - 250) < 15)
    #expect(
      result.all.contains("Listening to DualSense (Motion Sensors) for 3 s; let it lie still."),
      "\(result.all)")
    #expect(result.out.contains("g at rest: plausible"))
    #expect(result.out.contains("still: "))
    // A busy machine sends the mock's reports late: then the verdict is the one that says so.
    #expect(
      result.out.contains("clock: its own,")
        || result.out.contains(/clock: NOT usable: 99 % of the receipts lie within/), "\(result.out)")
  }

  @Test("devices --test of an accelerometer alone, stopped by SIGTERM: the fuzz is back")
  func stopped() throws {
    let scratch = try Scratch()
    // The shell stops the program once its rows come.
    let script = """
      "$0" devices --test & program=$!
      until [ $(grep -c report "$1") -gt 10 ]; do sleep 0.05; done
      kill -TERM $program; wait $program
      """
    let log = scratch.url.path + "/log"
    let result = try Program(
      Rigs.motionNode(
        ["--log", log, "--model", "ds3"], ["/bin/sh", "-c", script, Program.executable, log])
    ).wait(limit: 30)
    #expect(result.status == 3 && result.all.contains("Stopped by SIGTERM"), "\(result.all)")
    #expect(EvdevFamilyTests.fuzz(try EvdevFamilyTests.log(scratch)) == [0, 0, 0, 4, 4, 4])
  }

  @Test("devices --test --matched hears the sensor with and without its settings, in turn")
  func matched() throws {
    let scratch = try Scratch()
    let result = try Program(
      Rigs.motionNode(
        ["--log", scratch.url.path + "/log"],
        [Program.executable, "devices", "--test", "--matched", "--json"]),
      environment: ["XDG_STATE_HOME": scratch.url.path + "/state"]
    ).wait(limit: 60)
    try #require(!result.out.isEmpty, "\(result.all)")
    let document = try #require(try JSONValue.parse(result.out).array?.first)
    for way in ["with", "without"] {
      let heard = try #require(document[way]?.array)
      #expect(heard.count == 2)
      // The mock sends 250 reports a second; on a busy machine it may fall behind, and never runs ahead.
      #expect(heard.allSatisfy { (100...260).contains($0["mean_hz"]?.double ?? 0) }, "\(document.text())")
    }
    #expect(result.status == (document["findings"]?.array?.isEmpty == true ? 0 : 3))
    // With everything the fuzz of six axes is off, and on again; without, it is not touched: twice each.
    let off = Array(repeating: Int64(0), count: 6)
    let on = Array(repeating: Int64(16), count: 6)
    #expect(EvdevFamilyTests.fuzz(try EvdevFamilyTests.log(scratch)) == off + on + off + on)

    let simulated = try Program.run(["devices", "--test", "--matched", "--imu", "simulated"])
    #expect(simulated.status == 2, "\(simulated.all)")
    #expect(try Program.run(["devices", "--matched"]).status == 2)
  }

  @Test("devices --watch tells what is connected and what is gone")
  func watched() throws {
    let scratch = try Scratch()
    let output = scratch.url.path + "/out"
    // Somebody else has to read the node for it to be sent anything: the watch asks for no clock.
    let script = """
      "$0" devices --watch >"\(output)" & program=$!
      "$0" devices --test >/dev/null
      until grep -q '^gone' "\(output)"; do sleep 0.1; done
      kill -TERM $program; wait $program
      """
    let result = try Program(
      Rigs.motionNode(
        ["--unplug-at", "1.5", "--siblings"], ["/bin/sh", "-c", script, Program.executable])
    ).wait(limit: 40)
    #expect(result.status == 0, "\(result.all)")
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(lines.map { $0.split(separator: ":")[0] } == ["connected", "gone"])
    #expect(lines.allSatisfy { $0.contains("DualSense (Motion Sensors)  /dev/input/event21") })
  }
}
