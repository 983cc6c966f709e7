import MotionCore

/// From a recording of a train of clicks, and the times at which they left, to a latency; or why there is none.
struct LatencyAnalysis {
  /// What one opening of the output gave.
  struct Round: Hashable, Sendable {
    /// Recorded minus logged time of each click but the first ones, ns, and when it left.
    var lags: [Lag]
    /// Of the first click, ns.
    var firstLagNs: Double
    var medianCorrelation: Double

    struct Lag: Hashable, Sendable {
      var atNs: Int64
      var lagNs: Double
    }

    var report: TimingReport { TimingReport(lags: lags.map { ($0.atNs, $0.lagNs) }) }
  }

  /// −60 dB of full scale.
  static let faintest: Int16 = 33
  /// A recording with more samples at full scale than this is clipped.
  static let mostClippedSamples = 8
  static let leastMedianCorrelation = 0.6
  /// An echo this strong, relative to the click.
  static let strongestEcho = 0.8
  /// Clicks that are matched deviate from the common lag by less.
  static let matchingNs = 20e6
  /// A slope that is larger than this by three standard errors of its own.
  static let largestSlopePPM = 50.0
  static let largestSDMs = 2.0
  /// Largest difference of the lags of two openings.
  static let largestSpreadMs = 2.0
  static let plausibleMs = -100.0...2000.0

  /// Clicks at the beginning of a round that do not count.
  let leftOut: Int

  /// - Parameter played: when frame 0 of each click left the output.
  func round(played: [HostTime], recording: Recording) throws(LatencyRefusal) -> Round {
    guard recording.overruns == 0 else {
      throw .recorderLostSound(times: recording.overruns)
    }
    let peak = recording.samples.reduce(0) { max($0, $1.magnitude) }
    guard peak > LatencyAnalysis.faintest.magnitude else { throw .silent }
    let clipped = recording.samples.count { $0 == .max || $0 == .min }
    guard clipped <= LatencyAnalysis.mostClippedSamples else { throw .clipped(samples: clipped) }
    let found = ClickFinder().find(in: recording.samples)
    guard !found.isEmpty else { throw .missing(played: played.count, heard: 0) }
    var correlations = found.map(\.correlation)
    let correlation = FrameLine.median(&correlations)
    guard correlation >= LatencyAnalysis.leastMedianCorrelation else {
      throw .noisy(correlation: correlation)
    }
    var rivals = found.map(\.rival)
    let rival = FrameLine.median(&rivals)
    guard rival <= LatencyAnalysis.strongestEcho else { throw .echo(ratio: rival) }
    let heard = found.compactMap { recording.ns(ofFrame: $0.frame) }
    let matched = LatencyAnalysis.matched(played: played, heard: heard)
    guard matched.count == played.count else { throw .missing(played: played.count, heard: matched.count) }
    guard found.count == played.count else { throw .extra(played: played.count, heard: found.count) }
    let lags = matched.map { Round.Lag(atNs: played[$0.0].nanoseconds, lagNs: $0.1) }
    return Round(
      lags: Array(lags.dropFirst(leftOut)), firstLagNs: lags[0].lagNs, medianCorrelation: correlation)
  }

  /// The clicks that stand near one common lag, as (index, lag in ns): the lag that most agree with. Their intervals
  /// have no pattern, so no other lag comes near it.
  static func matched(played: [HostTime], heard: [Double]) -> [(Int, Double)] {
    var best: [(Int, Double)] = []
    for base in played.prefix(5) {
      for time in heard {
        let lag = time - Double(base.nanoseconds)
        guard plausibleMs.contains(lag / 1e6) else { continue }
        let agreeing = played.indices.compactMap { index -> (Int, Double)? in
          let wanted = Double(played[index].nanoseconds) + lag
          let nearest = heard.min { abs($0 - wanted) < abs($1 - wanted) }!
          guard abs(nearest - wanted) < matchingNs else { return nil }
          return (index, nearest - Double(played[index].nanoseconds))
        }
        if agreeing.count > best.count { best = agreeing }
      }
    }
    return best
  }

  /// What all rounds say together.
  func result(of rounds: [Round]) throws(LatencyRefusal) -> LatencyFigures {
    let reports = rounds.map(\.report)
    var slopes = reports.map(\.driftPPM)
    let slope = FrameLine.median(&slopes)
    let slopeError = reports.map(\.driftErrorPPM).max()!
    guard abs(slope) <= LatencyAnalysis.largestSlopePPM + 3 * slopeError else { throw .drifting(ppm: slope) }
    let squares = reports.reduce(0) { $0 + $1.detrendedSDMs * $1.detrendedSDMs }
    let sd = (squares / Double(reports.count)).squareRoot()
    guard sd <= LatencyAnalysis.largestSDMs else { throw .unsteady(sdMs: sd) }
    let lags = reports.map(\.medianLagMs)
    guard lags.max()! - lags.min()! <= LatencyAnalysis.largestSpreadMs else {
      throw .unrepeatable(lagsMs: lags)
    }
    var sorted = lags
    let lag = FrameLine.median(&sorted)
    guard LatencyAnalysis.plausibleMs.contains(lag) else { throw .implausible(lagMs: lag) }
    var all = rounds.flatMap { $0.lags.map { $0.lagNs / 1e6 } }
    all.sort()
    let between = lags.count > 1 ? TimingReport.standardDeviation(lags) : 0
    // A later run is one more opening: the spread of openings counts whole, that of clicks by their number.
    let uncertainty = (between * between + sd * sd / Double(all.count)).squareRoot()
    return LatencyFigures(
      clicks: rounds.reduce(0) { $0 + $1.lags.count }, leftOut: leftOut * rounds.count, slopePPM: slope,
      detrendedSDMs: sd, lagMs: lag, roundLagsMs: lags, uncertaintyMs: uncertainty, lagsMs: all,
      firstMinusRestMs: zip(rounds, lags).map { $0.firstLagNs / 1e6 - $1 },
      correlation: rounds.map(\.medianCorrelation).min()!)
  }
}
