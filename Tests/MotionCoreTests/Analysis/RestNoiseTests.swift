import Foundation
import Testing

@testable import MotionCore

/// The noise model, the shapes, and the self-test that corrects the uncertainty.
@Suite struct RestNoiseTests {
  /// x(n) = 1.2 x(n−1) − 0.5 x(n−2) + e(n), SD of e 0.01, in two stretches: the coefficients come back, and what
  /// remains is white and of variance 1.
  @Test func burgsMethodFindsAKnownProcess() throws {
    var random = SplitMix(state: 8)
    func stretch(_ count: Int) -> [Double] {
      var x = [0.0, 0.0]
      for n in 2..<count + 200 { x.append(1.2 * x[n - 1] - 0.5 * x[n - 2] + 0.01 * random.normal()) }
      return Array(x.suffix(count))
    }
    let parts = [stretch(3000), stretch(5000)]
    let noise = try #require(RestNoise(increments: parts, order: 2, stepSeconds: 0.02))
    // The standard error of a coefficient is about √((1 − 0.5²)/8000) = 0.01.
    #expect(abs(noise.coefficients[1] + 1.2) < 0.04 && abs(noise.coefficients[2] - 0.5) < 0.04)
    #expect(abs(noise.innovation / 0.01 - 1) < 0.04)
    var white: [Double] = []
    noise.whiten(parts[1], into: &white)
    #expect(white.count == 4998)
    #expect(abs(try #require(Statistics.populationSD(white)) - 1) < 0.05)
    let product = zip(white, white.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / 4997
    #expect(abs(product) < 0.06)
  }

  @Test func tooLittleRestAndNoNoiseGiveNoModel() {
    #expect(RestNoise(increments: [[1, 2, 1, 3, 1]], order: 2, stepSeconds: 0.02) == nil)
    #expect(
      RestNoise(increments: [[Double](repeating: 0, count: 5000)], order: 8, stepSeconds: 0.02) == nil)
  }

  /// Each shape goes from 0 to 1, its speed is the slope of its position, and it is symmetric.
  @Test(arguments: StartShape.allCases) func shapesAreConsistent(shape: StartShape) {
    #expect(shape.position(-1) == 0 && shape.position(2) == 1 && shape.speed(0) == 0 && shape.speed(1) == 0)
    for k in 1..<100 {
      let u = Double(k) / 100
      let slope = (shape.position(u + 1e-5) - shape.position(u - 1e-5)) / 2e-5
      #expect(abs(slope - shape.speed(u)) < 1e-6)
      #expect(abs(shape.speed(u) - shape.speed(1 - u)) < 1e-12)
    }
  }

  /// An interval that is 1.5 times too narrow is widened by the self-test, never below the noise alone.
  @Test func aCorrectionScalesBothUncertainties() {
    let estimate = OnsetEstimate(time: 1, method: .fit, noiseSeconds: 0.02, uncertaintySeconds: 0.03)
    let wider = OnsetSelfTest(interval: 1.5, noise: 1.1, count: 256).corrected(estimate)
    #expect(abs(wider.noiseSeconds - 0.022) < 1e-15 && abs(wider.uncertaintySeconds - 0.045) < 1e-15)
    #expect(wider.time == 1)
    let bounded = OnsetSelfTest(interval: 0.5, noise: 2, count: 256).corrected(estimate)
    #expect(bounded.uncertaintySeconds == bounded.noiseSeconds)
  }

  /// 60 % of a mixture at −0.1 and +0.1, each known to 1 ms, 40 % at 0: 95 % lie within 0.1 and a little.
  @Test func theIntervalHoldsItsPartOfTheMixture() throws {
    let mixture = OnsetFit.Mixture(parts: [(0.4, 0, 0.001), (0.3, -0.1, 0.001), (0.3, 0.1, 0.001)])
    let estimate = try #require(mixture.estimate)
    #expect(abs(1.96 * estimate.uncertaintySeconds - 0.1) < 0.003)
    #expect(abs(mixture.held(within: 1.96 * estimate.uncertaintySeconds) - 0.95) < 1e-6)
    #expect(estimate.time == 0 && estimate.noiseSeconds == 0.001 && mixture.mean == 0)
    // One normal alone: its own 1.96 standard deviations.
    let alone = try #require(OnsetFit.Mixture(parts: [(1, 2, 0.01)]).estimate)
    #expect(abs(alone.uncertaintySeconds - 0.01) < 1e-4)
  }
}
