import Foundation

/// What a body does by itself about one axis, as a sum of sines with drawn frequencies and phases: sway of the
/// power spectrum of white noise through a Butterworth band-pass of second order, 0.05 to 1 Hz; tremor likewise, 8 to
/// 12 Hz; one breath at 0.25 ± 0.03 Hz. Written apart from the simulated rider of the program, whose sway falls with
/// frequency and so disturbs less.
struct BodyNoise {
  enum Class: String, CaseIterable {
    case quiet, typical, restless

    /// The published classes: SD of the sway, amplitude of the breath, SD of the tremor, degrees.
    var degrees: (sway: Double, breath: Double, tremor: Double) {
      switch self {
      case .quiet: (0.10, 0.08, 0.01)
      case .typical: (0.25, 0.15, 0.015)
      case .restless: (0.5, 0.3, 0.03)
      }
    }
  }

  /// Amplitude in degrees, frequency, phase: as `LeanSession.sway`.
  var waves: [(amplitude: Double, hz: Double, phase: Double)] = []

  init(_ kind: Class, random: inout SplitMix) {
    let (sway, breath, tremor) = kind.degrees
    add(sd: sway, from: 0.05, to: 1, within: 0.02...4, count: 48, random: &random)
    add(sd: tremor, from: 8, to: 12, within: 4...20, count: 24, random: &random)
    waves.append((breath, 0.25 + 0.03 * (2 * random.uniform() - 1), 2 * .pi * random.uniform()))
  }

  private mutating func add(
    sd: Double, from low: Double, to high: Double, within range: ClosedRange<Double>, count: Int,
    random: inout SplitMix
  ) {
    // Equal logarithmic steps; a sine stands for the power of its step.
    let ratio = pow(range.upperBound / range.lowerBound, 1 / Double(count))
    let parts = (0..<count).map { k -> (hz: Double, power: Double) in
      let begin = range.lowerBound * pow(ratio, Double(k))
      let hz = begin * pow(ratio, random.uniform())
      let x = (hz * hz - low * high) / (hz * (high - low))
      return (hz, begin * (ratio - 1) / (1 + x * x * x * x))
    }
    let total = parts.reduce(0) { $0 + $1.power }
    for part in parts {
      waves.append((sd * (2 * part.power / total).squareRoot(), part.hz, 2 * .pi * random.uniform()))
    }
  }
}
