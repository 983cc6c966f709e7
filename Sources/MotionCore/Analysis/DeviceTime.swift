/// The device timestamps of a stream with the wraps of a counter unrolled, in the unit of the clock, in the
/// order of delivery. Integers stay integers, so that intervals between them are exact.
public enum DeviceTime: Sendable {
  case integers([Int64])
  /// May hold NaN where a row had no valid time.
  case reals([Double])

  /// Unrolls the column `t` of `stream` by what its clock says of wrapping.
  public init(stream: MotionStream, clock: ClockDescription?) {
    self.init(
      column: stream.deviceTime, receiptNs: stream.receiptNs, wrapsAt: clock?.wrapsAt,
      unit: clock?.unit ?? .nanoseconds)
  }

  /// Unrolls `column`.
  ///
  /// A step is first taken as the shortest way round the counter, so that a row out of order near a wrap stays
  /// a small step back. Whole wraps that passed unseen in a long gap are added where the receipt times say so:
  /// one for each three quarters of a wrap, or more, that the receipts moved on beyond the counter. (A late
  /// burst moves the receipts too, but seldom by three quarters of a wrap, which is 71 minutes for a 32-bit
  /// counter of µs.)
  public init(column: MotionStream.Column, receiptNs: [Int64], wrapsAt: Int64?, unit: TimeUnit) {
    switch column {
    case .reals(let values): self = .reals(values)
    case .integers(let values):
      guard let wrapsAt, wrapsAt > 1, let first = values.first else {
        self = .integers(values)
        return
      }
      var unrolled = values
      var total = first
      for i in values.indices.dropFirst() {
        var step = values[i] &- values[i - 1]
        let passed = Double(receiptNs[i] &- receiptNs[i - 1]) / unit.nanoseconds
        let wrap = Double(wrapsAt)
        if step < 0, Double(step) < -wrap / 2 || passed > wrap / 2 { step &+= wrapsAt }
        if Double(step) > wrap / 2, passed < wrap / 4 { step &-= wrapsAt }
        let unseen = ((passed - Double(step)) / wrap + 0.25).rounded(.down)
        if unseen >= 1, unseen < 1e6 { step &+= Int64(unseen) &* wrapsAt }
        total &+= step
        unrolled[i] = total
      }
      self = .integers(unrolled)
    }
  }

  public var count: Int {
    switch self {
    case .integers(let values): values.count
    case .reals(let values): values.count
    }
  }

  /// Time of row `i` after `reference`, in the unit of the clock. Exact for integers.
  func since(_ reference: Double, _ i: Int) -> Double {
    switch self {
    case .integers(let values):
      // The reference is a rounded row of this column, so it converts back without loss.
      Int64(exactly: reference).map { Double(values[i] &- $0) } ?? Double(values[i]) - reference
    case .reals(let values): values[i] - reference
    }
  }

  /// The step from row `i − 1` to row `i` in the unit of the clock; not finite where either has no time.
  func step(to i: Int) -> Double {
    switch self {
    case .integers(let values): Double(values[i] &- values[i - 1])
    case .reals(let values): values[i] - values[i - 1]
    }
  }

  func isFinite(_ i: Int) -> Bool {
    switch self {
    case .integers: true
    case .reals(let values): values[i].isFinite
    }
  }

  /// The times of `range` alone.
  func rows(_ range: Range<Int>) -> DeviceTime {
    switch self {
    case .integers(let values): .integers(Array(values[range]))
    case .reals(let values): .reals(Array(values[range]))
    }
  }

  /// The same with the rows from `first` on moved by `ticks`; those of a counter by whole ones.
  func moved(from first: Int, by ticks: Double) -> DeviceTime {
    switch self {
    case .integers(var values):
      let whole = Int64(exactly: ticks.rounded()) ?? 0
      for i in first..<values.count { values[i] &+= whole }
      return .integers(values)
    case .reals(var values):
      for i in first..<values.count { values[i] += ticks }
      return .reals(values)
    }
  }

  /// Time of row `i` in the unit of the clock.
  func double(_ i: Int) -> Double {
    switch self {
    case .integers(let values): Double(values[i])
    case .reals(let values): values[i]
    }
  }
}
