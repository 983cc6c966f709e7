import MotionCore

/// When the rows of a CSV file arrive, in nanoseconds after the first.
struct CSVPace {
  /// Ten years: beyond them a time is a mistake, and nanoseconds would run out of an Int64 at 292.
  private static let limitNs = 10 * 365.25 * 86400 * 1e9

  private let columns: CSVColumns
  private var first: RawNumber?
  private var firstReceipt: RawNumber?
  private var previous: RawNumber?
  private var wraps = 0.0
  private var last: Int64 = 0

  init(columns: CSVColumns) {
    self.columns = columns
  }

  /// The arrival of the next row; that of the row before it where its times go backwards or are missing. nil
  /// where the time is absurd.
  mutating func afterFirstNs(time: RawNumber?, receipt: RawNumber?) -> Int64? {
    var after = Double(last)
    if columns.receipt != nil {
      if let receipt, receipt.isFinite {
        firstReceipt = firstReceipt ?? receipt
        after = CSVPace.difference(receipt, firstReceipt ?? receipt)
      }
    } else if let time {
      first = first ?? time
      if let wrapsAt = columns.wrapsAt, let previous,
        CSVPace.difference(time, previous) < -Double(wrapsAt) / 2
      {
        wraps += Double(wrapsAt)
      }
      previous = time
      after = (CSVPace.difference(time, first ?? time) + wraps) * columns.timeUnit.nanoseconds
    }
    guard abs(after) < CSVPace.limitNs else { return nil }
    last = max(last, Int64(after.rounded()))
    return last
  }

  /// a − b without the rounding of large integers.
  private static func difference(_ a: RawNumber, _ b: RawNumber) -> Double {
    if case .integer(let a) = a, case .integer(let b) = b {
      let (difference, overflow) = a.subtractingReportingOverflow(b)
      return overflow ? Double(a) - Double(b) : Double(difference)
    }
    return a.double - b.double
  }
}

/// A number as a CSV cell writes it.
enum CSVNumber {
  /// An integer without point and exponent stays an integer; one beyond 64 bits becomes a real. A decimal comma
  /// is read where the cells are not themselves divided by commas. nil where the text is not a number.
  static func parse(_ text: String, decimalComma: Bool) -> RawNumber? {
    if let integer = Int64(text) { return .integer(integer) }
    var text = text
    if decimalComma, text.contains(",") {
      // With both signs one of them divides thousands, and nothing says which.
      guard !text.contains("."), text.split(separator: ",", omittingEmptySubsequences: false).count == 2
      else { return nil }
      text = text.replacing(",", with: ".")
    }
    guard !text.lowercased().hasPrefix("0x"), let value = Double(text) else { return nil }
    return .real(value)
  }
}
