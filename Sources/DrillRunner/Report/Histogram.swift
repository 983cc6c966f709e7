import MotionCore

/// Counts of values in bins of equal width, as bars for a terminal.
struct Histogram {
  /// Lower edge of the first bin, and the width of all.
  let from: Double
  let width: Double
  let counts: [Int]

  /// Widths that read well, in units of a power of ten.
  private static let steps = [1.0, 2, 5]

  /// Bins of 1, 2 or 5 times a power of ten, at least `finest` wide, about `bins` of them. nil without values.
  init?(_ values: [Double], bins: Int = 12, finest: Double) {
    guard let least = values.min(), let most = values.max() else { return nil }
    var width = finest
    var decade = 1.0
    search: while true {
      for step in Histogram.steps where step * decade * finest >= (most - least) / Double(bins) {
        width = step * decade * finest
        break search
      }
      decade *= 10
    }
    self.width = width
    let first = (least / width).rounded(.down)
    from = first * width
    var counts = [Int](repeating: 0, count: Int((most / width).rounded(.down) - first) + 1)
    for value in values { counts[Int((value / width).rounded(.down) - first)] += 1 }
    self.counts = counts
  }

  /// A line for each bin: its lower edge, a bar of at most `bar` columns, and its count.
  func lines(digits: Int, bar: Int = 40) -> [String] {
    let most = max(1, counts.max() ?? 1)
    let edges = counts.indices.map { FixedNumber.text(from + Double($0) * width, digits: digits) }
    let longest = edges.map(\.count).max() ?? 0
    return zip(edges, counts).map { edge, count in
      let length = count == 0 ? 0 : max(1, Int((Double(count * bar) / Double(most)).rounded()))
      return edge.leftPadded(to: longest) + " │" + String(repeating: "█", count: length)
        + (count > 0 ? " \(count)" : "")
    }
  }
}
