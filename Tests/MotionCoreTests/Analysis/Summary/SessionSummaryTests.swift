import Foundation
import Testing

@testable import MotionCore

@Suite struct SessionSummaryTests {
  private let start = HostTime(nanoseconds: 1_000_000_000_000)

  private func trial(
    _ number: Int, latency: Double?, block: String = "a", intent: String = "plain",
    direction: Transition.Group = .outboundLeft, verdict: Trial.Verdict = .valid,
    reasons: [Trial.Reason] = [],
    transition: Int? = nil
  ) -> Trial {
    let audible = start + .seconds(Int64(number) * 6)
    var trial = Trial(
      cue: CueEvent(
        cue: "X", trial: number, block: block, intent: intent, expect: .left, scheduled: audible,
        clip: ClipReference(
          name: "x", sha256: "00", onsetNs: 5_000_000,
          peakNs: direction == .outboundLeft ? 95_000_000 : 45_000_000),
        times: SoundTimes(
          dispatched: audible, frame0: audible, audible: audible, audibleUncertaintyNs: 1, timing: .measured),
        status: .played), unavailable: "none")
    trial.latencyMilliseconds = Measured(latency, else: "none")
    trial.direction = .value(direction)
    trial.asked = .value(direction)
    trial.verdict = verdict
    trial.reasons = reasons
    trial.transition = transition
    return trial
  }

  private func summary(
    _ trials: [Trial], transitions: [Transition] = [], matched: Bool = false,
    _ change: (inout SummaryParameters) -> Void = { _ in }
  ) -> SessionSummary {
    var parameters = SummaryParameters()
    change(&parameters)
    return SessionSummary(
      trials: trials, transitions: transitions,
      smoothness: transitions.map { _ in SmoothnessMetrics(unavailable: "x") }, isStimulusMatched: matched,
      parameters: parameters)
  }

  /// By hand: 300, 310, 340, 370, 480: median 340, quartiles 310 and 370, mean 360, Σd² = 21000, variance 5250.
  @Test func aDistributionIsThatOfItsValues() throws {
    let found = summary([310, 300, 480, 340, 370].enumerated().map { trial($0.offset, latency: $0.element) })
    let all = found.groups[0].summary
    let latency = all.counted.distribution
    #expect(latency.count == 5 && latency.median == .value(340) && latency.mean == .value(360))
    #expect(latency.lowerQuartile == .value(310) && latency.upperQuartile == .value(370))
    #expect(latency.variance.value.map { abs($0 - 5250) < 1e-9 } == true)
    #expect(latency.minimum == .value(300) && latency.maximum == .value(480))
    // Five values: the exact distribution of the resampled median puts 2.5 % and 97.5 % at the ends.
    #expect(all.counted.medianInterval == .value(Bootstrap.Interval(low: 300, high: 480)))
    #expect(all.counted.exGaussian == .unavailable("fewer than 40 values"))
    #expect(found.groups.map(\.group) == [nil, .outboundLeft])
    #expect(
      all.latencyRepeatability.coefficientOfVariation.value.map {
        abs($0 - 5250.0.squareRoot() / 360) < 1e-12
      }
        == true)
  }

  /// A tail to the left: the likelihood grows as τ goes to 0.
  @Test func latenciesThatAreNotSkewedToTheRightHaveNoExGaussian() {
    let found = summary((0..<60).map { trial($0, latency: 1000 - exp(Double($0) / 12)) }).groups[0].summary
    #expect(found.counted.exGaussian == .unavailable(SummaryReason.notSkewed))
  }

  @Test func attentionCountsInvalidDoesNotAndEveryReasonIsCounted() {
    let found = summary([
      trial(1, latency: 300), trial(2, latency: 40, verdict: .attention, reasons: [.anticipation]),
      trial(3, latency: 900, verdict: .invalid, reasons: [.wrongDirection, .paused]),
      trial(4, latency: nil, verdict: .invalid, reasons: [.missed]),
      trial(5, latency: nil, verdict: .notRequired, reasons: [.alreadyThere]),
    ]).groups[0].summary
    #expect(found.trials == 5 && found.notRequired == 1)
    #expect(found.counted.distribution.count == 2 && found.validOnly.distribution.count == 1)
    #expect(found.counted.distribution.maximum == .value(300))
    #expect(
      found.excluded == [
        .init(reason: .wrongDirection, count: 1), .init(reason: .missed, count: 1),
        .init(reason: .paused, count: 1),
      ])
    #expect(found.counted.medianInterval == .unavailable("fewer than 5 values"))
    #expect(found.validOnly.distribution.sd == .unavailable("there is only one value"))
  }

  @Test func blocksAndIntentsAreParts() {
    let trials = (0..<12).map { n in
      trial(
        n, latency: 300 + Double(n), block: n < 4 ? "one" : "two", intent: n < 8 ? "slow" : "rapid",
        direction: n % 2 == 0 ? .outboundLeft : .outboundRight)
    }
    let all = summary(trials).groups[0].summary
    #expect(all.blocks.map(\.name) == ["one", "two"] && all.blocks.map(\.summary.trials) == [4, 8])
    #expect(all.intents.map(\.name) == ["slow", "rapid"] && all.intents.map(\.summary.trials) == [8, 4])
    #expect(all.blocks[0].summary.counted.distribution.mean == .value(301.5))
    let left = summary(trials).groups[1].summary
    #expect(left.trials == 6 && left.blocks.map(\.summary.trials) == [2, 4])
    // A session of one block has the whole as its only part.
    let single = summary((0..<6).map { trial($0, latency: Double($0)) }).groups[0].summary
    #expect(single.blocks[0].summary.counted == single.counted)
  }

  /// Latencies that grow by 2 ms from trial to trial, one each 6 s: 20 ms a minute.
  @Test func aTrendIsPerMinute() throws {
    let found = summary((0..<20).map { trial($0, latency: 300 + 2 * Double($0)) }).groups[0].summary
    let trend = try #require(found.latencyRepeatability.trendPerMinute.value)
    #expect(abs(trend.slope - 20) < 1e-9 && trend.high - trend.low < 1e-6)
    let few = summary((0..<6).map { trial($0, latency: Double($0)) }).groups[0].summary
    #expect(few.latencyRepeatability.trendPerMinute == .unavailable(SummaryReason.fewForTrend(7)))
  }

  @Test func aVariationAroundNearlyZeroIsUnavailable() {
    let found = Repeatability([-1, 1, -1, 1.1], minutes: [0, 1, 2, 3], parameters: SummaryParameters())
    #expect(found.coefficientOfVariation == .unavailable("the mean is near zero"))
    #expect(found.sd.value != nil)
  }

  /// By hand: left 20, 22, 24, 26, 28 (24), right −16 … −24 (20): difference 4, normalised 4/22.
  @Test func leftAgainstRightByMagnitude() throws {
    let found = Asymmetry(
      left: [20, 22, 24, 26, 28], right: [-16, -18, -20, -22, -24], parameters: SummaryParameters())
    #expect(found.left == .value(24) && found.right == .value(20) && found.difference == .value(4))
    #expect(found.normalized.value.map { abs($0 - 4.0 / 22) < 1e-12 } == true)
    let interval = try #require(found.differenceInterval.value)
    // ± 1.96·√(8/5 + 8/5), divisor n.
    #expect(abs(interval.low - (4 - 1.96 * 3.2.squareRoot())) < 0.4)
    #expect(abs(interval.high - (4 + 1.96 * 3.2.squareRoot())) < 0.4)
    let normalized = try #require(found.normalizedInterval.value)
    #expect(normalized.low < 4.0 / 22 && normalized.high > 4.0 / 22)
  }

  @Test func asymmetryNeedsBothSidesAndASize() {
    let one = Asymmetry(left: [1, 2, 3], right: [], parameters: SummaryParameters())
    #expect(one.normalized == .unavailable("no values to the right") && one.left == .value(2))
    #expect(one.difference == .unavailable("no values to the right"))
    let other = Asymmetry(left: [], right: [1, 2, 3], parameters: SummaryParameters())
    #expect(other.left == .unavailable(SummaryReason.noneLeft) && other.right == .value(2))
    let zero = Asymmetry(
      left: [0, 0, 0, 0, 0], right: [0, 0, 0, 0, 0], parameters: SummaryParameters())
    #expect(zero.normalized == .unavailable("both means are near zero") && zero.difference == .value(0))
    let few = Asymmetry(left: [1, 2], right: [1, 2], parameters: SummaryParameters())
    #expect(few.differenceInterval == .unavailable("fewer than 5 values on a side"))
    #expect(few.normalized == .value(0))
  }

  @Test func theStimulusIsNotMatchedUnlessTheTickIsOn() throws {
    let trials = (0..<12).map { n in
      trial(n, latency: 300 + Double(n % 2) * 10, direction: n % 2 == 0 ? .outboundLeft : .outboundRight)
    }
    let found = summary(trials)
    let outbound = try #require(found.comparisons.first)
    #expect(found.comparisons.map(\.pair) == [.outbound])
    // Onset to peak: 90 ms for left words, 40 ms for right ones.
    #expect(outbound.leftRiseMilliseconds == .value(90) && outbound.rightRiseMilliseconds == .value(40))
    #expect(outbound.latency.difference == .value(-10))
    #expect(found.asymmetryJSON["outbound"]?["stimulus"] == "not matched")
    #expect(summary(trials, matched: true).asymmetryJSON["outbound"]?["stimulus"] == "matched")
    // In a whole analysis the manifest of the session says so.
    var session = LeanSession.standard.build()
    let limit = "stimulus not matched: left and right words differ in how they rise after their onset"
    #expect(MotionAnalyzer().analyze(session).limitations.map(\.text).contains(limit))
    session.manifest.audio = ["tick": true]
    let matched = MotionAnalyzer().analyze(session)
    #expect(!matched.limitations.map(\.text).contains(limit) && matched.summary.isStimulusMatched)
  }

  /// Ranges of a session of 20° leans, in every group, by the movements that answered.
  @Test func movementsAreSummarisedByDirection() throws {
    let analysis = MotionAnalyzer().analyze(LeanSession.standard.build())
    let left = try #require(analysis.summary.groups.first { $0.group == .outboundLeft }?.summary)
    let range = try #require(left.movements.first { $0.metric == .range })
    #expect(range.distribution.count == 1)
    #expect(abs(try #require(range.distribution.median.value) - 20) < 0.5)
    let all = analysis.summary.groups[0].summary
    #expect(try #require(all.movements.first { $0.metric == .smoothness(.sparc) }).distribution.count == 4)
    #expect(all.movements.map(\.metric) == MovementMetric.all)
    #expect(!MovementMetric.all.map(\.key).contains("grid_hz"))
  }

  /// Whatever is not there is not summarised as if it were.
  @Test func withoutTrialsThereAreNoNumbers() {
    let found = summary([])
    #expect(found.groups.count == 1 && found.comparisons.isEmpty)
    #expect(found.groups[0].summary.counted.distribution.median == .unavailable("no trial counts"))
    #expect(found.groups[0].summary.counted.medianInterval == .unavailable("fewer than 5 values"))
  }
}
