import CLinux
import Foundation
import MotionCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads single keys from a terminal while a run goes on, on a thread of its own: no Return is needed, nothing is
/// echoed, and nobody waits for a key. Signals of the keyboard (Ctrl-C) stay as they are. `stop` gives the terminal back
/// as it was.
final class TerminalKeys: Sendable {
  private let descriptor: Int32
  private let calls: TerminalCalls
  private let before: termios
  private let wakeup: Int32
  private let ended = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private nonisolated(unsafe) var isStopped = false

  /// `press` gets each key with the instant at which it was read, from the reading thread. nil where there is no
  /// terminal, where the program is in its background, or where its settings cannot be changed.
  init?(
    descriptor: Int32 = STDIN_FILENO, calls: TerminalCalls = TerminalCalls(),
    press: @escaping @Sendable (Character, HostTime) -> Void
  ) {
    guard calls.isTerminal(descriptor), !calls.isInBackground(descriptor),
      let before = calls.attributes(descriptor)
    else { return nil }
    var keys = before
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
    calls.rememberSettings(descriptor, before)
    guard calls.setAttributes(descriptor, keys) == 0 else {
      calls.forgetSettings(descriptor)
      return nil
    }
    wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    self.descriptor = descriptor
    self.calls = calls
    self.before = before
    guard wakeup >= 0 else {
      _ = calls.setAttributes(descriptor, before)
      calls.forgetSettings(descriptor)
      return nil
    }
    let thread = Thread { [self] in
      read(press)
      ended.signal()
    }
    thread.name = "keys"
    thread.start()
  }

  /// Ends the reading and gives the terminal back. May be called twice.
  func stop() {
    let first = lock.withLock {
      defer { isStopped = true }
      return !isStopped
    }
    guard first else { return }
    var one: UInt64 = 1
    _ = withUnsafeBytes(of: &one) { write(wakeup, $0.baseAddress, $0.count) }
    let hasEnded = ended.wait(timeout: .now() + 1) == .success
    _ = calls.setAttributes(descriptor, before)
    calls.forgetSettings(descriptor)
    if hasEnded { close(wakeup) }
  }

  /// Until the terminal is gone or `stop` is called.
  private func read(_ press: (Character, HostTime) -> Void) {
    let clock = MonotonicClock()
    while !lock.withLock({ isStopped }) {
      guard calls.waitForInput(descriptor, or: wakeup) else { continue }
      if lock.withLock({ isStopped }) { return }
      guard let bytes = calls.read(descriptor, upTo: 64), !bytes.isEmpty else { return }
      // A key that sends a sequence (an arrow, a function key) means nothing here.
      guard bytes[0] != 0x1B else { continue }
      let now = clock.now()
      for byte in bytes where byte < 0x80 { press(Character(UnicodeScalar(byte)), now) }
    }
  }
}
