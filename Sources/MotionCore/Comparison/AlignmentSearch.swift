#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds how two clocks belong together from the angular speeds of two sensors on one body: where the wall clocks may be
/// wrong by seconds, by correlation over the whole overlap; then block by block to a part of a sample.
struct AlignmentSearch {
  private typealias Limits = AlignmentLimits
  private let a: AngularSpeed
  private let b: AngularSpeed
  /// What takes the seconds of `b` to those of `a`, by the nominal pair of instants.
  private let shift: Double
  private let nominal: (a: HostTime, b: HostTime)
  /// How far the nominal pair may be wrong, s.
  private let searchSeconds: Double

  private init(
    _ a: AngularSpeed, _ b: AngularSpeed, nominal: (a: HostTime, b: HostTime), searchSeconds: Double
  ) {
    self.a = a
    self.b = b
    self.nominal = nominal
    self.searchSeconds = searchSeconds
    shift = (nominal.a - a.origin).inSeconds + (b.origin - nominal.b).inSeconds
  }

  /// The alignment, or why there is none. `nominal` are instants of both clocks that were the same but for
  /// `searchSeconds`.
  static func align(
    _ a: AngularSpeed, _ b: AngularSpeed, nominal: (a: HostTime, b: HostTime), searchSeconds: Double
  ) -> Measured<ClockAlignment> {
    AlignmentSearch(a, b, nominal: nominal, searchSeconds: searchSeconds).align()
  }

  private func align() -> Measured<ClockAlignment> {
    guard let firstA = a.times.first, let lastA = a.times.last, let firstB = b.times.first,
      let lastB = b.times.last
    else { return .unavailable(tooShort(0)) }
    // Whatever may have been at the same time, on A's seconds.
    let start = max(firstA, firstB + shift) - searchSeconds - 1
    let end = min(lastA, lastB + shift) + searchSeconds + 1
    let from = max(start, min(firstA, firstB + shift))
    let count = ((min(end, max(lastA, lastB + shift)) - from) / Limits.gridSeconds).rounded(.up)
    guard count * Limits.gridSeconds >= Limits.leastOverlapSeconds else {
      return .unavailable(tooShort(max(0, count * Limits.gridSeconds)))
    }
    guard count * Limits.gridSeconds <= Limits.mostSeconds else {
      return .unavailable(
        AlignmentReason.spansHours(
          FixedNumber.text(count * Limits.gridSeconds / 3600, digits: 0),
          most: FixedNumber.text(Limits.mostSeconds / 3600, digits: 0)))
    }
    let gridA = SpeedGrid(a, start: from, count: Int(count), step: Limits.gridSeconds)
    let gridB = SpeedGrid(b, start: from, count: Int(count), step: Limits.gridSeconds) { $0 + shift }
    let found: AlignmentPeak
    switch AlignmentPeak.find(gridA, gridB, searchSeconds: searchSeconds) {
    case .value(let peak): found = peak
    case .unavailable(let reason): return .unavailable(reason)
    }
    let offset = found.lagSeconds
    let common =
      max(
        firstA, firstB + shift + offset)...max(
        max(firstA, firstB + shift + offset), min(lastA, lastB + shift + offset))
    let overlap = common.upperBound - common.lowerBound
    guard overlap >= Limits.leastOverlapSeconds else { return .unavailable(tooShort(overlap)) }

    let blocks = AlignmentBlocks(gridA: gridA, start: from, common: common)
    var line = ClockLine(middle: (common.lowerBound + common.upperBound) / 2, offset: offset, rate: 0)
    var result: AlignmentBlocks.Fit?
    // The second time with B moved already: what is left is a small part of a bin, and the parabola through the peak
    // of a correlation is true there.
    for reach in [Limits.trackingSeconds, Limits.refiningSeconds] {
      let moved = SpeedGrid(b, start: from, count: Int(count), step: Limits.gridSeconds) {
        line($0 + shift)
      }
      switch blocks.fit(moved, middle: line.middle + line.offset, reach: reach) {
      case .value(let fit):
        line = line.followed(by: fit.line)
        result = fit
      case .unavailable(let reason): return .unavailable(reason)
      }
    }
    guard let fit = result else { return .unavailable(.notKnown) }
    guard fit.residualSD <= Limits.largestResidualSeconds else {
      return .unavailable(
        AlignmentReason.partsScatter(milliseconds: FixedNumber.text(1000 * fit.residualSD, digits: 0)))
    }
    guard abs(line.rate) - fit.rateHalfWidth <= Limits.largestRatePPM * 1e-6 else {
      return .unavailable(
        AlignmentReason.ratesDiffer(ppm: FixedNumber.text(1e6 * line.rate, digits: 0)))
    }
    guard fit.halfWidth <= Limits.largestHalfWidthSeconds else {
      return .unavailable(
        AlignmentReason.intervalTooWide(milliseconds: FixedNumber.text(1000 * fit.halfWidth, digits: 0)))
    }
    return .value(alignment(line, fit, blocks, peak: found, overlap: overlap))
  }

  private func tooShort(_ seconds: Double) -> AlignmentReason {
    .shortOverlap(
      seconds: FixedNumber.text(seconds, digits: 0),
      needed: FixedNumber.text(Limits.leastOverlapSeconds, digits: 0))
  }

  private func alignment(
    _ line: ClockLine, _ fit: AlignmentBlocks.Fit, _ blocks: AlignmentBlocks, peak: AlignmentPeak,
    overlap: Double
  ) -> ClockAlignment {
    // B's instant in the middle, in whole nanoseconds, and A's instant of exactly that.
    let middle = b.origin + Duration(fromSeconds: line.middle - shift)
    let wall = nominal.a + (middle - nominal.b)
    let offset = line((middle - b.origin).inSeconds + shift) - ((middle - b.origin).inSeconds + shift)
    return ClockAlignment(
      instantA: wall + Duration(fromSeconds: offset), instantB: middle, uncertaintySeconds: fit.uncertainty,
      halfWidthSeconds: fit.halfWidth, ratePPM: line.rate * 1e6,
      rateUncertaintyPPM: fit.rateUncertainty * 1e6, rateHalfWidthPPM: fit.rateHalfWidth * 1e6,
      wallDifferenceSeconds: offset, correlation: peak.correlation,
      secondCorrelation: peak.secondCorrelation, secondLagSeconds: peak.secondLagSeconds,
      distinctness: peak.distinctness, overlapSeconds: overlap, blocks: fit.used,
      blocksLeftOut: fit.leftOut, blockSeconds: blocks.seconds, residualSDSeconds: fit.residualSD,
      searchedSeconds: searchSeconds, sourceA: a.source, sourceB: b.source)
  }
}

/// Where B's times, on A's seconds by the nominal pair, really were: t + offset + rate · (t − middle).
struct ClockLine: Hashable, Sendable {
  var middle: Double
  var offset: Double
  var rate: Double

  func callAsFunction(_ t: Double) -> Double { t + offset + rate * (t - middle) }

  /// First this, then `next`.
  func followed(by next: ClockLine) -> ClockLine {
    ClockLine(
      middle: middle, offset: next(self(middle)) - middle, rate: (1 + rate) * (1 + next.rate) - 1)
  }
}
