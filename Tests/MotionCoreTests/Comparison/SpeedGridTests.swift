import Testing

@testable import MotionCore

@Suite struct SpeedGridTests {
  private func speed(_ times: [Double], segments: [Range<Int>]? = nil, _ f: (Double) -> Double)
    -> AngularSpeed
  {
    AngularSpeed(
      origin: HostTime(nanoseconds: 0), times: times, speeds: times.map(f),
      segments: segments ?? [0..<times.count], source: "test")
  }

  /// The mean of a straight line over a bin is its value in the bin's middle, wherever the rows lie.
  @Test func aBinHoldsTheMeanOfWhatRunsThroughIt() {
    let times = [0.003, 0.011, 0.0302, 0.0317, 0.064, 0.0999, 0.131]
    let grid = SpeedGrid(speed(times) { 2 + 3 * $0 }, start: 0, count: 14, step: 0.01)
    for bin in 0..<14 {
      let (low, high) = (Double(bin) * 0.01, Double(bin + 1) * 0.01)
      let isCovered = low >= 0.003 && high <= 0.131
      #expect(grid.known[bin] == (isCovered ? 1 : 0), "\(bin)")
      if isCovered { #expect(abs(grid.values[bin] - (2 + 3 * (low + 0.005))) < 1e-12) }
    }
  }

  @Test func aBinInAGapIsNotKnown() {
    let times = [0.0, 0.01, 0.02, 0.05, 0.06, 0.07]
    let grid = SpeedGrid(speed(times, segments: [0..<3, 3..<6]) { _ in 1 }, start: 0, count: 7, step: 0.01)
    #expect(grid.known == [1, 1, 0, 0, 0, 1, 1])
    #expect(grid.coarser(by: 2).known == [1, 0, 0])
    #expect(grid.seconds(above: 0.5, in: 0..<7) == 0.04)
  }

  @Test func timesMayBeMovedToAnotherClock() {
    let moved = SpeedGrid(speed([0, 1, 2, 3]) { $0 }, start: 10, count: 3, step: 1) { $0 + 10 }
    #expect(moved.values == [0.5, 1.5, 2.5])
    #expect(moved.centred().values == [-1, 0, 1])
  }

  /// By hand: (1, 2, 3, 4) against (1, 3, 2, 4): r = 0.8.
  @Test func aCorrelationIsPearsons() throws {
    func grid(_ values: [Double]) -> SpeedGrid {
      // A line whose integral over each bin is the value: steps.
      var times: [Double] = []
      var speeds: [Double] = []
      for (i, value) in values.enumerated() {
        times += [Double(i) + 1e-9, Double(i + 1) - 1e-9]
        speeds += [value, value]
      }
      return SpeedGrid(
        AngularSpeed(
          origin: HostTime(nanoseconds: 0), times: [-1] + times + [Double(values.count) + 1],
          speeds: [values[0]] + speeds + [values[values.count - 1]], segments: [0..<times.count + 2],
          source: "test"), start: 0, count: values.count, step: 1)
    }
    let (a, b) = (grid([1, 2, 3, 4]), grid([1, 3, 2, 4]))
    let found = try #require(CrossCorrelation.at(lag: 0, a, b, bins: 0..<4))
    #expect(abs(found.r - 0.8) < 1e-6 && found.count == 4)
    // One bin later: (2, 3, 4) against (1, 3, 2): r = 0.5.
    let later = try #require(CrossCorrelation.at(lag: 1, a, b, bins: 0..<4))
    #expect(abs(later.r - 0.5) < 1e-6 && later.count == 3)
    #expect(CrossCorrelation.at(lag: 2, a, b, bins: 0..<4) == nil)
    #expect(CrossCorrelation.at(lag: 0, grid([5, 5, 5, 5]), b, bins: 0..<4) == nil)
  }
}
