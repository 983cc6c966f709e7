import Testing

@testable import DrillRunner

@Suite struct HistogramTests {
  @Test func binsHoldEveryValueAndReadWell() throws {
    let values = [1.001, 1.012, 1.013, 1.098, 1.1]
    let histogram = try #require(Histogram(values, finest: 0.01))
    // 0.099 ms over twelve bins: the next width of 1, 2 or 5 hundredths is 0.01.
    #expect(abs(histogram.width - 0.01) < 1e-12)
    #expect(histogram.counts.reduce(0, +) == 5)
    #expect(histogram.counts.first == 1 && histogram.counts[1] == 2)
    #expect(abs(histogram.from - 1) < 1e-9)
  }

  @Test func widthsGrowWithTheSpread() throws {
    #expect(abs(try #require(Histogram([0, 2.4], finest: 0.01)).width - 0.2) < 1e-12)
    #expect(abs(try #require(Histogram([-30, 30], finest: 0.01)).width - 5) < 1e-12)
    #expect(try #require(Histogram([7, 7], finest: 0.01)).counts == [2])
    #expect(Histogram([], finest: 0.01) == nil)
  }

  @Test func linesShowEdgesBarsAndCounts() throws {
    let histogram = try #require(Histogram([-0.5, 0.2, 0.3, 0.4], bins: 2, finest: 0.5))
    #expect(
      histogram.lines(digits: 1, bar: 6) == ["-0.5 │██ 1", " 0.0 │██████ 3"])
  }
}
