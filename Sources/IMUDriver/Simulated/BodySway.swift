import Foundation
import MotionCore

/// An angle in radians with its first two derivatives by time.
struct AngleMotion: Hashable, Sendable {
  var angle = 0.0
  var rate = 0.0
  var acceleration = 0.0

  static func + (a: AngleMotion, b: AngleMotion) -> AngleMotion {
    AngleMotion(
      angle: a.angle + b.angle, rate: a.rate + b.rate, acceleration: a.acceleration + b.acceleration)
  }
}

/// What a body does by itself on one axis: sway, breath and tremor, as a sum of sines, so that angle, rate and
/// acceleration are exact derivatives of each other.
///
/// Sway: ten sines in equal logarithmic steps over 0.05 to 1 Hz, amplitude falling with frequency as measured
/// sway does; tremor: six sines over 8 to 12 Hz; breath: one sine at 0.25 ± 0.03 Hz. Frequencies within their
/// steps and phases are drawn.
struct BodySway: Sendable {
  private struct Wave: Sendable {
    var omega: Double
    var amplitude: Double
    var phase: Double
    // The phasor at the last row, and what turns it by one row's interval.
    var cosine = 0.0
    var sine = 0.0
    var stepCosine = 1.0
    var stepSine = 0.0
  }

  private var waves: [Wave] = []
  private let interval: Double
  private let first: Double
  private var row = -1
  /// Rows between two exact evaluations: the turning loses one rounding a row.
  private static let anchorRows = 1024

  /// Rows are taken at `first + n · interval` seconds.
  init(_ sway: SwayClass, first: Double, interval: Double, random: inout SeededRandom) {
    self.first = first
    self.interval = interval
    add(count: 10, from: 0.05, to: 1, exponent: -1, sd: sway.swayDegrees, random: &random)
    add(count: 6, from: 8, to: 12, exponent: 0, sd: sway.tremorDegrees, random: &random)
    let frequency = 0.25 + 0.03 * (2 * random.uniform() - 1)
    add(frequency: frequency, amplitude: sway.breathDegrees * .pi / 180, random: &random)
  }

  private mutating func add(
    count: Int, from low: Double, to high: Double, exponent: Double, sd: Double, random: inout SeededRandom
  ) {
    let ratio = pow(high / low, 1 / Double(count))
    let frequencies = (0..<count).map { low * pow(ratio, Double($0) + random.uniform()) }
    let shape = frequencies.map { pow($0, exponent) }
    // A sine of amplitude A has the variance A²/2; the sum is scaled to the wanted variance.
    let variance = shape.reduce(0) { $0 + $1 * $1 / 2 }
    let factor = sd * .pi / 180 / variance.squareRoot()
    for (frequency, value) in zip(frequencies, shape) {
      add(frequency: frequency, amplitude: factor * value, random: &random)
    }
  }

  private mutating func add(frequency: Double, amplitude: Double, random: inout SeededRandom) {
    let omega = 2 * Double.pi * frequency
    let phase = 2 * Double.pi * random.uniform()
    guard amplitude > 0 else { return }
    var wave = Wave(omega: omega, amplitude: amplitude, phase: phase)
    wave.stepCosine = cos(omega * interval)
    wave.stepSine = sin(omega * interval)
    waves.append(wave)
  }

  /// The motion at `seconds` after the start, evaluated directly.
  func motion(at seconds: Double) -> AngleMotion {
    var sum = AngleMotion()
    for wave in waves {
      let argument = wave.omega * seconds + wave.phase
      let s = wave.amplitude * sin(argument)
      sum.angle += s
      sum.rate += wave.omega * wave.amplitude * cos(argument)
      sum.acceleration -= wave.omega * wave.omega * s
    }
    return sum
  }

  /// The motion at the next row; the same as `motion(at:)` to rounding, without its sines.
  mutating func next() -> AngleMotion {
    row += 1
    let anchored = row % BodySway.anchorRows == 0
    var sum = AngleMotion()
    for index in waves.indices {
      var wave = waves[index]
      if anchored {
        let argument = wave.omega * (first + Double(row) * interval) + wave.phase
        wave.cosine = cos(argument)
        wave.sine = sin(argument)
      } else {
        let cosine = wave.cosine * wave.stepCosine - wave.sine * wave.stepSine
        wave.sine = wave.sine * wave.stepCosine + wave.cosine * wave.stepSine
        wave.cosine = cosine
      }
      waves[index] = wave
      let s = wave.amplitude * wave.sine
      sum.angle += s
      sum.rate += wave.omega * wave.amplitude * wave.cosine
      sum.acceleration -= wave.omega * wave.omega * s
    }
    return sum
  }
}
