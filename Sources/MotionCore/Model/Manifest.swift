/// Where a bundle stands in its life.
public enum SessionState: String, Sendable, CaseIterable {
  case recording, complete, interrupted, incomplete
}

/// Where a recording was made.
public enum RecordingPlatform: String, Sendable, CaseIterable {
  case linux, iphone
  case appleWatch = "apple_watch"
}

/// The contents of `manifest.json`, schema version 1.
public struct Manifest: Hashable, Sendable {
  public static let schemaName = "drillrunner.session"
  public static let schemaVersion: Int64 = 1

  public struct App: Hashable, Sendable {
    public var name: String
    public var version: String
    public var revision: String

    public init(name: String, version: String, revision: String) {
      self.name = name
      self.version = version
      self.revision = revision
    }
  }

  public struct Host: Hashable, Sendable {
    public var os: String
    public var kernel: String
    public var machine: String

    public init(os: String, kernel: String, machine: String) {
      self.os = os
      self.kernel = kernel
      self.machine = machine
    }
  }

  public struct Drill: Hashable, Sendable {
    public var title: String
    public var file: String
    public var sha256: String
    public var seed: UInt64

    public init(title: String, file: String, sha256: String, seed: UInt64) {
      self.title = title
      self.file = file
      self.sha256 = sha256
      self.seed = seed
    }
  }

  /// A pairing of the host clock with the wall clock.
  public struct Anchor: Hashable, Sendable {
    public enum Point: String, Sendable {
      case start, end, interruption
    }

    public var at: Point
    public var host: HostTime
    /// RFC 3339 with nanoseconds.
    public var wall: String
    /// "+02:00".
    public var utcOffset: String
    /// Whether the system says that its wall clock is synchronised; nil where it does not say.
    public var clockSynchronised: Bool?

    public init(at: Point, host: HostTime, wall: String, utcOffset: String, clockSynchronised: Bool?) {
      self.at = at
      self.host = host
      self.wall = wall
      self.utcOffset = utcOffset
      self.clockSynchronised = clockSynchronised
    }
  }

  /// What the manifest says of one stream: how to read it, and what came of it.
  public struct StreamEntry: Hashable, Sendable {
    public var description: StreamDescription
    /// The file of its rows; nil where the stream is not there.
    public var file: String?
    /// Further files, after a failed sync.
    public var segments: [String]
    public var count: Int?
    public var statistics: JSONValue?
    /// Observed losses by kind.
    public var losses: JSONObject

    public init(
      description: StreamDescription, file: String?, segments: [String] = [], count: Int? = nil,
      statistics: JSONValue? = nil, losses: JSONObject = [:]
    ) {
      self.description = description
      self.file = file
      self.segments = segments
      self.count = count
      self.statistics = statistics
      self.losses = losses
    }
  }

  public struct FileEntry: Hashable, Sendable {
    public var name: String
    public var bytes: Int64
    public var sha256: String

    public init(name: String, bytes: Int64, sha256: String) {
      self.name = name
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  public var uuid: String
  public var state: SessionState
  /// True only for simulated input.
  public var synthetic: Bool
  public var platform: RecordingPlatform
  public var app: App
  public var host: Host
  /// By name in the manifest; the first is the primary one.
  public var sensors: [(name: String, sensor: SensorDescription)] {
    get { zip(sensorNames, sensorDescriptions).map { ($0, $1) } }
    set {
      sensorNames = newValue.map(\.name)
      sensorDescriptions = newValue.map(\.sensor)
    }
  }
  private var sensorNames: [String]
  private var sensorDescriptions: [SensorDescription]
  public var drill: Drill
  public var anchors: [Anchor]
  public var clocks: [ClockDescription]
  public var streams: [StreamEntry]
  /// The `audio` member, as the audio output describes itself.
  public var audio: JSONValue?
  public var calibrationFile: String?
  public var eventsFile: String
  /// Further event files, after a failed sync.
  public var eventsSegments: [String]
  public var eventsCount: Int?
  public var files: [FileEntry]
  /// Incidents by kind.
  public var incidents: JSONObject
  /// Members at the top that this version does not know, kept as they were.
  public var unknown: JSONObject
  /// Where it was decoded from; what is not changed is written again as it stood there.
  var source = ManifestSource()

  public init(
    uuid: String, state: SessionState, synthetic: Bool, platform: RecordingPlatform = .linux, app: App,
    host: Host, sensors: [(name: String, sensor: SensorDescription)], drill: Drill, anchors: [Anchor],
    clocks: [ClockDescription], streams: [StreamEntry], audio: JSONValue? = nil,
    calibrationFile: String? = nil, eventsFile: String = "events.jsonl", eventsSegments: [String] = [],
    eventsCount: Int? = nil, files: [FileEntry] = [], incidents: JSONObject = [:],
    unknown: JSONObject = [:]
  ) {
    self.uuid = uuid
    self.state = state
    self.synthetic = synthetic
    self.platform = platform
    self.app = app
    self.host = host
    sensorNames = sensors.map(\.name)
    sensorDescriptions = sensors.map(\.sensor)
    self.drill = drill
    self.anchors = anchors
    self.clocks = clocks
    self.streams = streams
    self.audio = audio
    self.calibrationFile = calibrationFile
    self.eventsFile = eventsFile
    self.eventsSegments = eventsSegments
    self.eventsCount = eventsCount
    self.files = files
    self.incidents = incidents
    self.unknown = unknown
  }
}
