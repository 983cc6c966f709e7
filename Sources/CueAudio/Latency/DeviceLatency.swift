import MotionCore

/// From a frame's leaving the output, as ALSA tells it, to its being heard: a constant of a device, measured by
/// `drillrunner latency`.
public struct DeviceLatency: Hashable, Sendable {
  public var constant: Duration
  /// Standard uncertainty (k = 1), ns.
  public var uncertaintyNs: Double

  public init(constant: Duration, uncertaintyNs: Double) {
    self.constant = constant
    self.uncertaintyNs = uncertaintyNs
  }
}
