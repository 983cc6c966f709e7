import Foundation
import MotionCore
import Testing

/// The published accuracy of the onset (docs/accuracy.md) on fewer trials; `make accuracy` runs them all. The
/// seeds here are of neither the tuning nor the page.
@Suite struct OnsetAccuracyTests {
  /// Sixty trials know a bias to SD/√60 and an SD to 9 %: the bounds are the published ones and twice that.
  @Test(arguments: [(BodyNoise.Class.quiet, 0.016), (.typical, 0.032)])
  func minimumJerkStartsAreFoundWithoutBias(sway: BodyNoise.Class, sd: Double) {
    let result = OnsetCampaign(sway: sway, hz: 100, shape: .minimumJerk, seed: 901).run(count: 60)
    #expect(result.missed == 0 && result.invented == 0 && result.misjudged == 0)
    #expect(abs(result.outcomes.bias) < 0.005 + 2 * sd / 60.0.squareRoot())
    #expect(result.outcomes.sd < 1.18 * sd)
    // The noise measured in the session itself: with it alone, 95 % less what sixty trials may be off.
    #expect(result.outcomes.noiseCoverage > 0.87)
    #expect(result.outcomes.coverage > 0.95)
  }

  /// The uncertainty follows the sway of the session; nothing tells the analysis which class it is.
  @Test func aRestlessRiderHasALargerUncertainty() {
    let width = BodyNoise.Class.allCases.map { sway in
      OnsetCampaign(sway: sway, hz: 100, shape: .minimumJerk, seed: 907).run(count: 40)
        .outcomes.medianNoiseHalfWidth
    }
    #expect(width[0] < 0.8 * width[1] && width[1] < 0.9 * width[2])
  }

  /// Starts of other shapes are off by tens of milliseconds, and the stated uncertainty says so.
  @Test(arguments: [LeanSession.Shape.linearStart, .cubicStart, .sineSquared])
  func otherShapesAreCoveredByTheUncertainty(shape: LeanSession.Shape) {
    let result = OnsetCampaign(sway: .typical, hz: 100, shape: shape, seed: 911).run(count: 40)
    #expect(result.missed == 0 && result.invented == 0)
    #expect(result.outcomes.coverage > 0.7)
    #expect(result.outcomes.noiseCoverage < 0.95)
  }

  @Test func theIndependentSimulationIsMeasuredRight() throws {
    let simulation = try RiderSimulation()
    let analysis = MotionAnalyzer().analyze(simulation.session)
    let result = OnsetCampaign.compare(
      analysis, onsets: simulation.truth.map { simulation.host($0.onset) })
    #expect(analysis.trials.count == 90)
    #expect(result.missed == 0 && result.invented == 0 && result.misjudged == 0)
    let outcomes = result.outcomes
    #expect(abs(outcomes.bias) <= 0.005 + 1.96 * outcomes.sd / 90.0.squareRoot())
    #expect(outcomes.sd <= 0.032)
    let (low, high) = wilsonInterval(outcomes.noiseCoverage, of: 90)
    #expect(high >= 0.92 && low <= 0.98)
    for (transition, truth) in zip(analysis.transitions, simulation.truth) {
      // Left is positive here. Sway of 0.25° SD at both ends, and the dwell's place, are in the difference.
      #expect(abs(try #require(transition.rangeDegrees.value) - abs(truth.way)) < 2)
      #expect(Double(transition.sign) * truth.way < 0)
    }
  }
}
