import MotionCore
import Testing

/// Expected values worked by hand.
@Suite struct StatisticsTests {
  @Test func meanAndDeviations() {
    // Mean 5, squared deviations 9 1 1 1 0 0 4 16 = 32 over 8 and over 7.
    let values: [Double] = [2, 4, 4, 4, 5, 5, 7, 9]
    #expect(Statistics.mean(values) == 5)
    #expect(Statistics.populationSD(values) == 2)
    #expect(Statistics.sampleSD(values) == (32.0 / 7).squareRoot())
  }

  @Test func mediansOfOddAndEvenCountsInAnyOrder() {
    #expect(Statistics.median([9, 1, 5]) == 5)
    #expect(Statistics.median([4, 1, 3, 2]) == 2.5)
    // Median 3, deviations 2 1 0 1 97.
    #expect(Statistics.medianAbsoluteDeviation([1, 2, 3, 4, 100]) == 1)
  }

  @Test func nearestRankIsTheValueOfTheRoundedUpRank() {
    // Rank ⌈0.95 · 20⌉ = 19, ⌈0.99 · 20⌉ = 20, ⌈0.95 · 21⌉ = 20.
    #expect(Statistics.nearestRank(percent: 95, sorted: (1...20).map(Double.init)) == 19)
    #expect(Statistics.nearestRank(percent: 99, sorted: (1...20).map(Double.init)) == 20)
    #expect(Statistics.nearestRank(percent: 95, sorted: (1...21).map(Double.init)) == 20)
    #expect(Statistics.nearestRank(percent: 0, sorted: [7, 8]) == 7)
    #expect(Statistics.nearestRank(percent: 100, sorted: [7, 8]) == 8)
  }

  @Test func quantilesOfTypeSeven() {
    // (n − 1) · 0.25 = 0.75: three quarters of the way from 10 to 20.
    #expect(Statistics.quantile(0.25, sorted: [10, 20, 30, 40]) == 17.5)
    #expect(Statistics.quantile(0.75, sorted: [10, 20, 30, 40]) == 32.5)
    #expect(Statistics.quantile(1, sorted: [10, 20, 30, 40]) == 40)
    #expect(Statistics.quantile(0.5, sorted: [3]) == 3)
  }

  /// Against a full sort: random, equal, ordered, reversed and organ-pipe values.
  @Test func mediansAgreeWithASort() {
    var random = SplitMix(state: 9)
    let series: [[Double]] = [
      (0..<1001).map { _ in random.uniform() }, (0..<1000).map { _ in (random.uniform() * 4).rounded() },
      [Double](repeating: 3, count: 500), (0..<777).map(Double.init), (0..<778).reversed().map(Double.init),
      (0..<1000).map { Double(min($0, 999 - $0)) },
    ]
    for values in series {
      let sorted = values.sorted()
      let middle = sorted.count / 2
      let expected =
        sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
      #expect(Statistics.median(values) == expected)
    }
  }

  @Test func aMedianOfValuesThatAreNotNumbersEnds() {
    _ = Statistics.median([.nan, 1, .nan, 0, .infinity, .nan, -1])
    _ = Statistics.median([Double](repeating: .nan, count: 1000))
  }

  @Test func nothingIsInventedForNoValues() {
    #expect(Statistics.mean([]) == nil)
    #expect(Statistics.populationSD([]) == nil)
    #expect(Statistics.sampleSD([1]) == nil)
    #expect(Statistics.median([]) == nil)
    #expect(Statistics.medianAbsoluteDeviation([]) == nil)
    #expect(Statistics.nearestRank(percent: 95, sorted: []) == nil)
    #expect(Statistics.quantile(0.5, sorted: []) == nil)
  }
}
