import Foundation
import MotionCore

/// A finger's knock on a housing: half a sine, and after it a ring of half the amplitude, 60 Hz, that decays with
/// 15 ms. Added to rows as a sensor sees it that averages over the interval of a row.
struct SimulatedTap {
  var began: Double
  /// Amplitude of the half sine, g, and its length, s.
  var amplitude: Double
  var length: Double
  var direction: Vector3

  private static let ring = (frequency: 2 * Double.pi * 60, decay: 0.015)

  /// The integral of the pulse from its beginning to `time` after it, g·s, in closed form.
  func integral(to time: Double) -> Double {
    guard time > 0 else { return 0 }
    let half = amplitude * length / .pi * (1 - cos(.pi * min(time, length) / length))
    guard time > length else { return half }
    let (w, tau) = Self.ring
    let r = time - length
    let ring = (w - exp(-r / tau) * (sin(w * r) / tau + w * cos(w * r))) / (1 / (tau * tau) + w * w)
    return half - 0.5 * amplitude * ring
  }

  /// Adds it to rows of `hz` a second.
  func add(to rows: inout TimedVectors, hz: Double) {
    for row in rows.times.indices where abs(rows.times[row] - began - 0.1) < 0.15 {
      let time = rows.times[row] - began
      rows.vectors[row] =
        rows.vectors[row] + (hz * (integral(to: time) - integral(to: time - 1 / hz))) * direction
    }
  }
}

/// How many of the simulated double taps in a recording are missed.
struct TapMisses {
  var taps = 0
  var missed = 0

  var percent: Double { taps == 0 ? .nan : 100 * Double(missed) / Double(taps) }

  static func + (a: TapMisses, b: TapMisses) -> TapMisses {
    TapMisses(taps: a.taps + b.taps, missed: a.missed + b.missed)
  }

  /// Double taps every 2.5 to 3 s: amplitude within ±25 % of `amplitude`, the same direction for both, drawn evenly;
  /// 5 to 15 ms long; 0.15 to 0.4 s apart. Returns those where the body is calm, and the others.
  static func count(
    in recording: TapRecording, hz: Double, amplitude: Double, seed: UInt64
  ) -> (calm: TapMisses, moving: TapMisses) {
    var random = SeededRandom(seed: seed)
    let plain = recording.sampled(at: hz)
    var tapped = plain
    var places: [(time: Double, isCalm: Bool)] = []
    var time = plain.force.times[0] + 1.5
    while time < (plain.force.times.last ?? 0) - 1.5 {
      let direction =
        Vector3(random.normal(), random.normal(), random.normal()).normalized ?? Vector3(0, 0, 1)
      let length = 0.005 + 0.01 * random.uniform()
      let distance = 0.15 + 0.25 * random.uniform()
      for start in [time, time + distance] {
        SimulatedTap(
          began: start, amplitude: amplitude * (0.75 + 0.5 * random.uniform()), length: length,
          direction: direction
        ).add(to: &tapped.force, hz: hz)
      }
      places.append((time, plain.unrest(at: time + distance / 2) < 0.05))
      time += 2.5 + 0.5 * random.uniform()
    }
    let found = tapped.doubleTaps().map { $0.first.nanoseconds }
    var result = (calm: TapMisses(), moving: TapMisses())
    for place in places {
      let isMissed = !found.contains { abs(Double($0) * 1e-9 - place.time) < 0.06 }
      let one = TapMisses(taps: 1, missed: isMissed ? 1 : 0)
      if place.isCalm { result.calm = result.calm + one } else { result.moving = result.moving + one }
    }
    return result
  }
}
