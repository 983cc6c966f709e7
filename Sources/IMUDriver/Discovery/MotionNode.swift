import CLinux
import Glibc

/// What udev and sysfs say of a motion node, without opening it.
struct MotionNode: Hashable, Sendable {
  /// The device node, /dev/input/eventN.
  var path: String
  var name: String
  var bus: UInt16
  var vendor: UInt16
  var product: UInt16
  /// The unit's own number, such as its Bluetooth address.
  var uniqueID: String?
  /// Where it is plugged in.
  var port: String?

  /// All motion nodes that are connected, by number.
  ///
  /// udev marks the parent and the node both as accelerometers; only the node can be opened. Where there is no
  /// udev database (a container), the kernel's own property tells a motion node. `is_initialized` is not asked:
  /// it is false in such places too.
  static func connected(calls: UdevCalls) throws(SensorError) -> [MotionNode] {
    guard let udev = calls.new() else { throw .udevFailed(call: "udev_new", errno: errno) }
    defer { calls.unref(udev) }
    guard let enumerate = calls.enumerateNew(udev) else {
      throw .udevFailed(call: "udev_enumerate_new", errno: errno)
    }
    defer { calls.enumerateUnref(enumerate) }
    let steps = [
      ("udev_enumerate_add_match_subsystem", calls.matchSubsystem(enumerate, "input")),
      ("udev_enumerate_add_match_sysname", calls.matchSysname(enumerate, "event*")),
      ("udev_enumerate_scan_devices", calls.scan(enumerate)),
    ]
    for (call, result) in steps where result < 0 {
      throw .udevFailed(call: call, errno: -result)
    }
    return calls.paths(enumerate).compactMap { path in
      guard let device = calls.device(udev, at: path) else { return nil }
      defer { calls.unrefDevice(device) }
      return MotionNode(device, calls: calls)
    }
    .sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
  }

  /// Reads a node's entry; nil where the device is no motion node.
  private init?(_ device: OpaquePointer, calls: UdevCalls) {
    guard let node = calls.node(of: device) else { return nil }
    let parent = calls.parent(of: device, subsystem: "input")
    func attribute(_ name: String) -> String? {
      let text = parent.flatMap { calls.attribute(name, of: $0) }
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    // sysfs prints bit masks as hexadecimal words, the lowest word last.
    let lowest = attribute("properties")?.split(separator: " ").last.flatMap { UInt64($0, radix: 16) }
    let declared = (lowest ?? 0) & 1 << UInt64(INPUT_PROP_ACCELEROMETER) != 0
    guard declared || calls.property("ID_INPUT_ACCELEROMETER", of: device) == "1" else { return nil }
    func number(_ name: String) -> UInt16 { attribute(name).flatMap { UInt16($0, radix: 16) } ?? 0 }
    path = node
    name = attribute("name") ?? "unnamed sensor"
    bus = number("id/bustype")
    vendor = number("id/vendor")
    product = number("id/product")
    uniqueID = attribute("uniq")
    port = calls.property("ID_PATH", of: device) ?? attribute("phys")
  }
}
