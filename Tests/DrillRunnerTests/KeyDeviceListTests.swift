import CLinux
import Testing

@testable import DrillRunner
@testable import IMUDriver

/// The devices with keys in `drillrunner devices`.
@Suite struct KeyDeviceListTests {
  private func device(_ kind: KeyDevice.Kind, _ id: String) -> KeyDevice {
    KeyDevice(
      name: "A \u{1b}[31m\(id)", kind: kind, bus: "usb", path: "/dev/input/\(id)", stableID: id, keys: [])
  }

  @Test func eachSaysWhetherItIsListenedTo() {
    let list = KeyDeviceList(
      devices: [device(.gamepad, "a"), device(.presenter, "b"), device(.keyboard, "c"), device(.other, "d")])
    let text = list.lines.joined(separator: "\n")
    for part in [
      "/dev/input/a  usb  a\n    gamepad: listened to in a run", "presenter: listened to in a run",
      "types letters: listened to only with --buttons c", "    listened to with --buttons d",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("\u{1b}"))
    #expect(
      list.json.array?.compactMap { $0.object?["listened_to"]?.bool } == [true, true, false, false])
  }

  @Test func noneIsSaid() {
    #expect(
      KeyDeviceList(devices: []).lines == [
        "", "Buttons (nothing is opened to find out)",
        "  none found: no game controller, presenter, remote or keyboard is connected",
      ])
    #expect(
      DeviceReport(sensors: .success([]), outputs: []).text.contains("\n  none found: no game controller"))
  }

  /// By node or stable id, as `devices` prints them; capitals do not matter in the latter.
  @Test func aNamedDeviceThatIsNotThereIsTold() throws {
    let there = [device(.presenter, "a"), device(.keyboard, "b")]
    func told(_ choice: KeyChoice, _ connected: [KeyDevice]) throws -> (ids: [String], text: String) {
      try HeardMessages().told { $0.noticeMissingButtons(choice) { connected } }
    }
    let (ids, text) = try told(.named(["A", "/dev/input/b", "usb:x", "usb:y"]), there)
    #expect(ids == ["notice.buttons-missing", "notice.buttons-missing"])
    #expect(
      text.hasPrefix(
        "Attention: no device usb:x is connected, and with --buttons no other one is listened to. Connected: "
      ))
    #expect(text.contains("(a), ") && text.contains("\n  → ") && text.contains("`drillrunner devices`"))
    #expect(text.contains("no device usb:y is connected"))
    #expect(try told(.named(["usb:x"]), []).text.contains("No device with buttons is connected."))
    #expect(try told(.standard, []).ids.isEmpty && told(.none, there).ids.isEmpty)
    // Where udev cannot be asked the listener says so.
    let blind = try HeardMessages().told {
      $0.noticeMissingButtons(.named(["x"])) { throw SensorError.udevFailed(call: "udev_new", errno: 12) }
    }
    #expect(blind.ids.isEmpty)
  }
}
