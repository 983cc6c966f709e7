import MotionCore

/// Compares the device's time with the event's time while the sensor is read, and tells what a bundle's clock
/// mapping will not be able to explain: a counter that began anew, a jump of the one clock against the other, and
/// a clock that runs at another rate.
///
/// A late report looks like a jump until the next ones come: a delay of the radio is made up for by a burst, a lost
/// turn of a counter never is. So a suspicion is judged half a second later, by the earliest reports of before and
/// after.
struct ClockWatch: Sendable {
  enum Limits {
    /// A step of device time and event time against each other that raises a suspicion, ns. Below a turn of the
    /// counter of a DualShock 4 (349.5 ms), above what a radio usually holds back.
    static let suspicion = 250e6
    /// How long a suspicion is watched, ns.
    static let verdictAfter: Int64 = 500_000_000
    /// A lasting shift that is told, ns.
    static let shift = 100e6
    /// Length of the windows whose earliest reports give the rate, ns, and after how many it is judged.
    static let window: Int64 = 1_000_000_000
    static let windows = 3
    /// The largest deviation of the rates, that of a mapping which is taken as valid (docs/metrics.md).
    static let rate = SensorCheck.Limits.plausibleDriftPPM * 1e-6
  }

  private let wrapMicroseconds: Double?
  private var unroller = DeviceClockUnroller(wrapsAt: 1 << 32, unit: .microseconds)
  private var last: (event: Int64, device: Int64)?
  /// The lowest of event time − device time, ns, in the window that began at `start`.
  private var window: (start: Int64, lowest: Double)?
  private var first: (time: Int64, lowest: Double)?
  private var closed = 0
  private var suspect: (start: Int64, at: HostTime, gap: Int64, step: Int64, before: Double, after: Double)?
  /// Device time over event time, as far as it was measured.
  private(set) var rate: Double?
  private var hasToldRate = false

  /// `wrapMicroseconds`: the turn of a narrow counter behind the device's time.
  init(wrapMicroseconds: Double?) {
    self.wrapMicroseconds = wrapMicroseconds
  }

  /// Takes the times of the next report: the counter as delivered, and when the kernel made the event, or else the
  /// receipt.
  mutating func note(device raw: Int64, event time: HostTime, receipt: HostTime) -> Incident? {
    let device: Int64
    switch unroller.unroll(raw, receipt: time) {
    case .continuous(let value): device = value
    case .restarted(let value):
      let before = last
      begin(anew: value, time.nanoseconds)
      return incident(
        .counterBeganAnew, at: receipt,
        ["before_us": .integer(before?.device ?? 0), "after_us": .integer(value)])
    }
    let event = time.nanoseconds
    let offset = Double(event) - Double(device) * 1000
    defer { last = (event, device) }
    if let told = judge(offset: offset, device: device, event: event, receipt: receipt) { return told }
    return judgeRate(offset: offset, event: event, receipt: receipt)
  }

  private mutating func begin(anew device: Int64, _ event: Int64) {
    last = (event, device)
    window = nil
    first = nil
    closed = 0
    suspect = nil
  }

  private mutating func judge(
    offset: Double, device: Int64, event: Int64, receipt: HostTime
  ) -> Incident? {
    guard !hasToldRate, let last, let window else { return nil }
    if var watched = suspect {
      watched.after = min(watched.after, offset)
      suspect = watched
      guard event - watched.start >= Limits.verdictAfter else { return nil }
      suspect = nil
      let shift = watched.after - watched.before
      guard abs(shift) > Limits.shift else { return nil }
      begin(anew: device, event)
      return jump(shift, watched.gap, watched.step, at: watched.at)
    }
    let gap = event - last.event
    let step = (device - last.device) * 1000
    if abs(Double(gap - step)) > Limits.suspicion {
      suspect = (event, receipt, gap, step, window.lowest, offset)
    }
    return nil
  }

  private func jump(_ shift: Double, _ gap: Int64, _ step: Int64, at receipt: HostTime) -> Incident {
    var fields: JSONObject = [
      "shift_ns": .integer(Int64(shift)), "event_gap_ns": .integer(gap), "device_step_ns": .integer(step),
    ]
    guard shift > 0, let wrapMicroseconds else {
      return incident(.clocksMoved, at: receipt, fields)
    }
    let turns = shift / (wrapMicroseconds * 1000)
    fields["turn_ns"] = .integer(Int64(wrapMicroseconds * 1000))
    fields["turns_lost_estimate"] = .integer(Int64(turns.rounded()))
    return incident(.turnsUnknown, at: receipt, fields)
  }

  private mutating func judgeRate(offset: Double, event: Int64, receipt: HostTime) -> Incident? {
    guard var open = window else {
      window = (event, offset)
      return nil
    }
    guard event - open.start >= Limits.window else {
      open.lowest = min(open.lowest, offset)
      window = open
      return nil
    }
    window = (event, offset)
    closed += 1
    guard let first else {
      first = (open.start, open.lowest)
      return nil
    }
    let elapsed = Double(open.start - first.time)
    let measured = 1 - (open.lowest - first.lowest) / elapsed
    rate = measured
    guard !hasToldRate, suspect == nil, closed > Limits.windows, abs(measured - 1) > Limits.rate else {
      return nil
    }
    hasToldRate = true
    return incident(
      .clockRate(rounded(measured)), at: receipt,
      ["rate": .real(measured), "over_s": .real(elapsed * 1e-9)])
  }

  /// For the manifest.
  var settings: JSONValue {
    guard let rate else { return .unavailable(SensorReason.watchedTooShort) }
    return [
      "rate_against_events": .real(rate),
      "plausible": .bool(abs(rate - 1) <= Limits.rate),
    ]
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private func incident(_ detail: IncidentDetail, at receipt: HostTime, _ fields: JSONObject) -> Incident {
    var all: JSONObject = ["reason": .string(detail.text)]
    for member in fields.members { all.append(member.key, member.value) }
    // What is done about all of them: nothing is rewritten.
    all.append("action", .string(IncidentDetail.timesKept.text))
    return Incident(.clockJump, at: receipt, fields: all)
  }
}
