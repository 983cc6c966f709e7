import Foundation
import MotionCore

/// The reader thread of a source that is not a device: it plays the source along its clock.
final class PacedReader: Sendable {
  /// How long the thread sleeps between two looks at the clock.
  static let pauseMicroseconds: UInt32 = 3000

  private let lock = NSLock()
  private nonisolated(unsafe) var thread: Thread?
  private nonisolated(unsafe) var stopped = false
  private let finished = DispatchSemaphore(value: 0)

  /// Starts the thread. `play` is called with the present instant until it returns false or `stop` is called.
  /// A second start does nothing.
  func start(
    name: String, clock: any HostClock, deliver: @escaping @Sendable (SensorEvent) -> Void,
    play: @escaping @Sendable (HostTime, (SensorEvent) -> Void) -> Bool
  ) {
    let thread = Thread { [self] in
      while !isStopped, play(clock.now(), { if !self.isStopped { deliver($0) } }) {
        usleep(PacedReader.pauseMicroseconds)
      }
      finished.signal()
    }
    thread.name = name
    let isFirst = lock.withLock {
      guard self.thread == nil, !stopped else { return false }
      self.thread = thread
      return true
    }
    if isFirst { thread.start() }
  }

  /// Ends the thread and waits for it, unless it is itself the caller. May be called twice, and from any thread.
  func stop() {
    let running = lock.withLock {
      stopped = true
      return thread
    }
    guard let running, Thread.current !== running else { return }
    finished.wait()
    finished.signal()
  }

  private var isStopped: Bool { lock.withLock { stopped } }
}
