/// How much a number scatters from one repetition to the next, and whether it drifts over the session.
public struct Repeatability: Hashable, Sendable {
  public var count: Int
  /// Divisor n − 1.
  public var sd: Measured<Double>
  /// SD / |mean|.
  public var coefficientOfVariation: Measured<Double>
  /// Least-squares line of the value against the time of its onset or cue, per minute.
  public var trendPerMinute: Measured<LinearTrend>

  /// `values` at `minutes`.
  public init(_ values: [Double], minutes: [Double], parameters: SummaryParameters) {
    count = values.count
    let distribution = Distribution(values)
    sd = distribution.sd
    switch (distribution.mean, distribution.sd) {
    case (.value(let mean), .value(let sd)):
      coefficientOfVariation =
        abs(mean) > parameters.nearZeroPart * sd && mean != 0
        ? .value(sd / abs(mean)) : .unavailable(SummaryReason.nearZeroMean)
    case (.unavailable(let reason), _), (_, .unavailable(let reason)):
      coefficientOfVariation = .unavailable(reason)
    }
    trendPerMinute = Measured(
      LinearTrend(x: minutes, y: values),
      else: SummaryReason.fewForTrend(LinearTrend.minimumCount))
  }

  var json: JSONValue {
    [
      "n": .integer(Int64(count)), "sd": sd.json, "cv": coefficientOfVariation.json,
      "trend_per_minute": trendPerMinute.json {
        ["slope": .real($0.slope), "low": .real($0.low), "high": .real($0.high)]
      },
    ]
  }
}
