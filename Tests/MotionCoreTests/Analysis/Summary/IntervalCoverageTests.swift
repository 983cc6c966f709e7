import Foundation
import Testing

@testable import MotionCore

/// That stated intervals hold the truth about as often as they say. The figures are in docs/accuracy.md.
@Suite struct IntervalCoverageTests {
  /// Against a numeric integral of the density by the midpoint rule.
  @Test func theTrueMedianHalvesTheDistribution() {
    for x in [IntervalCampaign.first, IntervalCampaign.second] {
      let median = IntervalCampaign.median(x)
      let step = 0.05
      let below = stride(from: x.mu - 8 * x.sigma + step / 2, to: median, by: step)
        .reduce(0) { $0 + exp(x.logDensity($1)) * step }
      #expect(abs(below - 0.5) < 1e-3)
    }
  }

  /// 400 repetitions with 25 values on a side: a coverage of 95 % is seen between 91 and 98 (four standard errors).
  /// The percentile bootstrap is known to be narrow for a scatter, so that this is held from below only.
  @Test(arguments: IntervalCampaign.Kind.allCases)
  func intervalsHoldTheTruth(kind: IntervalCampaign.Kind) {
    var campaign = IntervalCampaign(kind, count: 25, seed: 77)
    campaign.resamples = 300
    let coverage = campaign.coverage(400)
    #expect(coverage >= (kind == .deviationDifference ? 0.82 : 0.90), "\(kind.rawValue): \(coverage)")
    #expect(coverage <= 0.99, "\(kind.rawValue): \(coverage)")
  }
}

/// Writes the table of docs/accuracy.md: `make accuracy`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DRILLRUNNER_ACCURACY"] != nil))
struct IntervalAccuracyPageTests {
  private static let names: [(IntervalCampaign.Kind, String)] = [
    (.median, "median latency (`median_interval_95`)"),
    (.meanDifference, "left less right, of the means (`difference`)"),
    (.normalizedDifference, "left less right, normalized (`normalized`)"),
    (.medianDifference, "A less B, of the medians (`unpaired_bootstrap`)"),
    (.deviationDifference, "A less B, of the scatter within two directions (`unpaired_bootstrap`)"),
    (.pairedMedian, "median of the differences of pairs (`paired_bootstrap`)"),
    (.shareDifference, "A less B, of shares of 90 and 80 % (`newcombe`)"),
  ]

  @Test func writeThePage() throws {
    let repetitions = 2000
    let counts = [5, 10, 25, 50]
    var text =
      "| interval | \(counts.map { "n = \($0)" }.joined(separator: " | ")) |\n|---|---|---|---|---|\n"
    for (kind, name) in Self.names {
      let cells = counts.map { count -> String in
        var campaign = IntervalCampaign(kind, count: count, seed: UInt64(1000 + count))
        return String(format: "%.1f", 100 * campaign.coverage(repetitions))
      }
      text += "| \(name) | \(cells.joined(separator: " | ")) |\n"
    }
    try AccuracyPage.replace("intervals", with: text)
  }
}
