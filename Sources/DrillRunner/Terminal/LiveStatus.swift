import MotionCore

/// All that the live view shows, as it is at one instant. What is not known is nil and shown as unknown.
struct LiveStatus: Hashable, Sendable {
  struct Stream: Hashable, Sendable {
    var name: String
    var count: Int
    /// Of the last seconds; nil before enough rows have come.
    var measuredHz: Double?
    /// Interval, gaps and delivery age over the same seconds.
    var sampling: SamplingStatistics?
  }

  struct Cue: Hashable, Sendable {
    var name: String
    /// Until its word onset; from it, for the last one.
    var distance: Duration
  }

  /// The body relative to neutral, degrees; left, forward and turning left are positive.
  struct Angles: Hashable, Sendable {
    var lateral: Double
    var forward: Double
    var axial: Double
    /// Whether nothing holds the heading: the turn is then only as good as the gyroscope's drift.
    var headingDrifts: Bool
  }

  /// The state of the run in one word: "preparing", "stationary", "recording", …
  var state: String
  /// Whether capture goes into a bundle at this moment.
  var isRecording: Bool
  /// Whether the sensor is simulated.
  var isSynthetic: Bool
  var drillTitle: String
  /// The step under way: "3/7 block slow, cue 4 of 10".
  var step: String
  var elapsed: Duration
  /// When the whole drill will be over, if it goes as planned.
  var remaining: Duration?
  var sensorName: String
  /// "live", "lost", "waiting 12 s".
  var sensorState: String
  var requestedHz: Double?
  var streams: [Stream]
  /// Observed losses by kind: never an estimate.
  var losses: [String: Int]
  var nextCue: Cue?
  var lastCue: Cue?
  /// Until what is going on ends by itself: a phase, a rest, a countdown.
  var countdown: Duration?
  /// nil before the rider's axes are known.
  var angles: Angles?
  /// What the keys do; empty where none is read.
  var keys: String
  /// One line about the output: "pcm default, 48000 Hz".
  var sound: String
  /// "hardware", "server", "none".
  var timingClass: String
  var diskFreeBytes: Int64?
  /// The latest warnings and notes, oldest first.
  var messages: [String]

  init(
    state: String, isRecording: Bool = false, isSynthetic: Bool = false, drillTitle: String,
    step: String = "",
    elapsed: Duration = .zero, remaining: Duration? = nil, sensorName: String = "", sensorState: String = "",
    requestedHz: Double? = nil, streams: [Stream] = [], losses: [String: Int] = [:], nextCue: Cue? = nil,
    lastCue: Cue? = nil, countdown: Duration? = nil, angles: Angles? = nil, keys: String = "",
    sound: String = "", timingClass: String = "", diskFreeBytes: Int64? = nil,
    messages: [String] = []
  ) {
    self.state = state
    self.isRecording = isRecording
    self.isSynthetic = isSynthetic
    self.drillTitle = drillTitle
    self.step = step
    self.elapsed = elapsed
    self.remaining = remaining
    self.sensorName = sensorName
    self.sensorState = sensorState
    self.requestedHz = requestedHz
    self.streams = streams
    self.losses = losses
    self.nextCue = nextCue
    self.lastCue = lastCue
    self.countdown = countdown
    self.angles = angles
    self.keys = keys
    self.sound = sound
    self.timingClass = timingClass
    self.diskFreeBytes = diskFreeBytes
    self.messages = messages
  }
}
