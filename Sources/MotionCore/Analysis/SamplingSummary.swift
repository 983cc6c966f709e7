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
    compute(stream.description, clock: clock, column: stream.deviceTime, receiptNs: stream.receiptNs)
  }

  /// The same of rows that are given as their device times and receipts.
  static func compute(
    _ stream: StreamDescription, clock: ClockDescription?, column: MotionStream.Column, receiptNs: [Int64]
  ) -> (statistics: SamplingStatistics, mapping: ClockMapping?, times: DeviceTime) {
    let unit = clock?.unit ?? .nanoseconds
    let times = DeviceTime(column: column, receiptNs: receiptNs, wrapsAt: clock?.wrapsAt, unit: unit)
    let rows = receiptNs.indices
    guard stream.clock != "host" else {
      let ages = Self.ages(
        of: stream, times: times, unit: unit, mapping: nil, receiptNs: receiptNs, rows: rows)
      return (SamplingStatistics(times: times, unit: unit, ages: ages), nil, times)
    }
    let mapping = ClockFit.fitEpochs(times: times, unit: unit, receiptNs: receiptNs)
    let ages = Self.ages(
      of: stream, times: times, unit: unit, mapping: mapping, receiptNs: receiptNs, rows: rows)
    guard let mapping else { return (SamplingStatistics(times: times, unit: unit, ages: ages), nil, times) }
    let steady = joined(times, mapping: mapping, unit: unit, receiptNs: receiptNs)
    return (SamplingStatistics(times: steady, unit: unit, ages: ages), mapping, times)
  }

  /// Receipt less time on the host clock, ns, of each of `rows` that has both.
  static func ages(
    of stream: StreamDescription, times: DeviceTime, unit: TimeUnit, mapping: ClockMapping?,
    receiptNs: [Int64],
    rows: Range<Int>
  ) -> Measured<[Double]> {
    var ages: [Double] = []
    ages.reserveCapacity(rows.count)
    if stream.clock == "host" {
      guard stream.timestampSource != .receipt else {
        return .unavailable(ClockReason.timesAreReceipts)
      }
      for i in rows where times.isFinite(i) { ages.append(-times.since(Double(receiptNs[i]), i)) }
    } else {
      guard let mapping else {
        return .unavailable(ClockReason.fewToMap)
      }
      guard let lines = MappedLines(mapping, unit: unit) else {
        return .unavailable(ClockReason.mappingInvalid(mapping.reason ?? .notKnown))
      }
      for i in rows where times.isFinite(i) {
        guard let line = lines[i] else { continue }
        ages.append(Double(receiptNs[i] &- line.t0HostNs) - line.hostNs(sinceT0: times.since(line.t0, i)))
      }
    }
    return ages.isEmpty ? .unavailable(SamplingReason.noTimestamps) : .value(ages)
  }

  /// Device times without the jumps of a clock that began anew: between two stretches the step is that of their
  /// mapped times, or of the receipts where one is not mapped.
  private static func joined(
    _ times: DeviceTime, mapping: ClockMapping, unit: TimeUnit, receiptNs: [Int64]
  ) -> DeviceTime {
    var joined = times
    let lines = MappedLines(mapping, unit: unit)
    for start in mapping.epochs.dropFirst().map(\.rows.lowerBound) {
      guard times.isFinite(start), let before = (0..<start).last(where: times.isFinite) else { continue }
      func hostNs(_ row: Int) -> Double? {
        lines?[row].map {
          Double($0.t0HostNs &- receiptNs[before]) + $0.hostNs(sinceT0: times.since($0.t0, row))
        }
      }
      var step = Double(receiptNs[start] &- receiptNs[before])
      if let from = hostNs(before), let to = hostNs(start) { step = to - from }
      let delivered = times.double(start) - times.double(before)
      joined = joined.moved(from: start, by: step / unit.nanoseconds - delivered)
    }
    return joined
  }
}
