import CLinux
import Glibc
import MotionCore

/// The system calls on evdev nodes, one thin function each. All return what the call returns, or −errno.
///
/// Plain system calls rather than libevdev, for two reasons: the receipt must be taken right after read(2),
/// before anything is decoded, and libevdev reads inside its own call; and after SYN_DROPPED libevdev makes up
/// events from the difference of states, which would be rows that the device never delivered.
struct EvdevCalls: DescriptorCalls {
  static let word = "evdev"
  /// Also known to the plan: `evdev_peek`, and the requests by their names.
  var faults: FaultPlan?

  /// open(2), for reading.
  func open(_ path: String) -> Int32 { open(path, flags: O_RDONLY) }

  /// poll(2) without waiting: 1 where something can be read now, or the node is gone; 0 where not.
  func peek(_ descriptor: Int32) -> Int32 {
    if let code = faults?.note("evdev_peek") { return code }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = Glibc.poll(&polled, 1, 0)
    return count < 0 ? -errno : count
  }

  /// ioctl(2) with a pointer argument.
  func ioctl(_ descriptor: Int32, _ request: InputRequest, _ argument: UnsafeMutableRawPointer) -> Int32 {
    if let code = faults?.note(request.name) { return code }
    return clinux_ioctl(descriptor, request.code, argument)
  }
}
