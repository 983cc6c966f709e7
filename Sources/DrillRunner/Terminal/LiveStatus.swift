import IMUDriver
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

  /// Until what is going on ends by itself.
  struct Countdown: Hashable, Sendable {
    /// What happens then.
    var what: ViewWord
    var left: Duration
  }

  /// The body relative to neutral, degrees; left, forward and turning left are positive.
  struct Angles: Hashable, Sendable {
    var lateral: Double
    var forward: Double
    var axial: Double
    /// Whether nothing holds the heading: the turn is then only as good as the gyroscope's drift.
    var headingDrifts: Bool
  }

  /// Something that the voice says, or would say.
  struct Sentence: Hashable, Sendable {
    /// Counts the sentences of a run, from 1.
    var number: Int
    /// Sentences of the same group are read together.
    var group: Int
    var text: String
    /// Since it was handed to the output.
    var age: Duration
  }

  /// A question that can be answered.
  struct Question: Hashable, Sendable {
    var text: String
    /// What answers it.
    var answers: ViewWord
    /// What a double tap means; nil where none is heard.
    var doubleTap: ViewWord?
  }

  /// A warning or a note.
  struct Message: Hashable, Sendable {
    /// Counts all messages of a run, from 1.
    var number: Int
    /// When in the run it came; nil before it began.
    var at: Duration?
    var text: String
    /// How often it came in a row; `number` and `at` are of the last time.
    var times = 1
  }

  /// Whether somebody must look.
  enum Mood: Hashable, Sendable {
    case ordinary
    /// Something is interrupted, lost or not saved.
    case attention
    /// The session is safe.
    case good
  }

  /// The state of the run in a word or two.
  var state: ViewState
  /// Where the run stands; nil before it is known.
  var stage: RunState?
  var mood = Mood.ordinary
  /// Whether capture goes into a bundle at this moment.
  var isRecording = false
  /// Whether the sensor is simulated.
  var isSynthetic = false
  var drillTitle: String
  /// The step under way: "step 3 of 7, block slow, cue 4 of 10".
  var step = ""
  var elapsed = Duration.zero
  /// How long the drill still takes, if all goes well from now on.
  var remaining: Duration?
  var sensorName = ""
  /// Nil before it is known.
  var sensorState: ViewWord?
  var requestedHz: Double?
  var streams: [Stream] = []
  /// Observed losses by kind: never an estimate.
  var losses: [String: Int] = [:]
  var nextCue: Cue?
  var lastCue: Cue?
  var countdown: Countdown?
  /// The latest sentences, oldest first.
  var sentences: [Sentence] = []
  var question: Question?
  /// The marker that was set last.
  var marker: Message?
  /// How and why the run ended before the drill was over; nil for one that did not.
  var endedEarly: ViewWord?
  /// nil where nobody watches the body.
  var angles: Measured<Angles>?
  /// What the keys do; empty where none is read.
  var keys = ""
  /// One line about the output: "pcm default, 48000 Hz".
  var sound = ""
  /// "hardware", "server", "none".
  var timingClass = ""
  var diskFreeBytes: Int64?
  /// The charge of the primary sensor's battery; nil until it was looked at.
  var battery: BatteryCharge?
  /// The latest warnings and notes, oldest first.
  var messages: [Message] = []

  init(state: ViewState, drillTitle: String) {
    self.state = state
    self.drillTitle = drillTitle
  }
}
