import Foundation
import Testing

@testable import MotionCore

/// The state machine on motions that are known as formulas, at irregular times.
@Suite struct TransitionDetectorTests {
  /// Samples of `rate` (°/s) with intervals from 2 to 8 ms; those within `gaps` are not there.
  private func motion(
    seconds: Double, gaps: [ClosedRange<Double>] = [], _ rate: (Double) -> Double
  ) throws -> LateralMotion {
    var random = SplitMix(state: 3)
    var samples: [(Double, Double)] = []
    var t = 0.0
    while t < seconds {
      if !gaps.contains(where: { $0.contains(t) }) { samples.append((t, rate(t) * .pi / 180)) }
      t += 0.002 + 0.006 * random.uniform()
    }
    return try LateralMotion.measured(samples)
  }

  /// Leans of `by` degrees that begin at `start` and take `seconds`, minimum jerk.
  private func leans(_ parts: [(start: Double, seconds: Double, by: Double)]) -> (Double) -> Double {
    { t in
      parts.reduce(0) { sum, part in
        let u = (t - part.start) / part.seconds
        return u > 0 && u < 1 ? sum + part.by / part.seconds * 30 * u * u * (1 - u) * (1 - u) : sum
      }
    }
  }

  private func detector(_ configuration: AnalysisConfiguration = .default) -> TransitionDetector {
    TransitionDetector(configuration: configuration, onsetSpeed: 5 * .pi / 180, restSD: 0.001)
  }

  private func transitions(_ motion: LateralMotion, axis: Transition.Axis = .lateral) -> [Transition] {
    MovementTrack(
      builder: TransitionBuilder(motion: motion, axis: axis, configuration: .default), detector: detector()
    ).transitions
  }

  private func steps(_ motion: LateralMotion) -> [DetectionStep.Observation] {
    detector().detect(in: motion).steps.map(\.observation)
  }

  private func seconds(_ time: Measured<HostTime>) throws -> Double {
    Double(try #require(time.value).nanoseconds) / 1e9
  }

  // MARK: Boundaries

  /// 20 °/s from 2 to 3 s, at once: the ends are within a sample and the half-width of the polynomial, the hold
  /// within a sample and the dwell; the range is 20°.
  @Test func constantVelocity() throws {
    let found = transitions(try motion(seconds: 6) { $0 >= 2 && $0 < 3 ? 20 : 0 })
    #expect(found.count == 1)
    #expect(abs(try seconds(found[0].onset) - 2) < 0.008 + 0.052)
    #expect(abs(try seconds(found[0].onsetThreshold) - 2) < 0.008 + 0.052)
    #expect(abs(try seconds(found[0].settle) - 3) < 0.008 + 0.052)
    let hold = try seconds(found[0].hold)
    #expect(hold >= 3 - 0.008 && hold < 3 + 0.008 + 0.4)
    #expect(abs(try #require(found[0].rangeDegrees.value) - 20) < 0.1)
    #expect(found[0].flags.isEmpty)
  }

  /// Minimum jerk, 24° in 1.2 s from 2 s: onset and end are those of the polynomial, its speed is highest in the
  /// middle, 1.875 · A/T = 37.5 °/s, and 5 °/s is crossed where 30u²(1 − u)²·20 = 5, u = 0.1018.
  @Test func polynomialMotion() throws {
    let found = transitions(try motion(seconds: 6, leans([(2, 1.2, 24)])))
    #expect(found.count == 1)
    #expect(abs(try seconds(found[0].onset) - 2) < 0.008)
    #expect(abs(try seconds(found[0].settle) - 3.2) < 0.008)
    #expect(abs(try seconds(found[0].onsetThreshold) - 2 - 0.1018 * 1.2) < 0.008)
    #expect(abs(Double(found[0].peak.nanoseconds) / 1e9 - 2.6) < 0.015)
    #expect(abs(found[0].peakSpeedDegPerSecond - 37.5) < 0.2)
    let hold = try seconds(found[0].hold)
    #expect(hold >= 3.1 && hold < 3.2 + 0.008 + 0.4)
    #expect(abs(try #require(found[0].durationSeconds.value) - 1.2) < 0.016)
    #expect(try #require(found[0].overshootDegrees.value) < 0.05)
    #expect(try #require(found[0].corrections.value).isEmpty)
  }

  /// Twice the angle: twice every angle and speed, the same times. Twice the duration: half the speed, times twice.
  @Test func amplitudeAndDurationScale() throws {
    let plain = try #require(transitions(try motion(seconds: 8, leans([(2, 1, 12)]))).first)
    let larger = try #require(transitions(try motion(seconds: 8, leans([(2, 1, 24)]))).first)
    let longer = try #require(transitions(try motion(seconds: 8, leans([(2, 2, 12)]))).first)
    #expect(abs(larger.peakSpeedDegPerSecond / plain.peakSpeedDegPerSecond - 2) < 1e-6)
    let range = try #require(plain.rangeDegrees.value)
    #expect(abs(try #require(larger.rangeDegrees.value) / range - 2) < 0.01)
    #expect(abs(try seconds(larger.onset) - seconds(plain.onset)) < 1e-6)
    #expect(abs(longer.peakSpeedDegPerSecond / plain.peakSpeedDegPerSecond - 0.5) < 0.01)
    let duration = try #require(plain.durationSeconds.value)
    #expect(abs(try #require(longer.durationSeconds.value) / duration - 2) < 0.02)
  }

  // MARK: After the peak

  /// 22° out, 3° back, 1° out again: it settles at 20°, 2° beyond which it went; two corrections, of 3° and 1°. The
  /// return a second later is none.
  @Test func overshootWithTwoCorrections() throws {
    let motion = try motion(
      seconds: 10, leans([(2, 0.8, 22), (2.85, 0.4, -3), (3.3, 0.4, 1), (5.5, 1, -20)]))
    let found = transitions(motion)
    #expect(found.count == 2)
    #expect(
      steps(motion).contains {
        guard case .corrects(let size, let whole, let after) = $0 else { return false }
        return abs(size - 3) < 0.5 && abs(whole - 22) < 0.5 && (0..<0.5).contains(after)
      })
    let corrections = try #require(found[0].corrections.value)
    #expect(corrections.count == 2)
    #expect(abs(corrections[0].magnitudeDegrees - 3) < 0.1 && abs(corrections[1].magnitudeDegrees - 1) < 0.1)
    #expect(corrections.allSatisfy { abs($0.seconds - 0.4) < 0.1 })
    #expect(abs(try #require(found[0].overshootDegrees.value) - 2) < 0.1)
    #expect(abs(try #require(found[0].rangeDegrees.value) - 20) < 0.1)
    #expect(try #require(found[1].corrections.value).isEmpty)
    #expect(found[1].returnOf == .value(0))
    #expect(abs(try #require(found[0].holdSeconds.value) - (5.5 - seconds(found[0].hold))) < 0.01)
  }

  /// A reversal of 0.3° is below 0.5°, one of 0.8° in 50 ms shorter than 60 ms.
  @Test func smallAndShortReversalsAreNoCorrections() throws {
    let small = transitions(try motion(seconds: 6, leans([(2, 1, 20), (3.02, 0.2, -0.3)])))
    #expect(try #require(small[0].corrections.value).isEmpty)
    var long = AnalysisConfiguration.default
    long.correctionAtLeastSeconds = 0.5
    let motion = try motion(seconds: 6, leans([(2, 1, 20), (3, 0.4, -1)]))
    let builder = TransitionBuilder(motion: motion, configuration: long)
    #expect(try #require(transitions(motion)[0].corrections.value).count == 1)
    #expect(
      try #require(MovementTrack(builder: builder, detector: detector(long)).transitions[0].corrections.value)
        .isEmpty)
  }

  /// It trembles by 1.2° at 1 Hz, 7.5 °/s, until the data end: no dwell, and nothing that needs one.
  @Test func withoutADwellThereIsNoHold() throws {
    let lean = leans([(2, 1, 20)])
    let motion = try motion(seconds: 8) { lean($0) + ($0 > 3 ? 1.2 * 2 * .pi * cos(2 * .pi * $0) : 0) }
    let found = transitions(motion)
    #expect(steps(motion).contains(.notHeld(UnavailableReason(MovementReason.noDwellBeforeEnd))))
    #expect(found.first?.hold == .unavailable("no dwell before the data end"))
    #expect(found.first?.flags == [.noStableHold])
    #expect(
      found.first?.overshootDegrees == .unavailable("no settled target: no dwell before the data end"))
    #expect(found.first?.corrections.value == nil)
    #expect(found.first?.settlingSeconds.value == nil)
  }

  // MARK: Legs

  @Test func returnsAreLinkedAndDirectMovementsNamed() throws {
    let found = transitions(
      try motion(
        seconds: 24, leans([(2, 1, 20), (6, 1, -20), (10, 1, -18), (14, 1.4, 36), (18, 1, -18)])))
    #expect(
      found.map(\.direction.value) == [
        .outboundLeft, .returnFromLeft, .outboundRight, .directRightLeft, .returnFromLeft,
      ])
    #expect(found.map(\.returnOf.value) == [nil, 0, nil, nil, 3])
    #expect(found[0].returnOf == .unavailable("it is no return"))
    #expect(found.allSatisfy { $0.flags.isEmpty })
  }

  @Test func aForwardMotionIsNamedByItsDirection() throws {
    let found = transitions(try motion(seconds: 10, leans([(2, 1, 20), (6, 1, -20)])), axis: .forward)
    #expect(found.map(\.direction.value) == [.forward, .back])
    #expect(found.map(\.axis) == [.forward, .forward])
    #expect(found[1].returnOf == .value(0))
  }

  /// Out 20°, 0.1 s later back by all of it.
  @Test func takenBackAtOnceIsAborted() throws {
    let back = try motion(seconds: 8, leans([(2, 0.8, 20), (2.9, 0.8, -20)]))
    let found = transitions(back)
    #expect(found.count == 2)
    #expect(
      steps(back).contains {
        guard case .takenBack(let size, let by, let after) = $0 else { return false }
        return abs(size - 20) < 0.5 && abs(by - 20) < 0.5 && (0.1..<0.4).contains(after)
      })
    #expect(found[0].flags.contains(.aborted) && found[0].flags.contains(.noStableHold))
    #expect(!found[1].flags.contains(.aborted))
    // Held for a second first, it is a lean and its return.
    let held = transitions(try motion(seconds: 8, leans([(2, 0.8, 20), (4, 0.8, -20)])))
    #expect(held.allSatisfy { !$0.flags.contains(.aborted) })
  }

  /// It leans 20° and comes back to 5°, outside the band of 3°.
  @Test func aReturnToElsewhereIsDriftOfNeutral() throws {
    let found = transitions(try motion(seconds: 10, leans([(2, 1, 20), (6, 1, -15)])))
    #expect(found.map(\.flags) == [[], [.neutralDrift]])
  }

  @Test func asymmetricSidesKeepTheirSizes() throws {
    let found = transitions(
      try motion(seconds: 20, leans([(2, 0.8, 25), (6, 1.2, -25), (10, 1.1, -15), (14, 0.7, 15)])))
    let ranges = try found.map { try #require($0.rangeDegrees.value) }
    for (range, truth) in zip(ranges, [25.0, 25, 15, 15]) { #expect(abs(range - truth) < 0.1) }
    let times = try found.map { try #require($0.durationSeconds.value) }
    for (time, truth) in zip(times, [0.8, 1.2, 1.1, 0.7]) { #expect(abs(time - truth) < 0.02) }
  }

  // MARK: Noise, gaps, edges

  /// The golden profile "minimum jerk + 3·sin(2π9t) °/s" divides no movement and makes none.
  @Test func aHighFrequencyPerturbationMakesNoFurtherMovement() throws {
    let lean = leans([(2, 1, 20), (5, 1, -20)])
    let found = transitions(try motion(seconds: 9) { lean($0) + 3 * sin(2 * .pi * 9 * $0) })
    #expect(found.map(\.direction.value) == [.outboundLeft, .returnFromLeft])
    for (transition, truth) in zip(found, [2.0, 5]) {
      // 3 °/s of 40 at the two points of the rise: some milliseconds.
      #expect(abs(try seconds(transition.onset) - truth) < 0.03)
    }
  }

  /// An hour at 100 Hz of each class of sway, gyroscope noise included: not one transition.
  @Test(arguments: BodyNoise.Class.allCases) func anHourOfRestHasNoTransition(sway: BodyNoise.Class) throws {
    var random = SplitMix(state: 77)
    let waves = BodyNoise(sway, random: &random).waves
    // A minute of 73 incommensurable sines, turned on by their own phases each minute, is a different minute.
    let factors = waves.map { ($0.amplitude * 2 * .pi * $0.hz, 2 * .pi * $0.hz, $0.phase) }
    var samples: [(Double, Double)] = []
    samples.reserveCapacity(360_000)
    for i in 0..<360_000 {
      let t = Double(i) / 100
      var rate = 0.05 * random.normal()
      for (amplitude, omega, phase) in factors { rate += amplitude * cos(omega * t + phase) }
      samples.append((t, rate * .pi / 180))
    }
    let motion = try LateralMotion.measured(samples)
    #expect(detector().detect(in: motion).movements.isEmpty)
  }

  @Test func aGapInTheMiddleCutsTheMovementAndInventsNothing() throws {
    let found = transitions(try motion(seconds: 8, gaps: [2.45...2.6], leans([(2, 1, 40)])))
    #expect(found.count == 2)
    #expect(found[0].flags == [.truncatedEnd, .gapCrossing, .noStableHold])
    #expect(found[1].flags == [.truncatedStart, .gapCrossing])
    #expect(abs(try seconds(found[0].onset) - 2) < 0.02)
    #expect(found[0].settle == .unavailable("the data end before the movement"))
    #expect(found[0].hold == .unavailable(MovementReason.noDwellBeforeGap))
    #expect(found[0].durationSeconds.value == nil && found[1].durationSeconds.value == nil)
    #expect(found[1].onset == .unavailable("the movement began before the data"))
    #expect(found[1].onsetThreshold.value == nil && found[1].rangeDegrees.value == nil)
    #expect(abs(try seconds(found[1].settle) - 3) < 0.02)
    #expect(found[1].returnOf.value == nil)
  }

  /// 1.875 · 3.6° in 1.5 s are 4.5 °/s, added to 4 °/s before and 1.9 °/s after it: neither is below a fifth of the peak.
  @Test func aFlankThatIsNotWholeHasNoTime() throws {
    let lean = leans([(2, 1.5, 3.6)])
    let rising = try motion(seconds: 6) { $0 < 3.5 ? 4 + lean($0) : 0 }
    #expect(transitions(rising).map(\.onset) == [.unavailable(MovementReason.riseNotWhole)])
    #expect(steps(rising).contains(.noOnset(UnavailableReason(MovementReason.riseNotWhole))))
    let falling = try motion(seconds: 6) { $0 < 2 ? 0 : 1.9 + lean($0) }
    #expect(transitions(falling).map(\.settle) == [.unavailable(MovementReason.fallNotWhole)])
  }

  @Test func bothEndsOfTheDataCutAMovement() throws {
    // The first lean began half a second before the data; the second ends half a second after.
    let found = transitions(try motion(seconds: 6, leans([(-0.5, 1, 20), (5.5, 1, -20)])))
    #expect(found.count == 2)
    #expect(found[0].flags == [.truncatedStart])
    #expect(found[0].onset.value == nil && found[0].durationSeconds.value == nil)
    #expect(found[1].flags == [.truncatedEnd, .noStableHold])
    #expect(abs(try seconds(found[1].onset) - 5.5) < 0.02)
    #expect(found[1].hold == .unavailable("no dwell before the data end"))
  }

  @Test func emptyAndTinyTracesHaveNoMovement() throws {
    #expect(transitions(try LateralMotion.measured([(0, 1), (0.01, 1)])).isEmpty)
  }

  // MARK: Trace

  @Test func everyDecisionIsKeptWithItsThreshold() throws {
    // A flick of 0.06 s, too short; then 2°, too small; then a lean.
    let lean = leans([(4, 0.4, 2), (7, 1, 20)])
    let motion = try motion(seconds: 11) { lean($0) + ($0 >= 2 && $0 < 2.06 ? 12 : 0) }
    let steps = detector().detect(in: motion).steps
    let told = steps.map(\.observation.text)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(told.contains { $0.contains("less than the minimum onset of 0.100 s") })
    #expect(told.contains { $0.hasPrefix("excursion") && $0.contains("below the neutral band of 3.00°") })
    #expect(told.contains { $0.contains("at least the neutral band of 3.00°: a transition") })
    #expect(told.contains { $0.contains("s before that speed, by ") })
    #expect(told.contains { $0.contains("for 0.400 s the angle stays within 1.00°") })
    #expect(steps.last?.state == .holding)
  }
}
