import Foundation
import MotionCore

/// Listens to the keys of the chosen devices, of those that come later too, on one thread. Devices are only read, never
/// grabbed: their keys do for other programs what they always do.
public final class KeyListener: Sendable {
  private let choice: KeyChoice
  private let faults: FaultPlan?
  private let clock: any HostClock
  private let lock = NSLock()
  private nonisolated(unsafe) var running: (thread: ReaderThread, stop: Int32)?

  /// `faults` reaches the calls of libudev and those on the nodes.
  public init(_ choice: KeyChoice, clock: any HostClock = MonotonicClock(), faults: FaultPlan? = nil) {
    self.choice = choice
    self.clock = clock
    self.faults = faults
  }

  deinit { stop() }

  /// Starts listening; `deliver` is called on the listener's thread, in order. Throws a `SensorError` where no
  /// thread can be had. With nothing chosen there is nothing to start.
  public func start(deliver: @escaping @Sendable (KeyEvent) -> Void) throws(SensorError) {
    guard choice != .none else { return }
    let calls = EvdevCalls(faults: faults)
    let stop = calls.makeStopDescriptor()
    guard stop >= 0 else { throw .cannotStart(path: "the keys", call: "eventfd", errno: -stop) }
    let (choice, clock, udev) = (choice, clock, UdevCalls(faults: faults))
    do throws(ReaderThread.Failure) {
      let thread = try ReaderThread {
        var loop = KeyLoop(
          choice: choice, stopDescriptor: stop, clock: clock, calls: calls, udev: udev, deliver: deliver)
        loop.run()
      }
      lock.withLock { running = (thread, stop) }
    } catch {
      calls.close(stop)
      throw .cannotStart(path: "the keys", call: "pthread_create", errno: error.errno)
    }
  }

  /// Ends the thread and closes the devices. After it returns nothing more is delivered. May be called twice.
  public func stop() {
    guard
      let ended = lock.withLock({
        defer { running = nil }
        return running
      })
    else { return }
    let calls = EvdevCalls(faults: faults)
    calls.signal(ended.stop)
    ended.thread.join()
    calls.close(ended.stop)
  }
}
