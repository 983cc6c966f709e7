import CueAudio
import MotionCore

/// A drill, read from its file and checked: what shall be said, in which order, at which intervals.
struct Drill: Hashable, Sendable {
  /// The format that this program reads.
  static let format = 1
  /// Seeds that every JSON reader keeps exactly (RFC 8259, 6): 0 to 2⁵³ − 1.
  static let seeds: ClosedRange<UInt64> = 0...0x1F_FFFF_FFFF_FFFF

  var title: String
  /// The rate to ask the sensor for, Hz. What comes is measured.
  var requestedHz: Double
  /// nil: drawn for each run, and recorded.
  var seed: UInt64?
  var onLoss: LossPolicy
  /// Who speaks, where the drill says so.
  var voice: Voice?
  /// What the buttons of controllers and remotes do during a run.
  var buttons: ButtonMapping = .standard
  /// In the order of the file.
  var cues: [CueDefinition]
  var steps: [DrillStep]
  /// The language of its words, as BCP 47 writes it, where the drill says so.
  var language: String?
  /// What the program says of itself in other words.
  var programWords: [SpokenSentence: String] = [:]
  /// The files that its words come from, seen from the drill's folder.
  var includes: [String] = []

  func cue(named name: String) -> CueDefinition? {
    cues.first { $0.name == name }
  }
}

/// What happens when the sensor or the sound is lost during a run.
struct LossPolicy: Hashable, Sendable {
  /// How long to wait for the sensor to come back before the run stops; zero stops at once.
  var sensorWait: Duration
  var soundContinues: Bool

  static let standard = LossPolicy(sensorWait: .seconds(20), soundContinues: false)
}

/// A word that asks the body to go somewhere.
struct CueDefinition: Hashable, Sendable {
  enum Speech: Hashable, Sendable {
    /// Text to be rendered before the run.
    case say(String)
    /// A sound file: the path to open, resolved against the drill's folder.
    case clip(path: String)
  }

  var name: String
  var speech: Speech
  var expect: ExpectedPosition
  /// Its volume, and whether it begins with a tick.
  var treatment = ClipTreatment.none
}

/// One step of a drill.
enum DrillStep: Hashable, Sendable {
  case say(String)
  case calibrate(DrillCalibration)
  /// A countdown by voice.
  case countdown(Duration)
  /// Waits until the rider sits still.
  case waitStill
  case stationary(Duration, Place)
  case block(DrillBlock)
  case rest(Duration)
  case ask(DrillQuestion)

  /// Where the sensor lies while nothing moves.
  enum Place: String, Sendable, CaseIterable {
    case torso, table
  }
}

/// A calibration, guided by voice.
struct DrillCalibration: Hashable, Sendable {
  enum Target: String, Sendable {
    /// The neutral posture.
    case neutral
    /// The rider axes, by one left lean and one forward lean.
    case axes
    /// The rider axes, by the documented standard mounting with a sign check.
    case standardAxes
  }

  var target: Target
  /// Whether the run ends when it fails all attempts.
  var isRequired: Bool
}

/// A series of cues.
struct DrillBlock: Hashable, Sendable {
  enum Intent: String, Sendable, CaseIterable {
    case plain, slow, rapid, correction
  }

  enum Order: String, Sendable, CaseIterable {
    case fixed
    /// The cues that do not expect the centre change places with each other over the whole block.
    case shuffled
  }

  var name: String
  var intent: Intent
  /// What is said before its first cue.
  var say: String?
  /// Names of cues, as often as they are to come in one round.
  var cues: [String]
  /// Rounds.
  var rounds: Int
  var interval: IntervalRule
  var order: Order
  /// Of a shuffled block: no cue comes more often than this in a row, the centre cues aside. nil: as it falls.
  var mostAlike: Int?
  /// Silent slots after a centre cue, percent of the centre cues.
  var catchPercent: Double
}
