/// SPARC, the spectral arc length of a speed profile: S. Balasubramanian, A. Melendez-Calderon, A. Roby-Brami and
/// E. Burdet, "On the analysis of movement smoothness", Journal of NeuroEngineering and Rehabilitation 12:112, 2015.
/// Never positive; nearer to zero is smoother.
public struct SpectralArcLength: Hashable, Sendable {
  /// Dimensionless.
  public var value: Double
  /// The highest frequency that took part, Hz. The value jumps where a component, such as tremor, crosses the
  /// amplitude threshold and moves this.
  public var lastHz: Double

  public struct Parameters: Hashable, Sendable {
    /// The transform has 2^(⌈log2 N⌉ + padding) bins.
    public var padding = 4
    /// Frequencies up to this take part, Hz.
    public var cutoffHz = 10.0
    /// Of those, the ones from the first to the last bin with at least this part of the largest magnitude.
    public var threshold = 0.05

    public init(cutoffHz: Double = 10, threshold: Double = 0.05) {
      self.cutoffHz = cutoffHz
      self.threshold = threshold
    }
  }

  /// SPARC of the magnitude of `velocity`, sampled uniformly at `hz`: M = |FFT| / max, and of the bins from the first to the last with
  /// M ≥ threshold, up to the cut-off, −Σ √((Δf / (f_last − f_first))² + ΔM²). Nil where the profile is zero, too
  /// short, or fewer than two bins remain.
  public init?(velocity: [Double], hz: Double, parameters: Parameters = Parameters()) {
    guard let bins = Bins(samples: velocity.count, hz: hz, parameters) else { return nil }
    self.init(
      Spectrum.magnitudes(velocity.map { abs($0) }, length: bins.length, bins: bins.range), bins, parameters)
  }

  /// The same of three profiles of one length, in less time.
  static func ofThree(
    _ velocities: ([Double], [Double], [Double]), hz: Double, parameters: Parameters
  ) -> [SpectralArcLength?] {
    guard let bins = Bins(samples: velocities.0.count, hz: hz, parameters) else { return [nil, nil, nil] }
    return Spectrum.magnitudes(
      velocities.0.map { abs($0) }, velocities.1.map { abs($0) }, velocities.2.map { abs($0) },
      length: bins.length, bins: bins.range
    ).map { SpectralArcLength($0, bins, parameters) }
  }

  /// The bins of the padded transform up to the cut-off.
  private struct Bins {
    var length: Int
    var range: Range<Int>
    /// From bin to bin, Hz.
    var stepHz: Double

    init?(samples: Int, hz: Double, _ parameters: Parameters) {
      guard samples >= 4, hz > 0, hz.isFinite else { return nil }
      length = Spectrum.paddedLength(samples, padding: parameters.padding)
      stepHz = hz / Double(length)
      range = 0..<min(Int((parameters.cutoffHz / stepHz).rounded(.down)) + 1, length)
    }
  }

  private init?(_ magnitudes: [Double], _ bins: Bins, _ parameters: Parameters) {
    // Of a profile without negative values no bin is larger than that at zero, which is their sum.
    let largest = magnitudes[0]
    guard largest > 0, largest.isFinite else { return nil }
    let parts = magnitudes.map { $0 / largest }
    guard let first = parts.firstIndex(where: { $0 >= parameters.threshold }),
      let last = parts.lastIndex(where: { $0 >= parameters.threshold }), last > first
    else { return nil }
    let width = 1 / Double(last - first)
    var sum = 0.0
    for bin in (first + 1)...last {
      let change = parts[bin] - parts[bin - 1]
      sum += (width * width + change * change).squareRoot()
    }
    value = -sum
    lastHz = Double(last) * bins.stepHz
  }
}
