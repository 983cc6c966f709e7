import CLinux
import Glibc
import MotionCore

/// The system calls on serial ports, one thin function each. All return what the call returns, or −errno.
struct SerialCalls: Sendable {
  /// Calls are known to the plan as `serial_open`, `serial_read`, `serial_write`, `serial_poll`,
  /// `serial_eventfd`, `serial_lock` and by the names of the requests: TCGETS2, TCSETS2, TCFLSH, TIOCEXCL,
  /// TIOCGSERIAL, TIOCSSERIAL.
  var faults: FaultPlan?

  /// open(2), for reading and writing, never blocking, never becoming the controlling terminal.
  func open(_ path: String) -> Int32 {
    if let code = faults?.note("serial_open") { return code }
    let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return descriptor < 0 ? -errno : descriptor
  }

  /// close(2); its failure has no consequence for us.
  func close(_ descriptor: Int32) {
    _ = Glibc.close(descriptor)
  }

  /// read(2).
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let code = faults?.note("serial_read") { return Int(code) }
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    return count < 0 ? -Int(errno) : count
  }

  /// write(2).
  func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    if let code = faults?.note("serial_write") { return Int(code) }
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    return count < 0 ? -Int(errno) : count
  }

  /// poll(2) with a limit in milliseconds.
  func poll(_ descriptors: UnsafeMutableBufferPointer<pollfd>, milliseconds: Int32) -> Int32 {
    if let code = faults?.note("serial_poll") { return code }
    let count = Glibc.poll(descriptors.baseAddress, nfds_t(descriptors.count), milliseconds)
    return count < 0 ? -errno : count
  }

  /// flock(2), exclusive and without waiting. Unlike TIOCEXCL it holds against root, too, among programs that
  /// ask for it.
  func lock(_ descriptor: Int32) -> Int32 {
    if let code = faults?.note("serial_lock") { return code }
    return flock(descriptor, LOCK_EX | LOCK_NB) < 0 ? -errno : 0
  }

  /// eventfd(2), through which a waiting reader is told to end.
  func makeStopDescriptor() -> Int32 {
    if let code = faults?.note("serial_eventfd") { return code }
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    return descriptor < 0 ? -errno : descriptor
  }

  /// Makes a stop descriptor readable (eventfd_write(3)); it stays so.
  func signal(_ descriptor: Int32) {
    _ = eventfd_write(descriptor, 1)
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
