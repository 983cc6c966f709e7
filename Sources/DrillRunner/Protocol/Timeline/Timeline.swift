import CueAudio
import MotionCore

/// A drill with everything drawn: which word follows which, after how long. A function of drill and seed
/// alone, for ever (drill format 1).
struct Timeline: Hashable, Sendable {
  /// How long after a cue its movement is looked for; nothing else is said in it.
  static let movementWindow = Duration.milliseconds(2500)
  /// The first word of a block comes no sooner than this after the block's opening speech.
  static let firstForeperiodMinimum = Duration.milliseconds(1500)
  /// No guidance is spoken from this long before a cue.
  static let guidanceQuiet = Duration.seconds(1)

  struct Slot: Hashable, Sendable {
    /// The cue's name; nil for a catch slot, in which nothing is said.
    var cue: String?
    /// `none` for a catch slot.
    var expect: ExpectedPosition
    /// Counts cues with `expect` ≠ none, from 1 over the whole drill; nil for the others.
    var trial: Int?
    /// From the word onset before to this one; in the first slot of a block from the end of its opening speech.
    var interval: Duration
  }

  struct Block: Hashable, Sendable {
    var definition: DrillBlock
    var slots: [Slot]

    /// From the end of the opening speech to the end of the last cue's movement window.
    var duration: Duration {
      slots.reduce(Timeline.movementWindow) { $0 + $1.interval }
    }
  }

  enum Step: Hashable, Sendable {
    case say(String)
    case calibrate(DrillCalibration)
    case countdown(Duration)
    case waitStill
    case stationary(Duration, DrillStep.Place)
    case block(Block)
    case rest(Duration)
    case ask(DrillQuestion)

    /// How long it takes; speech and calibration are estimates.
    var nominalDuration: Duration {
      switch self {
      case .say(let text): Timeline.nominalSpeech(text)
      case .calibrate(let step): step.target == .neutral ? .seconds(8) : .seconds(20)
      case .waitStill: .seconds(5)
      case .stationary(let time, _), .rest(let time), .countdown(let time): time
      case .ask(let question): Timeline.nominalSpeech(question.text) + question.within
      case .block(let block): (block.definition.say.map(Timeline.nominalSpeech) ?? .zero) + block.duration
      }
    }
  }

  var title: String
  var seed: UInt64
  /// The language of its words, where the drill says so.
  var language: String?
  var steps: [Step]

  /// How long the whole drill takes; speech and calibration are estimates.
  var nominalDuration: Duration {
    steps.reduce(.zero) { $0 + $1.nominalDuration }
  }

  /// How long a silent output takes to "say" a text.
  static func nominalSpeech(_ text: String) -> Duration {
    Clip.nominal(name: "", text: text).duration
  }

  /// A seed for a drill that names none.
  static func drawSeed() -> UInt64 {
    UInt64.random(in: Drill.seeds)
  }
}
