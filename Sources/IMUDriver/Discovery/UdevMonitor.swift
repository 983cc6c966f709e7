import CUdev
import MotionCore

/// Tells of devices that come and go, as udev announces them. Used by one thread at a time.
final class UdevMonitor: @unchecked Sendable {
  /// An announcement.
  struct Event: Hashable, Sendable {
    /// "add", "remove", …
    var action: String
    /// The device's folder below /sys.
    var sysPath: String
  }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer
  private let calls: UdevCalls
  /// Readable when `next` has an event.
  let descriptor: Int32

  /// Listens for devices of `subsystem` from now on; nil where libudev cannot.
  init?(subsystem: String, calls: UdevCalls) {
    guard let udev = calls.new() else { return nil }
    guard let monitor = calls.newMonitor(udev) else {
      calls.unref(udev)
      return nil
    }
    guard calls.filter(monitor, subsystem: subsystem) >= 0, calls.enableReceiving(monitor) >= 0 else {
      calls.unrefMonitor(monitor)
      calls.unref(udev)
      return nil
    }
    self.udev = udev
    self.monitor = monitor
    self.calls = calls
    descriptor = calls.descriptor(of: monitor)
  }

  deinit {
    calls.unrefMonitor(monitor)
    calls.unref(udev)
  }

  /// The next event that has come; nil when there is none. Does not wait.
  func next() -> Event? {
    guard let device = calls.receive(monitor) else { return nil }
    defer { calls.unrefDevice(device) }
    return Event(action: calls.action(of: device) ?? "", sysPath: calls.sysPath(of: device) ?? "")
  }
}

extension UdevCalls {
  /// udev_monitor_new_from_netlink(3), for events that udev has worked on.
  func newMonitor(_ udev: OpaquePointer) -> OpaquePointer? {
    fails("udev_monitor_new_from_netlink") ? nil : udev_monitor_new_from_netlink(udev, "udev")
  }

  /// udev_monitor_filter_add_match_subsystem_devtype(3).
  func filter(_ monitor: OpaquePointer, subsystem: String) -> Int32 {
    if let code = faults?.note("udev_monitor_filter_add_match_subsystem_devtype") { return code }
    return udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
  }

  /// udev_monitor_enable_receiving(3).
  func enableReceiving(_ monitor: OpaquePointer) -> Int32 {
    if let code = faults?.note("udev_monitor_enable_receiving") { return code }
    return udev_monitor_enable_receiving(monitor)
  }

  /// udev_monitor_get_fd(3).
  func descriptor(of monitor: OpaquePointer) -> Int32 {
    udev_monitor_get_fd(monitor)
  }

  /// udev_monitor_receive_device(3), which does not wait.
  func receive(_ monitor: OpaquePointer) -> OpaquePointer? {
    udev_monitor_receive_device(monitor)
  }

  /// udev_monitor_unref(3).
  func unrefMonitor(_ monitor: OpaquePointer) {
    udev_monitor_unref(monitor)
  }

  /// udev_device_get_action(3).
  func action(of device: OpaquePointer) -> String? {
    udev_device_get_action(device).map { String(cString: $0) }
  }

  /// udev_device_get_syspath(3).
  func sysPath(of device: OpaquePointer) -> String? {
    udev_device_get_syspath(device).map { String(cString: $0) }
  }

  /// udev_device_get_sysname(3).
  func sysName(of device: OpaquePointer) -> String? {
    udev_device_get_sysname(device).map { String(cString: $0) }
  }

  /// udev_device_get_subsystem(3).
  func subsystem(of device: OpaquePointer) -> String? {
    udev_device_get_subsystem(device).map { String(cString: $0) }
  }

  /// udev_device_get_parent(3). The parent belongs to the child.
  func parent(of device: OpaquePointer) -> OpaquePointer? {
    udev_device_get_parent(device)
  }
}
