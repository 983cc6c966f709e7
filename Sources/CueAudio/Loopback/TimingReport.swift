import MotionCore

/// How far the logged times of cues were from the recorded ones: a lag, and the deviations from it.
package struct TimingReport: Sendable {
  /// Recorded minus logged time of each cue, less the median, ms, in order of play.
  package let deviationsMs: [Double]
  /// The median of recorded minus logged time, ms: 0 where the constant of the output is known.
  package let medianLagMs: Double
  /// Slope of the deviations over time, parts per million.
  package let driftPPM: Double
  /// Standard error of that slope, parts per million.
  package let driftErrorPPM: Double
  /// Standard deviation of what remains without the slope, ms.
  package let detrendedSDMs: Double
  package let absoluteMedianMs: Double
  package let absoluteP95Ms: Double
  package let absoluteMaxMs: Double
  package let sdMs: Double
  /// Deviation of the first cue minus the median of the rest, ms.
  package let firstMinusRestMs: Double

  /// - Parameter lags: logged time, and recorded minus logged time, ns, of at least three cues in order.
  package init(lags: [(atNs: Int64, lagNs: Double)]) {
    var sorted = lags.map(\.lagNs)
    let median = FrameLine.median(&sorted)
    let deviations = lags.map { ($0.lagNs - median) / 1e6 }
    deviationsMs = deviations
    medianLagMs = median / 1e6
    let seconds = lags.map { Double($0.atNs - lags[0].atNs) / 1e9 }
    let (slope, intercept) = TimingReport.leastSquares(seconds, deviations)
    driftPPM = slope * 1e3
    detrendedSDMs = TimingReport.standardDeviation(
      zip(seconds, deviations).map { $1 - intercept - slope * $0 })
    let middle = seconds.reduce(0, +) / Double(seconds.count)
    let sxx = seconds.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    driftErrorPPM = sxx > 0 ? detrendedSDMs / sxx.squareRoot() * 1e3 : .infinity
    let absolute = deviations.map(abs).sorted()
    absoluteMedianMs = TimingReport.quantile(absolute, 0.5)
    absoluteP95Ms = TimingReport.quantile(absolute, 0.95)
    absoluteMaxMs = absolute[absolute.count - 1]
    sdMs = TimingReport.standardDeviation(deviations)
    var rest = Array(deviations.dropFirst())
    firstMinusRestMs = deviations[0] - FrameLine.median(&rest)
  }

  /// Linear interpolation between order statistics (Hyndman and Fan 1996, definition 7) of sorted values.
  static func quantile(_ sorted: [Double], _ p: Double) -> Double {
    let position = Double(sorted.count - 1) * p
    let index = Int(position)
    guard index + 1 < sorted.count else { return sorted[index] }
    return sorted[index] + (position - Double(index)) * (sorted[index + 1] - sorted[index])
  }

  /// With n − 1 in the denominator.
  static func standardDeviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
  }

  static func leastSquares(_ xs: [Double], _ ys: [Double]) -> (slope: Double, intercept: Double) {
    let n = Double(xs.count)
    let (mx, my) = (xs.reduce(0, +) / n, ys.reduce(0, +) / n)
    let sxx = xs.reduce(0) { $0 + ($1 - mx) * ($1 - mx) }
    let sxy = zip(xs, ys).reduce(0) { $0 + ($1.0 - mx) * ($1.1 - my) }
    let slope = sxx > 0 ? sxy / sxx : 0
    return (slope, my - slope * mx)
  }
}
