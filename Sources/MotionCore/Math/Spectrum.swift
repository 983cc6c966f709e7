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
    magnitudes(of: [values], length: length, bins: bins)[0]
  }

  /// The same for several series of one length: the phases, which cost the most, are turned once for all of them.
  static func magnitudes(of series: [[Double]], length: Int, bins: Range<Int>) -> [[Double]] {
    let samples = series.first?.count ?? 0
    precondition(length >= samples && bins.lowerBound >= 0 && series.allSatisfy { $0.count == samples })
    // Four bins lie in one vector; those beyond the last one are not looked at.
    typealias Four = SIMD4<Double>
    let fours = (bins.count + 3) / 4
    // Phases, the turn of a phase from one sample to the next, then the real and imaginary sums of each series.
    var state = [Four](repeating: .zero, count: (4 + 2 * series.count) * fours)
    state.withUnsafeMutableBufferPointer { state in
      guard let cosine = state.baseAddress else { return }
      let sine = cosine + fours
      let turnCosine = cosine + 2 * fours
      let turnSine = cosine + 3 * fours
      for b in 0..<fours * 4 {
        let angle = -2 * Double.pi * Double(bins.lowerBound + b) / Double(length)
        turnCosine[b / 4][b % 4] = cos(angle)
        turnSine[b / 4][b % 4] = sin(angle)
      }
      for n in 0..<samples {
        if n % renewal == 0 {
          for b in 0..<fours * 4 {
            // The whole turns are taken off in integers, where nothing is lost.
            let part = (bins.lowerBound + b).multipliedReportingOverflow(by: n).partialValue % length
            let angle = -2 * Double.pi * Double(part) / Double(length)
            cosine[b / 4][b % 4] = cos(angle)
            sine[b / 4][b % 4] = sin(angle)
          }
        }
        for (place, values) in series.enumerated() {
          let value = values[n]
          let real = cosine + (4 + 2 * place) * fours
          let imaginary = real + fours
          for b in 0..<fours {
            real[b] += value * cosine[b]
            imaginary[b] += value * sine[b]
          }
        }
        for b in 0..<fours {
          let c = cosine[b]
          let s = sine[b]
          cosine[b] = c * turnCosine[b] - s * turnSine[b]
          sine[b] = c * turnSine[b] + s * turnCosine[b]
        }
      }
    }
    return series.indices.map { place in
      let real = (4 + 2 * place) * fours
      return (0..<bins.count).map { b in
        let x = state[real + b / 4][b % 4]
        let y = state[real + fours + b / 4][b % 4]
        return (x * x + y * y).squareRoot()
      }
    }
  }

  /// The smallest power of two that is at least `count`, times 2 to the `padding`.
  static func paddedLength(_ count: Int, padding: Int) -> Int {
    var length = 1
    while length < count { length *= 2 }
    return length << padding
  }
}
