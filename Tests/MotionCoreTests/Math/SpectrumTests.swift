import Foundation
import Testing

@testable import MotionCore

@Suite struct SpectrumTests {
  /// A cosine of 5 turns in 64 samples has N/2 in bin 5 and nothing in the others.
  @Test func aCosineStandsInItsBin() {
    let values = (0..<64).map { cos(2 * .pi * 5 * Double($0) / 64) }
    let found = Spectrum.magnitudes(values, length: 64, bins: 0..<33)
    for (bin, magnitude) in found.enumerated() {
      #expect(abs(magnitude - (bin == 5 ? 32 : 0)) < 1e-12, "\(bin)")
    }
  }

  /// |X_k| of a box of N ones is |sin(πkN/L) / sin(πk/L)|; long enough that phases are renewed many times.
  @Test func aPaddedBoxIsItsKernel() {
    let count = 5000
    let length = 16384
    let found = Spectrum.magnitudes([Double](repeating: 1, count: count), length: length, bins: 1..<400)
    for (offset, magnitude) in found.enumerated() {
      let angle = Double.pi * Double(offset + 1) / Double(length)
      #expect(abs(magnitude - abs(sin(angle * Double(count)) / sin(angle))) < 1e-9)
    }
  }

  /// Parseval: Σ|X|² over all bins is L·Σx².
  @Test func energyIsKept() {
    var random = SplitMix(state: 3)
    let values = (0..<300).map { _ in random.normal() }
    let found = Spectrum.magnitudes(values, length: 512, bins: 0..<512)
    let energy = found.reduce(0) { $0 + $1 * $1 }
    #expect(abs(energy / (512 * values.reduce(0) { $0 + $1 * $1 }) - 1) < 1e-12)
  }

  /// Three series share the phases and nothing else: each has the bins that it has alone, as many as are asked for.
  @Test func threeSeriesAtOnceAreThreeSeries() {
    var random = SplitMix(state: 4)
    let series = (0..<3).map { _ in (0..<301).map { _ in random.normal() } }
    let found = Spectrum.magnitudes(series[0], series[1], series[2], length: 4096, bins: 3..<210)
    #expect(found == series.map { Spectrum.magnitudes($0, length: 4096, bins: 3..<210) })
    // X_k by its definition.
    for (column, values) in series.enumerated() {
      for bin in [3, 100, 209] {
        let angles = values.indices.map { -2 * Double.pi * Double(bin * $0 % 4096) / 4096 }
        let real = zip(values, angles).reduce(0) { $0 + $1.0 * cos($1.1) }
        let imaginary = zip(values, angles).reduce(0) { $0 + $1.0 * sin($1.1) }
        #expect(abs(found[column][bin - 3] - (real * real + imaginary * imaginary).squareRoot()) < 1e-10)
      }
    }
  }

  @Test func lengthsArePowersOfTwo() {
    #expect(Spectrum.paddedLength(1, padding: 0) == 1)
    #expect(Spectrum.paddedLength(101, padding: 4) == 2048)
    #expect(Spectrum.paddedLength(128, padding: 0) == 128)
    #expect(Spectrum.paddedLength(129, padding: 2) == 1024)
    #expect(Spectrum.magnitudes([1, 2], length: 4, bins: 2..<2) == [])
  }
}
