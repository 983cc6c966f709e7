import Foundation
import IMUDriver
import MotionCore

/// Looks after the charge of the sensors' batteries during a run.
///
/// Some drivers ask the device for its charge when the kernel's file is read, and a radio answers late, so looking has a
/// queue of its own.
final class BatteryWatch: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var sources: [any SensorSource]
  private nonisolated(unsafe) var charges: [Int: BatteryCharge] = [:]
  /// Whose low battery has been told.
  private nonisolated(unsafe) var told: Set<Int> = []
  private let low: @Sendable (Int, BatteryCharge) -> Void
  /// Dispatch sources may be cancelled from any thread, but are not marked so.
  private nonisolated(unsafe) var timer: (any DispatchSourceTimer)?

  /// `low` gets the number of a sensor whose battery is low, once for each.
  init(_ sources: [any SensorSource], low: @escaping @Sendable (Int, BatteryCharge) -> Void) {
    self.sources = sources
    self.low = low
  }

  deinit { end() }

  /// Looks at once, and then so often.
  func begin(every interval: Duration = .seconds(30)) {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "batteries"))
    timer.schedule(deadline: .now(), repeating: interval.inSeconds)
    timer.setEventHandler { [weak self] in self?.look() }
    lock.withLock { self.timer = timer }
    timer.resume()
  }

  /// The charge of sensor number `index`, as it was looked at last; nil before.
  func charge(of index: Int) -> BatteryCharge? {
    lock.withLock { charges[index] }
  }

  /// Sensor number `index` came back, as another device of the kernel.
  func follow(_ source: any SensorSource, as index: Int) {
    lock.withLock { sources[index] = source }
  }

  /// Looks no more. What is being looked at is not waited for.
  func end() { lock.withLock { timer }?.cancel() }

  private func look() {
    for (index, source) in lock.withLock({ sources }).enumerated() {
      let charge = source.batteryCharge()
      let isNews = lock.withLock {
        charges[index] = charge
        return charge.isLow && told.insert(index).inserted
      }
      if isNews { low(index, charge) }
    }
  }
}
