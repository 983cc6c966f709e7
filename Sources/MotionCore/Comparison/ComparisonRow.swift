/// One number of the table: A, B, and A − B.
public struct ComparisonRow: Sendable {
  /// What of the sensors it compares.
  public enum Section: String, Sendable, CaseIterable {
    case sampling, stationary, response, timing, movement, smoothness, repeatability
  }

  /// How the interval of the difference was found.
  public enum Method: String, Sendable {
    /// The difference is the median of the differences of matched movements, resampled.
    case paired = "paired_bootstrap"
    /// Both sides resampled by themselves.
    case unpaired = "unpaired_bootstrap"
    case newcombe
    /// From the stated standard errors of both.
    case standardErrors = "standard_errors"
    case none
  }

  public struct Side: Hashable, Sendable {
    public var value: Measured<Double>
    /// Values that it was computed from.
    public var count: Int
  }

  public var section: Section
  public var key: String
  /// Stream, place, intent or direction that it is of; "all" for all directions.
  public var part: String
  public var unit: String
  /// What of the values is compared: "median", "mean", …
  public var statistic: String
  public var a: Side
  public var b: Side
  /// A − B.
  public var difference: Measured<Double>
  /// 95 %.
  public var interval: Measured<Bootstrap.Interval>
  public var method: Method
  /// Matched movements behind the difference.
  public var pairs: Measured<Int>
}

extension ComparisonRow {
  static let notMatched = UnavailableReason(AlignmentReason.notMatched)

  /// A row of two sets of values that are compared by a statistic of each. `lists` are the values of a side in parts that
  /// are resampled each by itself; `none` says why a side has none.
  static func unpaired<Value: Sendable>(
    _ section: Section, _ key: String, part: String, unit: String, statistic: String,
    _ a: Measured<[[Value]]>, _ b: Measured<[[Value]]>, parameters: SummaryParameters, least: Int? = nil,
    leastText: String = "values", of compute: ([[Value]]) -> Double?
  ) -> ComparisonRow {
    func side(_ lists: Measured<[[Value]]>) -> Side {
      let count = lists.value?.reduce(0) { $0 + $1.count } ?? 0
      return Side(
        value: lists.flatMap { Measured(compute($0), else: SummaryReason.tooFew(count: count)) }, count: count
      )
    }
    let (first, second) = (side(a), side(b))
    let difference = Measured.difference(first.value, second.value)
    let needed = least ?? parameters.intervalMinimum
    let interval: Measured<Bootstrap.Interval>
    if let reason = difference.reason {
      interval = .unavailable(reason)
    } else if min(first.count, second.count) < needed {
      interval = .unavailable(SummaryReason.fewerOnASide(needed, what: leastText))
    } else {
      interval = Measured(
        Bootstrap(parameters).difference(a.value ?? [], b.value ?? [], of: compute),
        else: .notKnown)
    }
    return ComparisonRow(
      section: section, key: key, part: part, unit: unit, statistic: statistic, a: first, b: second,
      difference: difference, interval: interval, method: interval.value == nil ? .none : .unpaired,
      pairs: .unavailable(notMatched))
  }

  /// The same row with the median of the differences of matched movements, where there are enough of them.
  func paired(_ differences: [Double]?, parameters: SummaryParameters) -> ComparisonRow {
    guard let differences, differences.count >= parameters.intervalMinimum,
      let median = Statistics.median(differences), let interval = Bootstrap(parameters).median(differences)
    else { return self }
    var row = self
    row.difference = .value(median)
    row.interval = .value(interval)
    row.method = .paired
    row.pairs = .value(differences.count)
    return row
  }
}

extension Measured where Value == Double {
  /// A − B; unavailable with the reasons of the sides that are.
  static func difference(_ a: Measured<Double>, _ b: Measured<Double>) -> Measured<Double> {
    switch (a, b) {
    case (.value(let a), .value(let b)): .value(a - b)
    case (.unavailable(let first), .unavailable(let second)):
      .unavailable(first == second ? ValueReason.ofBoth(first) : .ofEach(a: first, b: second))
    case (.unavailable(let reason), _): .unavailable(ValueReason.ofA(reason))
    case (_, .unavailable(let reason)): .unavailable(ValueReason.ofB(reason))
    }
  }
}
