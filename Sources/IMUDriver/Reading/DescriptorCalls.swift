import CLinux
import Glibc
import MotionCore

/// The system calls on a descriptor that a reader thread waits for, one thin function each, as all drivers make
/// them. All return what the call returns, or −errno.
protocol DescriptorCalls: Sendable {
  /// Calls are known to the plan by the driver's word and their own: `evdev_open`, `evdev_read`, `evdev_poll`,
  /// `evdev_eventfd`, `evdev_schedule`.
  var faults: FaultPlan? { get }
  /// The driver's word.
  static var word: String { get }
}

extension DescriptorCalls {
  private func fault(_ call: String) -> Int32? { faults?.note("\(Self.word)_\(call)") }

  /// open(2), never blocking, not inherited by children; `flags` are added.
  func open(_ path: String, flags: Int32) -> Int32 {
    if let code = fault("open") { return code }
    let descriptor = Glibc.open(path, flags | O_NONBLOCK | O_CLOEXEC)
    return descriptor < 0 ? -errno : descriptor
  }

  /// close(2); its failure has no consequence for a descriptor that was only read.
  func close(_ descriptor: Int32) {
    _ = Glibc.close(descriptor)
  }

  /// read(2).
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let code = fault("read") { return Int(code) }
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    return count < 0 ? -Int(errno) : count
  }

  /// poll(2), at most `milliseconds`; −1 waits without a limit.
  func poll(_ descriptors: UnsafeMutableBufferPointer<pollfd>, milliseconds: Int32) -> Int32 {
    if let code = fault("poll") { return code }
    let count = Glibc.poll(descriptors.baseAddress, nfds_t(descriptors.count), milliseconds)
    return count < 0 ? -errno : count
  }

  /// poll(2) of a stop descriptor alone, to let `milliseconds` pass: whether it is time to end.
  func pause(until stop: Int32, milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&polled, 1, milliseconds) > 0
  }

  /// eventfd(2), through which a waiting reader is told to end.
  func makeStopDescriptor() -> Int32 {
    if let code = fault("eventfd") { return code }
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    return descriptor < 0 ? -errno : descriptor
  }

  /// Makes a stop descriptor readable (eventfd_write(3)); it stays so.
  func signal(_ descriptor: Int32) {
    _ = eventfd_write(descriptor, 1)
  }

  /// The calling thread goes before all ordinary ones: 0, or -errno.
  func runAhead(priority: Int32) -> Int32 {
    fault("schedule") ?? SchedulingCalls().makeRealtime(priority: priority)
  }
}
