/// Sampling statistics of the newest part of a stream, while it is recorded: the definitions of docs/metrics.md,
/// "Sampling", over the rows that were received within the window. The clock is mapped from these rows alone, so the
/// delivery age is against the window's own line.
public struct RollingSampling: Sendable {
  /// How far the statistics look back.
  public static let window: Duration = .seconds(10)
  /// Rows that are held at most; a stream above 6.5 kHz is looked back on for less than the window.
  static let mostRows = 65536

  private let description: StreamDescription
  private let clock: ClockDescription?
  private let window: Duration
  private var times: [RawNumber] = []
  private var receiptNs: [Int64] = []
  /// The rows before this one have left the window.
  private var first = 0

  /// `clock` is the one that the stream names.
  public init(
    stream: StreamDescription, clock: ClockDescription?, window: Duration = RollingSampling.window
  ) {
    description = stream
    self.clock = clock
    self.window = window
  }

  /// Takes the next row, in the order of delivery. Costs the same whatever the window holds.
  public mutating func add(_ sample: MotionSample) {
    times.append(sample.deviceTime)
    receiptNs.append(sample.receipt.nanoseconds)
    let oldest = sample.receipt.nanoseconds &- window.wholeNanoseconds
    while first < receiptNs.count, receiptNs[first] < oldest || receiptNs.count - first > Self.mostRows {
      first += 1
    }
    guard first > 1024, first > receiptNs.count / 2 else { return }
    times.removeFirst(first)
    receiptNs.removeFirst(first)
    first = 0
  }

  /// The statistics of the rows received after `now` − window. Sorts and fits: for once a second, not for each row.
  public func statistics(at now: HostTime) -> SamplingStatistics {
    let oldest = now.nanoseconds &- window.wholeNanoseconds
    let rows = (first..<receiptNs.count).filter { receiptNs[$0] >= oldest }
    let receipts = rows.map { receiptNs[$0] }
    let column = MotionStream.Column(rows.map { times[$0] })
    return SamplingSummary.compute(description, clock: clock, column: column, receiptNs: receipts).statistics
  }
}
