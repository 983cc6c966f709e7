#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lag at which two angular speeds belong together, to a tenth of a second, and whether it is the only one.
struct AlignmentPeak: Hashable, Sendable {
  var lagSeconds: Double
  var correlation: Double
  var secondCorrelation: Measured<Double>
  var secondLagSeconds: Measured<Double>
  var distinctness: Measured<Double>

  private typealias Limits = AlignmentLimits

  /// Searches all lags within `searchSeconds` on grids that begin together.
  static func find(
    _ fineA: SpeedGrid, _ fineB: SpeedGrid, searchSeconds: Double
  ) -> Measured<AlignmentPeak> {
    let factor = Limits.searchFactor
    let bins = searchedBins(fineB)
    let speed = Limits.movementDegPerSecond * .pi / 180
    for (name, grid) in [("A", fineA), ("B", fineB)] {
      let moved = grid.seconds(above: speed, in: bins.lowerBound * factor..<bins.upperBound * factor)
      guard moved >= Limits.leastMovementSeconds else {
        return .unavailable(
          AlignmentReason.hardlyMoved(
            side: name, limit: FixedNumber.text(Limits.movementDegPerSecond, digits: 0),
            seconds: FixedNumber.text(moved, digits: 1),
            needed: FixedNumber.text(Limits.leastMovementSeconds, digits: 0)))
      }
    }
    let a = fineA.coarser(by: factor).centred()
    let b = fineB.coarser(by: factor).centred()
    let most = Int((searchSeconds / a.step).rounded(.up))
    let correlations = (-most...most).map { lag -> Double in
      guard let found = CrossCorrelation.at(lag: lag, a, b, bins: bins),
        Double(found.count) * a.step >= Limits.leastCommonSeconds
      else { return .nan }
      return found.r
    }
    guard
      let best = correlations.indices.filter({ correlations[$0].isFinite }).max(by: {
        correlations[$0] < correlations[$1]
      })
    else {
      return .unavailable(
        AlignmentReason.noLag(
          within: FixedNumber.text(searchSeconds, digits: 0),
          common: FixedNumber.text(Limits.leastCommonSeconds, digits: 0)))
    }
    return judge(correlations, best: best, most: most, a, b, bins: bins)
  }

  private static func judge(
    _ correlations: [Double], best: Int, most: Int, _ a: SpeedGrid, _ b: SpeedGrid, bins: Range<Int>
  ) -> Measured<AlignmentPeak> {
    let r = correlations[best]
    let reach = Int((Limits.autocorrelationSeconds / a.step).rounded())
    let perPair = CrossCorrelation.binsPerPair(a, b, bins: bins, reach: reach)
    let pairs = Double(CrossCorrelation.at(lag: best - most, a, b, bins: bins)?.count ?? 0) / perPair
    guard pairs > 4 else {
      return .unavailable(AlignmentReason.repeats)
    }
    // Fisher's z: of two series that are unrelated it is normal with the variance 1/(pairs − 3).
    let error = 1 / (pairs - 3).squareRoot()
    guard r >= Limits.leastCorrelation, z(r) >= Limits.leastSignificance * error else {
      return .unavailable(AlignmentReason.mayBeChance(correlation: FixedNumber.text(r, digits: 2)))
    }
    guard best > 0, best < correlations.count - 1, correlations[best - 1].isFinite,
      correlations[best + 1].isFinite
    else {
      return .unavailable(
        AlignmentReason.atEdge(seconds: FixedNumber.text(Double(most) * a.step, digits: 0)))
    }
    // The peak reaches to where the correlation has fallen to half; what rises beyond is another one.
    func edge(_ step: Int) -> Int {
      var place = best
      while correlations.indices.contains(place + step), !(correlations[place] < r / 2) { place += step }
      return place
    }
    let peak = edge(-1)...edge(1)
    let second = correlations.indices.filter { !peak.contains($0) && correlations[$0].isFinite }
      .max { correlations[$0] < correlations[$1] }
    guard let second, correlations[second] > -1 else {
      let reason = AlignmentReason.fillsRange
      return .value(
        AlignmentPeak(
          lagSeconds: Double(best - most) * a.step, correlation: r, secondCorrelation: .unavailable(reason),
          secondLagSeconds: .unavailable(reason), distinctness: .unavailable(reason)))
    }
    let distinctness = (z(r) - z(correlations[second])) / (error * 2.0.squareRoot())
    let lag = Double(second - best) * a.step
    guard distinctness >= Limits.leastDistinctness else {
      return .unavailable(
        AlignmentReason.notDistinct(
          highest: FixedNumber.text(r, digits: 2), second: FixedNumber.text(correlations[second], digits: 2),
          apart: FixedNumber.text(abs(lag), digits: 1)))
    }
    return .value(
      AlignmentPeak(
        lagSeconds: Double(best - most) * a.step, correlation: r,
        secondCorrelation: .value(correlations[second]), secondLagSeconds: .value(lag),
        distinctness: .value(distinctness)))
  }

  /// The bins of B's search grid that take part: the middle of what may be common.
  private static func searchedBins(_ b: SpeedGrid) -> Range<Int> {
    let count = b.values.count / Limits.searchFactor
    let most = Int(Limits.searchedSeconds / (Limits.gridSeconds * Double(Limits.searchFactor)))
    guard count > most else { return 0..<count }
    let first = (count - most) / 2
    return first..<first + most
  }

  private static func z(_ r: Double) -> Double { atanh(min(r, 0.999_999)) }
}
