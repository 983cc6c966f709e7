import Foundation
import MotionCore

/// Hears double taps on the primary sensor during a run. Fed by the sensor's thread.
final class RunTaps: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var taps: SensorTaps
  private nonisolated(unsafe) var saidLimit = false
  private let control: RunControl
  private let post: @Sendable (RunMessage) -> Void

  /// Nil where the drill gives the double tap nothing to do, or the sensor shows none, which is said.
  init?(
    _ rig: SensorRig, _ buttons: ButtonMapping, post: @escaping @Sendable (RunMessage) -> Void
  ) {
    guard let control = buttons[.doubleTap] else { return nil }
    do throws(TapReason) {
      taps = try SensorTaps(streams: Array(rig.streams[rig.primaryStreams]))
    } catch {
      post(.note(.noDoubleTap(reason: error.text)))
      return nil
    }
    self.control = control
    self.post = post
  }

  /// A row of the primary sensor's stream number `stream`.
  func receive(_ sample: MotionSample, stream: Int) {
    let (tap, limit) = lock.withLock { () -> (TapDetector.DoubleTap?, RunNote?) in
      let tap = taps.add(sample, stream: stream)
      return (tap, newLimit())
    }
    if let limit { post(.note(limit)) }
    if let tap { post(.control(control, source: .tap, tap.second)) }
  }

  /// What the rate of the rows does not allow, once.
  private func newLimit() -> RunNote? {
    guard !saidLimit else { return nil }
    switch taps.ability {
    case .unknown, .good: return nil
    case .limited(let reason):
      saidLimit = true
      return .doubleTapLimited(reason: reason.text)
    case .unavailable(let reason):
      saidLimit = true
      return .noDoubleTap(reason: reason.text)
    }
  }
}
