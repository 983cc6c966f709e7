/// How B's host clock runs against A's, found by what both sensors felt. A derived result: it is never written into a
/// bundle, and no time in a bundle is changed by it.
///
/// A constant delay of a sensor, of its filter or its transport, is in it: it aligns what arrived, not what happened.
public struct ClockAlignment: Hashable, Sendable {
  /// One instant on both clocks, in the middle of the overlap.
  public var instantA: HostTime
  public var instantB: HostTime
  /// Standard uncertainty of `instantA` for the given `instantB`, s, and half the width of its 95 % interval.
  public var uncertaintySeconds: Double
  public var halfWidthSeconds: Double
  /// By how much A's clock counts more than B's in the same time, in parts per million, with the same two.
  public var ratePPM: Double
  public var rateUncertaintyPPM: Double
  public var rateHalfWidthPPM: Double
  /// A's time of an instant less the one that the wall clocks give, s; on one clock the delay of A's rows against B's.
  public var wallDifferenceSeconds: Double
  /// Correlation of the angular speeds at the peak, and the highest one elsewhere in the searched range.
  public var correlation: Double
  public var secondCorrelation: Measured<Double>
  /// Lag of that second peak from the first, s.
  public var secondLagSeconds: Measured<Double>
  /// By how many standard errors the first stands out from the second (of Fisher's z).
  public var distinctness: Measured<Double>
  public var overlapSeconds: Double
  /// Blocks whose offsets were used, and those with movement that were left out.
  public var blocks: Int
  public var blocksLeftOut: Int
  public var blockSeconds: Double
  /// SD of the blocks' offsets around the line, s.
  public var residualSDSeconds: Double
  public var searchedSeconds: Double
  /// The streams that the speeds come from.
  public var sourceA: String
  public var sourceB: String

  /// The instant of A's clock.
  public func hostA(_ b: HostTime) -> HostTime {
    let since = Double(b.nanoseconds &- instantB.nanoseconds)
    return HostTime(
      nanoseconds: instantA.nanoseconds &+ (b.nanoseconds &- instantB.nanoseconds)
        &+ ClockAlignment.whole(since * ratePPM * 1e-6))
  }

  /// The instant of B's clock.
  public func hostB(_ a: HostTime) -> HostTime {
    let since = Double(a.nanoseconds &- instantA.nanoseconds)
    let rate = ratePPM * 1e-6
    return HostTime(
      nanoseconds: instantB.nanoseconds &+ (a.nanoseconds &- instantA.nanoseconds)
        &- ClockAlignment.whole(since * rate / (1 + rate)))
  }

  /// Standard uncertainty, s, of an instant of A's clock that was taken to B's, or back.
  public func uncertaintySeconds(at a: HostTime) -> Double {
    let since = Double(a.nanoseconds &- instantA.nanoseconds) / 1e9
    let rate = rateUncertaintyPPM * 1e-6 * since
    return (uncertaintySeconds * uncertaintySeconds + rate * rate).squareRoot()
  }

  private static func whole(_ ns: Double) -> Int64 { Int64(exactly: ns.rounded()) ?? 0 }
}

/// The limits of an alignment, in one place; the document lists them.
enum AlignmentLimits {
  /// Bin of the grid on which the offset is found, and how many make one of the search.
  static let gridSeconds = 0.01
  static let searchFactor = 10
  /// The search looks at no more than this of the overlap, in its middle.
  static let searchedSeconds = 1200.0
  static let leastOverlapSeconds = 30.0
  /// Rows of damaged sessions may claim to lie years apart.
  static let mostSeconds = 86_400.0
  /// A lag of the search needs this much in common.
  static let leastCommonSeconds = 20.0
  /// Movement is an angular speed above this, °/s, and there must be so much of it, s.
  static let movementDegPerSecond = 5.0
  static let leastMovementSeconds = 3.0
  static let leastCorrelation = 0.3
  /// Standard errors of Fisher's z by which the peak stands above nothing, and above every other peak.
  static let leastSignificance = 4.0
  static let leastDistinctness = 3.0
  /// How far an autocorrelation is followed, s.
  static let autocorrelationSeconds = 10.0
  static let blockSeconds = 5.0
  static let mostBlocks = 120
  static let fewestBlocks = 7
  /// A block needs this much movement of both, s, and this correlation.
  static let blockMovementSeconds = 0.3
  static let blockCorrelation = 0.5
  /// How far a block's offset is searched from its neighbour's, s, and again from the line through all.
  static let trackingSeconds = 0.5
  static let refiningSeconds = 0.1
  /// A block this far from the line is left out, in 1.4826 MAD and at least in s.
  static let outlierFactor = 5.0
  static let outlierSeconds = 0.02
  /// No block weighs more than so many times the median one.
  static let largestWeight = 3.0
  /// Blocks that scatter more around the line did not feel the same movement on steady clocks, s.
  static let largestResidualSeconds = 0.05
  /// Clocks that are kept right by NTP are turned by 500 ppm each at most (ntpd's and the kernel's limit), and none that is
  /// not kept is as wrong.
  static let largestRatePPM = 1000.0
  /// A wider 95 % interval is no alignment, s.
  static let largestHalfWidthSeconds = 0.05
}
