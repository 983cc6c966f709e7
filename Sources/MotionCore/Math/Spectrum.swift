#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Chosen bins of a discrete Fourier transform.
///
/// A movement has a few hundred samples, and its metrics look at the lowest few hundred of several thousand bins
/// of the padded transform. Summed directly, those bins cost as much as a fast transform of all of them, need no
/// library, no power of two, and are as exact as double precision allows (docs/decisions.md).
enum Spectrum {
  /// A phase is computed anew after so many samples; in between it is turned from sample to sample, which loses
  /// less than 10⁻¹³.
  private static let renewal = 128

  /// |X_k| = |Σ_n values[n] · e^(−2πi·k·n/length)| for k in `bins`: the transform of `values`, padded with zeros to
  /// `length`, which is at least their number. Bin k lies at k/length of the sampling rate.
  static func magnitudes(_ values: [Double], length: Int, bins: Range<Int>) -> [Double] {
    magnitudes(columns: 1, rows: values, length: length, bins: bins)[0]
  }

  /// The same of three series of one length, which share the phases.
  static func magnitudes(
    _ x: [Double], _ y: [Double], _ z: [Double], length: Int, bins: Range<Int>
  ) -> [[Double]] {
    precondition(x.count == y.count && y.count == z.count)
    return magnitudes(
      columns: 3, rows: x.indices.flatMap { [x[$0], y[$0], z[$0]] }, length: length, bins: bins)
  }

  /// `rows` has the sample of each of one or three `columns` after the other. Four bins are summed at once, with the
  /// sums in registers.
  private static func magnitudes(
    columns: Int, rows: [Double], length: Int, bins: Range<Int>
  ) -> [[Double]] {
    precondition(length >= rows.count / columns && bins.lowerBound >= 0)
    var result = [[Double]](repeating: [Double](repeating: 0, count: bins.count), count: columns)
    for block in stride(from: bins.lowerBound, to: bins.upperBound, by: 4) {
      let sums = rows.withUnsafeBufferPointer { rows in
        columns == 3
          ? Spectrum.sums(columns: 3, rows, length: length, block: block)
          : Spectrum.sums(columns: 1, rows, length: length, block: block)
      }
      for column in 0..<columns {
        let sum = column == 0 ? sums.0 : column == 1 ? sums.1 : sums.2
        let magnitude = (sum.real * sum.real + sum.imaginary * sum.imaginary).squareRoot()
        for lane in 0..<min(4, bins.upperBound - block) {
          result[column][block - bins.lowerBound + lane] = magnitude[lane]
        }
      }
    }
    return result
  }

  private typealias Sum = (real: SIMD4<Double>, imaginary: SIMD4<Double>)

  /// The sums of the four bins from `block` on, about the middle of the series: e^(iφ) of that shift changes no
  /// magnitude, and two samples as far before and after the middle, v and w, together come to
  /// (v + w)·cos(φ) + i·(v − w)·sin(φ), with one phase and half the work.
  @inline(__always)
  private static func sums(
    columns: Int, _ rows: UnsafeBufferPointer<Double>, length: Int, block: Int
  ) -> (Sum, Sum, Sum) {
    var sums: (Sum, Sum, Sum) = ((.zero, .zero), (.zero, .zero), (.zero, .zero))
    let samples = rows.count / columns
    let turn = phases(block, of: length, halves: 2)
    // The sample in the middle of an odd number has no partner, and the phase 0.
    if samples % 2 == 1 {
      let row = samples / 2 * columns
      sums.0.real += rows[row]
      if columns == 3 {
        sums.1.real += rows[row + 1]
        sums.2.real += rows[row + 2]
      }
    }
    // Samples from the middle, in halves of a step: 1, 3, 5 … or 2, 4, 6 …
    let pairs = samples / 2
    let nearest = 1 + samples % 2
    var n = 0
    while n < pairs {
      var phase = phases(block, of: length, halves: nearest + 2 * n)
      let end = min(n + renewal, pairs)
      while n < end {
        let before = (pairs - 1 - n) * columns
        let after = (samples - pairs + n) * columns
        sums.0.real += (rows[after] + rows[before]) * phase.real
        sums.0.imaginary += (rows[after] - rows[before]) * phase.imaginary
        if columns == 3 {
          sums.1.real += (rows[after + 1] + rows[before + 1]) * phase.real
          sums.1.imaginary += (rows[after + 1] - rows[before + 1]) * phase.imaginary
          sums.2.real += (rows[after + 2] + rows[before + 2]) * phase.real
          sums.2.imaginary += (rows[after + 2] - rows[before + 2]) * phase.imaginary
        }
        phase = (
          phase.real * turn.real - phase.imaginary * turn.imaginary,
          phase.imaginary * turn.real + phase.real * turn.imaginary
        )
        n += 1
      }
    }
    return sums
  }

  /// e^(−πi·k·halves/length) for the four bins k from `block` on: the phases of a time of so many halves of a step.
  private static func phases(_ block: Int, of length: Int, halves: Int) -> Sum {
    var phases: Sum = (.zero, .zero)
    for lane in 0..<4 {
      // The whole turns are taken off in integers, where nothing is lost.
      let part = (block + lane).multipliedReportingOverflow(by: halves).partialValue % (2 * length)
      let angle = -Double.pi * Double(part) / Double(length)
      phases.real[lane] = cos(angle)
      phases.imaginary[lane] = sin(angle)
    }
    return phases
  }

  /// The smallest power of two that is at least `count`, times 2 to the `padding`.
  static func paddedLength(_ count: Int, padding: Int) -> Int {
    var length = 1
    while length < count { length *= 2 }
    return length << padding
  }
}
