import MotionCore

/// From a frame's leaving the output, as ALSA tells it, to its being heard: a constant of a device, measured by
/// `drillrunner latency`.
public struct DeviceLatency: Hashable, Sendable {
  public var constant: Duration
  /// Standard uncertainty (k = 1), ns.
  public var uncertaintyNs: Double
  /// It was recorded from the sound server's monitor: what the device behind the server adds is not in it.
  public var isOfServerAlone: Bool

  public init(constant: Duration, uncertaintyNs: Double, isOfServerAlone: Bool = false) {
    self.constant = constant
    self.uncertaintyNs = uncertaintyNs
    self.isOfServerAlone = isOfServerAlone
  }
}
