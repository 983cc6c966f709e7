import Foundation
import Testing

@testable import MotionCore

@Suite struct ExGaussianTests {
  /// The density integrates to 1, its mean is µ + τ and its variance σ² + τ².
  @Test(arguments: [(300.0, 40.0, 100.0), (0, 1, 0.1), (5, 0.05, 3)])
  func theDensityHasItsMoments(mu: Double, sigma: Double, tau: Double) {
    let distribution = ExGaussian(mu: mu, sigma: sigma, tau: tau)
    let from = mu - 10 * sigma
    let step = (20 * sigma + 40 * tau) / 40_000
    var moments = (0.0, 0.0, 0.0)
    for i in 0..<40_000 {
      let x = from + (Double(i) + 0.5) * step
      let part = exp(distribution.logDensity(x)) * step
      moments.0 += part
      moments.1 += part * (x - mu)
      moments.2 += part * (x - mu) * (x - mu)
    }
    #expect(abs(moments.0 - 1) < 1e-5)
    #expect(abs(moments.1 / tau - 1) < 1e-4)
    let variance = moments.2 - moments.1 * moments.1
    #expect(abs(variance / (sigma * sigma + tau * tau) - 1) < 1e-4)
  }

  /// Both branches of the density, on both sides of z = 20, go over into each other.
  @Test func theDensityIsSmoothWhereErfcUnderflows() {
    let distribution = ExGaussian(mu: 0, sigma: 1, tau: 0.0353)
    // z = (σ/τ − x)/√2 is 20 at x = σ/τ − 20√2.
    let edge = 1 / 0.0353 - 20 * 2.0.squareRoot()
    let below = distribution.logDensity(edge - 1e-9)
    let above = distribution.logDensity(edge + 1e-9)
    #expect(abs(below - above) < 1e-7)
    // Far out, with z beyond 1000, it is nearly the normal density.
    let normal = -0.5 - 0.5 * log(2 * Double.pi)
    #expect(abs(ExGaussian(mu: 0, sigma: 1, tau: 1e-4).logDensity(1) - normal) < 1e-3)
  }

  private func sample(_ count: Int, seed: UInt64) -> [Double] {
    var random = SplitMix(state: seed)
    return (0..<count).map { _ in 250 + 30 * random.normal() - 90 * log(1 - random.uniform()) }
  }

  /// 20 000 simulated reactions; the standard errors of the estimates are about 1 ms.
  @Test func theFitFindsWhatWasSimulated() throws {
    let found = try #require(ExGaussian.fit(sample(20_000, seed: 21)))
    #expect(abs(found.mu - 250) < 4)
    #expect(abs(found.sigma - 30) < 4)
    #expect(abs(found.tau - 90) < 4)
  }

  /// SciPy's `exponnorm` as judge: no likelihood that its own optimizer finds is larger, and the parameters agree.
  @Test(arguments: [UInt64(1), 2, 3]) func theLikelihoodIsTheLargestThatSciPyFinds(seed: UInt64) throws {
    let values = sample(40 + Int(seed) * 30, seed: seed)
    let found = try #require(ExGaussian.fit(values))
    let document: JSONValue = [
      "values": .array(values.map { .real($0) }), "mu": .real(found.mu), "sigma": .real(found.sigma),
      "tau": .real(found.tau), "log_likelihood": .real(found.logLikelihood(values)),
    ]
    let fixture = SessionFixture()
    try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
    let path = "\(fixture.folder)/fit.json"
    try Data(document.text().utf8).write(to: URL(fileURLWithPath: path))
    let said = try SessionFixture.python("check_ex_gaussian.py", [path])
    #expect(said == "agrees\n", "\(said)")
  }

  @Test func aSampleThatIsNotSkewedHasNone() {
    #expect(ExGaussian.fit([1, 2]) == nil)
    #expect(ExGaussian.fit([5, 5, 5, 5]) == nil)
    // Skewed to the left: the likelihood grows as τ goes to 0.
    #expect(ExGaussian.fit((0..<60).map { -exp(Double($0) / 12) }) == nil)
  }

  /// In seconds or in milliseconds, the fit is the same.
  @Test func theUnitDoesNotMatter() throws {
    let values = sample(200, seed: 5)
    let one = try #require(ExGaussian.fit(values))
    let other = try #require(ExGaussian.fit(values.map { $0 / 1000 }))
    #expect(abs(other.tau * 1000 / one.tau - 1) < 1e-5)
    #expect(abs(other.sigma * 1000 / one.sigma - 1) < 1e-5)
  }

  /// H. H. Rosenbrock's valley has its bottom at (1, 1).
  @Test func theSimplexFindsTheBottomOfAValley() {
    func valley(_ point: [Double]) -> Double {
      let across = point[1] - point[0] * point[0]
      let along = 1 - point[0]
      return 100 * across * across + along * along
    }
    let found = NelderMead.minimum(of: valley, from: [-1.2, 1], step: 0.5)
    #expect(abs(found[0] - 1) < 1e-5 && abs(found[1] - 1) < 1e-5)
  }
}
