/// One stream of a session, read: its description and its rows as columns of equal length.
public struct MotionStream: Sendable {
  /// A column of raw numbers: all integers, or doubles where at least one was a real.
  public enum Column: Hashable, Sendable {
    case integers([Int64])
    case reals([Double])

    /// `numbers` as a column. A number that is not finite is NaN.
    public init(_ numbers: [RawNumber]) {
      let integers = numbers.compactMap { number -> Int64? in
        if case .integer(let value) = number { value } else { nil }
      }
      self =
        integers.count == numbers.count
        ? .integers(integers) : .reals(numbers.map { $0.isFinite ? $0.double : .nan })
    }

    public var count: Int {
      switch self {
      case .integers(let values): values.count
      case .reals(let values): values.count
      }
    }

    /// The column as doubles; integers beyond ±2⁵³ are rounded.
    public var doubles: [Double] {
      switch self {
      case .integers(let values): values.map(Double.init)
      case .reals(let values): values
      }
    }
  }

  public var description: StreamDescription
  /// Key `i`; a hole is damage.
  public var sequence: [Int64]
  /// Key `t`, as delivered (wrapped).
  public var deviceTime: Column
  /// Key `h`, host nanoseconds.
  public var receiptNs: [Int64]
  /// Key `k`, host nanoseconds; nil where the stream has none.
  public var kernelNs: [Int64]?
  /// Key `c`; nil where the stream has none.
  public var counter: [Int64]?
  /// Key `temp`, °C, NaN where a row has none; nil where the stream has none.
  public var temperature: [Double]?
  /// The raw values by key, in the order of `description.valueKeys`. A value named in a row's `bad` is NaN.
  public var values: [Column]
  /// Rows whose `bad` was not empty, by index into the columns.
  public var badRows: [Int]
  /// Rows whose `invalid` was not empty, by index into the columns, with the keys.
  public var invalid: [Int: [String]]

  public var count: Int { receiptNs.count }

  public init(
    description: StreamDescription, sequence: [Int64], deviceTime: Column, receiptNs: [Int64],
    kernelNs: [Int64]? = nil, counter: [Int64]? = nil, temperature: [Double]? = nil, values: [Column],
    badRows: [Int] = [], invalid: [Int: [String]] = [:]
  ) {
    self.description = description
    self.sequence = sequence
    self.deviceTime = deviceTime
    self.receiptNs = receiptNs
    self.kernelNs = kernelNs
    self.counter = counter
    self.temperature = temperature
    self.values = values
    self.badRows = badRows
    self.invalid = invalid
  }
}
