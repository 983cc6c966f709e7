/// A clock of a session. `host` is always there.
public struct ClockDescription: Hashable, Sendable {
  public var name: String
  public var unit: TimeUnit
  /// What zero means: "boot" (CLOCK_MONOTONIC), "virtual", "device", …
  public var epoch: String
  /// The count at which the device's counter returns to zero, in `unit` (4294967296 for a u32 of µs).
  public var wrapsAt: Int64?
  /// How its times become host times; nil until fitted, and for `host`.
  public var mapping: ClockMapping?

  public init(
    name: String, unit: TimeUnit, epoch: String, wrapsAt: Int64? = nil, mapping: ClockMapping? = nil
  ) {
    self.name = name
    self.unit = unit
    self.epoch = epoch
    self.wrapsAt = wrapsAt
    self.mapping = mapping
  }

  /// The clock `host`: CLOCK_MONOTONIC, or the virtual clock of a rehearsal.
  public static func host(virtual: Bool = false) -> ClockDescription {
    ClockDescription(name: "host", unit: .nanoseconds, epoch: virtual ? "virtual" : "boot")
  }
}

/// host_ns = t0_host_ns + (t − t0) · unit · (1 + drift_ppm·1e−6), with t unwrapped.
public struct ClockMapping: Hashable, Sendable {
  /// Device time of the reference point, in the clock's unit, unwrapped.
  public var t0: Double
  public var t0Host: HostTime
  /// How much faster the host clock runs than the device clock counts, in parts per million.
  public var driftPPM: Double
  /// 99th percentile of receipt − mapped time, in ns.
  public var residualNs: Double
  public var validated: Bool
  /// Why it is not validated.
  public var reason: UnavailableReason?
  /// The name and outcome of each check.
  public var checks: JSONObject
  /// Where the clock has begun anew: the stretches of the stream's rows, in order, each mapped by itself; empty else.
  /// The manifest's `checks` tell of them; whoever needs them fits them from the rows.
  public var epochs: [Epoch] = []

  /// Rows over which a clock counted without beginning anew.
  public struct Epoch: Hashable, Sendable {
    public var rows: Range<Int>
    /// nil where no line can be fitted.
    public var mapping: ClockMapping?

    public init(rows: Range<Int>, mapping: ClockMapping?) {
      self.rows = rows
      self.mapping = mapping
    }
  }

  public init(
    t0: Double, t0Host: HostTime, driftPPM: Double, residualNs: Double, validated: Bool,
    reason: UnavailableReason? = nil, checks: JSONObject = [:]
  ) {
    self.t0 = t0
    self.t0Host = t0Host
    self.driftPPM = driftPPM
    self.residualNs = residualNs
    self.validated = validated
    self.reason = reason
    self.checks = checks
  }
}
