/// What the analysis found in a session: derived from its bundle with stated parameters, never evidence.
public struct Analysis: Sendable {
  /// Version of the computation; it changes with anything that changes a number.
  public static let version = "2"

  public struct StreamSampling: Sendable {
    public var name: String
    public var kind: StreamKind
    public var requestedHz: Double?
    public var statistics: SamplingStatistics
    public var mapping: ClockMapping?
    /// Why there is no mapping, where there is none.
    var noMapping: ClockReason
    /// Losses that were observed, by kind, from the manifest.
    public var losses: JSONObject
    /// Rows with a value that was missing or declared invalid.
    public var badRows: Int
    /// Holes in the row numbers: damage.
    public var sequenceHoles: Int
    /// Of a stream that has only arrivals: the times that they show, or why they show none.
    var derivedTimes: Measured<IndexLine>?
  }

  /// How the lateral movement was obtained.
  public struct Movement: Sendable {
    /// The session's calibration, as it was used.
    public var calibration: Measured<CalibrationUse>
    public var axis: Measured<LateralAxis>
    public var bias: Measured<GyroBias>
    public var angleSource: Measured<String>
    /// deg/s.
    public var onsetSpeedDegPerSecond: Measured<Double>
    /// Standard deviation of the lateral rate at rest, deg/s.
    public var restSDDegPerSecond: Measured<Double>
    public var rateSource: Measured<RateSource>
    /// Of what points up at rest.
    public var accelerationSource: Measured<ForceSource>
    /// Where the host times come from.
    public var timeSource: Measured<String>
    /// The first and the last row of the rate; nil where there are none.
    public var recorded: ClosedRange<HostTime>?
    public var gaps: Int
    public var badValues: Int
    public var badTimes: Int
  }

  public var session: MotionSessionIdentity
  public var configuration: AnalysisConfiguration
  public var trials: [Trial]
  public var catchTrials: [CatchTrial]
  public var transitions: [Transition]
  /// One for each of the transitions, in their order.
  public var smoothness: [SmoothnessMetrics]
  public var summary: SessionSummary
  public var sampling: [StreamSampling]
  public var movement: Movement
  /// What gravity shows of a session that has no angular velocity.
  public var tilt: Measured<GravityTilt>
  /// The decisions of the detector on the lateral and on the forward axis, each in order of time; for explanations,
  /// not part of the document.
  public var decisions: [Transition.Axis: [DetectionStep]]
  public var diagnostics: SensorDiagnostics
  /// Against marked movements, where a file of them was given.
  public var labels: LabelComparison?
  /// What the reader of the numbers must know.
  public var limitations: [Limitation]

  /// Holds the detections against `file`.
  public mutating func compare(with file: LabelFile) {
    labels = LabelComparison(
      file, transitions: transitions, recorded: movement.recorded,
      matchSeconds: configuration.summary.labelMatchSeconds)
  }
}

/// What of a session stands in its analysis, and in every view of it.
public struct MotionSessionIdentity: Sendable {
  public var name: String
  public var uuid: String
  public var synthetic: Bool
  public var state: SessionState
  public var platform: RecordingPlatform
  public var title: String
  /// Wall-clock time of the start anchor, RFC 3339; nil without one.
  public var started: String?
  /// Start of the recording on the host clock; the first row or event without an anchor.
  public var start: HostTime?
  public var sensor: String?
  /// What is not as it should be in the bundle.
  public var problems: [MotionSession.Problem]
  /// SHA-256 of the files read, sorted by name.
  public var inputs: [(name: String, sha256: String)]

  public init(_ session: MotionSession) {
    name = session.name
    uuid = session.manifest.uuid
    synthetic = session.manifest.synthetic
    state = session.state
    platform = session.manifest.platform
    title = session.manifest.drill.title
    let anchor = session.manifest.anchors.first { $0.at == .start }
    started = anchor?.wall
    start =
      anchor?.host ?? session.streams.compactMap(\.receiptNs.first).min().map(HostTime.init(nanoseconds:))
      ?? session.events.first?.host
    sensor = session.manifest.sensors.first?.sensor.name
    problems = session.problems
    inputs = session.inputHashes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
