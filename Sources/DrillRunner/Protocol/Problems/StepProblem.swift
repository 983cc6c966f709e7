import MotionCore

/// What is wrong with the cues and the steps of a drill: with what shall happen, where each value by itself can be read.
enum StepProblem: Hashable, Sendable {
  // Cues.
  case cueName
  case cueTwice(String, other: String)
  case sayAndClip
  case neitherSayNorClip(cue: String)
  /// `reason` is the system's.
  case clipUnreadable(cue: String, path: String, reason: String)
  case clipNotRegular(cue: String, path: String)
  /// A warning.
  case unusedCue(String)
  // Steps.
  case tooManySteps(limit: Int)
  case emptyStep
  case unknownStep(String)
  case twoInOneStep(String, String)
  case lateCalibration
  case axesWithoutNeutral
  case calibrationTarget
  case axesOfNeutral
  /// A warning.
  case noStationary
  // Blocks.
  case blockTwice(String)
  case unknownCue(String, known: [String])
  case tooManyCues(limit: Int)
  case mostAlikeOfFixed
  case nothingToShuffle
  case unevenShuffle
  case catchWithoutCentre
  /// A warning.
  case catchIsNone(centres: Int)
  /// A warning: `expect` is forward or back.
  case forwardUncalibrated(String, expect: String)
  // Questions.
  case questionTwice(String)
  case answerTwice(RunMarker)
  case tapUnheard
  case tapStops
}

extension StepProblem: CatalogueMessage {
  static let section = MessageSection("drill-step", "Drill files: cues and steps", .error, .notice)
  static let examples: [StepProblem] = [
    .cueName, .cueTwice("LEFT", other: "words/german.yaml:3"), .sayAndClip, .neitherSayNorClip(cue: "LEFT"),
    .clipUnreadable(cue: "LEFT", path: "left.wav", reason: "No such file or directory"),
    .clipNotRegular(cue: "LEFT", path: "clips"), .unusedCue("BACK"), .tooManySteps(limit: 1000), .emptyStep,
    .unknownStep("rset"), .twoInOneStep("say", "rest"), .lateCalibration, .axesWithoutNeutral,
    .calibrationTarget, .axesOfNeutral, .noStationary, .blockTwice("slow"),
    .unknownCue("LFET", known: ["CENTER", "LEFT", "RIGHT"]), .tooManyCues(limit: 10_000), .mostAlikeOfFixed,
    .nothingToShuffle, .unevenShuffle, .catchWithoutCentre, .catchIsNone(centres: 4),
    .forwardUncalibrated("FORWARD", expect: "forward"),
    .questionTwice("question"), .answerTwice(.good), .tapUnheard, .tapStops,
  ]

  var wording: MessageWording {
    switch self {
    case .cueName:
      MessageWording(
        "a cue's name has 1 to 40 characters, none of them hidden",
        cause: "it stands in tables and in the record", next: "give it a short name, as LEFT")
    case .cueTwice(let name, let other):
      MessageWording(
        "the cue \"\(name)\" is already defined at \(other)", cause: "only one of the two could be heard",
        next: "give one of them another name, or remove one")
    case .sayAndClip:
      MessageWording(
        "a cue has say or clip, not both", cause: "only one of the two could be heard", next: "remove one")
    case .neitherSayNorClip(let cue):
      MessageWording(
        "the cue \"\(cue)\" needs say or clip", cause: "there is nothing to be heard",
        next: "for example: say: \(cue)")
    case .clipUnreadable(let cue, let path, let reason):
      MessageWording(
        "the clip of \"\(cue)\" cannot be read: \(path): \(reason)",
        cause: "the system refuses it: \(reason)",
        next: "put the sound file there, or use say:")
    case .clipNotRegular(let cue, let path):
      MessageWording(
        "the clip of \"\(cue)\" cannot be read: \(path): it is not a regular file",
        cause: "a folder holds no sound, and a pipe or a device would keep the run waiting",
        next: "put the sound file there, or use say:")
    case .unusedCue(let name):
      MessageWording(
        "no block uses the cue \"\(name)\"", cause: "it may be forgotten, or misspelt in a block",
        next: "remove it, or use it")
    case .tooManySteps(let limit):
      MessageWording(
        "more than \(limit) steps", cause: "no drill that is written by hand has so many",
        next: "repeat cues by repeat: in a block, or make two drills of it")
    case .emptyStep:
      MessageWording(
        "an empty step", cause: "there is nothing to do",
        next: "one of: " + DrillReader.stepKinds.joined(separator: ", "))
    case .unknownStep(let name):
      MessageWording(
        "unknown step \"\(name)\"", cause: "a step is known by its first key",
        next: Suggestion.hint(for: name, among: DrillReader.stepKinds))
    case .twoInOneStep(let first, let second):
      MessageWording(
        "a step does one thing; this one has \(first) and \(second)",
        cause: "which comes first would not be known", next: "begin a new step with \"- \(second)\"")
    case .lateCalibration:
      MessageWording(
        "calibrate stands after the first block", cause: "centre and axes hold for the whole recording",
        next: "move it before the first block: nothing is calibrated while recording")
    case .axesWithoutNeutral:
      MessageWording(
        "the axes are found from the neutral posture, which is not known here",
        cause: "a lean is measured from where it begins", next: "add before it: - calibrate: neutral")
    case .calibrationTarget:
      MessageWording(
        "calibrate must be neutral or axes", cause: "there is a list or a mapping",
        next: "the standard mounting is written \"calibrate: axes\" with \"axes: standard\" on the next line")
    case .axesOfNeutral:
      MessageWording(
        "axes: belongs to \"calibrate: axes\"", cause: "the neutral posture has no axes", next: "remove it")
    case .noStationary:
      MessageWording(
        "no stationary step before the first block: noise and bias will not be known",
        cause: "they are measured while nothing moves", next: "add before it: - stationary: 5 s")
    case .blockTwice(let name):
      MessageWording(
        "a block is already called \"\(name)\"", cause: "results are grouped by the names of blocks",
        next: "the summary goes by names; choose another")
    case .unknownCue(let name, let known):
      MessageWording(
        "unknown cue \"\(name)\"", cause: "neither the drill nor what it includes defines it",
        next: known.isEmpty ? "define it under cues:" : Suggestion.hint(for: name, among: known))
    case .tooManyCues(let limit):
      MessageWording(
        "with this block the drill has more than \(limit) cues",
        cause: "nobody goes through so many in one run",
        next: "repeat it less often")
    case .mostAlikeOfFixed:
      MessageWording(
        "most_alike belongs to a shuffled block", cause: "a fixed order is as it is written",
        next: "write order: shuffled, or remove it")
    case .nothingToShuffle:
      MessageWording(
        "there is nothing to shuffle: it needs two different cues that do not expect center",
        cause: "cues that expect center stay where they are", next: "write order: fixed")
    case .unevenShuffle:
      MessageWording(
        "a shuffled block needs its cues equally often, the centre aside",
        cause: "a side that comes more often is expected more",
        next: "list each of them the same number of times")
    case .catchWithoutCentre:
      MessageWording(
        "a silent slot follows a cue that expects center, and this block has none",
        cause: "a false start is seen from the centre", next: "remove catch")
    case .catchIsNone(let centres):
      MessageWording(
        "this share of \(CheckLine.counted(centres, "centre cue")) rounds to no silent slot at all",
        cause: "slots are whole", next: "raise it, or repeat the block more often")
    case .forwardUncalibrated(let name, let expect):
      MessageWording(
        "\"\(name)\" expects \(expect), and no step finds which way forward is: its movements will not count",
        cause: "which way the sensor is worn is not known without a calibration of the axes",
        next: "add before the first block: - calibrate: neutral, then - calibrate: axes")
    case .questionTwice(let name):
      MessageWording(
        "a question is already called \"\(name)\"", cause: "answers are found by the names of questions",
        next: "the record goes by names; give it another name:")
    case .answerTwice(let answer):
      MessageWording(
        "\(answer.rawValue) stands here twice", cause: "each answer is listed once", next: "remove one")
    case .tapUnheard:
      MessageWording(
        "a double tap is not heard in this drill", cause: "buttons: takes its action away",
        next: "change DOUBLE_TAP under buttons:, or remove tap")
    case .tapStops:
      MessageWording(
        "a double tap stops the run in this drill", cause: "buttons: makes it stop",
        next: "change DOUBLE_TAP under buttons:, or remove tap")
    }
  }
}
