import CLinux
import Glibc
import MotionCore

/// The system calls on serial ports, one thin function each. All return what the call returns, or −errno.
struct SerialCalls: DescriptorCalls {
  static let word = "serial"
  /// Also known to the plan: `serial_write`, `serial_lock`, and the requests by their names: TCGETS2, TCSETS2,
  /// TCFLSH, TIOCEXCL, TIOCGSERIAL, TIOCSSERIAL.
  var faults: FaultPlan?

  /// open(2), for reading and writing, never becoming the controlling terminal.
  func open(_ path: String) -> Int32 { open(path, flags: O_RDWR | O_NOCTTY) }

  /// write(2).
  func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    if let code = faults?.note("serial_write") { return Int(code) }
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    return count < 0 ? -Int(errno) : count
  }

  /// flock(2), exclusive and without waiting. Unlike TIOCEXCL it holds against root, too, among programs that
  /// ask for it.
  func lock(_ descriptor: Int32) -> Int32 {
    if let code = faults?.note("serial_lock") { return code }
    return flock(descriptor, LOCK_EX | LOCK_NB) < 0 ? -errno : 0
  }

  /// TCGETS2.
  func settings(_ descriptor: Int32, _ settings: inout CSerialSettings) -> Int32 {
    faults?.note("TCGETS2") ?? cserial_get(descriptor, &settings)
  }

  /// TCSETS2.
  func set(_ descriptor: Int32, _ settings: CSerialSettings) -> Int32 {
    if let code = faults?.note("TCSETS2") { return code }
    return withUnsafePointer(to: settings) { cserial_set(descriptor, $0) }
  }

  /// TCFLSH: throws away what was received and not read.
  func flushInput(_ descriptor: Int32) -> Int32 {
    faults?.note("TCFLSH") ?? cserial_flush_input(descriptor)
  }

  /// TIOCEXCL or TIOCNXCL.
  func exclusive(_ descriptor: Int32, _ on: Bool) -> Int32 {
    faults?.note("TIOCEXCL") ?? cserial_exclusive(descriptor, on ? 1 : 0)
  }

  /// The flags of TIOCGSERIAL.
  func flags(_ descriptor: Int32, _ flags: inout Int32) -> Int32 {
    faults?.note("TIOCGSERIAL") ?? cserial_get_flags(descriptor, &flags)
  }

  /// TIOCSSERIAL with other flags.
  func setFlags(_ descriptor: Int32, _ flags: Int32) -> Int32 {
    faults?.note("TIOCSSERIAL") ?? cserial_set_flags(descriptor, flags)
  }
}
