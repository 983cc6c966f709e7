import CUdev
import Glibc
import MotionCore

/// The calls of libudev that discovery needs, one thin function each, under libudev's own names. Pointers are
/// nil, and numbers negative errno, when a call fails. Strings belong to the object that they were asked of.
struct UdevCalls: Sendable {
  var faults: FaultPlan?

  func fails(_ call: String) -> Bool {
    guard let code = faults?.note(call) else { return false }
    errno = -code
    return true
  }

  /// udev_new(3).
  func new() -> OpaquePointer? {
    fails("udev_new") ? nil : udev_new()
  }

  /// udev_unref(3).
  func unref(_ udev: OpaquePointer) {
    udev_unref(udev)
  }

  /// udev_enumerate_new(3).
  func enumerateNew(_ udev: OpaquePointer) -> OpaquePointer? {
    fails("udev_enumerate_new") ? nil : udev_enumerate_new(udev)
  }

  /// udev_enumerate_unref(3).
  func enumerateUnref(_ enumerate: OpaquePointer) {
    udev_enumerate_unref(enumerate)
  }

  /// udev_enumerate_add_match_subsystem(3).
  func matchSubsystem(_ enumerate: OpaquePointer, _ name: String) -> Int32 {
    if let code = faults?.note("udev_enumerate_add_match_subsystem") { return code }
    return udev_enumerate_add_match_subsystem(enumerate, name)
  }

  /// udev_enumerate_add_match_sysname(3).
  func matchSysname(_ enumerate: OpaquePointer, _ pattern: String) -> Int32 {
    if let code = faults?.note("udev_enumerate_add_match_sysname") { return code }
    return udev_enumerate_add_match_sysname(enumerate, pattern)
  }

  /// udev_enumerate_scan_devices(3).
  func scan(_ enumerate: OpaquePointer) -> Int32 {
    if let code = faults?.note("udev_enumerate_scan_devices") { return code }
    return udev_enumerate_scan_devices(enumerate)
  }

  /// The names of udev_enumerate_get_list_entry(3), in order: paths in /sys.
  func paths(_ enumerate: OpaquePointer) -> [String] {
    var paths: [String] = []
    var entry = udev_enumerate_get_list_entry(enumerate)
    while let current = entry {
      if let name = udev_list_entry_get_name(current) { paths.append(String(cString: name)) }
      entry = udev_list_entry_get_next(current)
    }
    return paths
  }

  /// udev_device_new_from_syspath(3). A device that has gone since the scan gives nil.
  func device(_ udev: OpaquePointer, at path: String) -> OpaquePointer? {
    fails("udev_device_new_from_syspath") ? nil : udev_device_new_from_syspath(udev, path)
  }

  /// udev_device_unref(3).
  func unrefDevice(_ device: OpaquePointer) {
    udev_device_unref(device)
  }

  /// udev_device_get_devnode(3).
  func node(of device: OpaquePointer) -> String? {
    udev_device_get_devnode(device).map { String(cString: $0) }
  }

  /// udev_device_get_syspath(3).
  func systemPath(of device: OpaquePointer) -> String? {
    udev_device_get_syspath(device).map { String(cString: $0) }
  }

  /// udev_device_get_property_value(3).
  func property(_ name: String, of device: OpaquePointer) -> String? {
    udev_device_get_property_value(device, name).map { String(cString: $0) }
  }

  /// udev_device_get_sysattr_value(3).
  func attribute(_ name: String, of device: OpaquePointer) -> String? {
    udev_device_get_sysattr_value(device, name).map { String(cString: $0) }
  }

  /// udev_device_get_parent_with_subsystem_devtype(3). The parent belongs to the child.
  func parent(of device: OpaquePointer, subsystem: String) -> OpaquePointer? {
    udev_device_get_parent_with_subsystem_devtype(device, subsystem, nil)
  }
}
