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
    #expect(KeyDeviceList(devices: []).lines.isEmpty)
  }
}
