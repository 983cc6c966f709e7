import Foundation

@testable import MotionCore

/// A body that leans to and fro at uneven times and sways, felt by two sensors on two clocks whose relation is known.
/// Written apart from the alignment: angular velocity from formulas, noise and jitter from a generator of its own.
struct FeltMotion {
  /// Start, duration and size (degrees) of each lean.
  var leans: [(start: Double, duration: Double, by: Double)] = []
  var seconds: Double
  /// °/s of each axis, each row.
  var noiseDegPerSecond = 0.0
  /// What B's clock counts for a second of A's, less one.
  var driftB = 0.0
  /// How much later B's rows are stamped than the motion was, s.
  var delayB = 0.0
  /// How wrong the nominal pair of instants is: A's wall clock is ahead by this, s.
  var wallError = 0.0
  var rateA = 100.0
  var rateB = 62.5

  static let originA = HostTime(nanoseconds: 5_000_000_000_000)
  static let originB = HostTime(nanoseconds: 812_345_678_901_234)

  /// A drill with leans every 2.6 to 4.2 s.
  init(seconds: Double, seed: UInt64) {
    self.seconds = seconds
    var random = SplitMix(state: seed)
    var time = 2.0
    var isOut = false
    var side = 1.0
    while time < seconds - 2 {
      let size = 18 + 8 * random.uniform()
      leans.append((time, 0.8 + 0.5 * random.uniform(), isOut ? -side * size : side * size))
      if isOut { side = -side }
      isOut.toggle()
      time += 2.6 + 1.6 * random.uniform()
    }
  }

  /// °/s, about the lateral axis and about another one.
  func rate(at t: Double) -> (lateral: Double, other: Double) {
    var lateral = 0.6 * sin(2 * .pi * 0.31 * t)
    for lean in leans where t > lean.start && t < lean.start + lean.duration {
      let u = (t - lean.start) / lean.duration
      lateral += lean.by / lean.duration * 30 * u * u * (1 - u) * (1 - u)
    }
    return (lateral, 0.8 * cos(2 * .pi * 0.23 * t + 1))
  }

  /// What a sensor of `hz` felt, at its clock's times: `clock` takes the true time to seconds of that clock.
  private func felt(
    hz: Double, origin: HostTime, random: inout SplitMix, clock: (Double) -> Double
  ) -> AngularSpeed {
    var speed = AngularSpeed(origin: origin, source: "test")
    var t = random.uniform() / hz
    while t < seconds {
      let (x, y) = rate(at: t)
      let noise = noiseDegPerSecond
      let vector = Vector3(x + noise * random.normal(), y + noise * random.normal(), noise * random.normal())
      speed.times.append(clock(t))
      speed.speeds.append(vector.norm * .pi / 180)
      // Uneven times, as real ones are.
      t += (1 + 0.1 * (2 * random.uniform() - 1)) / hz
    }
    speed.segments = [0..<speed.times.count]
    return speed
  }

  func sensors(seed: UInt64) -> (a: AngularSpeed, b: AngularSpeed) {
    var random = SplitMix(state: seed)
    return (
      felt(hz: rateA, origin: Self.originA, random: &random) { $0 },
      felt(hz: rateB, origin: Self.originB, random: &random) { ($0 + delayB) * (1 + driftB) }
    )
  }

  /// The pair of instants that the wall clocks give: wrong by `wallError`.
  var nominal: (a: HostTime, b: HostTime) {
    (Self.originA - Duration(fromSeconds: wallError), Self.originB)
  }

  func align(seed: UInt64, searchSeconds: Double = 2) -> Measured<ClockAlignment> {
    let (a, b) = sensors(seed: seed)
    return AlignmentSearch.align(a, b, nominal: nominal, searchSeconds: searchSeconds)
  }

  /// A's time of an instant of B's clock, s after A's origin.
  func trueA(_ b: HostTime) -> Double { (b - Self.originB).inSeconds / (1 + driftB) - delayB }

  /// Found less true A time of an instant of B's clock, s.
  func error(_ found: ClockAlignment, at b: HostTime) -> Double {
    (found.hostA(b) - Self.originA).inSeconds - trueA(b)
  }

  var trueRatePPM: Double { (1 / (1 + driftB) - 1) * 1e6 }
}

/// Whether a number is there and as near to `expected` as it must be.
func near(_ value: Double?, _ expected: Double, within tolerance: Double) -> Bool {
  value.map { abs($0 - expected) < tolerance } ?? false
}
