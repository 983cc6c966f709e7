/// A value that varies along the rows of a sensor, with its first two derivatives, on the timestamps as they are, in one of
/// two variants that are always named: as measured, or by a local polynomial.
///
/// Nothing is differentiated across a gap. What cannot be had is NaN here: derivatives as measured at the ends of a stretch,
/// and what the samples within reach of the polynomial are too few for. What is made of it must be unavailable.
struct MotionDerivatives: Hashable, Sendable {
  /// How the derivatives were computed.
  enum Variant: String, Sendable, CaseIterable {
    /// The value as measured; its derivatives are those of the parabola through a sample and its two neighbours, read at
    /// the sample's own time.
    case unfiltered
    /// A least-squares polynomial around each sample (`LocalPolynomial`), read at the sample's own time.
    case localPolynomial = "local_polynomial"
  }

  var variant: Variant
  /// The rows that the values belong to, one for each.
  var rows: Range<Int>
  var value: [Double]
  /// Per second, and per second squared.
  var first: [Double]
  var second: [Double]

  private init(_ variant: Variant, rows: Range<Int>) {
    self.variant = variant
    self.rows = rows
    value = [Double](repeating: .nan, count: rows.count)
    first = value
    second = value
  }
}

extension MotionDerivatives {
  /// Gives the values of each column at some rows.
  typealias Columns = (Range<Int>) -> [[Double]]

  /// The local polynomial at each of `rows`, for each of `count` columns of values. Samples of the same stretch before and
  /// after the rows take part.
  static func localPolynomial(
    _ polynomial: LocalPolynomial, _ sampled: SampledVectors, rows: Range<Int>, count: Int, columns: Columns
  ) -> [MotionDerivatives] {
    var results = (0..<count).map { _ in MotionDerivatives(.localPolynomial, rows: rows) }
    for part in sampled.parts(of: rows) {
      let reach = sampled.reach(of: part.rows, in: part.segment, seconds: polynomial.halfWidthSeconds)
      let fits = polynomial.fit(times: Array(sampled.times[reach]), columns: columns(reach))
      for (column, fit) in fits.enumerated() {
        for i in part.rows {
          let (to, from) = (i - rows.lowerBound, i - reach.lowerBound)
          results[column].value[to] = fit.value[from]
          results[column].first[to] = fit.first[from]
          results[column].second[to] = fit.second[from]
        }
      }
    }
    return results
  }

  /// The values as measured. With the intervals g before and h after a sample, the parabola through the three values a, b,
  /// c has at b the slope (g²(c − b) + h²(b − a)) / (gh(g + h)) and the second derivative
  /// 2(g(c − b) − h(b − a)) / (gh(g + h)); on a uniform grid these are the usual differences.
  static func unfiltered(
    _ sampled: SampledVectors, rows: Range<Int>, count: Int, columns: Columns
  ) -> [MotionDerivatives] {
    var results = (0..<count).map { _ in MotionDerivatives(.unfiltered, rows: rows) }
    for part in sampled.parts(of: rows) {
      let reach =
        max(
          part.segment.lowerBound, part.rows.lowerBound - 1)..<min(
          part.segment.upperBound, part.rows.upperBound + 1)
      for (column, values) in columns(reach).enumerated() {
        for i in part.rows {
          let (to, from) = (i - rows.lowerBound, i - reach.lowerBound)
          results[column].value[to] = values[from]
          guard i > reach.lowerBound, i + 1 < reach.upperBound else { continue }
          let g = sampled.times[i] - sampled.times[i - 1]
          let h = sampled.times[i + 1] - sampled.times[i]
          let before = values[from] - values[from - 1]
          let after = values[from + 1] - values[from]
          let scale = 1 / (g * h * (g + h))
          results[column].first[to] = scale * (g * g * after + h * h * before)
          results[column].second[to] = 2 * scale * (g * after - h * before)
        }
      }
    }
    return results
  }
}

extension SampledVectors {
  /// The pieces of `rows` without a gap in them, each with the whole stretch that it lies in.
  fileprivate func parts(of rows: Range<Int>) -> [(rows: Range<Int>, segment: Range<Int>)] {
    var parts: [(rows: Range<Int>, segment: Range<Int>)] = []
    var i = rows.lowerBound
    while i < rows.upperBound {
      let segment = segment(of: i)
      let end = min(rows.upperBound, segment.upperBound)
      parts.append((i..<end, segment))
      i = end
    }
    return parts
  }

  /// `rows` with those of `segment` within `seconds` before and after, and at least one of each.
  fileprivate func reach(of rows: Range<Int>, in segment: Range<Int>, seconds: Double) -> Range<Int> {
    let first = min(rows.lowerBound - 1, firstIndex(atOrAfter: times[rows.lowerBound] - seconds))
    let end = max(rows.upperBound + 1, firstIndex(after: times[rows.upperBound - 1] + seconds))
    return (first..<end).clamped(to: segment)
  }
}
