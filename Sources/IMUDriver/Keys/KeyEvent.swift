import MotionCore

/// A key that went down.
public struct KeyPress: Hashable, Sendable {
  public enum TimeSource: String, Sendable {
    /// The kernel stamped the press with CLOCK_MONOTONIC.
    case kernel
    /// The node refused that clock: the instant at which the press was read.
    case receipt
  }

  public var key: KeyCode
  public var device: KeyDevice
  /// When it was pressed.
  public var host: HostTime
  public var timeSource: TimeSource
  public var receipt: HostTime
}

/// What a listener says.
public enum KeyEvent: Hashable, Sendable {
  /// Listened to from now on.
  case connected(KeyDevice)
  /// It was chosen, and cannot be read.
  case unusable(KeyDevice, SensorError)
  case press(KeyPress)
  /// The kernel's queue was full; presses may be missing.
  case dropped(KeyDevice, at: HostTime)
  case disconnected(KeyDevice, reason: String, at: HostTime)
  /// Devices that are connected later will not be noticed.
  case cannotWatch(reason: String)
}
