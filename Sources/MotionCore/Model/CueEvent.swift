/// How well the audible time of a sound is known.
public enum CueTiming: String, Sendable {
  /// Hardware time stamps, or a stored device constant.
  case measured
  /// A sound server without a stored constant.
  case estimated
  /// Silent or unknown output: there is no audible time.
  case unknown
  /// A rehearsal, or a simulated rider on silent output; synthetic sessions only.
  case simulated
}

/// What became of a cue.
public enum CueStatus: String, Sendable {
  case played, late, silent, cancelled, failed
}

/// The times of one sound on its way out. All nil for a cue that was cancelled or failed.
public struct SoundTimes: Hashable, Sendable {
  /// When its frames were handed to the output.
  public var dispatched: HostTime?
  /// When clip frame 0 leaves the output.
  public var frame0: HostTime?
  /// When the word's −20 dB onset leaves the output; nil where unknown.
  public var audible: HostTime?
  /// Standard uncertainty of `audible`, ns (k = 1).
  public var audibleUncertaintyNs: Double?
  public var timing: CueTiming

  public init(
    dispatched: HostTime?, frame0: HostTime?, audible: HostTime?, audibleUncertaintyNs: Double?,
    timing: CueTiming
  ) {
    self.dispatched = dispatched
    self.frame0 = frame0
    self.audible = audible
    self.audibleUncertaintyNs = audibleUncertaintyNs
    self.timing = timing
  }

  public static let none = SoundTimes(
    dispatched: nil, frame0: nil, audible: nil, audibleUncertaintyNs: nil, timing: .unknown)
}

/// A clip as a cue event names it.
public struct ClipReference: Hashable, Sendable {
  public var name: String
  public var sha256: String
  /// −20 dB onset after clip frame 0, ns.
  public var onsetNs: Int64
  /// Time of the largest sample after clip frame 0, ns.
  public var peakNs: Int64

  public init(name: String, sha256: String, onsetNs: Int64, peakNs: Int64) {
    self.name = name
    self.sha256 = sha256
    self.onsetNs = onsetNs
    self.peakNs = peakNs
  }
}

/// A `cue` row of `events.jsonl`: what was asked of the rider, and when it really left.
public struct CueEvent: Hashable, Sendable {
  /// The event's own sequence number.
  public var sequence: Int64
  /// The cue's name in the drill.
  public var cue: String
  /// Counts cues with `expect` ≠ none, from 1.
  public var trial: Int?
  public var repeatOf: Int?
  public var block: String
  public var intent: String
  public var expect: ExpectedPosition
  /// When the word's onset was wanted; nil for a cue that was cancelled before its time was known.
  public var scheduled: HostTime?
  /// nil for a catch trial's silent slot.
  public var clip: ClipReference?
  public var times: SoundTimes
  public var status: CueStatus
  public var reason: String?

  public init(
    sequence: Int64 = 0, cue: String, trial: Int?, repeatOf: Int? = nil, block: String, intent: String,
    expect: ExpectedPosition, scheduled: HostTime?, clip: ClipReference?, times: SoundTimes,
    status: CueStatus, reason: String? = nil
  ) {
    self.sequence = sequence
    self.cue = cue
    self.trial = trial
    self.repeatOf = repeatOf
    self.block = block
    self.intent = intent
    self.expect = expect
    self.scheduled = scheduled
    self.clip = clip
    self.times = times
    self.status = status
    self.reason = reason
  }

  /// The event to write, stamped with the dispatch time, or `now` where nothing was dispatched.
  public func event(now: HostTime) -> EventMarker {
    var fields: JSONObject = ["cue": .string(cue)]
    if let trial { fields.append("trial", .integer(Int64(trial))) }
    if let repeatOf { fields.append("repeat_of", .integer(Int64(repeatOf))) }
    fields.append("block", .string(block))
    fields.append("intent", .string(intent))
    fields.append("expect", .string(expect.rawValue))
    fields.append("scheduled_ns", .optional(scheduled))
    times.append(to: &fields, clip: clip)
    fields.append("status", .string(status.rawValue))
    if let reason { fields.append("reason", .string(reason)) }
    return EventMarker(kind: .cue, label: cue, host: times.dispatched ?? now, fields: fields)
  }

  /// Reads a `cue` row; nil where a required key is missing or of a wrong type.
  public init?(event: EventMarker) {
    let fields = event.fields
    guard event.knownKind == .cue, let cue = fields["cue"]?.string,
      let expect = fields["expect"]?.string.flatMap(ExpectedPosition.init),
      let times = SoundTimes(fields: fields),
      let status = fields["status"]?.string.flatMap(CueStatus.init)
    else { return nil }
    var clip: ClipReference?
    if let name = fields["clip"]?.string, let sha256 = fields["clip_sha256"]?.string,
      let onset = fields["clip_onset_ns"]?.hostTime, let peak = fields["clip_peak_ns"]?.hostTime
    {
      // Not instants, but bounded like them.
      clip = ClipReference(
        name: name, sha256: sha256, onsetNs: onset.nanoseconds, peakNs: peak.nanoseconds)
    }
    self.init(
      sequence: event.sequence, cue: cue, trial: fields["trial"]?.integer.map { Int($0) },
      repeatOf: fields["repeat_of"]?.integer.map { Int($0) }, block: fields["block"]?.string ?? "",
      intent: fields["intent"]?.string ?? "", expect: expect,
      scheduled: fields["scheduled_ns"]?.hostTime, clip: clip, times: times,
      status: status, reason: fields["reason"]?.string)
  }
}

/// A `say` row of `events.jsonl`: spoken guidance, and when it really left.
public struct SayEvent: Hashable, Sendable {
  public var text: String
  public var clip: ClipReference?
  public var times: SoundTimes
  public var status: CueStatus
  public var reason: String?

  public init(
    text: String, clip: ClipReference? = nil, times: SoundTimes, status: CueStatus, reason: String? = nil
  ) {
    self.text = text
    self.clip = clip
    self.times = times
    self.status = status
    self.reason = reason
  }

  /// The event to write, stamped with the dispatch time, or `now` where nothing was dispatched.
  public func event(now: HostTime) -> EventMarker {
    var fields: JSONObject = ["text": .string(text)]
    times.append(to: &fields, clip: clip)
    fields.append("status", .string(status.rawValue))
    if let reason { fields.append("reason", .string(reason)) }
    return EventMarker(kind: .say, label: "say", host: times.dispatched ?? now, fields: fields)
  }
}

extension SoundTimes {
  /// Adds the timing members of a `cue` or `say` row, in the order of the session format.
  func append(to fields: inout JSONObject, clip: ClipReference?) {
    fields.append("dispatched_ns", .optional(dispatched))
    fields.append("frame0_ns", .optional(frame0))
    fields.append("clip", clip.map { .string($0.name) } ?? .null)
    fields.append("clip_sha256", clip.map { .string($0.sha256) } ?? .null)
    fields.append("clip_onset_ns", clip.map { .integer($0.onsetNs) } ?? .null)
    fields.append("clip_peak_ns", clip.map { .integer($0.peakNs) } ?? .null)
    fields.append("audible_ns", .optional(audible))
    fields.append("audible_uncertainty_ns", audibleUncertaintyNs.map { .real($0) } ?? .null)
    fields.append("timing", .string(timing.rawValue))
  }

  /// Reads the timing members of a `cue`, `cue_timing` or `say` row; nil without a known `timing`.
  init?(fields: JSONObject) {
    guard let timing = fields["timing"]?.string.flatMap(CueTiming.init) else { return nil }
    func time(_ key: String) -> HostTime? { fields[key]?.hostTime }
    self.init(
      dispatched: time("dispatched_ns"), frame0: time("frame0_ns"), audible: time("audible_ns"),
      audibleUncertaintyNs: fields["audible_uncertainty_ns"]?.double, timing: timing)
  }

  /// The `cue_timing` event that refines the times of the sound whose event has sequence number `cue`.
  public func refinement(ofCue cue: Int64, label: String, now: HostTime) -> EventMarker {
    EventMarker(
      kind: .cueTiming, label: label, host: now,
      fields: [
        "cue_n": .integer(cue), "frame0_ns": .optional(frame0), "audible_ns": .optional(audible),
        "audible_uncertainty_ns": audibleUncertaintyNs.map { .real($0) } ?? .null,
        "timing": .string(timing.rawValue),
      ])
  }
}

extension JSONValue {
  /// A host time in nanoseconds, or null.
  static func optional(_ time: HostTime?) -> JSONValue {
    time.map { .integer($0.nanoseconds) } ?? .null
  }
}
