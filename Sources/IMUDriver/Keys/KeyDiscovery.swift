import Glibc
import MotionCore

/// Finds devices with keys. None of them is opened: what keys there are is read from sysfs, so that nobody's keyboard is
/// touched by looking.
public struct KeyDiscovery: Sendable {
  let udev: UdevCalls

  public init(faults: FaultPlan? = nil) {
    udev = UdevCalls(faults: faults)
  }

  init(calls: UdevCalls) {
    udev = calls
  }

  /// All key devices that are connected, by node number.
  public func connected() throws(SensorError) -> [KeyDevice] {
    guard let handle = udev.new() else { throw .udevFailed(call: "udev_new", errno: errno) }
    defer { udev.unref(handle) }
    var found = try MotionNode.devices(handle, subsystem: "input", names: "event*", calls: udev) {
      device($0)
    }.sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
    // A unit may have several nodes; each must have a name of its own.
    var seen: [String: Int] = [:]
    for index in found.indices {
      let id = found[index].stableID
      seen[id, default: 0] += 1
      if let count = seen[id], count > 1 { found[index].stableID = "\(id)-\(count)" }
    }
    return found
  }

  private func device(_ device: OpaquePointer) -> KeyDevice? {
    guard let node = udev.node(of: device), let parent = udev.parent(of: device, subsystem: "input"),
      let mask = udev.attribute("capabilities/key", of: parent)
    else { return nil }
    let keys = KeyCode.keys(inMask: mask)
    guard let kind = KeyDevice.kind(of: keys) else { return nil }
    func attribute(_ name: String) -> String? {
      udev.attribute(name, of: parent).flatMap { $0.isEmpty ? nil : $0 }
    }
    func number(_ name: String) -> UInt16 { attribute(name).flatMap { UInt16($0, radix: 16) } ?? 0 }
    return KeyDevice(
      name: attribute("name") ?? "unnamed device", kind: kind, bus: BusName.word(number("id/bustype")),
      path: node,
      stableID: DiscoveredSensor.stableID(
        vendor: number("id/vendor"), product: number("id/product"), uniqueID: attribute("uniq"),
        port: attribute("phys"), part: "keys"),
      keys: keys)
  }
}
