/// Fits how a device's clock maps to the host clock: the robust lower envelope of receipt against device time.
///
/// A row can be delivered late but never early, so the rows that were delivered fastest lie on a line, and all
/// others above it. The rows are put into up to 64 bins of equal count; of each bin the lowest row is kept; a
/// Theil–Sen line goes through these. A backlog at the start, late bursts and stalls lift a few bins, which the
/// line ignores. The bins' lowest rows are chosen again along each new line until the slope stands.
///
/// The fit uses raw receipt (`h`), as every stream has it; the kernel's time (`k`) is kept as evidence only.
/// The constant part of transport and filter delay cannot be seen from these data, and is in no number here.
public enum ClockFit {
  /// The checks of docs/metrics.md, "Clock mapping".
  public struct Limits: Hashable, Sendable {
    public var minimumCount = 10
    /// The residual's 99th percentile must be below this and two periods, whichever is larger.
    public var residualP99Ns = 20e6
    public var driftPPM = 50_000.0
    /// A lasting change of level above this and one period, whichever is larger, is a step.
    public var stepNs = 10e6

    public init() {}
  }

  private static let largestBinCount = 64
  private static let rowsPerBin = 5

  /// Maps `times` (in `unit`) to the host clock. Always returns a mapping where it could fit one; its
  /// `validated` and `reason` say whether it may be used. Nil with fewer than two different times.
  public static func fit(
    times: DeviceTime, unit: TimeUnit, receiptNs: [Int64], limits: Limits = Limits()
  ) -> ClockMapping? {
    let points = Points(times: times, unit: unit, receiptNs: receiptNs)
    guard let points, let line = envelope(points) else { return nil }
    var residuals = points.x.indices.map { points.y[$0] - line(points.x[$0]) }
    guard line.slope.isFinite, residuals.allSatisfy(\.isFinite) else { return nil }
    let step = largestStep(residuals: residuals, x: points.x)
    for i in residuals.indices { residuals[i] = abs(residuals[i]) }
    let p99 = Statistics.nearestRank(percent: 99, reordering: &residuals)!
    let span = points.x[points.x.count - 1] - points.x[0]
    let periodNs = points.medianPeriodNs ?? span
    let driftPPM = line.slope * 1e6

    var checks: JSONObject = [:]
    var failures: [ClockReason] = []
    func check(_ name: String, _ passed: Bool, _ value: JSONValue, _ limit: JSONValue, _ failure: ClockReason)
    {
      checks.append(name, ["passed": .bool(passed), "value": value, "limit": limit])
      if !passed { failures.append(failure) }
    }
    let ordered = points.orderedCount
    check(
      "observations", ordered >= limits.minimumCount, .integer(Int64(ordered)),
      .integer(Int64(limits.minimumCount)), .fewObservations(ordered))
    let residualLimit = max(limits.residualP99Ns, 2 * periodNs)
    check(
      "residual_p99_ns", p99 < residualLimit, .real(p99), .real(residualLimit),
      .residual(p99Ns: p99, allowedNs: residualLimit))
    check(
      "drift_ppm", abs(driftPPM) < limits.driftPPM, .real(driftPPM), .real(limits.driftPPM),
      .drift(ppm: Int(max(-1e12, min(1e12, driftPPM)).rounded())))
    let stepLimit = max(limits.stepNs, periodNs)
    check(
      "step_ns", step.size <= stepLimit, .real(step.size), .real(stepLimit),
      .step(sizeNs: step.size, afterNs: step.x))

    let offset = line.intercept.rounded()
    return ClockMapping(
      t0: points.referenceTime,
      t0Host: HostTime(nanoseconds: points.referenceReceipt &+ (Int64(exactly: offset) ?? 0)),
      driftPPM: driftPPM, residualNs: p99, validated: failures.isEmpty,
      reason: reason(failures), checks: checks)
  }

  /// The rows with a time, relative to the first: x is device time in ns, y is receipt − device time in ns.
  private struct Points {
    var x: [Double] = []
    var y: [Double] = []
    var referenceTime: Double
    var referenceReceipt: Int64
    var orderedCount = 1
    var medianPeriodNs: Double?

    init?(times: DeviceTime, unit: TimeUnit, receiptNs: [Int64]) {
      guard let first = (0..<times.count).first(where: times.isFinite) else { return nil }
      referenceTime = times.double(first)
      referenceReceipt = receiptNs[first]
      x.reserveCapacity(times.count)
      y.reserveCapacity(times.count)
      var highest = -Double.infinity
      var steps: [Double] = []
      // The median period of the first ten thousand rows decides limits only.
      for i in first..<times.count where times.isFinite(i) {
        let device = times.since(referenceTime, i) * unit.nanoseconds
        // No clock counts so far; the sums below would lose all meaning.
        guard abs(device) <= Double(HostTime.limitNs) else { continue }
        if device > highest {
          if highest > -.infinity {
            orderedCount += 1
            if steps.count < 10_000 { steps.append(device - highest) }
          }
          highest = device
        }
        x.append(device)
        y.append(Double(receiptNs[i] &- referenceReceipt) - device)
      }
      guard highest > 0 else { return nil }
      medianPeriodNs = Statistics.median(steps)
    }
  }

  /// The line of receipt − device time against device time.
  private static func envelope(_ points: Points) -> RobustLine? {
    let count = points.x.count
    let bins = max(2, min(largestBinCount, count / rowsPerBin))
    guard count >= bins else { return nil }
    let edges = (0...bins).map { $0 * count / bins }
    // First a line through the bins' middles, which a few late rows in a bin cannot move either.
    let middles = (0..<bins).map { bin -> Int in
      let rows = edges[bin]..<edges[bin + 1]
      var delays = Array(points.y[rows])
      let middle = Statistics.select(rank: rows.count / 2, in: &delays)
      return rows.first { points.y[$0] == middle } ?? rows.lowerBound
    }
    guard
      var line = RobustLine.theilSen(x: middles.map { points.x[$0] }, y: middles.map { points.y[$0] })
    else { return nil }
    for _ in 0..<8 {
      let slope = line.slope
      let lowest = (0..<bins).map { bin in
        (edges[bin]..<edges[bin + 1]).min {
          points.y[$0] - slope * points.x[$0] < points.y[$1] - slope * points.x[$1]
        }!
      }
      guard
        let next = RobustLine.theilSen(x: lowest.map { points.x[$0] }, y: lowest.map { points.y[$0] })
      else { return line }
      let settled = abs(next.slope - line.slope) < 1e-12
      line = next
      if settled { break }
    }
    return line
  }

  /// The largest lasting change of the envelope's level: the lowest residual of three neighbouring bins against
  /// that of the next three. A stall shorter than three bins changes neither.
  private static func largestStep(residuals: [Double], x: [Double]) -> (size: Double, x: Double) {
    let bins = max(2, min(largestBinCount, residuals.count / rowsPerBin))
    let edges = (0...bins).map { $0 * residuals.count / bins }
    let lowest = (0..<bins).map { residuals[edges[$0]..<edges[$0 + 1]].min()! }
    var largest = (size: 0.0, x: 0.0)
    for bin in stride(from: 3, through: bins - 3, by: 1) {
      let size = abs(lowest[bin..<(bin + 3)].min()! - lowest[(bin - 3)..<bin].min()!)
      if size > largest.size { largest = (size, x[edges[bin]]) }
    }
    return largest
  }

  private static func reason(_ failures: [ClockReason]) -> UnavailableReason? {
    let reasons = failures.map { UnavailableReason($0) }
    return reasons.count > 1 ? UnavailableReason(ClockReason.several(reasons)) : reasons.first
  }
}
