/// An instant on one host clock: nanoseconds of CLOCK_MONOTONIC of the recording machine, or of the virtual
/// clock of a rehearsal. Times of other clocks have other types, so that they cannot be subtracted from it.
public struct HostTime: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's arbitrary epoch.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// An instant that a file gives may lie so far from zero, 73 years, and no farther: differences and sums of
  /// two of them then stay within Int64.
  public static let limitNs: Int64 = 1 << 61

  /// An instant as a file gives it; nil where it lies beyond ±`limitNs`.
  public init?(read nanoseconds: Int64) {
    guard nanoseconds.magnitude <= UInt64(HostTime.limitNs) else { return nil }
    self.nanoseconds = nanoseconds
  }

  public static func < (a: HostTime, b: HostTime) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  public static func + (time: HostTime, step: Duration) -> HostTime {
    HostTime(nanoseconds: time.nanoseconds + step.wholeNanoseconds)
  }

  public static func - (time: HostTime, step: Duration) -> HostTime {
    HostTime(nanoseconds: time.nanoseconds - step.wholeNanoseconds)
  }

  public static func - (end: HostTime, start: HostTime) -> Duration {
    .nanoseconds(end.nanoseconds - start.nanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, cut towards zero.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The duration in seconds.
  public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// A duration of `seconds`, rounded to the nearest nanosecond. `seconds` must be finite.
  public init(fromSeconds seconds: Double) {
    self = .nanoseconds(Int64((seconds * 1e9).rounded()))
  }
}
