import MotionCore

/// A sensor that is connected: who it is, and whether it can be used.
public struct DiscoveredSensor: Hashable, Sendable {
  /// A plain name for a controller that is known, "DualSense (Motion Sensors)"; else the device's own.
  public var name: String
  /// The name that the device or its kernel driver gives.
  public var kernelName: String
  /// The driver of this program that reads it: "evdev", "iio".
  public var driver: String
  /// "usb", "bluetooth", …
  public var bus: String
  /// nil where the bus has no such numbers (I²C, SPI), or the driver gives none.
  public var vendor: UInt16?
  public var product: UInt16?
  /// The device node.
  public var path: String
  /// Names the same unit after a replug: vendor, product, and the unit's own number or else the port.
  public var stableID: String
  /// The unit's own number, such as its Bluetooth address; nil where it has none.
  public var serial: String?
  /// The motion axes; empty where they could not be read.
  public var axes: [MotionAxisRange]
  /// Whether the device stamps its reports; nil where that could not be read.
  public var hasDeviceClock: Bool?
  /// Why it cannot be used; nil when it can.
  public var problem: SensorError?
  /// What it measures and how fast, in words, where `axes` do not tell.
  public var gives: String?
  /// The IIO devices that it consists of; empty for any other driver.
  var iioEntries: [IIOEntry] = []
  /// Whether it has a gyroscope; without one there is tilt from gravity alone. `auto` takes one that has, where one is
  /// connected.
  public var measuresRotation = true
  /// The other parts of the same controller: its buttons, its touchpad, its battery.
  public var siblings: [SiblingNode] = []
  /// What was done on the device just now: a fuzz that a killed program had left off was put back.
  public var notes: [SensorNote] = []
  /// What the table of controllers says of it.
  var known: KnownController?

  public var isUsable: Bool { problem == nil }

  /// A vendor's or product's number, or why there is none.
  static func json(_ number: UInt16?) -> JSONValue {
    number.map { .integer(Int64($0)) } ?? .unavailable(SensorReason.noNumber)
  }

  /// `vendor` and `product` for the manifest and for other programs.
  public var identity: (vendor: JSONValue, product: JSONValue) {
    (DiscoveredSensor.json(vendor), DiscoveredSensor.json(product))
  }

  /// The problem in one clause.
  var problemText: String { problem?.cause ?? "" }

  /// Names one unit: "evdev-054c-0ce6-aabbccddeeff". Of `uniqueID` and `port` only letters and digits count.
  /// `part` tells apart the sensors of a unit that has several.
  static func stableID(
    vendor: UInt16, product: UInt16, uniqueID: String?, port: String?, part: String? = nil
  ) -> String {
    func hex(_ number: UInt16) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    func plain(_ text: String?) -> String? {
      let kept = (text ?? "").lowercased().unicodeScalars.filter {
        ("a"..."z").contains($0) || ("0"..."9").contains($0)
      }
      return kept.isEmpty ? nil : String(String.UnicodeScalarView(kept))
    }
    let unit = plain(uniqueID) ?? plain(port).map { "port-" + $0 }
    return "evdev-\(hex(vendor))-\(hex(product))-\(unit ?? "unnumbered")" + (part.map { "-" + $0 } ?? "")
  }
}
