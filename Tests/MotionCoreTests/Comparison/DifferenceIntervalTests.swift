import Testing

@testable import MotionCore

@Suite struct DifferenceIntervalTests {
  /// With the mean as the statistic it is the interval of a difference of means that the asymmetry uses, draw by draw.
  @Test func theDifferenceOfMeansIsTheOneOfTheAsymmetry() throws {
    var random = SplitMix(state: 3)
    let left = (0..<31).map { _ in 20 + 2 * random.normal() }
    let right = (0..<17).map { _ in 18 + 3 * random.normal() }
    let bootstrap = Bootstrap(resamples: 500, seed: 11)
    let known = try #require(bootstrap.difference(left, right)).difference
    let found = try #require(bootstrap.difference([left], [right]) { Statistics.mean($0[0]) })
    #expect(abs(found.low - known.low) < 1e-12 && abs(found.high - known.high) < 1e-12)
  }

  /// The median of n normal values has the standard error 1.2533 σ/√n (M. G. Kendall and A. Stuart, The Advanced Theory of
  /// Statistics, 1).
  @Test func theDifferenceOfMediansSpreadsAsTheirErrors() throws {
    var random = SplitMix(state: 12)
    let a = (0..<400).map { _ in 5 + 2 * random.normal() }
    let b = (0..<400).map { _ in 4 + random.normal() }
    let found = try #require(
      Bootstrap(resamples: 2000, seed: 1).difference([a], [b]) { Statistics.median($0[0]) })
    let expected = 2 * 1.96 * 1.2533 * (4.0 / 400 + 1.0 / 400).squareRoot()
    #expect(abs((found.high - found.low) / expected - 1) < 0.25)
    let middle = try #require(Statistics.median(a)) - #require(Statistics.median(b))
    #expect((found.low...found.high).contains(middle))
  }

  @Test func aSideWithoutValuesHasNoInterval() {
    let bootstrap = Bootstrap(resamples: 100, seed: 1)
    #expect(bootstrap.difference([[1.0]], [[]]) { Statistics.mean($0[0]) } == nil)
    // Each part keeps its size: a statistic of the sizes cannot vary.
    let sizes = bootstrap.difference([[1.0, 2], [3]], [[4.0]]) { Double($0.reduce(0) { 10 * $0 + $1.count }) }
    #expect(sizes == Bootstrap.Interval(low: 20, high: 20))
  }

  /// R. G. Newcombe, Statistics in Medicine 17, 1998, table II, method 10 (recomputed to six digits).
  @Test(arguments: [
    (56, 70, 48, 80, 0.052431, 0.333873), (9, 10, 3, 10, 0.170523, 0.809018),
    (5, 56, 0, 29, -0.038137, 0.192560),
    (10, 10, 0, 10, 0.607509, 1.0),
  ])
  func sharesHaveNewcombesInterval(a: Int, m: Int, b: Int, n: Int, low: Double, high: Double) throws {
    let found = try #require(Proportion.difference((a, m), (b, n)))
    #expect(abs(found.low - low) < 1e-6 && abs(found.high - high) < 1e-6)
    #expect(Proportion.difference((0, 0), (b, n)) == nil)
  }

  /// By hand: (1, 3) has s² = 2 with one degree of freedom, (10, 11, 12) s² = 1 with two, (5) none: √(4/3).
  @Test func aPooledDeviationIsThatWithinItsParts() throws {
    let found = try #require(PooledDeviation.of([[1, 3], [10, 11, 12], [5], []]))
    #expect(abs(found - (4.0 / 3).squareRoot()) < 1e-15)
    #expect(PooledDeviation.of([[1], [2]]) == nil)
  }
}
