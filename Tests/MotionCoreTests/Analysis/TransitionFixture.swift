@testable import MotionCore

extension Transition {
  /// A left or right lean of 20° with what a test says of it; what it does not say is unavailable.
  static func fixture(
    onset: HostTime, threshold: HostTime, peak: HostTime, settle: HostTime, hold: HostTime? = nil,
    sign: Int = 1,
    durationSeconds: Measured<Double> = .unavailable("x"), flags: [Flag] = []
  ) -> Transition {
    Transition(
      axis: .lateral, trial: .unavailable("x"), onset: .value(onset), onsetUncertaintyNs: .value(1),
      onsetNoiseNs: .value(1), onsetMethod: .unavailable("x"), onsetThreshold: .value(threshold), peak: peak,
      settle: .value(settle), hold: Measured(hold, else: "no dwell"), holdSeconds: .unavailable("x"),
      direction: .value(sign > 0 ? .outboundLeft : .outboundRight), returnOf: .unavailable("x"), sign: sign,
      startDegrees: .value(0), endDegrees: .value(20), peakDegrees: .value(20), rangeDegrees: .value(20),
      peakSpeedDegPerSecond: 37.5, durationSeconds: durationSeconds, settlingSeconds: .unavailable("x"),
      overshootDegrees: .unavailable("x"), corrections: .unavailable("x"), flags: flags, excursionDegrees: 20)
  }
}
