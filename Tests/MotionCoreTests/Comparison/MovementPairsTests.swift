import Testing

@testable import MotionCore

@Suite struct MovementPairsTests {
  /// Movements that begin at these seconds, to the left (+) or the right (−).
  private func sensor(_ movements: [(at: Double, sign: Int)], startNs: Int64 = 1_000_000_000_000)
    -> ComparedSensor
  {
    var lean = LeanSession()
    lean.seconds = 60
    lean.hz = 20
    lean.startNs = startNs
    var compared = ComparedSensor(lean.build(), configuration: .default)
    compared.analysis.transitions = movements.map { movement in
      let onset = lean.host(movement.at)
      return Transition(
        axis: .lateral, trial: .unavailable("none"), onset: .value(onset),
        onsetUncertaintyNs: .unavailable("none"),
        onsetNoiseNs: .unavailable("none"), onsetMethod: .unavailable("none"), onsetThreshold: .value(onset),
        peak: onset + .milliseconds(500), settle: .unavailable("none"), hold: .unavailable("none"),
        holdSeconds: .unavailable("none"), direction: .unavailable("none"), returnOf: .unavailable("none"),
        sign: movement.sign, startDegrees: .unavailable("none"), endDegrees: .unavailable("none"),
        peakDegrees: .unavailable("none"), rangeDegrees: .unavailable("none"),
        peakSpeedDegPerSecond: 40 + movement.at, durationSeconds: .unavailable("none"),
        settlingSeconds: .unavailable("none"), overshootDegrees: .unavailable("none"),
        corrections: .unavailable("none"), flags: [], excursionDegrees: 20)
    }
    return compared
  }

  @Test func theNearestOnesToTheSameSideAreMatchedOnce() throws {
    let a = sensor([(5, 1), (10, -1), (15, 1), (20, 1), (30, -1)])
    // The first has two candidates; the second goes the other way; the third is too far; 20 has its own; 30 is missing.
    let b = sensor([(5.3, 1), (5.1, 1), (10.05, 1), (15.7, 1), (20, 1), (40, 1)])
    let pairs = MovementPairs(a, b, configuration: .default) { $0 }
    #expect(pairs.pairs.map(\.a) == [0, 3] && pairs.pairs.map(\.b) == [1, 4])
    #expect(pairs.onlyA == 3 && pairs.onlyB == 4)
    let onset = try #require(pairs.differences.first { $0.quantity == .onset })
    // −100 and 0 ms.
    #expect(onset.distribution.count == 2 && near(onset.distribution.median.value, -50, within: 1e-6))
    #expect(onset.medianInterval.reason == "fewer than 5 matched movements have both")
    let speed = try #require(pairs.differences.first { $0.quantity == .peakSpeed })
    #expect(near(speed.distribution.mean.value, -0.05, within: 1e-9))
    let range = try #require(pairs.differences.first { $0.quantity == .range })
    #expect(
      range.distribution.count == 0 && range.distribution.median.reason == "no matched movement has both")
  }

  /// B's clock began at another number: its times are taken to A's before they are compared, and movements outside of what
  /// both recorded are nobody's to miss.
  @Test func timesAreTakenToTheOtherClock() {
    let a = sensor([(5, 1), (50, -1)])
    let b = sensor([(5, -1), (30, -1)], startNs: 77_000_000_000)
    let shift = Duration.nanoseconds(1_000_000_000_000 - 77_000_000_000) + .seconds(20)
    let pairs = MovementPairs(a, b, configuration: .default) { $0 + shift }
    #expect(pairs.pairs == [MovementPairs.Pair(a: 1, b: 1)])
    #expect(pairs.onlyA == 0 && pairs.onlyB == 1)
  }
}
