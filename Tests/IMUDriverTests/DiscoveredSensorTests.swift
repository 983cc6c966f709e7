import Foundation
import Testing

@testable import IMUDriver

@Suite struct DiscoveredSensorTests {
  @Test(
    arguments: [
      ("AA:bb:CC:dd:ee:0f", "usb-0000:00:14.0-1/input0", "evdev-054c-0ce6-aabbccddee0f"),
      ("", "usb-0000:00:14.0-1/input0", "evdev-054c-0ce6-port-usb0000001401input0"),
      (nil, nil, "evdev-054c-0ce6-unnumbered"),
    ] as [(String?, String?, String)])
  func aStableIDNamesTheUnitOrElseThePort(unique: String?, port: String?, id: String) {
    #expect(DiscoveredSensor.stableID(vendor: 0x54c, product: 0xce6, uniqueID: unique, port: port) == id)
  }

  /// The rule that is printed is the rule that is shipped, and its file's header names the installer that is printed.
  @Test func theShippedRuleIsTheOneThatIsPrinted() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: PermissionRule.file), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { !$0.hasPrefix("#") } == [PermissionRule.evdev, PermissionRule.keys, PermissionRule.iio])
    #expect(lines.contains { $0.hasPrefix("#   \(PermissionRule.installation) ") })
    #expect(
      FileManager.default.isExecutableFile(atPath: root.appending(path: PermissionRule.installation).path))
  }
}
