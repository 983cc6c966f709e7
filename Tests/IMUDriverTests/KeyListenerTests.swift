import Foundation
import Glibc
import MotionCore
import Testing

@testable import IMUDriver

/// The listener on mock key devices: real libudev, real ioctls, real reads. What the nodes have sent, by their own log,
/// is what must come out.
@Suite(.serialized) struct KeyListenerTests {
  private struct Run {
    var exitCode: Int32
    var lines: [JSONValue]
    var log: [JSONValue]
    var messages: String

    func all(_ key: String) -> [JSONValue] { lines.filter { $0.object?[key] != nil } }
    func texts(_ key: String) -> [String] { lines.compactMap { $0.object?[key]?.string } }
    func connected() -> [String] {
      lines.compactMap { $0.object?["connected"]?.object?["stable_id"]?.string }
    }
  }

  private func run(_ script: [String], _ probe: [String], options: [String] = []) throws -> Run {
    try MockDevice.inFolder { folder in
      let rig = MockDevice.testFolder.deletingLastPathComponent().appending(path: "rig/key_node.py").path
      let file = folder.appending(path: "script")
      try script.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      let log = folder.appending(path: "log")
      let outcome = try MockDevice.text(
        ["umockdev-wrapper", "/usr/bin/python3", rig, "--script", file.path, "--log", log.path] + options + [
          "--"
        ],
        probe, in: folder)
      func parsed(_ text: String) throws -> [JSONValue] {
        try text.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
      }
      return Run(
        exitCode: outcome.status, lines: try parsed(outcome.out),
        log: try parsed((try? String(contentsOf: log, encoding: .utf8)) ?? ""), messages: outcome.err)
    }
  }

  private static let pad = "evdev-054c-0ce6-aabbccddeeff-keys"
  private static let presenter = "evdev-1234-0001-port-usb2input0-keys"

  private static let everything = [
    #"{"plug": "pad", "node": 40}"#, #"{"plug": "presenter", "node": 41}"#,
    #"{"plug": "typing-presenter", "node": 42}"#, #"{"plug": "keyboard", "node": 43}"#,
    #"{"plug": "mouse", "node": 44}"#, #"{"plug": "power", "node": 45}"#, #"{"plug": "headset", "node": 46}"#,
  ]

  @Test func devicesAreListedByWhatTheyAreAndNotOpened() throws {
    let run = try run(KeyListenerTests.everything, ["key-devices"])
    #expect(run.exitCode == 0, "\(run.messages)")
    #expect(run.texts("kind") == ["gamepad", "presenter", "keyboard", "keyboard", "other"])
    #expect(run.texts("stable_id").prefix(2) == [KeyListenerTests.pad, KeyListenerTests.presenter])
    #expect(run.texts("path") == (40...46).filter { $0 != 44 && $0 != 45 }.map { "/dev/input/event\($0)" })
    #expect(run.log.isEmpty, "no node was asked for anything")
  }

  @Test func aPressHasTheKernelsTimeAndNothingElseIsOne() throws {
    let run = try run(
      KeyListenerTests.everything + [
        #"{"at": 0.1, "press": "pad", "key": 304}"#,
        // Held: the kernel repeats it.
        #"{"at": 0.2, "write": "presenter", "events": [[4, 4, 458827], [1, 109, 1], [0, 0, 0]]}"#,
        #"{"at": 0.3, "write": "presenter", "events": [[1, 109, 2], [0, 0, 1], [1, 109, 2], [0, 0, 1]]}"#,
        #"{"at": 0.4, "write": "presenter", "events": [[1, 109, 0], [0, 0, 0]]}"#,
        #"{"at": 0.5, "press": "keyboard", "key": 30}"#,
        #"{"at": 0.6, "press": "typing-presenter", "key": 109}"#,
        #"{"at": 0.7, "press": "pad", "key": 305}"#,
      ], ["keys", "standard", "30", "5"])
    #expect(run.exitCode == 0, "\(run.messages)")
    #expect(run.connected() == [KeyListenerTests.pad, KeyListenerTests.presenter])
    #expect(run.texts("press") == ["BTN_SOUTH", "KEY_PAGEDOWN", "BTN_EAST"])
    let sent = run.log.filter {
      $0.object?["event"]?.string == "press" && ["pad", "presenter"].contains($0.object?["device"]?.string)
    }
    let presses = run.all("press")
    #expect(presses.count == 3 && sent.count == 3)
    for (press, sent) in zip(presses, sent) {
      #expect(press.object?["source"]?.string == "kernel")
      #expect(press.object?["host_ns"]?.integer == sent.object?["stamp_ns"]?.integer)
      let receipt = try #require(press.object?["receipt_ns"]?.integer)
      #expect(receipt >= sent.object?["stamp_ns"]?.integer ?? .max)
    }
    #expect(
      run.log.filter { $0.object?["event"]?.string == "set_clock" }.allSatisfy {
        $0.object?["clock"]?.integer == 1
      })
    #expect(!run.log.contains { $0.object?["event"]?.string == "grab" }, "nothing is grabbed")
  }

  @Test func aRefusedClockGivesTheReceiptAndSaysSo() throws {
    let run = try run(
      [#"{"plug": "pad", "node": 40}"#, #"{"at": 0.1, "press": "pad", "key": 304}"#],
      ["keys", "standard", "30", "2"],
      options: ["--refuse-clock"])
    let press = try #require(run.all("press").first?.object)
    #expect(press["source"]?.string == "receipt" && press["host_ns"]?.integer == press["receipt_ns"]?.integer)
  }

  @Test func aDeviceThatIsNamedIsListenedToWhateverItIs() throws {
    let run = try run(
      KeyListenerTests.everything + [
        #"{"at": 0.1, "press": "pad", "key": 304}"#, #"{"at": 0.2, "press": "typing-presenter", "key": 109}"#,
      ], ["keys", "EVDEV-046d-c52d-port-usb3input0-keys", "30", "2"])
    #expect(run.connected() == ["evdev-046d-c52d-port-usb3input0-keys"])
    #expect(run.texts("press") == ["KEY_PAGEDOWN"])
  }

  @Test func lostPressesAreSaidAndNotMadeUp() throws {
    let run = try run(
      [
        #"{"plug": "pad", "node": 40}"#,
        #"{"at": 0.1, "write": "pad", "events": [[0, 3, 0], [1, 304, 1], [0, 0, 0]]}"#,
        #"{"at": 0.2, "press": "pad", "key": 305}"#,
      ], ["keys", "standard", "30", "3"])
    #expect(run.texts("dropped") == [KeyListenerTests.pad])
    #expect(run.texts("press") == ["BTN_EAST"])
  }

  @Test func aDeviceGoesAndComesBackUnderAnotherNode() throws {
    let run = try run(
      [
        #"{"plug": "presenter", "node": 41}"#, #"{"plug": "pad", "node": 40}"#,
        #"{"at": 0.1, "press": "pad", "key": 304}"#, #"{"at": 0.3, "unplug": "pad"}"#,
        #"{"at": 0.6, "plug": "pad", "node": 47}"#, #"{"at": 1.6, "press": "pad", "key": 305}"#,
        #"{"at": 1.8, "press": "presenter", "key": 104}"#,
      ], ["keys", "standard", "30", "7"])
    #expect(run.exitCode == 0, "\(run.messages)")
    #expect(run.texts("disconnected") == [KeyListenerTests.pad])
    #expect(run.connected().filter { $0 == KeyListenerTests.pad }.count == 2)
    #expect(
      run.texts("press") == ["BTN_SOUTH", "BTN_EAST", "KEY_PAGEUP"], "\(run.lines.map { $0.text() })")
  }

  /// A device that comes is told of before udev has set its permissions. The first open is that of the pad, the second
  /// and the later ones those of the presenter.
  @Test(arguments: [true, false]) func aDeviceThatComesHasTimeToSettle(isSettled: Bool) throws {
    let run = try run(
      [
        #"{"plug": "pad", "node": 40}"#, #"{"at": 0.1, "plug": "presenter", "node": 41}"#,
        #"{"at": 2.5, "press": "presenter", "key": 104}"#, #"{"at": 2.7, "press": "pad", "key": 304}"#,
      ],
      ["keys", "standard", "30", isSettled ? "4" : "3"]
        + (2...(isSettled ? 2 : 60)).map { "evdev_open,\($0),-13" })
    #expect(run.exitCode == 0, "\(run.messages)")
    #expect(run.connected() == [KeyListenerTests.pad] + (isSettled ? [KeyListenerTests.presenter] : []))
    #expect(run.all("unusable").count == (isSettled ? 0 : 1))
    #expect(run.texts("press") == (isSettled ? ["KEY_PAGEUP", "BTN_SOUTH"] : ["BTN_SOUTH"]))
  }

  /// Each failing call, and what is said.
  @Test(arguments: [
    ("evdev_open,1,-13", "unusable", "permission denied"), ("evdev_open,1,-19", "unusable", "No such device"),
    ("evdev_read,1,-5", "disconnected", "read: Input/output error"),
    ("evdev_read,1,-19", "disconnected", "the device was disconnected"),
    ("udev_monitor_new_from_netlink,1,-12", "cannot_watch", "udev does not tell"),
    (
      "udev_enumerate_scan_devices,1,-12", "cannot_watch",
      "udev_enumerate_scan_devices: Cannot allocate memory"
    ),
    ("evdev_poll,1,-12", "disconnected", "poll: Cannot allocate memory"),
  ])
  func aFailureIsSaidOnce(fault: String, key: String, text: String) throws {
    let run = try run(
      [#"{"plug": "pad", "node": 40}"#, #"{"at": 0.1, "press": "pad", "key": 304}"#],
      ["keys", "standard", "1.5", "9", fault])
    #expect(run.exitCode == 0, "\(run.messages)")
    let said = run.all(key)
    #expect(said.count == 1, "\(run.lines.map { $0.text() })")
    #expect(said.first?.text().contains(text) == true)
    #expect(run.texts("press").isEmpty == (key != "cannot_watch" || fault.contains("scan")))
  }

  @Test func withoutAThreadThereIsAnError() throws {
    let run = try run(
      [#"{"plug": "pad", "node": 40}"#], ["keys", "standard", "1", "1", "evdev_eventfd,1,-24"])
    #expect(run.exitCode == 4 && run.messages.contains("cannot read the keys: eventfd: Too many open files"))
  }

  /// A battery of the power supply class, and what is said without a number.
  @Test(arguments: [
    ("capacity=80,status=Discharging", "80 %"), ("capacity=35,status=Charging", "35 %, charging"),
    ("capacity_level=Low,status=Discharging", "low"),
    ("capacity=140", "unknown: the kernel gives a charge of 140 %"),
    ("capacity_level=Unknown", "unknown: its driver tells no charge"),
    ("status=Full", "unknown: its driver tells no charge"),
  ])
  func theChargeOfTheControllersBattery(attributes: String, text: String) throws {
    let run = try MockDevice.controller(["--siblings", "--battery", attributes], probe: ["battery"])
    #expect(run.description == #"{"path":"/dev/input/event21","battery":"\#(text)"}"#, "\(run.messages)")
  }

  @Test func withoutABatteryThereIsAReason() throws {
    let run = try MockDevice.controller([], probe: ["battery"])
    #expect(run.description.contains("unknown: the kernel shows no battery of this controller"))
  }
}
