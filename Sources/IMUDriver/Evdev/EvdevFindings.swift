import Foundation
import MotionCore

/// What the reader thread has found out about the sensor, for the manifest.
final class EvdevFindings: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var clock: ClockWatch?
  private nonisolated(unsafe) var gravity: GravityWatch

  init(clock: ClockWatch?, gravity: GravityWatch) {
    self.clock = clock
    self.gravity = gravity
  }

  /// Looks at the rows of one report; returns what must be told.
  func note(accelerometer: MotionSample?, gyroscope: MotionSample?) -> [Incident] {
    lock.withLock {
      var found: [Incident] = []
      if let sample = accelerometer ?? gyroscope, !sample.invalid.contains("t"),
        case .integer(let time) = sample.deviceTime,
        let incident = clock?.note(
          device: time, event: sample.kernelTime ?? sample.receipt, receipt: sample.receipt)
      {
        found.append(incident)
      }
      if let incident = gravity.note(accelerometer: accelerometer, gyroscope: gyroscope) {
        found.append(incident)
      }
      return found
    }
  }

  var settings: (clock: JSONValue?, gravity: JSONValue) {
    lock.withLock { (clock?.settings, gravity.settings) }
  }
}
