import Foundation
import MotionCore

/// Simulated drills with known onsets, analysed as a whole, and what the analysis made of them.
struct OnsetCampaign {
  var sway: BodyNoise.Class
  var hz: Double
  var shape: LeanSession.Shape
  var seed: UInt64
  /// Rows of a real sensor at rest, °/s, in place of made-up noise.
  var sensorRows: [Vector3] = []

  /// One answered cue, seconds.
  struct Outcome {
    var error: Double
    var thresholdError: Double
    var uncertainty: Double
    var noise: Double
  }

  /// LEFT, CENTER, RIGHT, CENTER and so on, about every six seconds; leans of 22 ± 3° in 1.0 ± 0.15 s that begin
  /// 0.25 to 0.5 s after their cue: the published conditions.
  func session(cues count: Int) -> LeanSession {
    var random = SplitMix(state: seed)
    var session = LeanSession()
    session.hz = hz
    session.seed = random.next()
    session.sway = BodyNoise(sway, random: &random).waves
    session.mounting = (Vector3(0.36, -0.48, 0.8), 1.3)
    // The published density of 0.005 °/s/√Hz, as the standard deviation of a row.
    session.noiseDegPerSecond = sensorRows.isEmpty ? 0.005 * hz.squareRoot() : 0
    session.sensorRows = sensorRows
    session.jitter = sensorRows.isEmpty ? 0.05 : 0
    session.stationary = 0.5...9.5
    var at = 11.0
    var place = 0.0
    func bounded() -> Double { max(-3, min(3, random.normal())) }
    for n in 0..<count {
      let expect = [ExpectedPosition.left, .center, .right, .center][n % 4]
      let target =
        expect == .center ? 0.5 * bounded() : (expect == .left ? 1 : -1) * (22 + 3 * bounded())
      session.cues.append(.init(at: at, expect: expect))
      session.leans.append(
        .init(
          start: at + 0.25 + 0.25 * random.uniform(), duration: 1 + 0.15 * bounded(), by: target - place,
          shape: shape))
      place = target
      at += 5.5 + random.uniform()
    }
    session.seconds = at + 1
    return session
  }

  struct Result {
    var outcomes: [Outcome] = []
    /// Cues whose movement was not found, and transitions where the body made none.
    var missed = 0
    var invented = 0
    /// Trials whose verdict is not that of an obeyed cue.
    var misjudged = 0

    static func + (a: Result, b: Result) -> Result {
      Result(
        outcomes: a.outcomes + b.outcomes, missed: a.missed + b.missed, invented: a.invented + b.invented,
        misjudged: a.misjudged + b.misjudged)
    }
  }

  /// Analyses drills of at most 60 cues until `count` were given.
  func run(count: Int) -> Result {
    var result = Result()
    var part = self
    var left = count
    while left > 0 {
      let truth = part.session(cues: min(left, 60))
      result = result + Self.compare(MotionAnalyzer().analyze(truth.build()), with: truth)
      left -= 60
      part.seed = part.seed &* 6_364_136_223_846_793_005 &+ 1
    }
    return result
  }

  static func compare(_ analysis: Analysis, with truth: LeanSession) -> Result {
    compare(analysis, onsets: truth.leans.map { truth.host($0.start) })
  }

  /// `onsets` are those of the movements, one for each trial.
  static func compare(_ analysis: Analysis, onsets: [HostTime]) -> Result {
    var result = Result()
    for (trial, truth) in zip(analysis.trials, onsets) {
      guard trial.verdict == .valid || trial.verdict == .attention, let onset = trial.onset.value,
        let threshold = trial.onsetThreshold.value, let uncertainty = trial.onsetUncertaintyNs.value,
        let place = trial.transition, let noise = analysis.transitions[place].onsetNoiseNs.value
      else {
        result.misjudged += 1
        continue
      }
      result.outcomes.append(
        Outcome(
          error: (onset - truth).inSeconds, thresholdError: (threshold - truth).inSeconds,
          uncertainty: uncertainty / 1e9, noise: noise / 1e9))
    }
    func near(_ transition: Transition, _ truth: HostTime) -> Bool {
      guard let onset = transition.onset.value ?? transition.onsetThreshold.value else { return false }
      return abs((onset - truth).inSeconds) < 0.5
    }
    result.missed = onsets.count { truth in !analysis.transitions.contains { near($0, truth) } }
    result.invented = analysis.transitions.count { found in !onsets.contains { near(found, $0) } }
    return result
  }
}

extension Collection where Element == OnsetCampaign.Outcome {
  var bias: Double { reduce(0) { $0 + $1.error } / Double(count) }

  var sd: Double {
    let bias = bias
    return (reduce(0) { $0 + ($1.error - bias) * ($1.error - bias) } / Double(count - 1)).squareRoot()
  }

  /// Parts of the stated 95 % intervals that hold the truth: the whole interval, and that of the noise alone.
  var coverage: Double { Double(self.count { abs($0.error) <= 1.96 * $0.uncertainty }) / Double(count) }
  var noiseCoverage: Double { Double(self.count { abs($0.error) <= 1.96 * $0.noise }) / Double(count) }

  var medianHalfWidth: Double { 1.96 * map(\.uncertainty).sorted()[count / 2] }
  var medianNoiseHalfWidth: Double { 1.96 * map(\.noise).sorted()[count / 2] }
  var thresholdBias: Double { reduce(0) { $0 + $1.thresholdError } / Double(count) }
}

/// The 95 % interval of a share by E. B. Wilson, JASA 22, 1927.
func wilsonInterval(_ share: Double, of count: Int) -> (Double, Double) {
  let n = Double(count)
  let z = 1.96
  let centre = (share + z * z / (2 * n)) / (1 + z * z / n)
  let half = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot() / (1 + z * z / n)
  return (centre - half, centre + half)
}
