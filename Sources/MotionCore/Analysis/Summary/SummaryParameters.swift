/// The parameters of the summaries.
public struct SummaryParameters: Hashable, Sendable {
  /// Resamples of every bootstrap interval.
  public var bootstrapResamples = 2000
  /// Every bootstrap interval starts the generator anew from this, so that none depends on another.
  public var bootstrapSeed = 20_261_130
  /// An ex-Gaussian needs at least this many values.
  public var exGaussianMinimum = 40
  /// An interval needs at least this many values (on each side).
  public var intervalMinimum = 5
  /// A coefficient of variation, and a normalized asymmetry, are unavailable where the mean is below this part of the
  /// standard deviation: they would divide by nearly nothing.
  public var nearZeroPart = 0.1
  /// A label and a detection belong together within this.
  public var labelMatchSeconds = 0.5

  public init() {}

  static let parameters: [Parameter<AnalysisConfiguration>] = [
    .real("near_zero_part", \.summary.nearZeroPart, 0...10),
    .real("label_match_s", \.summary.labelMatchSeconds, 0.001...10),
    .integer("bootstrap_resamples", \.summary.bootstrapResamples, 100...100_000),
    .integer("bootstrap_seed", \.summary.bootstrapSeed, 0...(1 << 53)),
    .integer("ex_gaussian_minimum", \.summary.exGaussianMinimum, 10...10_000),
    .integer("interval_minimum", \.summary.intervalMinimum, 3...1000),
  ]
}
