import CSystemd
import Glibc
import MotionCore

/// The calls of sd-bus, one thin function each, under its own names. They return what sd-bus returns: negative errno
/// when a call fails. Its functions with variable arguments, which Swift does not import, are not needed.
struct BusCalls: Sendable {
  var faults: FaultPlan?

  /// sd_bus_open_system(3), or, with an address, sd_bus_new(3), sd_bus_set_address(3), sd_bus_set_bus_client(3) and
  /// sd_bus_start(3).
  func open(_ bus: inout OpaquePointer?, address: String?) -> Int32 {
    if let code = faults?.note("sd_bus_open_system") { return code }
    guard let address else { return sd_bus_open_system(&bus) }
    var code = sd_bus_new(&bus)
    if code >= 0 { code = sd_bus_set_address(bus, address) }
    if code >= 0 { code = sd_bus_set_bus_client(bus, 1) }
    if code >= 0 { code = sd_bus_start(bus) }
    return code
  }

  /// sd_bus_message_new_method_call(3).
  func newCall(
    _ bus: OpaquePointer?, _ message: inout OpaquePointer?, _ destination: String, _ path: String,
    _ interface: String, _ member: String
  ) -> Int32 {
    if let code = faults?.note("sd_bus_message_new_method_call") { return code }
    return sd_bus_message_new_method_call(bus, &message, destination, path, interface, member)
  }

  /// sd_bus_message_append_basic(3) of a string.
  func append(_ message: OpaquePointer?, _ text: String) -> Int32 {
    if let code = faults?.note("sd_bus_message_append_basic") { return code }
    return text.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
  }

  /// sd_bus_call(3), which waits `microseconds` at most.
  func call(
    _ bus: OpaquePointer?, _ message: OpaquePointer?, microseconds: UInt64, _ error: inout sd_bus_error,
    _ reply: inout OpaquePointer?
  ) -> Int32 {
    if let code = faults?.note("sd_bus_call") { return code }
    return sd_bus_call(bus, message, microseconds, &error, &reply)
  }

  /// sd_bus_message_read_basic(3) of a file descriptor, which belongs to the message.
  func readDescriptor(_ message: OpaquePointer?, _ descriptor: inout Int32) -> Int32 {
    if let code = faults?.note("sd_bus_message_read_basic") { return code }
    return sd_bus_message_read_basic(message, CChar(UInt8(ascii: "h")), &descriptor)
  }

  /// fcntl(2) with F_DUPFD_CLOEXEC: no child may hold the lock.
  func duplicate(_ descriptor: Int32) -> Int32 {
    if let code = faults?.note("fcntl") { return code }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    return copy < 0 ? -errno : copy
  }

  /// close(2), which gives the lock back.
  func close(_ descriptor: Int32) {
    _ = faults?.note("close")
    _ = Glibc.close(descriptor)
  }

  /// sd_bus_message_unref(3).
  func unref(message: OpaquePointer?) { sd_bus_message_unref(message) }

  /// sd_bus_flush_close_unref(3).
  func unref(bus: OpaquePointer?) { sd_bus_flush_close_unref(bus) }
}
