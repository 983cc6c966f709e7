import Foundation
import MotionCore

/// Owns the captures of one chip: one device, or two that are one chip. The reader thread and the source share
/// it; whichever comes to the end first puts everything back.
final class IIOCaptures: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var captures: [IIOCapture]
  private nonisolated(unsafe) var isOver = false

  /// Sets up all devices, in order. On failure all is as it was.
  init(
    _ entries: [IIOEntry], requestedHz: Double?, extras: SensorExtras = .all, calls: IIOCalls
  ) throws(SensorError) {
    var captures: [IIOCapture] = []
    do throws(SensorError) {
      for entry in entries {
        captures.append(try IIOCapture(entry, requestedHz: requestedHz, extras: extras, calls: calls))
      }
    } catch {
      for index in captures.indices { captures[index].tearDown() }
      throw error
    }
    self.captures = captures
  }

  /// The captures as they are now.
  var all: [IIOCapture] { lock.withLock { captures } }

  /// Starts them, in order. On failure all is as it was.
  func enable() throws(SensorError) {
    let result = lock.withLock { () -> Result<Void, SensorError> in
      guard !isOver else { return .success(()) }
      do throws(SensorError) {
        for index in captures.indices { try captures[index].enable() }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    if case .failure = result { tearDown() }
    try result.get()
  }

  /// Stops them and puts everything back, once.
  func tearDown() {
    lock.withLock {
      guard !isOver else { return }
      isOver = true
      for index in captures.indices { captures[index].tearDown() }
    }
  }
}
