/// What a set of values looks like. SD and variance have the divisor n − 1; quartiles are of type 7.
public struct Distribution: Hashable, Sendable {
  public var count: Int
  public var median: Measured<Double>
  public var lowerQuartile: Measured<Double>
  public var upperQuartile: Measured<Double>
  public var interquartileRange: Measured<Double>
  public var mean: Measured<Double>
  public var sd: Measured<Double>
  public var variance: Measured<Double>
  public var minimum: Measured<Double>
  public var maximum: Measured<Double>

  /// The distribution of `values`; `none` is the reason where there are none.
  public init(_ values: [Double], none: SummaryReason = .noTrialCounts) {
    let sorted = values.sorted()
    count = sorted.count
    func measured(_ value: Double?) -> Measured<Double> { Measured(value, else: none) }
    // What says how far values scatter needs two.
    func scatter(_ value: Double?) -> Measured<Double> {
      Measured(sorted.count < 2 ? nil : value, else: sorted.isEmpty ? none : .onlyOne)
    }
    let lower = Statistics.quantile(0.25, sorted: sorted)
    let upper = Statistics.quantile(0.75, sorted: sorted)
    median = measured(Statistics.median(sorted: sorted))
    lowerQuartile = scatter(lower)
    upperQuartile = scatter(upper)
    interquartileRange = scatter(lower.flatMap { low in upper.map { $0 - low } })
    mean = measured(Statistics.mean(sorted))
    sd = scatter(Statistics.sampleSD(sorted))
    variance = sd.map { $0 * $0 }
    minimum = measured(sorted.first)
    maximum = measured(sorted.last)
  }

  var json: JSONObject {
    [
      "n": .integer(Int64(count)), "median": median.json, "q1": lowerQuartile.json, "q3": upperQuartile.json,
      "iqr": interquartileRange.json, "mean": mean.json, "sd": sd.json, "variance": variance.json,
      "min": minimum.json, "max": maximum.json,
    ]
  }
}

/// A distribution of latencies, with what is stated about a reaction time beside it.
public struct LatencyDistribution: Hashable, Sendable {
  public var distribution: Distribution
  /// Bootstrap 95 % interval of the median.
  public var medianInterval: Measured<Bootstrap.Interval>
  /// In the unit of the values.
  public var exGaussian: Measured<ExGaussian>
  private var bootstrap: Bootstrap

  public init(_ values: [Double], parameters: SummaryParameters) {
    distribution = Distribution(values)
    bootstrap = Bootstrap(
      resamples: parameters.bootstrapResamples, seed: UInt64(clamping: parameters.bootstrapSeed))
    if values.count < parameters.intervalMinimum {
      medianInterval = .unavailable(SummaryReason.fewerThan(parameters.intervalMinimum))
    } else {
      medianInterval = Measured(bootstrap.median(values), else: SummaryReason.noTrialCounts)
    }
    if values.count < parameters.exGaussianMinimum {
      exGaussian = .unavailable(SummaryReason.fewerThan(parameters.exGaussianMinimum))
    } else {
      exGaussian = Measured(
        ExGaussian.fit(values), else: SummaryReason.notSkewed)
    }
  }

  var json: JSONValue {
    var object = distribution.json
    object.append(
      "median_interval_95",
      medianInterval.json { interval in
        [
          "low": .real(interval.low), "high": .real(interval.high),
          "resamples": .integer(Int64(bootstrap.resamples)), "seed": .integer(Int64(bootstrap.seed)),
        ]
      })
    object.append(
      "ex_gaussian",
      exGaussian.json { ["mu": .real($0.mu), "sigma": .real($0.sigma), "tau": .real($0.tau)] })
    return .object(object)
  }
}
