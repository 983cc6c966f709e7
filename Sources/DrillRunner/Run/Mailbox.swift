import CLinux
import Foundation
import Glibc
import MotionCore

/// Where the threads of a live run leave what the run loop must know, in order. Posting never blocks; waiting
/// ends at the first message or at a deadline of the monotonic clock, whatever the wall clock does.
final class Mailbox<Message: Sendable>: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var messages: [Message] = []
  private let wakeup: Int32

  init() {
    wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  }

  deinit {
    if wakeup >= 0 { close(wakeup) }
  }

  func post(_ message: Message) {
    lock.withLock { messages.append(message) }
    var one: UInt64 = 1
    _ = withUnsafeBytes(of: &one) { write(wakeup, $0.baseAddress, $0.count) }
  }

  /// Takes all messages; waits for the first one until `deadline` of `clock`.
  func take(until deadline: HostTime, clock: some HostClock) -> [Message] {
    while true {
      let taken = lock.withLock {
        defer { messages.removeAll() }
        return messages
      }
      if !taken.isEmpty { return taken }
      let left = (deadline - clock.now()).wholeNanoseconds
      if left <= 0 { return [] }
      var waiting = pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)
      // Rounded up, so that a remainder below a millisecond does not turn the wait into a spin.
      if poll(&waiting, 1, Int32(clamping: (left + 999_999) / 1_000_000)) > 0 {
        var count: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &count) { read(wakeup, $0.baseAddress, $0.count) }
      }
    }
  }
}
