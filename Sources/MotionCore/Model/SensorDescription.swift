/// A sensor as the manifest names it: who delivered the rows.
public struct SensorDescription: Hashable, Sendable {
  /// A plain name where the device is known, "DualSense (Motion Sensors)"; else its own.
  public var name: String
  /// The driver of this program: "evdev", "replay", "csv", "simulated".
  public var driver: String
  /// "usb", "bluetooth", "i2c", "virtual", "file", …
  public var bus: String
  /// Where it was opened: a device node or a file.
  public var path: String
  /// What names the same unit after a replug.
  public var stableID: String
  public var serial: String?
  public var firmware: String?
  /// Where on the body: "torso".
  public var location: String
  /// Settings that were read back from, or changed on, the device (fuzz, clock id, rate), for the manifest.
  public var settings: JSONObject

  public init(
    name: String, driver: String, bus: String, path: String, stableID: String, serial: String? = nil,
    firmware: String? = nil, location: String = "torso", settings: JSONObject = [:]
  ) {
    self.name = name
    self.driver = driver
    self.bus = bus
    self.path = path
    self.stableID = stableID
    self.serial = serial
    self.firmware = firmware
    self.location = location
    self.settings = settings
  }
}
