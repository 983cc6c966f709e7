/// Times of rows as they come, in seconds on one line for all rows of one clock. For live use: the analysis maps clocks
/// with all rows at hand.
struct LiveClock: Sendable {
  private let unitSeconds: Double
  private let wrapsAt: Int64?
  private let isHost: Bool
  private let origin: HostTime
  /// Host seconds of device time zero.
  private var offset: Double?
  private var lastRaw: RawNumber?
  private var lastDevice = 0.0
  private var lastReceipt = 0.0

  /// A device time that moves on by so much more or less than the receipts has jumped.
  private static let jumpSeconds = 0.5

  init(_ clock: ClockDescription?, origin: HostTime) {
    unitSeconds = (clock?.unit ?? .nanoseconds).nanoseconds * 1e-9
    wrapsAt = clock?.wrapsAt
    isHost = (clock?.name ?? "host") == "host"
    self.origin = origin
  }

  /// Seconds after the origin.
  mutating func seconds(of sample: MotionSample) -> Double {
    let receipt = Double(sample.receipt.nanoseconds &- origin.nanoseconds) * 1e-9
    if isHost {
      guard case .integer(let value) = sample.deviceTime else { return receipt }
      return Double(value &- origin.nanoseconds) * 1e-9
    }
    guard sample.deviceTime.isFinite else { return receipt }
    let device = lastRaw.map { lastDevice + step(from: $0, to: sample.deviceTime) } ?? 0
    if offset == nil || abs((device - lastDevice) - (receipt - lastReceipt)) > Self.jumpSeconds {
      offset = receipt - device
    }
    lastRaw = sample.deviceTime
    lastDevice = device
    lastReceipt = receipt
    return device + (offset ?? 0)
  }

  /// The step in seconds, the shorter way round a counter that wraps.
  private func step(from last: RawNumber, to next: RawNumber) -> Double {
    if case .integer(let a) = last, case .integer(let b) = next {
      var step = b &- a
      if let wrapsAt, wrapsAt > 1 {
        step %= wrapsAt
        if step > wrapsAt / 2 { step -= wrapsAt } else if step < -(wrapsAt / 2) { step += wrapsAt }
      }
      return Double(step) * unitSeconds
    }
    return (next.double - last.double) * unitSeconds
  }
}

/// Times of arrival made even: rows of a stream without a clock come in bunches, but are measured one after the other.
/// Each time is the one before and the mean interval, drawn a little toward the arrival.
struct EvenArrivals: Sendable {
  private let interval: Double
  private var last: Double?

  private static let pull = 0.05
  /// An arrival so far from where it was expected is a gap.
  private static let gapSeconds = 0.25

  init(interval: Double) { self.interval = interval }

  mutating func time(arrival: Double) -> Double {
    guard let last, abs(arrival - last - interval) <= Self.gapSeconds else {
      self.last = arrival
      return arrival
    }
    let expected = last + interval
    // Never before the row before it.
    let time = max(expected + Self.pull * (arrival - expected), last + 0.1 * interval)
    self.last = time
    return time
  }
}
