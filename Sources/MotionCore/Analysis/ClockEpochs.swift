// A device's clock may begin anew within a stream: the sensor was unplugged and is back, its counter was reset, or a
// gap hid turns of a counter from the driver. One line cannot map what came before and after; each stretch is mapped
// by itself, by the same rules. The gap between two stretches is known from the receipts alone.
extension ClockFit {
  /// A device time and its receipt part by this much, and stay parted, where a clock begins anew, ns: far more than a
  /// lasting step that a mapping may have, and less than a turn of the shortest counter known (349.5 ms).
  static let restartNs = 100e6
  /// What is compared with what: the earliest receipts within this time on both sides, ns. What a radio held back
  /// for longer and then sent in one burst looks like a new beginning; it is mapped all the same.
  static let restartWindowNs: Int64 = 500_000_000
  /// A clock that begins anew more often is none.
  static let mostEpochs = 32

  /// Maps `times` as `fit` does. Where one line fails its checks and the clock has begun anew, the mapping is not
  /// valid as a whole, and its `epochs` are the stretches with their own lines.
  public static func fitEpochs(
    times: DeviceTime, unit: TimeUnit, receiptNs: [Int64], limits: Limits = Limits()
  ) -> ClockMapping? {
    guard var mapping = fit(times: times, unit: unit, receiptNs: receiptNs, limits: limits) else {
      return nil
    }
    guard !mapping.validated else { return mapping }
    let starts = restarts(times: times, unit: unit, receiptNs: receiptNs)
    guard !starts.isEmpty, starts.count < mostEpochs else { return mapping }
    let edges = [0] + starts + [times.count]
    mapping.epochs = zip(edges, edges.dropFirst()).map { first, end in
      ClockMapping.Epoch(
        rows: first..<end,
        mapping: fit(
          times: times.rows(first..<end), unit: unit, receiptNs: Array(receiptNs[first..<end]), limits: limits
        ))
    }
    mapping.reason = UnavailableReason(
      ClockReason.beganAnew(times: starts.count, whole: mapping.reason ?? .notKnown))
    mapping.checks.append("epochs", .array(mapping.epochs.map(\.json)))
    return mapping
  }

  /// The rows at which the clock begins anew, ascending.
  static func restarts(times: DeviceTime, unit: TimeUnit, receiptNs: [Int64]) -> [Int] {
    guard let first = (0..<times.count).first(where: times.isFinite) else { return [] }
    let reference = times.double(first)
    func offset(_ row: Int) -> Double {
      Double(receiptNs[row] &- receiptNs[first]) - times.since(reference, row) * unit.nanoseconds
    }
    var starts: [Int] = []
    var previous = first
    for row in (first + 1)..<max(first + 1, times.count) where times.isFinite(row) {
      defer { previous = row }
      guard abs(offset(row) - offset(previous)) > restartNs else { continue }
      var before = offset(previous)
      var back = previous
      while back >= (starts.last ?? first), receiptNs[previous] &- receiptNs[back] <= restartWindowNs {
        if times.isFinite(back) { before = min(before, offset(back)) }
        back -= 1
      }
      var after = offset(row)
      var ahead = row
      while ahead < times.count, receiptNs[ahead] &- receiptNs[row] <= restartWindowNs {
        if times.isFinite(ahead) { after = min(after, offset(ahead)) }
        ahead += 1
      }
      if abs(after - before) > restartNs { starts.append(row) }
    }
    return starts
  }
}

extension ClockMapping.Epoch {
  /// For the manifest's `checks`.
  var json: JSONValue {
    var object: JSONObject = [
      "first_row": .integer(Int64(rows.lowerBound)), "rows": .integer(Int64(rows.count)),
    ]
    guard let mapping else {
      object.append("validated", false)
      object.append("reason", .string(ClockReason.fewToMap.text))
      return .object(object)
    }
    object.append("t0", .real(mapping.t0))
    object.append("t0_host_ns", .integer(mapping.t0Host.nanoseconds))
    object.append("drift_ppm", .finite(mapping.driftPPM))
    object.append("residual_ns", .finite(mapping.residualNs))
    object.append("validated", .bool(mapping.validated))
    if let reason = mapping.reason { object.append("reason", .string(reason.text)) }
    return .object(object)
  }
}

extension ClockMapping {
  /// Whether some rows can be mapped.
  var mapsSomeRows: Bool {
    validated || epochs.contains { $0.mapping?.validated == true }
  }
}
