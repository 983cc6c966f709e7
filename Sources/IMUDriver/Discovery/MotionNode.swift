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
  /// The other parts of the same controller.
  var siblings: [SiblingNode] = []

  /// What the node is by udev's marks.
  private var kind: SiblingNode.Kind
  /// The folder in /sys of the HID device that it belongs to.
  private var hidFolder: String?

  /// All motion nodes that are connected, by number.
  ///
  /// udev marks the parent and the node both as accelerometers; only the node can be opened. Where there is no
  /// udev database (a container), the kernel's own property tells a motion node; those of a Wii Remote, which
  /// have neither, are told by vendor, product and name. `is_initialized` is not asked: it is false in such
  /// places too.
  static func connected(calls: UdevCalls) throws(SensorError) -> [MotionNode] {
    guard let udev = calls.new() else { throw .udevFailed(call: "udev_new", errno: errno) }
    defer { calls.unref(udev) }
    let all = try devices(udev, subsystem: "input", names: "event*", calls: calls) {
      MotionNode($0, calls: calls)
    }
    var motion = all.filter { $0.kind == .motion }
      .sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
    guard !motion.isEmpty else { return [] }
    // Batteries are a convenience: without them the sensors are found all the same.
    let batteries = try? devices(udev, subsystem: "power_supply", names: "*", calls: calls) { device in
      calls.systemPath(of: device).map { path in
        SiblingNode(
          kind: .battery, name: path.split(separator: "/").last.map(String.init) ?? path, path: path)
      }
    }
    for index in motion.indices {
      let node = motion[index]
      motion[index].siblings =
        all.filter { $0.path != node.path && $0.isPart(ofSameUnitAs: node) }
        .map { SiblingNode(kind: $0.kind, name: $0.name, path: $0.path) }
        .sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
        + (batteries ?? []).filter { battery in
          node.hidFolder.map { battery.path.hasPrefix($0 + "/") } ?? false
        }
    }
    return motion
  }

  /// Nodes of one controller have the same unit number, or else belong to the same HID device.
  private func isPart(ofSameUnitAs other: MotionNode) -> Bool {
    if let uniqueID, let theirs = other.uniqueID {
      return uniqueID == theirs && vendor == other.vendor && product == other.product
    }
    return hidFolder != nil && hidFolder == other.hidFolder
  }

  /// What `read` makes of the devices of a subsystem whose names in sysfs match; in udev's order.
  static func devices<Found>(
    _ udev: OpaquePointer, subsystem: String, names: String, calls: UdevCalls,
    read: (OpaquePointer) -> Found?
  ) throws(SensorError) -> [Found] {
    guard let enumerate = calls.enumerateNew(udev) else {
      throw .udevFailed(call: "udev_enumerate_new", errno: errno)
    }
    defer { calls.enumerateUnref(enumerate) }
    let steps = [
      ("udev_enumerate_add_match_subsystem", calls.matchSubsystem(enumerate, subsystem)),
      ("udev_enumerate_add_match_sysname", calls.matchSysname(enumerate, names)),
      ("udev_enumerate_scan_devices", calls.scan(enumerate)),
    ]
    for (call, result) in steps where result < 0 {
      throw .udevFailed(call: call, errno: -result)
    }
    return calls.paths(enumerate).compactMap { path in
      guard let device = calls.device(udev, at: path) else { return nil }
      defer { calls.unrefDevice(device) }
      return read(device)
    }
  }

  /// Reads a node's entry; nil where the device has no node.
  private init?(_ device: OpaquePointer, calls: UdevCalls) {
    guard let node = calls.node(of: device) else { return nil }
    let parent = calls.parent(of: device, subsystem: "input")
    func attribute(_ name: String) -> String? {
      let text = parent.flatMap { calls.attribute(name, of: $0) }
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    func isMarked(_ property: String) -> Bool { calls.property(property, of: device) == "1" }
    func number(_ name: String) -> UInt16 { attribute(name).flatMap { UInt16($0, radix: 16) } ?? 0 }
    path = node
    name = attribute("name") ?? "unnamed sensor"
    bus = number("id/bustype")
    vendor = number("id/vendor")
    product = number("id/product")
    uniqueID = attribute("uniq")
    port = calls.property("ID_PATH", of: device) ?? attribute("phys")
    hidFolder = calls.parent(of: device, subsystem: "hid").flatMap(calls.systemPath)
    // sysfs prints bit masks as hexadecimal words, the lowest word last.
    let lowest = attribute("properties")?.split(separator: " ").last.flatMap { UInt64($0, radix: 16) }
    let declared = (lowest ?? 0) & 1 << UInt64(INPUT_PROP_ACCELEROMETER) != 0
    let known = KnownController.find(vendor: vendor, product: product, kernelName: name)
    if declared || isMarked("ID_INPUT_ACCELEROMETER") || known?.kernelNameEnd != nil {
      kind = .motion
    } else if isMarked("ID_INPUT_TOUCHPAD") {
      kind = .touchpad
    } else if isMarked("ID_INPUT_JOYSTICK") {
      kind = .buttons
    } else {
      kind = .other
    }
  }
}
