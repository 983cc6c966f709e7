import Foundation
import Testing

@testable import MotionCore

/// The alignment of two clocks by angular speed: known offsets and rates come back, within what is stated; where there is
/// nothing to go by it is refused.
@Suite struct ClockAlignmentTests {
  @Test func anOffsetAndARateComeBackAndTheMountingDoesNotMatter() throws {
    var motion = FeltMotion(seconds: 120, seed: 3)
    motion.driftB = 42e-6
    motion.wallError = -0.737
    let found = try #require(motion.align(seed: 1).value)
    // Without noise: a thousandth of a bin of the grid is 10 µs, and straight lines between rows of 62.5 Hz add a little.
    #expect(abs(motion.error(found, at: found.instantB)) < 0.0002, "\(found)")
    #expect(abs(found.wallDifferenceSeconds - -0.737) < 0.005)
    #expect(abs(found.ratePPM - motion.trueRatePPM) < 5)
    #expect(found.correlation > 0.98 && found.halfWidthSeconds < 0.001)
    #expect(try #require(found.secondCorrelation.value) < found.correlation - 0.1)
    #expect(found.overlapSeconds > 117 && found.blocks >= 15)
    // At both ends, too, and there and back again to a nanosecond.
    for seconds in [1.0, 119.0] {
      let instant = FeltMotion.originB + Duration(fromSeconds: seconds)
      #expect(abs(motion.error(found, at: instant)) < 0.0006)
      #expect(abs((found.hostB(found.hostA(instant)) - instant).wholeNanoseconds) <= 1)
      let far = found.uncertaintySeconds(at: found.hostA(instant))
      #expect(far > found.uncertaintySeconds)
    }
  }

  /// A hundred pairs of recordings with noise, each with another offset, rate and drill: 95 of 100 intervals hold the truth.
  /// 88 to 100 is where a count of 100 with the probability 0.95 lies in 99.6 of 100 cases (binomial).
  @Test func theStatedIntervalHoldsTheTruthAsOftenAsItSays() throws {
    var held = (offset: 0, rate: 0)
    var widths: [Double] = []
    for seed in UInt64(1)...100 {
      var random = SplitMix(state: 1000 + seed)
      var motion = FeltMotion(seconds: 70, seed: seed)
      motion.noiseDegPerSecond = 4
      motion.driftB = (2 * random.uniform() - 1) * 80e-6
      motion.wallError = (2 * random.uniform() - 1) * 1.2
      motion.rateA = 50
      let found = try #require(motion.align(seed: 77 * seed).value, "\(seed)")
      if abs(motion.error(found, at: found.instantB)) <= found.halfWidthSeconds { held.offset += 1 }
      if abs(found.ratePPM - motion.trueRatePPM) <= found.rateHalfWidthPPM { held.rate += 1 }
      widths.append(found.halfWidthSeconds)
    }
    #expect((88...100).contains(held.offset), "\(held)")
    #expect((88...100).contains(held.rate), "\(held)")
    // Noise of 4 °/s beside leans of 45 °/s: some milliseconds.
    let width = try #require(Statistics.median(widths))
    #expect((0.0005...0.01).contains(width), "\(width)")
  }

  /// A delay of the sensor cannot be told from an offset of its clock: the alignment has both.
  @Test func aConstantDelayIsInTheOffset() throws {
    var motion = FeltMotion(seconds: 60, seed: 9)
    motion.delayB = 0.050
    let found = try #require(motion.align(seed: 2).value)
    #expect(abs(motion.error(found, at: found.instantB)) < 0.0003)
    #expect(abs(found.wallDifferenceSeconds - -0.050) < 0.003)
  }

  @Test func gapsAreLeftOutAndNothingIsMadeUpInThem() throws {
    let motion = FeltMotion(seconds: 90, seed: 5)
    var (a, b) = motion.sensors(seed: 8)
    // Ten seconds of B are not there.
    let keep = b.times.indices.filter { !(40.0..<50.0).contains(b.times[$0]) }
    let before = keep.count { b.times[$0] < 40 }
    b.times = keep.map { b.times[$0] }
    b.speeds = keep.map { b.speeds[$0] }
    b.segments = [0..<before, before..<keep.count]
    a.segments = [0..<a.times.count]
    let found = try #require(
      AlignmentSearch.align(a, b, nominal: motion.nominal, searchSeconds: 2).value)
    #expect(abs(motion.error(found, at: found.instantB)) < 0.0003)
    #expect(found.blocks <= 17)
  }

  // MARK: Refusals

  private func reason(_ motion: FeltMotion, searchSeconds: Double = 2) throws -> String {
    try #require(motion.align(seed: 4, searchSeconds: searchSeconds).reason?.text)
  }

  @Test func movementThatRepeatsItselfEvenlyIsRefused() throws {
    // Rocking that began before and ends after: every period agrees as well as every other.
    var motion = FeltMotion(seconds: 100, seed: 1)
    motion.leans = []
    for number in 0..<56 {
      motion.leans.append((start: -6 + 2 * Double(number), duration: 1.6, by: number % 2 == 0 ? 20 : -20))
    }
    motion.noiseDegPerSecond = 1
    let text = try reason(motion, searchSeconds: 8)
    #expect(text.contains("repeats itself too evenly"), "\(text)")
  }

  @Test func aRiderWhoDoesNotMoveIsRefused() throws {
    var motion = FeltMotion(seconds: 60, seed: 1)
    motion.leans = []
    #expect(try reason(motion).hasPrefix("A hardly moved: it was faster than 5 °/s for 0.0 s"))
  }

  @Test func aShortOverlapIsRefused() throws {
    #expect(
      FeltMotion(seconds: 20, seed: 1).align(seed: 4)
        == .unavailable(AlignmentReason.shortOverlap(seconds: "20", needed: "30")))
    // Two recordings of which only the end of the one is the beginning of the other.
    let motion = FeltMotion(seconds: 100, seed: 1)
    var (a, _) = motion.sensors(seed: 1)
    var (_, b) = motion.sensors(seed: 2)
    b.times = b.times.map { $0 + 85 }
    // From 85 − 2 − 1 s on, to 100 + 2 + 1 s.
    let none = AlignmentSearch.align(a, b, nominal: motion.nominal, searchSeconds: 2)
    #expect(none == .unavailable(AlignmentReason.shortOverlap(seconds: "21", needed: "30")))
    // Without rows nothing is common.
    a.times = []
    a.speeds = []
    a.segments = []
    #expect(
      AlignmentSearch.align(a, b, nominal: motion.nominal, searchSeconds: 2)
        == .unavailable(AlignmentReason.shortOverlap(seconds: "0", needed: "30")))
  }

  @Test func recordingsOfDifferentMovementAreRefused() throws {
    // The same kind of drill, at other times: some lag always agrees a little.
    let (a, _) = FeltMotion(seconds: 100, seed: 1).sensors(seed: 1)
    for seed in UInt64(2)...9 {
      let motion = FeltMotion(seconds: 100, seed: seed)
      let (_, b) = motion.sensors(seed: seed)
      let found = AlignmentSearch.align(a, b, nominal: motion.nominal, searchSeconds: 60)
      #expect(found.value == nil, "\(seed): \(found)")
    }
  }

  @Test func wallClocksFartherApartThanTheSearchAreRefused() throws {
    var motion = FeltMotion(seconds: 120, seed: 6)
    motion.wallError = 2.3
    let found = motion.align(seed: 3, searchSeconds: 2)
    #expect(found.value == nil, "\(found)")
    // Where it is looked for farther away it is found.
    #expect(near(motion.align(seed: 3, searchSeconds: 60).value?.wallDifferenceSeconds, 2.3, within: 0.01))
  }

  @Test func aClockThatStepsInTheMiddleIsRefused() throws {
    let motion = FeltMotion(seconds: 120, seed: 6)
    let (a, b) = motion.sensors(seed: 3)
    for (step, reason) in [(0.4, "its parts do not agree: they scatter"), (0.15, "differently: A's by")] {
      var stepped = b
      stepped.times = b.times.map { $0 > 60 ? $0 + step : $0 }
      let found = AlignmentSearch.align(a, stepped, nominal: motion.nominal, searchSeconds: 2)
      #expect(try #require(found.reason).text.contains(reason), "\(found)")
    }
  }

  @Test func rowsYearsApartAreRefused() throws {
    let motion = FeltMotion(seconds: 60, seed: 6)
    var (a, b) = motion.sensors(seed: 3)
    for i in a.times.indices { a.times[i] += i % 2 == 0 ? -1e8 : 1e8 }
    a.times.sort()
    b.times[b.times.count - 1] = 1e9
    // From −3 s to a minute and three seconds after 10⁸ s.
    #expect(
      AlignmentSearch.align(a, b, nominal: motion.nominal, searchSeconds: 2)
        == .unavailable(AlignmentReason.spansHours("27778", most: "24")))
  }

  // MARK: Real movement

  /// A real recording (BROAD, see Orientation/Fixtures/README.md): B is made of it by another rate, mounting, bias and clock.
  @Test func aRealRecordingAndASecondSensorMadeOfItAreAligned() throws {
    let recording = try BroadRecording("02_undisturbed_slow_rotation_B").rows.gyroscope
    let degree = Double.pi / 180
    var random = SplitMix(state: 5)
    let mounting = Quaternion(axis: Vector3(0.36, 0.48, 0.8), radians: 1.1)
    var a = AngularSpeed(origin: FeltMotion.originA, source: "gyroscope")
    var b = AngularSpeed(origin: FeltMotion.originB, source: "gyroscope")
    var t = 0.0
    let drift = -35e-6
    func noise() -> Vector3 { 0.15 * degree * Vector3(random.normal(), random.normal(), random.normal()) }
    for (time, vector) in zip(recording.times, recording.vectors) {
      a.times.append(time)
      a.speeds.append(vector.norm)
      // About 57 rows a second at uneven times, on straight lines between the recorded ones.
      guard time >= t, time < recording.times[recording.times.count - 2] else { continue }
      let place = Int(t / BroadRecording.interval)
      let part = t / BroadRecording.interval - Double(place)
      let felt = (1 - part) * recording.vectors[place] + part * recording.vectors[place + 1]
      b.times.append(t * (1 + drift))
      b.speeds.append((mounting.rotate(felt) + noise()).norm)
      t += 0.0175 * (1 + 0.05 * (2 * random.uniform() - 1))
    }
    a.segments = [0..<a.times.count]
    b.segments = [0..<b.times.count]
    let nominal = (a: FeltMotion.originA + .milliseconds(1313), b: FeltMotion.originB)
    let found = try #require(AlignmentSearch.align(a, b, nominal: nominal, searchSeconds: 2).value)
    let truth = (found.instantB - FeltMotion.originB).inSeconds / (1 + drift)
    let error = (found.hostA(found.instantB) - FeltMotion.originA).inSeconds - truth
    #expect(abs(error) <= max(found.halfWidthSeconds, 0.0003), "\(error) \(found)")
    #expect(abs(found.ratePPM - 35) <= found.rateHalfWidthPPM + 3)
    #expect(found.halfWidthSeconds < 0.005 && found.correlation > 0.95)
  }
}
