import Foundation
import MotionCore
import Testing

/// `devices` and `devices --watch` with mock key devices: real libudev, real ioctls, real reads.
@Suite(.serialized) struct ButtonDeviceTests {
  private static let devices = [
    #"{"plug": "pad", "node": 40}"#, #"{"plug": "keyboard", "node": 43}"#,
    #"{"plug": "headset", "node": 46}"#,
  ]

  /// The keyboard is listened to only where it is named.
  @Test("devices --watch names presses, with the kernel's time", arguments: [false, true])
  func watched(keyboard: Bool) throws {
    let scratch = try Scratch()
    let script = try scratch.write(
      (ButtonDeviceTests.devices + [
        #"{"at": 0.3, "press": "keyboard", "key": 30}"#, #"{"at": 0.4, "press": "pad", "key": 304}"#,
        #"{"at": 0.6, "unplug": "pad"}"#,
      ]).joined(separator: "\n"), to: "script")
    let log = scratch.url.appendingPathComponent("log").path
    let choice = keyboard ? ["--buttons", "evdev-1234-0002-port-usb4input0-keys"] : []
    let program = try Program(
      Rigs.keyNode(
        ["--script", script, "--log", log],
        ["/usr/bin/timeout", "--signal=INT", "4", Program.executable, "devices", "--watch", "--json"] + choice
      ))
    let result = program.wait(limit: 60)
    let rows = try result.out.split(separator: "\n").compactMap { try JSONValue.parse(Array($0.utf8)).object }
    let presses = rows.filter { $0["change"]?.string == "pressed" }
    #expect(
      presses.compactMap { $0["key"]?.string } == (keyboard ? ["KEY_A"] : ["BTN_SOUTH"]), "\(result.all)")
    let written = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      .compactMap { try JSONValue.parse(Array($0.utf8)).object }
      .first { $0["event"]?.string == "press" && $0["device"]?.string == (keyboard ? "keyboard" : "pad") }
    #expect(presses.first?["host_ns"]?.integer == written?["stamp_ns"]?.integer)
    #expect(rows.contains { $0["change"]?.string == "gone" } == !keyboard)
  }

  @Test(
    "--buttons without --watch, and a mix that means nothing, are usage errors",
    arguments: [
      ["devices", "--buttons", "auto"], ["devices", "--watch", "--buttons", "none", "--buttons", "auto"],
    ])
  func wrong(arguments: [String]) throws {
    #expect(try Program.run(arguments).status == 2)
  }
}
