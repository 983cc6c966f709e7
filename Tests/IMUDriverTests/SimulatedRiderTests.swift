import Foundation
import MotionCore
import Testing

@testable import IMUDriver

struct SimulatedRiderTests {
  private let start = VirtualClock.rehearsalStart

  private func rider(_ seed: UInt64 = 1, _ parameters: RiderParameters = RiderParameters()) -> SimulatedRider
  {
    SimulatedRider(seed: seed, clock: VirtualClock(), parameters: parameters)
  }

  private func truths(_ rider: SimulatedRider) -> [JSONValue] { rider.truth?["cues"]?.array ?? [] }

  @Test func sameSeedAndCuesGiveTheSameRowsHoweverItIsPlayed() {
    let cues = [cue(.left, at: 1), cue(.center, at: 3)]
    let once = PlayedRider(rider(9), seconds: 5, cues: cues)
    let other = rider(9)
    other.begin(at: start)
    var events: [SensorEvent] = []
    var pending = cues
    // Small uneven steps, each word heard 40 ms before it is audible.
    var time = 0.0
    while time < 5 {
      while let next = pending.first, (next.audible - start).inSeconds - 0.04 <= time {
        other.hear(next)
        pending.removeFirst()
      }
      time = min(5, time + 0.0037)
      other.advance(to: start + Duration(fromSeconds: time)) { events.append($0) }
    }
    #expect(samples(events) == samples(once.events))
    #expect(other.truth == once.rider.truth)
    let different = PlayedRider(rider(10), seconds: 5, cues: cues)
    #expect(different.samples(0).map(\.values) != once.samples(0).map(\.values))
  }

  @Test func playedByItsThreadItGivesTheSameRows() throws {
    let clock = MonotonicClock()
    let begin = clock.now()
    let live = SimulatedRider(seed: 4, clock: clock)
    let heard = HeardCue(trial: 1, label: "LEFT", expect: .left, audible: begin + .milliseconds(150))
    live.begin(at: begin)
    live.hear(heard)
    let box = EventBox()
    let enough = DispatchSemaphore(value: 0)
    try live.start { event in
      if box.append(event) == 300 { enough.signal() }
    }
    #expect(enough.wait(timeout: .now() + 60) == .success)
    live.stop()
    let played = samples(box.events)
    live.stop()
    #expect(box.events.count == played.count)

    let virtual = SimulatedRider(seed: 4, clock: VirtualClock())
    virtual.begin(at: begin)
    virtual.hear(heard)
    var events: [SensorEvent] = []
    virtual.advance(to: played.last?.receipt ?? begin) { events.append($0) }
    // A stop may come between the two rows of an instant.
    #expect(Array(samples(events).prefix(played.count)) == played)
  }

  @Test func stopFromItsOwnDeliveryDoesNotHang() throws {
    let live = SimulatedRider(seed: 4, clock: MonotonicClock())
    let stopped = DispatchSemaphore(value: 0)
    let box = EventBox()
    try live.start { event in
      box.append(event)
      live.stop()
      stopped.signal()
    }
    #expect(stopped.wait(timeout: .now() + 60) == .success)
    live.stop()
    #expect(box.events.count == 1)
  }

  /// The ex-Gaussian has mean µ + τ, variance σ² + τ² and skewness 2(τ/√(σ² + τ²))³. The tolerances are four
  /// standard errors at n = 2000; that of the standard deviation with the kurtosis 3 + 6τ⁴/(σ² + τ²)² = 6.84.
  @Test func reactionTimesAreExGaussian() {
    let n = 2000
    let rider = rider(11)
    for index in 0..<n {
      rider.hear(cue(index % 2 == 0 ? .left : .right, at: 3 * Double(index), trial: index + 1))
    }
    let times = truths(rider).compactMap { truth -> Double? in
      guard let onset = truth["onset_ns"]?.integer, let audible = truth["audible_ns"]?.integer else {
        return nil
      }
      return Double(onset - audible) * 1e-9
    }
    #expect(times.count == n)
    let mean = times.reduce(0, +) / Double(n)
    let sd = (times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(n - 1)).squareRoot()
    let sigma = (0.04 * 0.04 + 0.08 * 0.08).squareRoot()
    #expect(abs(mean - 0.36) < 4 * sigma / Double(n).squareRoot())
    #expect(abs(sd - sigma) < 4 * sigma * ((6.84 - 1) / 4 / Double(n)).squareRoot())
    // 2·(0.08/0.08944)³ = 1.431; its own spread is dominated by the rare long ones.
    let skewness = times.reduce(0) { $0 + pow(($1 - mean) / sd, 3) } / Double(n)
    #expect(abs(skewness - 1.431) < 0.5)
    #expect(times.allSatisfy { $0 >= 0.12 })
  }

  @Test func reactionsNeverFallBelowTheMinimum() {
    var hasty = RiderParameters()
    hasty.reactionMeanSeconds = 0
    hasty.reactionTailSeconds = 0
    let rider = rider(1, hasty)
    rider.hear(cue(.left, at: 1))
    #expect(truths(rider)[0]["onset_ns"]?.integer == 1_001_120_000_000)
  }

  @Test func whoIsAlreadyThereStays() {
    let played = PlayedRider(
      rider(), seconds: 8,
      cues: [cue(.center, at: 1), cue(.left, at: 2), cue(.left, at: 4), cue(.none, at: 6, trial: nil)])
    let truth = truths(played.rider)
    #expect(truth.map { $0["onset_ns"]?.integer != nil } == [false, true, false, false])
    #expect(truth[0]["reason"]?.string == "already there, or on the way there")
    #expect(truth[2]["onset_ns"] == .null)
    #expect(truth[3]["reason"]?.string == "no movement was asked for")
    #expect(truth[3]["trial"] == .null)
    #expect(truth[1]["direction"]?.string == "left")
  }

  @Test func aWordInMidMovementTakesOverSmoothly() throws {
    var steady = RiderParameters.noiseless
    steady.reactionSDSeconds = 0
    steady.reactionTailSeconds = 0
    steady.overshootProbability = 0
    let still = SimulatedRider(
      seed: 2, rateHz: 1000, swayClass: .still, clock: VirtualClock(), parameters: steady)
    let played = PlayedRider(
      still, seconds: 4, cues: [cue(.left, at: 0.2), cue(.right, at: 0.7, trial: 2)])
    let truth = truths(still)
    let onset = try #require(truth[1]["onset_ns"]?.integer)
    #expect(truth[0]["interrupted_ns"]?.integer == onset)
    let from = try #require(truth[1]["start_deg"]?.double)
    let firstTarget = try #require(truth[0]["target_deg"]?.double)
    #expect(from > 0.5 && from < firstTarget - 0.5)
    // The angular acceleration is continuous: no two rates 1 ms apart differ by as much as 1000 °/s² would
    // make them; a body that stopped dead would lose some 30 °/s at once.
    let rates = played.values(1).map(\.x)
    let worst = zip(rates, rates.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    #expect(worst < 1)
    let angle = zip(rates, rates.dropFirst()).reduce(0) { $0 - ($1.0 + $1.1) / 2 * 0.001 }
    let target = try #require(truth[1]["target_deg"]?.double)
    #expect(target < 0)
    #expect(abs(angle - target) < 0.1)
  }

  @Test func aWordAnsweredFirstReplacesTheOneBefore() {
    var slow = RiderParameters()
    slow.reactionTailSeconds = 0
    slow.reactionSDSeconds = 0
    let rider = rider(1, slow)
    rider.hear(cue(.left, at: 2))
    rider.hear(cue(.right, at: 1, trial: 2))
    let truth = truths(rider)
    #expect(truth[0]["onset_ns"] == .null)
    #expect(truth[0]["reason"]?.string == "a later word came first")
    #expect(truth[1]["onset_ns"]?.integer == 1_001_280_000_000)
  }

  @Test func aWordHeardTooLateRewritesNothing() throws {
    let late = rider(6)
    late.begin(at: start)
    var events: [SensorEvent] = []
    late.advance(to: start + .seconds(3)) { events.append($0) }
    late.hear(cue(.left, at: 1))
    late.advance(to: start + .seconds(5)) { events.append($0) }
    let undisturbed = PlayedRider(rider(6), seconds: 3)
    #expect(Array(samples(events).prefix(undisturbed.events.count)) == samples(undisturbed.events))
    let truth = try #require(truths(late).first)
    let onset = try #require(truth["onset_ns"]?.integer)
    let wanted = try #require(truth["wanted_onset_ns"]?.integer)
    #expect(wanted < start.nanoseconds + 2_500_000_000)
    // The next row is taken at most 15 ms before and 5 ms after the instant played to.
    #expect(abs(onset - start.nanoseconds - 3_000_000_000) < 20_000_000)
    #expect(truth["reason"]?.string?.hasPrefix("heard too late") == true)
  }

  @Test func deliveryIsLateInOrderAndSometimesLossy() {
    let played = PlayedRider(rider(8), seconds: 600)
    let rows = played.samples(0)
    #expect(rows.map(\.deviceTime) == played.samples(1).map(\.deviceTime))
    #expect(rows.map(\.receipt) == played.samples(1).map(\.receipt))
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.receipt < $1.receipt })
    // 600 s · 200 Hz · 1.00004 instants, each lost with probability 0.0002: 24 ± 4.9.
    let lost = 120_004 - rows.count
    #expect(lost > 4 && lost < 44)
    // Of a gap the device's clock shows whole intervals of 5000 µs.
    let steps = zip(rows, rows.dropFirst()).map {
      ($1.deviceTime.double - $0.deviceTime.double + 4_294_967_296).truncatingRemainder(
        dividingBy: 4_294_967_296)
    }
    #expect(steps.allSatisfy { $0 > 0 && $0.truncatingRemainder(dividingBy: 5000) == 0 })
    // Age against the line through the device's times: a host step is the device's step / 1.00004.
    var seconds = 0.0
    let base = rows[0].receipt
    var ages: [Double] = []
    for (row, step) in zip(rows.dropFirst(), steps) {
      seconds += step * 1e-6 / 1.00004
      ages.append((row.receipt - base).inSeconds - seconds)
    }
    // From 1 ms at the least to 15 ms at the most: what queues behind 15 ms is younger than that.
    let range = (ages.max() ?? 0) - (ages.min() ?? 0)
    #expect(range > 0.011 && range < 0.01401)
    #expect(samples(played.events).count == played.events.count)
  }

  @Test func theDeviceClockWraps() {
    // A u32 of µs wraps every 4294.967296 s, so once in any 4300 s.
    let played = PlayedRider(SimulatedRider(seed: 5, rateHz: 20, clock: VirtualClock()), seconds: 4300)
    let times = played.samples(0).map(\.deviceTime.double)
    #expect(times.allSatisfy { $0 >= 0 && $0 < 4_294_967_296 })
    #expect(zip(times, times.dropFirst()).contains { $1 < $0 })
    #expect(played.rider.clocks[0].wrapsAt == 4_294_967_296)
  }

  @Test func itSaysThatItIsSimulated() {
    let rider = rider()
    #expect(rider.isSynthetic)
    #expect(rider.sensor.driver == "simulated")
    #expect(rider.sensor.name.contains("Simulated"))
    #expect(rider.truth?["synthetic"]?.bool == true)
    // Writing the text would stop at a NaN.
    #expect(rider.truth?.text().isEmpty == false)
  }

  @Test func noiseAndBiasHaveTheirSize() {
    let played = PlayedRider(
      SimulatedRider(seed: 12, swayClass: .still, clock: VirtualClock()), seconds: 100)
    func meanAndSD(_ values: [Vector3]) -> (mean: Vector3, sd: Double) {
      let n = Double(values.count)
      let mean = (1 / n) * values.reduce(.zero, +)
      return (mean, (values.reduce(0) { $0 + ($1 - mean).dot($1 - mean) } / n / 3).squareRoot())
    }
    let rate = meanAndSD(played.values(1))
    // 0.005 °/s/√Hz · √200 Hz; 60 000 values give its SD to 0.3 %. Bias 0.1 to 0.4 °/s.
    #expect(abs(rate.sd / (0.005 * 200.0.squareRoot()) - 1) < 0.012)
    #expect(rate.mean.norm > 0.098 && rate.mean.norm < 0.402)
    let force = meanAndSD(played.values(0))
    #expect(abs(force.sd / (100e-6 * 200.0.squareRoot()) - 1) < 0.012)
    // Up to 5 mg on each axis: √3 · 5 mg.
    #expect((force.mean - Vector3(0, 0, 1)).norm < 0.0088)
  }
}
