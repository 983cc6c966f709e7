import CLinux
import Foundation
import MotionCore

/// An open serial port: raw, eight data bits, ours alone; put back as it was when it is closed.
final class SerialPort: Sendable {
  let path: String
  let calls: SerialCalls
  let descriptor: Int32
  let stopDescriptor: Int32
  let latency: LatencySetting
  private let original: CSerialSettings

  private let lock = NSLock()
  private nonisolated(unsafe) var isOpen = true

  /// Opens `path`. Throws a `SerialError`.
  ///
  /// Opening raises DTR and RTS, as every program does that opens a port; some boards restart then.
  init(_ path: String, calls: SerialCalls, sysfs: String) throws(SerialError) {
    let descriptor = calls.open(path)
    guard descriptor >= 0 else {
      switch -descriptor {
      case EACCES, EPERM: throw .permissionDenied(path: path)
      case EBUSY: throw .busy(path: path)
      default: throw .cannotOpen(path: path, errno: -descriptor)
      }
    }
    var settings = CSerialSettings()
    var stop: Int32 = -1
    do throws(SerialError) {
      let read = calls.settings(descriptor, &settings)
      guard read >= 0 else {
        // A file or a device of another kind has no serial settings.
        let isPort = ![ENOTTY, EINVAL].contains(-read)
        throw isPort
          ? .callFailed(path: path, call: "TCGETS2", errno: -read) : .cannotOpen(path: path, errno: ENOTTY)
      }
      let locked = calls.lock(descriptor)
      if locked == -EWOULDBLOCK { throw .busy(path: path) }
      guard locked >= 0 else { throw .callFailed(path: path, call: "flock", errno: -locked) }
      let exclusive = calls.exclusive(descriptor, true)
      guard exclusive >= 0 else { throw .callFailed(path: path, call: "TIOCEXCL", errno: -exclusive) }
      stop = calls.makeStopDescriptor()
      guard stop >= 0 else { throw .callFailed(path: path, call: "eventfd", errno: -stop) }
    } catch {
      calls.close(descriptor)
      throw error
    }
    self.path = path
    self.calls = calls
    self.descriptor = descriptor
    stopDescriptor = stop
    original = settings
    latency = LatencySetting(port: path, descriptor: descriptor, calls: calls, sysfs: sysfs)
  }

  deinit {
    close()
    calls.close(stopDescriptor)
  }

  /// Changes the speed, and throws away what came at another one. Throws a `SerialError`.
  func setBaud(_ baud: Int) throws(SerialError) {
    var settings = original
    cserial_make_raw(&settings, UInt32(baud))
    let result = calls.set(descriptor, settings)
    guard result >= 0 else { throw .callFailed(path: path, call: "TCSETS2 \(baud) baud", errno: -result) }
    try flushInput()
  }

  /// Throws away what came and was not read.
  func flushInput() throws(SerialError) {
    let result = calls.flushInput(descriptor)
    guard result >= 0 else { throw .callFailed(path: path, call: "TCFLSH", errno: -result) }
  }

  /// What waiting and reading came to.
  enum Arrival: Hashable {
    /// So many bytes stand in the buffer.
    case bytes(Int)
    case nothing
    case stopped
    case gone(SensorLoss)
  }

  /// Waits at most `milliseconds` for bytes and reads them into `buffer`. The caller stamps at once.
  func read(into buffer: UnsafeMutableRawBufferPointer, milliseconds: Int32) -> Arrival {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { polled in
      polled[0] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      polled[1] = pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0)
      let ready = calls.poll(polled, milliseconds: milliseconds)
      if ready == -EINTR { return .nothing }
      if ready < 0 { return .gone(.callFailed(call: "poll", reason: systemErrorText(-ready))) }
      if polled[1].revents != 0 { return .stopped }
      if ready == 0 { return .nothing }
      let isHungUp = polled[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
      let count = calls.read(descriptor, into: buffer)
      switch -count {
      case ..<0: return .bytes(count)
      case Int(EINTR): return .nothing
      case Int(EAGAIN): return isHungUp ? .gone(.disconnected) : .nothing
      case 0, Int(EIO), Int(ENODEV), Int(ENXIO): return .gone(.disconnected)
      default: return .gone(.callFailed(call: "read", reason: systemErrorText(Int32(-count))))
      }
    }
  }

  /// Writes all of `bytes`, waiting at most a second for room. Throws a `SerialError`.
  func write(_ bytes: [UInt8]) throws(SerialError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = calls.write(descriptor, rest)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      if count == -Int(EINTR) { continue }
      guard count == -Int(EAGAIN) else {
        throw .callFailed(path: path, call: "write", errno: Int32(-count))
      }
      let ready = withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 1) { polled in
        polled[0] = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return calls.poll(polled, milliseconds: 1000)
      }
      if ready == 0 { throw .callFailed(path: path, call: "write", errno: ETIMEDOUT) }
    }
  }

  /// Ends a read that waits, now and for ever.
  func interrupt() {
    calls.signal(stopDescriptor)
  }

  /// Puts the settings back and closes the port; may be called twice.
  func close() {
    guard
      lock.withLock({ () -> Bool in
        defer { isOpen = false }
        return isOpen
      })
    else { return }
    latency.restore(descriptor: descriptor, calls: calls)
    // A device that is gone has no settings to put back; the lock goes with the descriptor.
    _ = calls.set(descriptor, original)
    _ = calls.exclusive(descriptor, false)
    calls.close(descriptor)
  }
}
