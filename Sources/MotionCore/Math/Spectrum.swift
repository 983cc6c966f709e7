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
    precondition(length >= values.count && bins.lowerBound >= 0)
    let count = bins.count
    // Real and imaginary sums, phases, and the turn of a phase from one sample to the next.
    var state = [Double](repeating: 0, count: 6 * count)
    return state.withUnsafeMutableBufferPointer { state in
      guard let real = state.baseAddress else { return [] }
      let imaginary = real + count
      let cosine = real + 2 * count
      let sine = real + 3 * count
      let turnCosine = real + 4 * count
      let turnSine = real + 5 * count
      for b in 0..<count {
        let angle = -2 * Double.pi * Double(bins.lowerBound + b) / Double(length)
        turnCosine[b] = cos(angle)
        turnSine[b] = sin(angle)
      }
      for (n, value) in values.enumerated() {
        if n % renewal == 0 {
          for b in 0..<count {
            // The whole turns are taken off in integers, where nothing is lost.
            let part = (bins.lowerBound + b).multipliedReportingOverflow(by: n).partialValue % length
            let angle = -2 * Double.pi * Double(part) / Double(length)
            cosine[b] = cos(angle)
            sine[b] = sin(angle)
          }
        }
        for b in 0..<count {
          let c = cosine[b]
          let s = sine[b]
          real[b] += value * c
          imaginary[b] += value * s
          cosine[b] = c * turnCosine[b] - s * turnSine[b]
          sine[b] = c * turnSine[b] + s * turnCosine[b]
        }
      }
      return (0..<count).map { (real[$0] * real[$0] + imaginary[$0] * imaginary[$0]).squareRoot() }
    }
  }

  /// The smallest power of two that is at least `count`, times 2 to the `padding`.
  static func paddedLength(_ count: Int, padding: Int) -> Int {
    var length = 1
    while length < count { length *= 2 }
    return length << padding
  }
}
