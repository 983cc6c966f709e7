/// The line of a clock mapping alone: a few numbers, looked at for every row of a stream.
struct MappedLine: Sendable {
  /// Device time of the reference point, in the clock's unit, unwrapped.
  var t0: Double
  /// Host nanoseconds of the reference point.
  var t0HostNs: Int64
  private var nanosecondsPerTick: Double
  /// How much faster the host clock runs than the device clock counts.
  private var rate: Double

  init(_ mapping: ClockMapping, unit: TimeUnit) {
    t0 = mapping.t0
    t0HostNs = mapping.t0Host.nanoseconds
    rate = 1 + mapping.driftPPM * 1e-6
    nanosecondsPerTick = unit.nanoseconds
  }

  /// The host time of a device time that lies `sinceT0` after `t0`, in ns after `t0HostNs`.
  func hostNs(sinceT0: Double) -> Double { sinceT0 * nanosecondsPerTick * rate }
}

/// The valid lines of a stream's rows: one for all of them, or one for each stretch of a clock that began anew.
struct MappedLines: Sendable {
  private var whole: MappedLine?
  /// The first row of each stretch, ascending, and its line; nil where it has no valid one.
  private var stretches: [(first: Int, line: MappedLine?)] = []

  /// Nil where no row can be mapped.
  init?(_ mapping: ClockMapping, unit: TimeUnit) {
    guard mapping.mapsSomeRows else { return nil }
    if mapping.validated {
      whole = MappedLine(mapping, unit: unit)
    } else {
      stretches = mapping.epochs.map { epoch in
        let valid = epoch.mapping.flatMap { $0.validated ? $0 : nil }
        return (epoch.rows.lowerBound, valid.map { MappedLine($0, unit: unit) })
      }
    }
  }

  /// The line of a row; nil where it has none.
  subscript(row: Int) -> MappedLine? {
    if let whole { return whole }
    // The last stretch that begins at or before the row.
    var low = 0
    var high = stretches.count
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].first <= row { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? stretches[low - 1].line : nil
  }
}
