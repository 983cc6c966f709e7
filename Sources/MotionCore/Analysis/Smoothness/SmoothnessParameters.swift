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
  /// A longer movement has no smoothness.
  public var maximumSeconds = 30.0

  public init() {}

  var sparc: SpectralArcLength.Parameters {
    SpectralArcLength.Parameters(cutoffHz: sparcCutoffHz, threshold: sparcThreshold)
  }

  static let parameters: [Parameter<AnalysisConfiguration>] = [
    .real("smoothness_grid_hz", \.smoothness.gridHz, 1...1000),
    .real("smoothness_minimum_excursion_deg", \.smoothness.minimumExcursionDegrees, 0.01...90),
    .real("smoothness_maximum_s", \.smoothness.maximumSeconds, 0.1...60),
    .real("sparc_cutoff_hz", \.smoothness.sparcCutoffHz, 1...100),
    .real("sparc_threshold", \.smoothness.sparcThreshold, 0...1),
    .real("band_from_hz", \.smoothness.bandFromHz, 0...10),
    .real("band_to_hz", \.smoothness.bandToHz, 1...500),
    .real("high_frequency_from_hz", \.smoothness.highFrequencyFromHz, 0.1...100),
    .real("high_frequency_minimum_s", \.smoothness.highFrequencyMinimumSeconds, 0.01...10),
    .real("peak_prominence", \.smoothness.peakProminence, 0...1),
  ]
}
