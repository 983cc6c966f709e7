/// A session bundle, read: what was recorded and in which state it is.
public struct MotionSession: Sendable {
  /// Something in the bundle that is not as it should be; the rest is usable.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The file of the bundle.
    public var file: String
    /// What was found, and what was done about it: "the last line is cut after 37 bytes; it was left out".
    public var finding: SessionFinding

    public init(_ file: String, _ finding: SessionFinding) {
      self.file = file
      self.finding = finding
    }

    public var text: String { finding.text }

    public var description: String { "\(file): \(text)" }
  }

  /// No more problems than this are listed; one more then says how many there were.
  public static let maximumProblems = 1000

  /// The bundle's folder name.
  public var name: String
  public var manifest: Manifest
  /// The state as found: `incomplete` for a bundle that says `recording` and that nobody holds.
  public var state: SessionState
  /// Available streams, in the order of the manifest.
  public var streams: [MotionStream]
  public var events: [EventMarker]
  public var calibration: Calibration?
  public var problems: [Problem]
  /// SHA-256 of each file read, hex, by name.
  public var inputHashes: [String: String]

  public init(
    name: String, manifest: Manifest, state: SessionState, streams: [MotionStream], events: [EventMarker],
    calibration: Calibration? = nil, problems: [Problem] = [], inputHashes: [String: String] = [:]
  ) {
    self.name = name
    self.manifest = manifest
    self.state = state
    self.streams = streams
    self.events = events
    self.calibration = calibration
    self.problems = problems
    self.inputHashes = inputHashes
  }

  /// The `cue` rows, in order. A cue_timing row's refined times are already in place.
  public var cues: [CueEvent] {
    var refined: [Int64: SoundTimes] = [:]
    for event in events where event.knownKind == .cueTiming {
      guard let number = event.fields["cue_n"]?.integer, let times = SoundTimes(fields: event.fields) else {
        continue
      }
      refined[number] = times
    }
    return events.compactMap { event in
      guard var cue = CueEvent(event: event) else { return nil }
      if var times = refined[event.sequence] {
        times.dispatched = cue.times.dispatched
        cue.times = times
      }
      return cue
    }
  }

  /// The first stream of `kind` of the primary sensor.
  public func stream(_ kind: StreamKind) -> MotionStream? {
    let primary = manifest.sensors.first?.name
    return streams.first {
      $0.description.kind == kind && (primary == nil || $0.description.sensor == primary)
    }
  }
}
