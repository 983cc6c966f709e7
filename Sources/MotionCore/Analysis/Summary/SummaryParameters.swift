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

  static let parameters: [AnalysisConfiguration.Parameter] = [
    .init(key: "near_zero_part", path: \.summary.nearZeroPart, range: 0...10),
    .init(key: "label_match_s", path: \.summary.labelMatchSeconds, range: 0.001...10),
  ]

  static let integerParameters: [AnalysisConfiguration.IntegerParameter] = [
    .init(key: "bootstrap_resamples", path: \.summary.bootstrapResamples, range: 100...100_000),
    .init(key: "bootstrap_seed", path: \.summary.bootstrapSeed, range: 0...(1 << 53)),
    .init(key: "ex_gaussian_minimum", path: \.summary.exGaussianMinimum, range: 10...10_000),
    .init(key: "interval_minimum", path: \.summary.intervalMinimum, range: 3...1000),
  ]
}
