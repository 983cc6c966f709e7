import Foundation
import IMUDriver
import MotionCore

/// Waits for a lost sensor: tries to open it again, twice a second, on a thread of its own.
final class SensorReturn: Sendable {
  private static let interval: TimeInterval = 0.5

  private let lock = NSLock()
  private nonisolated(unsafe) var isCancelled = false

  /// `open` opens the sensor or throws; `found` gets it, once, from the waiting thread.
  init(
    open: @escaping @Sendable () throws -> any SensorSource,
    found: @escaping @Sendable (any SensorSource) -> Void
  ) {
    Thread.detachNewThread { [self] in
      while !cancelled {
        if let source = try? open() {
          if cancelled { source.stop() } else { found(source) }
          return
        }
        Thread.sleep(forTimeInterval: SensorReturn.interval)
      }
    }
  }

  /// Ends the waiting; what is being opened at this moment is closed again.
  func cancel() {
    lock.withLock { isCancelled = true }
  }

  private var cancelled: Bool { lock.withLock { isCancelled } }
}
