import MotionCore

/// Unrolls a device counter that wraps, such as the u32 of µs of MSC_TIMESTAMP, into a time that only grows.
///
/// Rows keep the counter as it was delivered; this is for whoever measures with it. A counter that falls has
/// wrapped, or has begun anew (the controller was switched off, its driver was loaded again). The receipts tell
/// the two apart: over a wrap the counter has advanced about as long as the host has. After a new beginning the
/// length of the gap is unknown to this clock.
public struct DeviceClockUnroller: Sendable {
  public enum Reading: Hashable, Sendable {
    /// Time in the clock's unit, continuous with the one before.
    case continuous(Int64)
    /// The counter began anew: this time must not be subtracted from an earlier one.
    case restarted(Int64)
  }

  /// How far counter and host may disagree from one reading to the next, beside 5 % (the largest drift of a
  /// mapping that is taken as valid): more than any radio holds reports back.
  public static let tolerance = Duration.seconds(10)

  private let wrapsAt: Int64
  private let unit: TimeUnit
  private var last: (raw: Int64, time: Int64, receipt: HostTime)?

  /// A counter of `unit` that returns to zero after `wrapsAt` of them.
  public init(wrapsAt: Int64, unit: TimeUnit) {
    precondition(wrapsAt > 0)
    self.wrapsAt = wrapsAt
    self.unit = unit
  }

  /// Takes the next delivered value, in order. The first is `continuous`, with its own value as time.
  public mutating func unroll(_ raw: Int64, receipt: HostTime) -> Reading {
    guard let last else {
      self.last = (raw, raw, receipt)
      return .continuous(raw)
    }
    let modulo = (raw - last.raw) % wrapsAt
    let shortest = modulo < 0 ? modulo + wrapsAt : modulo
    let unitsPerNanosecond = 1 / unit.nanoseconds
    let elapsed = Double((receipt - last.receipt).wholeNanoseconds) * unitsPerNanosecond
    // Whole turns that a long silence hides.
    let turns = max(0, ((elapsed - Double(shortest)) / Double(wrapsAt)).rounded())
    let step = shortest + Int64(turns) * wrapsAt
    let allowed =
      Double(DeviceClockUnroller.tolerance.wholeNanoseconds) * unitsPerNanosecond + 0.05 * abs(elapsed)
    guard abs(Double(step) - elapsed) <= allowed else {
      self.last = (raw, raw, receipt)
      return .restarted(raw)
    }
    self.last = (raw, last.time + step, receipt)
    return .continuous(last.time + step)
  }
}
