import MotionCore

/// What a sensor says while it is read.
public enum SensorEvent: Sendable {
  /// A row of stream number `stream` in `SensorSource.streams`.
  case sample(stream: Int, MotionSample)
  /// Something went wrong and was handled: lost events, values that are not finite, …
  case incident(Incident)
  /// The sensor is gone; nothing follows.
  case lost(reason: String, at: HostTime)
  /// A replay is over; nothing follows.
  case ended(at: HostTime)
}

/// A sensor that has been opened: its streams are known, its rows can be had.
///
/// One thread owns the device. It stamps each receipt first and only then decodes, and hands events to
/// `deliver` in order, from that one thread.
public protocol SensorSource: AnyObject, Sendable {
  var sensor: SensorDescription { get }
  /// The device's clocks; the clock `host` is not among them.
  var clocks: [ClockDescription] { get }
  var streams: [StreamDescription] { get }
  /// True for simulated input, and for a replay of it.
  var isSynthetic: Bool { get }
  /// The charge of its battery now. May block for as long as the device takes to answer.
  func batteryCharge() -> BatteryCharge

  /// Starts the reader thread. `priority` is for a device; a source that is none has nothing to lose.
  func start(priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void) throws
  /// Ends the reader thread, restores the device's settings and closes it. After it returns nothing more is
  /// delivered. May be called twice.
  func stop()
}

extension SensorSource {
  public func batteryCharge() -> BatteryCharge {
    .unavailable(reason: .notTold)
  }

  /// Starts an ordinary reader thread.
  public func start(deliver: @escaping @Sendable (SensorEvent) -> Void) throws {
    try start(priority: .ordinary, deliver: deliver)
  }
}

/// A source that is not a device: its events are computed or read ahead, so that it can be played in virtual
/// time as well as in real time.
public protocol VirtualTimeSource: SensorSource {
  /// Fixes the instant at which its first row may be taken.
  func begin(at start: HostTime)
  /// Delivers all events with a receipt up to `instant`, in order. The receipt `h` is the instant at which the
  /// event would have arrived.
  func advance(to instant: HostTime, deliver: (SensorEvent) -> Void)
}

/// A word that the simulated rider can hear.
public struct HeardCue: Hashable, Sendable {
  /// The cue's trial number; nil for a cue that expects nothing.
  public var trial: Int?
  public var label: String
  public var expect: ExpectedPosition
  public var audible: HostTime

  public init(trial: Int?, label: String, expect: ExpectedPosition, audible: HostTime) {
    self.trial = trial
    self.label = label
    self.expect = expect
    self.audible = audible
  }
}

/// Guidance that asks the simulated rider for something else than a position.
public struct HeardGuidance: Hashable, Sendable {
  public enum Request: String, Sendable, CaseIterable {
    case holdStill = "hold_still"
    /// A lean to the left and back, at once.
    case leanLeft = "lean_left"
    case leanForward = "lean_forward"
  }

  public var request: Request
  public var audible: HostTime

  public init(_ request: Request, audible: HostTime) {
    self.request = request
    self.audible = audible
  }
}

/// A source that hears the cues and the guidance, as a rider does.
public protocol CueHearing: SensorSource {
  func hear(_ cue: HeardCue)
  func hear(_ guidance: HeardGuidance)
  /// The sensor lies on a table from now on, or is worn again.
  func lie(onTable: Bool)
  /// The rider's own truth, for `<bundle>.truth.json`; nil where there is none.
  var truth: JSONValue? { get }
}
