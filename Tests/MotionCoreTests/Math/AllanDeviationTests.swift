import Foundation
import Testing

@testable import MotionCore

@Suite struct AllanDeviationTests {
  /// allantools 2024.6 (`oadev`) on 0.3·sin(0.7n) + 0.1·cos(0.013n) + 10⁻⁵·n, n < 20000, 200 Hz.
  @Test func overlappingDeviationsAreThoseOfAllantools() {
    let rate = (0..<20_000).map { index -> Double in
      let n = Double(index)
      return 0.3 * sin(0.7 * n) + 0.1 * cos(0.013 * n) + 1e-5 * n
    }
    let golden: [(tau: Double, deviation: Double, count: Int)] = [
      (0.005, 0.1028727048476276, 19999), (0.05, 0.01257461795905425, 19981),
      (0.5, 0.05635912493235258, 19801),
      (5, 0.007146677022530653, 18001), (20, 0.02839184261109172, 12001),
    ]
    let samples = golden.map { point in Int((point.tau * 200).rounded()) }
    let found = AllanDeviation(rate: rate, interval: 0.005, samples: samples)
    #expect(found.points.count == golden.count)
    for (point, golden) in zip(found.points, golden) {
      #expect(abs(point.tau - golden.tau) < 1e-12)
      #expect(abs(point.deviation / golden.deviation - 1) < 1e-9, "\(golden.tau)")
      #expect(point.count == golden.count)
    }
  }

  /// White noise of SD s: σ(τ) = s·√(dt/τ); a ramp of r per second: σ(τ) = r·τ/√2.
  @Test func whiteNoiseFallsAndARampRises() {
    var random = SplitMix(state: 8)
    let noise = (0..<100_000).map { _ in 0.2 * random.normal() }
    for point in AllanDeviation(rate: noise, interval: 0.01, samples: [1, 10, 100]).points {
      // 1000 independent stretches of a second: 2.2 %; three of them.
      #expect(abs(point.deviation / (0.2 * (0.01 / point.tau).squareRoot()) - 1) < 0.07, "\(point.tau)")
    }
    let ramp = (0..<1000).map { 0.5 * Double($0) * 0.01 }
    for point in AllanDeviation(rate: ramp, interval: 0.01, samples: [1, 7, 200]).points {
      #expect(abs(point.deviation / (0.5 * point.tau / 2.0.squareRoot()) - 1) < 1e-9, "\(point.tau)")
    }
  }

  @Test func tooFewValuesHaveNoDeviation() {
    #expect(AllanDeviation(rate: [1, 2, 3], interval: 1, samples: [2]).points == [])
    #expect(AllanDeviation(rate: [], interval: 1, samples: [1]).points == [])
    #expect(AllanDeviation.octaves(3) == [])
    #expect(AllanDeviation.octaves(64) == [1, 2, 4, 8, 16])
  }
}
