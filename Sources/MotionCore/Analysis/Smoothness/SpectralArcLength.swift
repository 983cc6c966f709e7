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
    guard velocity.count >= 4, hz > 0, hz.isFinite else { return nil }
    let length = Spectrum.paddedLength(velocity.count, padding: parameters.padding)
    let step = hz / Double(length)
    let within = min(Int((parameters.cutoffHz / step).rounded(.down)) + 1, length)
    let magnitudes = Spectrum.magnitudes(velocity.map { abs($0) }, length: length, bins: 0..<within)
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
    lastHz = Double(last) * step
  }
}
