/// What the manifest says of a stream's sampling, computed from its rows.
public enum SamplingSummary {
  /// The manifest's `statistics` of `stream`, and how its clock maps to the host's (nil for the clock `host`,
  /// and where no line can be fitted).
  public static func of(
    stream: MotionStream, clock: ClockDescription?
  ) -> (statistics: JSONValue, mapping: ClockMapping?) {
    let result = compute(stream: stream, clock: clock)
    return (.object(result.statistics.json), result.mapping)
  }

  /// The same as typed values, with the unrolled device times.
  static func compute(
    stream: MotionStream, clock: ClockDescription?
  ) -> (statistics: SamplingStatistics, mapping: ClockMapping?, times: DeviceTime) {
    let unit = clock?.unit ?? .nanoseconds
    let times = DeviceTime(stream: stream, clock: clock)
    if stream.description.clock == "host" {
      let ages: Measured<[Double]>
      switch stream.description.timestampSource {
      case .receipt: ages = .unavailable("the stream's times are its receipts")
      case .kernel, .device:
        ages = .value(
          (0..<stream.count).filter(times.isFinite).map {
            -times.since(Double(stream.receiptNs[$0]), $0)
          })
      }
      return (SamplingStatistics(times: times, unit: unit, ages: nonempty(ages)), nil, times)
    }
    guard let mapping = ClockFit.fit(times: times, unit: unit, receiptNs: stream.receiptNs) else {
      let ages = Measured<[Double]>.unavailable("too few rows to map the device clock to the host clock")
      return (SamplingStatistics(times: times, unit: unit, ages: ages), nil, times)
    }
    let ages: Measured<[Double]>
    if mapping.validated {
      ages = .value(
        (0..<stream.count).filter(times.isFinite).map { i in
          Double(stream.receiptNs[i] &- mapping.t0Host.nanoseconds)
            - mapping.hostNs(sinceT0: times.since(mapping.t0, i), unit: unit)
        })
    } else {
      ages = .unavailable("the clock mapping is not valid: \(mapping.reason ?? "a check failed")")
    }
    return (SamplingStatistics(times: times, unit: unit, ages: nonempty(ages)), mapping, times)
  }

  private static func nonempty(_ ages: Measured<[Double]>) -> Measured<[Double]> {
    if case .value(let values) = ages, values.isEmpty {
      return .unavailable("no valid timestamps")
    }
    return ages
  }
}
