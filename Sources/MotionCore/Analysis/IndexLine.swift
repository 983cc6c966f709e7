/// Sample times of a stream whose device gives none, derived from its arrivals: the lower-envelope line of row number against
/// arrival. Rows are measured at a steady rate and arrive late by various delays, several at once or one by one; none arrives
/// early. So the line through the earliest arrivals gives each row the time at which it would have arrived without delay.
///
/// Rows that were lost show as a lasting rise of the arrivals above the line, by whole intervals, and are counted in. Where a
/// stream is silent for longer than a second a new line begins.
struct IndexLine: Sendable {
  /// The derived times, on the arrivals' time line, s.
  var times: [Double]
  /// The interval of the rows, s: that of the longest part.
  var intervalSeconds: Double
  /// Rows that the lines count as lost. An estimate.
  var missingRows: Int
  /// 99th percentile of arrival − derived time, s.
  var residualP99Seconds: Double

  /// A longer silence begins a new line.
  private static let silenceSeconds = 1.0
  /// No sensor measures more often, s.
  private static let shortestInterval = 1e-6
  /// A line through fewer rows is none.
  private static let fewestRows = 50
  /// Rows on each side whose earliest arrival tells the level of the arrivals.
  private static let reach = 25

  /// Fits lines to `arrivals` (s) of the rows `numbers` (ascending). Unavailable where a part is too
  /// short, or where the arrivals do not follow a line: the rate is not steady, or losses cannot be told from delays.
  static func fit(arrivals: [Double], numbers: [Int64]) -> Measured<IndexLine> {
    precondition(arrivals.count == numbers.count)
    // A row that seems to arrive before the one before it arrived with it.
    var arrivals = arrivals
    for row in arrivals.indices.dropFirst() where arrivals[row] < arrivals[row - 1] {
      if arrivals[row - 1] - arrivals[row] <= silenceSeconds { arrivals[row] = arrivals[row - 1] }
    }
    var line = IndexLine(times: [], intervalSeconds: 0, missingRows: 0, residualP99Seconds: 0)
    line.times.reserveCapacity(arrivals.count)
    var longest = 0
    var first = 0
    for row in 1...max(1, arrivals.count)
    where row >= arrivals.count || !(0...silenceSeconds).contains(arrivals[row] - arrivals[row - 1]) {
      let part = first..<min(row, arrivals.count)
      first = row
      switch times(Array(arrivals[part]), Array(numbers[part])) {
      case .unavailable(let reason): return .unavailable(reason)
      case .value(let found):
        line.times += found.times
        line.missingRows += found.missing
        if part.count > longest {
          longest = part.count
          line.intervalSeconds = found.interval
        }
      }
    }
    var delays = zip(arrivals, line.times).map { $0 - $1 }
    line.residualP99Seconds = Statistics.nearestRank(percent: 99, reordering: &delays) ?? 0
    guard zip(line.times.dropFirst(), line.times).allSatisfy({ $0 > $1 }) else {
      return .unavailable(ClockReason.derivedOutOfOrder)
    }
    return .value(line)
  }

  private typealias Part = (times: [Double], interval: Double, missing: Int)

  private static func times(_ arrivals: [Double], _ numbers: [Int64]) -> Measured<Part> {
    let count = arrivals.count
    guard count >= fewestRows, let start = arrivals.first, let end = arrivals.last, end > start,
      arrivals.allSatisfy(\.isFinite)
    else { return .unavailable(ClockReason.fewRows(needed: fewestRows)) }
    var index = numbers.map { Double($0 &- numbers[0]) }
    let mean = (end - start) / (index[count - 1])
    guard mean >= shortestInterval else { return .unavailable(ClockReason.allAtOnce) }
    var steps: [Double] = []
    steps.reserveCapacity(count - 1)
    for row in 1..<count {
      let rows = index[row] - index[row - 1]
      steps.append((arrivals[row] - arrivals[row - 1]) / rows)
    }
    let median = Statistics.median(steps) ?? mean
    // Of rows that come several at once most follow another at once.
    let isBunched = mean > 2 * median
    var missing = 0
    if !isBunched { missing = countLosses(arrivals, &index, interval: median) }
    let interval = isBunched ? mean : median
    let receipts = arrivals.map { Int64((($0 - start) * 1e9).rounded()) }
    guard
      let mapping = ClockFit.fit(
        times: .reals(index.map { $0 * interval * 1e9 }), unit: .nanoseconds, receiptNs: receipts)
    else { return .unavailable(.notKnown) }
    let origin = start + Double(mapping.t0Host.nanoseconds) * 1e-9
    let line = MappedLine(mapping, unit: .nanoseconds)
    let times = index.map { origin + line.hostNs(sinceT0: $0 * interval * 1e9 - line.t0) * 1e-9 }
    let real = interval * (1 + mapping.driftPPM * 1e-6)
    // Along the whole part the earliest arrivals stay on the line.
    let allowed = max(0.5 * real, 0.003)
    let bin = max(fewestRows, Int((0.5 / real).rounded()))
    for first in stride(from: 0, through: max(0, count - bin), by: bin) {
      var level = Double.infinity
      for row in first..<min(first + bin, count) { level = min(level, arrivals[row] - times[row]) }
      guard abs(level) <= allowed else {
        return .unavailable(ClockReason.uneven(seconds: abs(level)))
      }
    }
    return .value((times, real, missing))
  }

  /// Counts in rows that were lost: where the earliest of the next arrivals lies half an interval or more above the earliest
  /// of those before, for good. Returns how many.
  private static func countLosses(_ arrivals: [Double], _ index: inout [Double], interval: Double) -> Int {
    let count = arrivals.count
    var missing = 0.0
    /// Arrival less the time that the number so far stands for.
    func level(_ row: Int) -> Double { arrivals[row] - interval * (index[row] + missing) }
    var settled = 0
    var row = 1
    while row < count {
      // Only a row that comes late against the one before it can follow a loss.
      let late = arrivals[row] - arrivals[row - 1] - interval * (index[row] - index[row - 1])
      if late > 0.3 * interval {
        var before = Double.infinity
        for i in max(settled, row - reach)..<row { before = min(before, arrivals[i] - interval * index[i]) }
        var after = Double.infinity
        for i in row..<min(count, row + reach) { after = min(after, level(i)) }
        let lost = ((after - before) / interval).rounded()
        if lost >= 1 {
          missing += lost
          settled = row
        }
      }
      index[row] += missing
      row += 1
    }
    return Int(missing)
  }
}

extension IndexLine {
  /// What the analysis says of it.
  var json: JSONValue {
    [
      "derived_hz": .finite(1 / intervalSeconds), "missing_estimate": .integer(Int64(missingRows)),
      "delay_p99_s": .finite(residualP99Seconds),
    ]
  }
}
