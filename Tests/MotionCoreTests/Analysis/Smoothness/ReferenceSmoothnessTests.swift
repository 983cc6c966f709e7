import Foundation
import Testing

@testable import MotionCore

/// The reference variants against the authors' own code: to the twelve digits given, but for the jerk, whose second
/// differences are as large as the last bits of the profile allow.
@Suite struct ReferenceSmoothnessTests {
  private func agrees(_ value: Double, _ golden: Double, _ part: Double = 1e-11) -> Bool {
    abs(value - golden) <= part * abs(golden)
  }

  @Test func spectralArcLengthMeetsTheGoldenDigits() throws {
    #expect(SmoothnessGolden.all.count == 18)
    for golden in SmoothnessGolden.all {
      let velocity = golden.profile.samples(golden.count, hz: golden.hz)
      let name = "\(golden.profile) \(golden.hz)"
      let sparc = try #require(SpectralArcLength(velocity: velocity, hz: golden.hz), "\(name)")
      #expect(agrees(sparc.value, golden.sparc), "\(name) \(sparc.value)")
      #expect(sparc.lastHz == golden.lastHz, "\(name)")
      let wide = try #require(
        SpectralArcLength(velocity: velocity, hz: golden.hz, parameters: .init(cutoffHz: 20)), "\(name)")
      #expect(agrees(wide.value, golden.sparcTo20Hz), "\(name) \(wide.value)")
    }
  }

  @Test func jerkMeasuresMeetTheGoldenDigits() throws {
    for golden in SmoothnessGolden.all {
      let velocity = golden.profile.samples(golden.count, hz: golden.hz)
      let name = "\(golden.profile) \(golden.hz)"
      let found = try #require(ReferenceSmoothness(velocity: velocity, hz: golden.hz), "\(name)")
      for (value, expected) in [
        (found.integratedSquaredJerk, golden.integratedSquaredJerk), (found.peakJerk, golden.peakJerk),
        (found.rmsJerk, golden.rmsJerk), (found.dimensionlessJerk, golden.dimensionlessJerk),
        (found.logDimensionlessJerk, golden.ldlj), (found.normalizedJerk, golden.normalizedJerk),
      ] { #expect(agrees(value, expected, 1e-10), "\(name): \(value), \(expected)") }
      // |v| and signed v differ after a reversal.
      let magnitude = try #require(ReferenceSmoothness(velocity: velocity.map { abs($0) }, hz: golden.hz))
      #expect(agrees(magnitude.logDimensionlessJerk, golden.ldljOfMagnitude, 1e-10), "\(name)")
    }
  }

  /// DLJ 204.8, LDLJ −ln 204.8 = −5.3220, NJ √360 = 18.974: what fine sampling goes to, with an error like 1/N.
  @Test func finelySampledMinimumJerkApproachesTheAnalyticValues() throws {
    let found = try #require(
      ReferenceSmoothness(velocity: SmoothnessProfile.oneSecond.samples(100_001, hz: 100_000), hz: 100_000))
    #expect(abs(found.dimensionlessJerk - 204.8) < 0.02)
    #expect(abs(found.logDimensionlessJerk - -5.3220) < 1e-4)
    #expect(abs(found.normalizedJerk - 18.974) < 1e-3)
    #expect(abs(found.integratedSquaredJerk / (720 * 400) - 1) < 1e-4)
    #expect(abs(found.peakJerk / (60 * 20) - 1) < 1e-4)
    #expect(abs(found.rmsJerk / (26.833 * 20) - 1) < 1e-4)
  }

  @Test func neitherAmplitudeNorDurationChangesWhatHasNoUnit() throws {
    let velocity = SmoothnessProfile.overlapping.samples(221, hz: 200)
    let one = try #require(ReferenceSmoothness(velocity: velocity, hz: 200))
    // Three times as far, in twice the time.
    let other = try #require(ReferenceSmoothness(velocity: velocity.map { 1.5 * $0 }, hz: 100))
    #expect(abs(one.normalizedJerk / other.normalizedJerk - 1) < 1e-12)
    #expect(abs(one.logDimensionlessJerk - other.logDimensionlessJerk) < 1e-12)
    #expect(abs(other.integratedSquaredJerk / one.integratedSquaredJerk - 2.25 / 8) < 1e-12)
    let sparc = try #require(SpectralArcLength(velocity: velocity, hz: 200))
    let scaled = try #require(SpectralArcLength(velocity: velocity.map { 3 * $0 }, hz: 200))
    #expect(abs(sparc.value - scaled.value) < 1e-12)
  }

  @Test func whatHasNoAnswerHasNone() {
    #expect(ReferenceSmoothness(velocity: [1, 2], hz: 100) == nil)
    #expect(ReferenceSmoothness(velocity: [0, 0, 0, 0], hz: 100) == nil)
    // A straight line has no jerk, and so no logarithm of it.
    #expect(ReferenceSmoothness(velocity: [1, 2, 3, 4], hz: 100) == nil)
    #expect(ReferenceSmoothness(velocity: [1, 2, 1], hz: 0) == nil)
    #expect(SpectralArcLength(velocity: [0, 0, 0, 0, 0], hz: 100) == nil)
    #expect(SpectralArcLength(velocity: [1, 2, 1], hz: 100) == nil)
    // At 1 MHz all of a short profile lies in one bin below 10 Hz.
    #expect(SpectralArcLength(velocity: [0, 1, 2, 1, 0], hz: 1e6) == nil)
  }
}
