import Foundation
import MotionCore

/// A USB serial adapter that is connected: possibly a sensor. It is not opened to find out, because opening
/// raises DTR, which restarts some boards.
public struct SerialAdapter: Hashable, Sendable {
  /// The device node, /dev/ttyUSB0.
  public var path: String
  /// Maker and model as the adapter says them: "FTDI FT232R USB UART".
  public var name: String
  /// The kernel's driver: "ftdi_sio", "ch341", "cp210x", "cdc_acm".
  public var driver: String?
  public var vendor: UInt16
  public var product: UInt16
  public var serial: String?
  /// Names the same adapter after a replug: "serial-0403-6001-a50285bi".
  public var stableID: String
  /// Why this user cannot open it; nil when they can.
  public var problem: SerialError?

  /// All that are connected, by name of the node. `faults` reaches the calls of libudev.
  public static func connected(faults: FaultPlan? = nil) throws(SensorError) -> [SerialAdapter] {
    let calls = UdevCalls(faults: faults)
    guard let udev = calls.new() else { throw .udevFailed(call: "udev_new", errno: errno) }
    defer { calls.unref(udev) }
    guard let enumerate = calls.enumerateNew(udev) else {
      throw .udevFailed(call: "udev_enumerate_new", errno: errno)
    }
    defer { calls.enumerateUnref(enumerate) }
    let steps = [
      ("udev_enumerate_add_match_subsystem", calls.matchSubsystem(enumerate, "tty")),
      ("udev_enumerate_scan_devices", calls.scan(enumerate)),
    ]
    for (call, result) in steps where result < 0 {
      throw .udevFailed(call: call, errno: -result)
    }
    return calls.paths(enumerate).compactMap { path in
      guard let device = calls.device(udev, at: path) else { return nil }
      defer { calls.unrefDevice(device) }
      return SerialAdapter(device, calls: calls)
    }
    .sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
  }

  /// Reads a port's entry; nil where it is not on USB.
  private init?(_ device: OpaquePointer, calls: UdevCalls) {
    guard let node = calls.node(of: device), calls.property("ID_BUS", of: device) == "usb" else { return nil }
    // udev writes blanks as underscores.
    func words(_ key: String) -> String? {
      calls.property(key, of: device).map { $0.replacing("_", with: " ") }.flatMap { $0.isEmpty ? nil : $0 }
    }
    func number(_ key: String) -> UInt16 {
      calls.property(key, of: device).flatMap { UInt16($0, radix: 16) } ?? 0
    }
    path = node
    let maker = words("ID_VENDOR")
    let model = words("ID_MODEL") ?? "USB serial adapter"
    name = maker.map { model.hasPrefix($0) ? model : "\($0) \(model)" } ?? model
    driver = calls.property("ID_USB_DRIVER", of: device)
    vendor = number("ID_VENDOR_ID")
    product = number("ID_MODEL_ID")
    serial = calls.property("ID_SERIAL_SHORT", of: device)
    stableID = DiscoveredSensor.stableID(
      vendor: vendor, product: product, uniqueID: serial, port: calls.property("ID_PATH", of: device)
    ).replacing("evdev-", with: "serial-", maxReplacements: 1)
    problem = access(node, R_OK | W_OK) == 0 ? nil : .permissionDenied(path: node)
  }

  /// The adapter that `port` names: by its node or a link to it, or by its stable id.
  static func find(_ port: String, among adapters: [SerialAdapter]) -> SerialAdapter? {
    func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    return adapters.first {
      $0.stableID == port.lowercased() || port.hasPrefix("/") && resolved($0.path) == resolved(port)
    }
  }
}
