/// A lateral (or forward) rate with its first two derivatives, on the timestamps as they are, in one of two
/// variants that are always named: differences of the values as measured, or a local polynomial.
///
/// Nothing is differentiated across a gap. A value that cannot be had, at the ends of a stretch for the
/// differences and with fewer than three samples in reach for the polynomial, is NaN here; what is made of it
/// must be unavailable.
public struct MotionDerivatives: Hashable, Sendable {
  /// How the derivatives were computed.
  public enum Variant: String, Sendable, CaseIterable {
    /// A least-squares polynomial around each sample (`LocalPolynomial`), read at the sample's own time.
    case localPolynomial = "local_polynomial"
    /// The parabola through a sample and its two neighbours, read at the sample's own time; unfiltered.
    case centralDifferences = "central_differences"
  }

  public var variant: Variant
  /// The rows of the motion that the values belong to, one value for each.
  public var rows: Range<Int>
  /// rad/s.
  public var rate: [Double]
  /// rad/s².
  public var acceleration: [Double]
  /// rad/s³.
  public var jerk: [Double]
}

extension MotionDerivatives {
  /// The local polynomial of `configuration` at each of `rows`. Samples of the same stretch before and after
  /// the rows take part.
  static func localPolynomial(
    of motion: LateralMotion, rows: Range<Int>, configuration: AnalysisConfiguration
  ) -> MotionDerivatives {
    let polynomial = LocalPolynomial(
      order: configuration.localPolynomialOrder,
      halfWidthSeconds: configuration.localPolynomialHalfWidthSeconds)
    var result = MotionDerivatives(.localPolynomial, rows: rows)
    for part in motion.parts(of: rows) {
      var reach = part.rows
      let first = motion.times[reach.lowerBound] - polynomial.halfWidthSeconds
      let last = motion.times[reach.upperBound - 1] + polynomial.halfWidthSeconds
      while reach.lowerBound > part.segment.lowerBound, motion.times[reach.lowerBound - 1] >= first {
        reach = reach.lowerBound - 1..<reach.upperBound
      }
      while reach.upperBound < part.segment.upperBound, motion.times[reach.upperBound] <= last {
        reach = reach.lowerBound..<reach.upperBound + 1
      }
      let fit = polynomial.fit(
        times: Array(motion.times[reach]), values: Array(motion.unfilteredRate[reach]))
      for i in part.rows {
        result.rate[i - rows.lowerBound] = fit.value[i - reach.lowerBound]
        result.acceleration[i - rows.lowerBound] = fit.first[i - reach.lowerBound]
        result.jerk[i - rows.lowerBound] = fit.second[i - reach.lowerBound]
      }
    }
    return result
  }

  /// Central differences of the rate as measured. With the intervals g before and h after a sample, the parabola
  /// through the three values a, b, c has at b the slope (g²(c − b) + h²(b − a)) / (gh(g + h)) and the second
  /// derivative 2(g(c − b) − h(b − a)) / (gh(g + h)); on a uniform grid these are the usual differences.
  static func centralDifferences(of motion: LateralMotion, rows: Range<Int>) -> MotionDerivatives {
    var result = MotionDerivatives(.centralDifferences, rows: rows)
    for part in motion.parts(of: rows) {
      for i in part.rows {
        result.rate[i - rows.lowerBound] = motion.unfilteredRate[i]
        guard i > part.segment.lowerBound, i + 1 < part.segment.upperBound else { continue }
        let g = motion.times[i] - motion.times[i - 1]
        let h = motion.times[i + 1] - motion.times[i]
        let before = motion.unfilteredRate[i] - motion.unfilteredRate[i - 1]
        let after = motion.unfilteredRate[i + 1] - motion.unfilteredRate[i]
        let scale = 1 / (g * h * (g + h))
        result.acceleration[i - rows.lowerBound] = scale * (g * g * after + h * h * before)
        result.jerk[i - rows.lowerBound] = 2 * scale * (g * after - h * before)
      }
    }
    return result
  }

  private init(_ variant: Variant, rows: Range<Int>) {
    self.variant = variant
    self.rows = rows
    rate = [Double](repeating: .nan, count: rows.count)
    acceleration = rate
    jerk = rate
  }
}

extension LateralMotion {
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
}
