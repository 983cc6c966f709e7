import MotionCore

/// Watches the readings of an output that was just started, and tells whether its time stamps are those of hardware.
///
/// A kernel card stamps the instant of its last interrupt or pointer reading on CLOCK_MONOTONIC: stamps rise, lie
/// in the past, and the position moves with them at the nominal rate. Anything else is a `server`: its positions are
/// somebody's word.
///
/// Some cards fetch more than a period at once when they start (an emulated HDA card 24 ms in the first tenth of a
/// second): readings whose rate is wrong are taken again, twice.
struct TimingSelfTest {
  /// Readings from which a rate is told.
  static let readings = 8
  static let attempts = 3
  /// Rates that a working converter can have, relative to the nominal one. Over the self-test's tenth of a second a
  /// position may be off by a period at both ends, which is allowed for beside it.
  static let rateTolerance = 0.02

  let rateHz: Int
  let periodFrames: Int
  private var first: (frame: Int64, stamp: HostTime)?
  private var last: (frame: Int64, stamp: HostTime)?
  private var count = 0
  private var attempt = 1
  private var fault: OutputDoubt?

  init(rateHz: Int, periodFrames: Int) {
    self.rateHz = rateHz
    self.periodFrames = periodFrames
  }

  var isComplete: Bool { count >= TimingSelfTest.readings }

  /// The time line began anew.
  mutating func restart() {
    self = TimingSelfTest(rateHz: rateHz, periodFrames: periodFrames)
  }

  /// Takes one reading: `frame` was leaving at `stamp`, told at `now`.
  mutating func observe(frame: Int64, stamp: HostTime, now: HostTime) {
    guard !isComplete else { return }
    count += 1
    if stamp > now { fault = fault ?? .inFuture }
    if let last {
      if stamp < last.stamp { fault = fault ?? .stampsBackwards }
      if frame < last.frame { fault = fault ?? .positionBackwards }
    }
    first = first ?? (frame, stamp)
    last = (frame, stamp)
    guard isComplete, fault == nil, rateDoubt != nil, attempt < TimingSelfTest.attempts else { return }
    attempt += 1
    count = 1
    first = last
  }

  /// Why the output cannot be of the class `hardware`, or nil.
  var doubt: OutputDoubt? {
    guard isComplete else { return .fewStamps }
    return fault ?? rateDoubt
  }

  private var rateDoubt: OutputDoubt? {
    guard let first, let last else { return nil }
    let nominal = (last.stamp - first.stamp).inSeconds * Double(rateHz)
    guard nominal > 0 else { return .stampsStandStill }
    let moved = Double(last.frame - first.frame)
    let allowed = nominal * TimingSelfTest.rateTolerance + 2 * Double(periodFrames)
    guard abs(moved - nominal) <= allowed else {
      return .wrongRate(frames: Int(moved), nominal: Int(nominal))
    }
    return nil
  }
}
