/// A measured latency.
package struct LatencyFigures: Hashable, Sendable {
  /// Clicks that count, over all rounds.
  package var clicks: Int
  /// First clicks of the rounds that do not.
  package var leftOut: Int
  /// Change of the lag, parts per million: the median of the rounds.
  package var slopePPM: Double
  /// Standard deviation of a click's lag about its round's line, ms.
  package var detrendedSDMs: Double
  /// Recorded minus logged time of a click: the median of the rounds' medians, ms.
  package var lagMs: Double
  /// The median of each opening of the output, ms.
  package var roundLagsMs: [Double]
  /// Standard uncertainty (k = 1) of the lag at another opening, ms.
  package var uncertaintyMs: Double
  /// The lag of every click that counts, sorted, ms.
  package var lagsMs: [Double]
  /// Lag of the very first click of each round less the round's median, ms.
  package var firstMinusRestMs: [Double]
  /// The least median correlation of a round.
  package var correlation: Double
}
