import MotionCore

/// Notices a stream whose values have not changed for a second: a sensor that hangs, or is asleep. Noise moves
/// the last bit of a real one.
struct FrozenCheck: Sendable {
  /// What was noticed, once until the values change.
  struct Finding: Hashable, Sendable {
    /// All values are zero.
    var isZero: Bool
    var values: [RawNumber]
    /// Since when, by receipt.
    var since: HostTime
    var rows: Int

    var incident: JSONObject {
      [
        "reason": .string((isZero ? IncidentDetail.zeros : .standStill).text),
        "values": .array(values.map { JSONValue($0) }), "since_ns": .integer(since.nanoseconds),
        "rows": .integer(Int64(rows)),
      ]
    }
  }

  static let patience: Duration = .seconds(1)
  /// Fewer rows than these may be equal by chance.
  private static let fewestRows = 8

  private var values: [RawNumber] = []
  private var since = HostTime(nanoseconds: 0)
  private var rows = 0
  private var isReported = false

  mutating func accept(_ values: [RawNumber], receipt: HostTime) -> Finding? {
    guard values == self.values else {
      self.values = values
      since = receipt
      rows = 1
      isReported = false
      return nil
    }
    rows += 1
    guard !isReported, rows >= FrozenCheck.fewestRows, receipt - since >= FrozenCheck.patience else {
      return nil
    }
    isReported = true
    return Finding(isZero: values.allSatisfy { $0.double == 0 }, values: values, since: since, rows: rows)
  }
}
