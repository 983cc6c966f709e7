import Foundation
import MotionCore

/// The life of a source's reader thread: not started, reading, over; each once. The thread owns the device while it
/// runs.
final class ReaderLife: Sendable {
  private enum Phase {
    case open
    case reading(ReaderThread)
    case closed
  }

  private let lock = NSLock()
  private nonisolated(unsafe) var phase = Phase.open
  private nonisolated(unsafe) var granted: JSONValue?

  /// Starts the thread; a second start, or one after the end, does nothing. `prepare` gives what the thread runs, and
  /// may throw. Throws `ReaderThread.Failure` where there can be no thread.
  func start(
    _ priority: ReaderPriority, calls: some DescriptorCalls,
    prepare: () throws -> @Sendable () -> Void
  ) throws {
    try lock.withLock {
      guard case .open = phase else { return }
      let body = try prepare()
      phase = .reading(
        try ReaderThread { [self] in
          if priority == .realTime { note(calls.runAhead(priority: ReaderPriority.level)) }
          body()
        })
    }
  }

  private func note(_ result: Int32) {
    lock.withLock {
      granted = result >= 0 ? true : .unavailable(SensorReason.notPermitted(cause: systemErrorText(-result)))
    }
  }

  /// Whether the thread got the real-time priority that was asked for, for the manifest; nil where none was.
  var realTime: JSONValue? { lock.withLock { granted } }

  /// Ends it, once: `interrupt` tells a running thread to end, which is waited for; then `close` lets go of the
  /// device.
  func stop(interrupt: () -> Void, close: () -> Void) {
    let ended = lock.withLock { () -> Phase in
      defer { phase = .closed }
      return phase
    }
    switch ended {
    case .closed: return
    case .open: break
    case .reading(let thread):
      interrupt()
      thread.join()
    }
    close()
  }
}
