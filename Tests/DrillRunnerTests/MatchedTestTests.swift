import Testing

@testable import DrillRunner

/// The guards of `devices --test --matched`, at and around their limits.
@Suite struct MatchedTestTests {
  private func test(hz: Double = 100, p99: Double = 0.011, losses: Int = 0) -> MatchedTest {
    let without = MatchedTest.Figures(meanHz: 100, intervalP99Seconds: 0.011, losses: 0)
    let with = MatchedTest.Figures(meanHz: hz, intervalP99Seconds: p99, losses: losses)
    return MatchedTest(with: [with, with], without: [without, without])
  }

  @Test func theSameIsFine() {
    #expect(test().findings.isEmpty)
    #expect(test().lines.last?.contains("do not slow") == true)
  }

  @Test(arguments: [(95.5, true), (94.5, false), (120, true)]) func theRateMayFallByFivePerCent(
    hz: Double, isFine: Bool
  ) {
    #expect(test(hz: hz).findings.isEmpty == isFine)
  }

  @Test(arguments: [(0.0131, true), (0.0133, false), (0.005, true)])
  func theLongIntervalsMayGrowByTwentyPerCent(
    p99: Double, isFine: Bool
  ) {
    #expect(test(p99: p99).findings.isEmpty == isFine)
  }

  /// 13.3 ms of 11 ms are a fifth and 0.9 % more.
  @Test func widerIntervalsAreTold() {
    #expect(test(p99: 0.0133).findings == [SensorTestFinding.widerIntervals(percent: "20.9 %")])
  }

  @Test func nothingMayBeLost() {
    #expect(test(losses: 1).findings.map(\.text) == ["2 losses were observed"])
  }

  /// One bad hearing of two counts by half: 80 and 100 Hz are 90 in the mean.
  @Test func hearingsAreTakenTogether() {
    var both = test()
    both.with[0].meanHz = 80
    #expect(abs(both.rateChange + 0.1) < 1e-12)
    #expect(both.findings.map(\.text) == ["the rate falls by 10.0 % (5 % allowed)"])
  }
}
