/// Where a run puts what it captures: one session bundle, owned by one sink.
///
/// `SessionRecorder` is for live runs (queue, writer thread, checkpoints), `DirectRecorder` for rehearsals in
/// virtual time. Nothing here blocks the caller on the disk except `seal`.
public protocol SessionSink: AnyObject, Sendable {
  /// The bundle's folder.
  var path: String { get }

  /// Takes a row of stream number `stream` of the manifest's `streams`. Rows of one stream come in order.
  func record(_ sample: MotionSample, stream: Int)

  /// Takes an event, and returns the sequence number `n` that it got. Incidents are counted for the manifest.
  @discardableResult
  func record(_ event: EventMarker) -> Int64

  /// Sets the stop boundary: rows with a later receipt `h` are counted and dropped, earlier ones are kept, also
  /// when they come later. Call it at once when the run stops; a second call changes nothing.
  func stop(at boundary: HostTime)

  /// Takes the contents of `calibration.json`, which the seal writes; the last call before it counts.
  func keep(calibration: JSONValue)

  /// Writes out everything accepted, reads it all back, verifies it and seals the bundle. `update` adds to the
  /// manifest what the run knows (end anchor, audio, losses; streams are neither added nor removed); state, counts, statistics, mappings, files and
  /// incidents are then set here. A bundle that was asked to be `complete` becomes `interrupted` where a write
  /// or a sync failed. Throws a `SealError` where the session is not safely saved; its rows stay, and where the
  /// error says so the call may be repeated: it goes on with the same files and overwrites nothing.
  func seal(state: SessionState, update: (inout Manifest) -> Void) throws -> SealedBundle
}

/// What a stream's rows come to, for the manifest: computed at the seal from the rows read back.
public struct StreamSummary: Sendable {
  /// The manifest's `statistics` of the stream.
  public var statistics: JSONValue
  /// How the stream's clock maps to the host clock; nil where it could not be fitted, and for clock `host`.
  public var mapping: ClockMapping?

  public init(statistics: JSONValue, mapping: ClockMapping? = nil) {
    self.statistics = statistics
    self.mapping = mapping
  }
}

/// Computes a stream's summary. The clock is the manifest's entry for `description.clock`, where there is one.
public typealias StreamSummarizer = @Sendable (MotionStream, ClockDescription?) -> StreamSummary

/// A bundle that is sealed, read back and verified.
public struct SealedBundle: Sendable {
  /// What became of one stream's rows.
  public struct StreamCounts: Hashable, Sendable {
    public var name: String
    /// Rows in the bundle.
    public var rows: Int
    /// Rows received after the stop boundary, dropped.
    public var afterStop: Int
    /// Rows lost because the queue was full.
    public var queueFull: Int
    /// Rows lost because they could not be written.
    public var notWritten: Int
  }

  public var path: String
  /// The manifest as it stands in the bundle; its state may be `interrupted` where `complete` was asked.
  public var manifest: Manifest
  public var streams: [StreamCounts]
  public var eventCount: Int
  /// What is not as it should be although everything is saved: permissions that could not be set, and the like.
  public var notes: [BundleNote]
}

/// Something that the store tells the run while it records.
public struct StoreReport: Sendable {
  /// Already recorded as an event by the store.
  public var incident: Incident
  /// True where the session can no longer be kept safely and should be stopped.
  public var mustStop: Bool
  public var told: StoreTrouble
}
