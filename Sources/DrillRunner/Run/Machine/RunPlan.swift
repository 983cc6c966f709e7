import MotionCore

/// What a run has to do, in order: the drill with every interval drawn. The run's state machine reads nothing
/// else.
struct RunPlan: Hashable, Sendable {
  /// One cue to be given, or a silent slot.
  struct Slot: Hashable, Sendable {
    /// The cue's name in the drill; nil for a catch trial.
    var cue: String?
    var expect: ExpectedPosition
    /// Counts cues that expect something, from 1.
    var trial: Int?
    /// From the previous word's onset to this one's; for the first slot of a block from the end of what is said.
    var interval: Duration
    var repeatOf: Int?

    init(
      cue: String?, expect: ExpectedPosition, trial: Int?, interval: Duration, repeatOf: Int? = nil
    ) {
      self.cue = cue
      self.expect = expect
      self.trial = trial
      self.interval = interval
      self.repeatOf = repeatOf
    }
  }

  struct Block: Hashable, Sendable {
    var name: String
    var intent: String
    var say: String?
    var slots: [Slot]
  }

  /// Steps of the calibration, in order.
  struct Calibration: Hashable, Sendable {
    var steps: [CalibrationStep]
    /// Whether the run ends when a step fails all its attempts.
    var isRequired: Bool
  }

  /// What the run waits for before it goes on.
  enum Start: Hashable, Sendable {
    case countdown(Duration)
    /// The rider sitting still.
    case stillness
  }

  enum Step: Hashable, Sendable {
    case say(String)
    case calibrate(Calibration)
    case start(Start)
    case stationary(Duration, place: String)
    case rest(Duration)
    case block(Block)
    case ask(DrillQuestion)
  }

  /// What to do when the sensor is gone: wait this long for it, then stop. Zero stops at once.
  var sensorPatience: Duration
  /// Whether the run goes on, cues failing, when the sound output is gone.
  var continuesWithoutSound: Bool
  var steps: [Step]
  /// In which words the program's own sentences are said.
  var words = SpokenWords.english

  /// All slots of all blocks, in order.
  var slots: [Slot] {
    steps.flatMap { step -> [Slot] in
      if case .block(let block) = step { block.slots } else { [] }
    }
  }
}
