import Foundation
import Testing

@testable import MotionCore

/// Writes the onset tables of docs/accuracy.md, and holds what the page promises: `make accuracy`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DRILLRUNNER_ACCURACY"] != nil))
struct OnsetAccuracyPageTests {
  private static let shapes: [(LeanSession.Shape, String)] = [
    (.minimumJerk, "minimum jerk"), (.linearStart, "linear"), (.cubicStart, "cubic"), (.sineSquared, "sin²"),
    (.halfSine, "half sine"), (.earlyPeak, "early peak"),
  ]
  private static let rates = [50.0, 100, 200]
  private static let trials = 120

  private func row(_ head: [String], _ outcomes: [OnsetCampaign.Outcome]) -> String {
    func ms(_ seconds: Double) -> String {
      FixedNumber.text(seconds * 1e3, digits: 0).replacing("-", with: "−")
    }
    let (low, high) = wilsonInterval(outcomes.coverage, of: outcomes.count)
    let cells =
      head + [
        String(outcomes.count), ms(outcomes.bias), ms(outcomes.sd), ms(outcomes.medianHalfWidth),
        String(format: "%.1f (%.0f–%.0f)", 100 * outcomes.coverage, 100 * low, 100 * high),
        ms(outcomes.medianNoiseHalfWidth), String(format: "%.1f", 100 * outcomes.noiseCoverage),
        ms(outcomes.thresholdBias),
      ]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static let head =
    " n | bias | SD | ± 95 % | covers, % (its own 95 %) | ± noise alone | covers, % | threshold |\n"
  private static let rule = "---|---|---|---|---|---|---|---|\n"

  @Test func simulatedDrills() throws {
    var classes = "| sway | rate, Hz |" + Self.head + "|---|---|" + Self.rule
    var shapes = "| sway | start |" + Self.head + "|---|---|" + Self.rule
    var cells = "| sway | rate, Hz | start |" + Self.head + "|---|---|---|" + Self.rule
    var counts = (trials: 0, missed: 0, invented: 0, misjudged: 0)
    var typical = counts
    for sway in BodyNoise.Class.allCases {
      var byShape = [[OnsetCampaign.Outcome]](repeating: [], count: Self.shapes.count)
      for hz in Self.rates {
        var mixed: [OnsetCampaign.Outcome] = []
        for (index, (shape, name)) in Self.shapes.enumerated() {
          let seed = UInt64(60_000 + index * 100) + UInt64(hz) * 1000 + UInt64(sway.rawValue.count)
          let result = OnsetCampaign(sway: sway, hz: hz, shape: shape, seed: seed).run(count: Self.trials)
          byShape[index] += result.outcomes
          cells += row([sway.rawValue, FixedNumber.text(hz, digits: 0), name], result.outcomes)
          if index < 4 { mixed += result.outcomes }
          counts.trials += Self.trials
          counts.missed += result.missed
          counts.invented += result.invented
          counts.misjudged += result.misjudged
          if sway == .typical {
            typical.trials += Self.trials
            typical.missed += result.missed
            typical.invented += result.invented
            typical.misjudged += result.misjudged
          }
        }
        classes += row([sway.rawValue, FixedNumber.text(hz, digits: 0)], mixed)
        #expect((0.92...0.98).contains(mixed.coverage), "\(sway.rawValue) at \(hz) Hz")
      }
      for (index, (shape, name)) in Self.shapes.enumerated() {
        shapes += row([sway.rawValue, name], byShape[index])
        guard shape == .minimumJerk else { continue }
        #expect(abs(byShape[index].bias) <= 0.005, "\(sway.rawValue)")
        if sway == .quiet { #expect(byShape[index].sd <= 0.016) }
        if sway == .typical { #expect(byShape[index].sd <= 0.032) }
        // Of 360: known to about 1.5 %.
        let (low, high) = wilsonInterval(byShape[index].noiseCoverage, of: byShape[index].count)
        #expect(low <= 0.98 && high >= 0.92, "\(sway.rawValue)")
      }
    }
    #expect(typical.missed == 0 && typical.invented == 0)
    try AccuracyPage.replace(
      "onset-classes",
      with: classes
        + "\n\(counts.trials) movements were simulated: \(counts.missed) missed, \(counts.invented) found where "
        + "there was none, \(counts.misjudged) trials not judged as obeyed; at typical sway "
        + "\(typical.trials), \(typical.missed), \(typical.invented) and \(typical.misjudged).\n")
    try AccuracyPage.replace("onset-shapes", with: shapes)
    try AccuracyPage.replace("onset-cells", with: cells)
  }

  @Test func recordedAndIndependent() throws {
    var table = "| movements | sway |" + Self.head + "|---|---|" + Self.rule
    for name in BroadRecording.names {
      let recording = try BroadRecording(name)
      // 17.5 s before the first movement, less their mean.
      let rest = (0..<5000).map { (180 / Double.pi) * recording.rows.gyroscope.vectors[$0] }
      let mean = (1 / Double(rest.count)) * rest.reduce(Vector3.zero, +)
      for sway in [BodyNoise.Class.quiet, .typical] {
        let result = OnsetCampaign(
          sway: sway, hz: 1 / BroadRecording.interval, shape: .minimumJerk, seed: 63_000,
          sensorRows: rest.map { $0 - mean }
        ).run(count: 60)
        #expect(result.missed == 0 && result.invented == 0)
        table += row(["noise of recording \(name.prefix(2))", sway.rawValue], result.outcomes)
      }
    }
    let simulation = try RiderSimulation()
    let result = OnsetCampaign.compare(
      MotionAnalyzer().analyze(simulation.session), onsets: simulation.truth.map { simulation.host($0.onset) }
    )
    table += row(["independent simulation", "typical"], result.outcomes)
    let outcomes = result.outcomes
    let n = Double(outcomes.count)
    table += String(
      format:
        "\nOf the independent simulation: %d of 90 missed, %d found where there was none; bias %.1f ms, its "
        + "95 %% interval %.1f to %.1f; SD %.1f ms, %.1f to %.1f.\n", result.missed, result.invented,
      1e3 * outcomes.bias, 1e3 * (outcomes.bias - 1.96 * outcomes.sd / n.squareRoot()),
      1e3 * (outcomes.bias + 1.96 * outcomes.sd / n.squareRoot()), 1e3 * outcomes.sd,
      // The SD of an SD is SD/√(2n).
      1e3 * outcomes.sd * (1 - 1.96 / (2 * n).squareRoot()),
      1e3 * outcomes.sd * (1 + 1.96 / (2 * n).squareRoot())
    ).replacing("-", with: "−")
    try AccuracyPage.replace("onset-recorded", with: table)
  }

  /// The estimators beside each other on the same movements.
  @Test func methods() throws {
    var table =
      "| sway | start | threshold | extrapolation | minimum-jerk fit, plain | minimum-jerk fit | mean of the shapes |\n"
    table += "|---|---|---|---|---|---|---|\n"
    for sway in BodyNoise.Class.allCases {
      for (shape, name) in Self.shapes.prefix(4) {
        var errors = [[Double]](repeating: [], count: 5)
        for part in 0..<2 {
          let seed = UInt64(67_000 + part) + UInt64(sway.rawValue.count * 10)
          let truth = OnsetCampaign(sway: sway, hz: 100, shape: shape, seed: seed).session(cues: 60)
          try OnsetMethods(truth).add(to: &errors)
        }
        let cells = errors.map { values -> String in
          let mean = values.reduce(0, +) / Double(values.count)
          let sd = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1))
            .squareRoot()
          return String(format: "%+.0f ± %.0f", 1e3 * mean, 1e3 * sd).replacing("-", with: "−")
        }
        table += "| \(sway.rawValue) | \(name) | \(cells.joined(separator: " | ")) |\n"
      }
    }
    try AccuracyPage.replace("onset-methods", with: table)
  }
}

/// The five estimators on the lateral rate of a drill.
private struct OnsetMethods {
  let truth: LeanSession

  init(_ truth: LeanSession) { self.truth = truth }

  func add(to errors: inout [[Double]]) throws {
    var random = SplitMix(state: truth.seed)
    let count = Int(truth.seconds * truth.hz)
    let motion = try LateralMotion.measured(
      (0..<count).map { i in
        let t = Double(i) / truth.hz
        return (t, (truth.rate(at: t) + truth.noiseDegPerSecond * random.normal()) * .pi / 180)
      })
    let rest = motion.rate[motion.gyro.rows(from: 0.5, to: 9.5)].filter(\.isFinite)
    let detector = TransitionDetector(
      configuration: .default, onsetSpeed: 5 * .pi / 180, restSD: try #require(Statistics.populationSD(rest)))
    let result = detector.detect(in: motion)
    let noise = try #require(result.noise)
    var white = noise
    white.coefficients = [1]
    var fit = OnsetFit(noise: noise, configuration: .default)
    var plain = OnsetFit(noise: white, configuration: .default)
    for movement in result.movements {
      let near = truth.leans.min { abs($0.start - movement.threshold) < abs($1.start - movement.threshold) }
      guard let start = near?.start, abs(start - movement.threshold) < 0.5,
        let (guess, rise) = detector.rise(of: movement, in: motion, earlierEnd: -.infinity),
        let mixture = fit.mixture(rise, in: motion), let other = plain.mixture(rise, in: motion)
      else { continue }
      let estimates = [
        movement.threshold, guess.time, other.parts[0].start, mixture.parts[0].start, mixture.mean,
      ]
      for (method, estimate) in estimates.enumerated() { errors[method].append(estimate - start) }
    }
  }
}
