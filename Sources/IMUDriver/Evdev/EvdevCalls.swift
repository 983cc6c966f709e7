import CLinux
import Glibc
import MotionCore

/// The system calls on evdev nodes, one thin function each. All return what the call returns, or −errno.
///
/// Plain system calls rather than libevdev, for two reasons: the receipt must be taken right after read(2),
/// before anything is decoded, and libevdev reads inside its own call; and after SYN_DROPPED libevdev makes up
/// events from the difference of states, which would be rows that the device never delivered.
struct EvdevCalls: Sendable {
  /// Calls are known to the plan as `evdev_open`, `evdev_read`, `evdev_poll`, `evdev_peek`,
  /// `evdev_eventfd`, and by the names
  /// of the requests.
  var faults: FaultPlan?

  /// open(2), for reading, never blocking, not inherited by children.
  func open(_ path: String) -> Int32 {
    if let code = faults?.note("evdev_open") { return code }
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    return descriptor < 0 ? -errno : descriptor
  }

  /// close(2); its failure has no consequence for a descriptor that was only read.
  func close(_ descriptor: Int32) {
    _ = Glibc.close(descriptor)
  }

  /// read(2).
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let code = faults?.note("evdev_read") { return Int(code) }
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    return count < 0 ? -Int(errno) : count
  }

  /// poll(2) without a time limit: the second descriptor is the way to end it.
  func poll(_ descriptors: UnsafeMutableBufferPointer<pollfd>) -> Int32 {
    if let code = faults?.note("evdev_poll") { return code }
    let count = Glibc.poll(descriptors.baseAddress, nfds_t(descriptors.count), -1)
    return count < 0 ? -errno : count
  }

  /// poll(2) without waiting: 1 where something can be read now, or the node is gone; 0 where not.
  func peek(_ descriptor: Int32) -> Int32 {
    if let code = faults?.note("evdev_peek") { return code }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = Glibc.poll(&polled, 1, 0)
    return count < 0 ? -errno : count
  }

  /// eventfd(2), through which a waiting reader is told to end.
  func makeStopDescriptor() -> Int32 {
    if let code = faults?.note("evdev_eventfd") { return code }
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    return descriptor < 0 ? -errno : descriptor
  }

  /// Makes a stop descriptor readable (eventfd_write(3)); it stays so.
  func signal(_ descriptor: Int32) {
    _ = eventfd_write(descriptor, 1)
  }

  /// ioctl(2) with a pointer argument.
  func ioctl(_ descriptor: Int32, _ request: InputRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    if let code = faults?.note(request.name) { return code }
    return clinux_ioctl(descriptor, request.code, argument)
  }
}
