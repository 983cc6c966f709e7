/// The parameters of the smoothness metrics. Derivatives are those of the analysis' local polynomial.
public struct SmoothnessParameters: Hashable, Sendable {
  /// The uniform grid of the spectral metrics has the stream's median rate, and at most this.
  public var gridHz = 200.0
  /// Below this excursion nothing that is divided by it is available.
  public var minimumExcursionDegrees = 1.0
  public var sparcCutoffHz = 10.0
  public var sparcThreshold = 0.05
  /// The band of the high-frequency share begins here …
  public var bandFromHz = 0.5
  /// … its upper part here …
  public var highFrequencyFromHz = 5.0
  /// … and it ends here, or at 0.4 of the grid's rate.
  public var bandToHz = 20.0
  /// A shorter movement has no high-frequency share.
  public var highFrequencyMinimumSeconds = 0.4
  /// A peak of the speed stands out from the valleys beside it by at least this part of the largest.
  public var peakProminence = 0.05
  /// A reversal lasts at least this long and spans at least this angle.
  public var reversalSeconds = 0.060
  public var reversalDegrees = 0.5
  /// A longer movement has no smoothness.
  public var maximumSeconds = 30.0

  public init() {}

  var sparc: SpectralArcLength.Parameters {
    SpectralArcLength.Parameters(cutoffHz: sparcCutoffHz, threshold: sparcThreshold)
  }

  static let parameters: [AnalysisConfiguration.Parameter] = [
    .init(key: "smoothness_grid_hz", path: \.smoothness.gridHz, range: 1...1000),
    .init(
      key: "smoothness_minimum_excursion_deg", path: \.smoothness.minimumExcursionDegrees, range: 0.01...90),
    .init(key: "smoothness_maximum_s", path: \.smoothness.maximumSeconds, range: 0.1...60),
    .init(key: "sparc_cutoff_hz", path: \.smoothness.sparcCutoffHz, range: 1...100),
    .init(key: "sparc_threshold", path: \.smoothness.sparcThreshold, range: 0...1),
    .init(key: "band_from_hz", path: \.smoothness.bandFromHz, range: 0...10),
    .init(key: "band_to_hz", path: \.smoothness.bandToHz, range: 1...500),
    .init(key: "high_frequency_from_hz", path: \.smoothness.highFrequencyFromHz, range: 0.1...100),
    .init(key: "high_frequency_minimum_s", path: \.smoothness.highFrequencyMinimumSeconds, range: 0.01...10),
    .init(key: "peak_prominence", path: \.smoothness.peakProminence, range: 0...1),
    .init(key: "smoothness_reversal_s", path: \.smoothness.reversalSeconds, range: 0...1),
    .init(key: "smoothness_reversal_deg", path: \.smoothness.reversalDegrees, range: 0...90),
  ]
}
