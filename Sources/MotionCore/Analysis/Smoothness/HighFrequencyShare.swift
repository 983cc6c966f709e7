#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much of the energy of a rate lies at high frequencies.
enum HighFrequencyShare {
  /// The part of Σ|X|² from `from` to `to` Hz, of that from `low` to `to` Hz, of `values` on a uniform grid of `hz`:
  /// a least-squares line is taken off, a Hann window applied, and the transform padded to four times the next power
  /// of two. Nil where the band holds no energy.
  static func share(_ values: [Double], hz: Double, low: Double, from: Double, to: Double) -> Double? {
    let count = values.count
    guard count >= 4, to > from, from >= low else { return nil }
    let middle = Double(count - 1) / 2
    let mean = values.reduce(0, +) / Double(count)
    var products = 0.0
    var squares = 0.0
    for (n, value) in values.enumerated() {
      products += (Double(n) - middle) * value
      squares += (Double(n) - middle) * (Double(n) - middle)
    }
    let slope = products / squares
    let windowed = values.enumerated().map { n, value in
      (value - mean - slope * (Double(n) - middle))
        * (0.5 - 0.5 * cos(2 * Double.pi * Double(n) / Double(count)))
    }
    let length = Spectrum.paddedLength(count, padding: 2)
    let step = hz / Double(length)
    let first = Int((low / step).rounded(.up))
    let last = min(Int((to / step).rounded(.down)), length / 2)
    guard last > first else { return nil }
    let energy = Spectrum.magnitudes(windowed, length: length, bins: first..<last + 1).map { $0 * $0 }
    let whole = energy.reduce(0, +)
    guard whole > 0 else { return nil }
    let upper = Int((from / step).rounded(.up)) - first
    return energy[min(upper, energy.count)...].reduce(0, +) / whole
  }
}
