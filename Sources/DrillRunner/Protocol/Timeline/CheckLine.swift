import MotionCore

/// What `check` says of a drill, beside the texts of its author.
enum CheckLine: Hashable, Sendable {
  // The head.
  case asksFor(hertz: String, sensorLost: SensorLoss, goesOnSilently: Bool)
  case seedGiven(UInt64)
  case seedDrawn(UInt64)
  case language(String)
  case spokenBy(String)
  case ownSentences(Int, of: Int)
  case includes([String])
  case total(time: String, cues: Int, trials: Int, silent: Int)
  // The steps.
  case saying(String)
  case resting(String)
  case countdown(String)
  case waitStill
  case stationary(String, place: String)
  case calibrate(Target, isRequired: Bool)
  case ask(name: String, text: String, answers: [String], tap: String?, within: String)
  case block(name: String, intent: String, slots: Int, interval: String, order: String, mostAlike: Int?)
  case silentSlot
  case trialNumber(Int)
  case end

  /// What becomes of a run whose sensor is lost.
  enum SensorLoss: Hashable, Sendable {
    case stop
    case wait(String)
  }

  /// What a calibration finds.
  enum Target: String, Hashable, Sendable {
    case neutral
    case axes
    case standard = "axes, standard"
  }
}

extension CheckLine: CatalogueMessage {
  static let section = MessageSection("check", "What check says of a drill", .result)
  static let examples: [CheckLine] = [
    .asksFor(hertz: "100", sensorLost: .wait("20 s"), goesOnSilently: false), .seedGiven(42), .seedDrawn(42),
    .language("de"), .spokenBy("espeak-ng de"), .ownSentences(79, of: 79), .includes(["words/german.yaml"]),
    .total(time: "2:40.0", cues: 20, trials: 20, silent: 2), .saying("Sit centred and hold still."),
    .resting("20 s"),
    .countdown("10 s"), .waitStill, .stationary("30 s", place: "torso"),
    .calibrate(.standard, isRequired: false),
    .ask(
      name: "trouble", text: "Was anything wrong?", answers: ["GOOD", "BAD"], tap: "BAD", within: "20 s"),
    .block(
      name: "slow", intent: "slow", slots: 30, interval: "3 s to 6 s, truncated exponential",
      order: "shuffled",
      mostAlike: 3), .silentSlot, .trialNumber(4), .end,
  ]

  /// "1 cue", "2 cues".
  static func counted(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  var wording: MessageWording {
    switch self {
    case .asksFor(let hertz, let loss, let goesOn):
      let sensor =
        switch loss {
        case .stop: "stop"
        case .wait(let time): "wait \(time), then stop"
        }
      return MessageWording(
        "asks for \(hertz) Hz; sensor lost: \(sensor); sound lost: \(goesOn ? "continue" : "stop")",
        cause: "rate: and on_loss: of the drill",
        next: "change them in the drill if they are not what you mean")
    case .seedGiven(let seed):
      return MessageWording(
        "seed \(seed)", cause: "the drill or --seed names it", next: "the same seed draws the same intervals")
    case .seedDrawn(let seed):
      return MessageWording(
        "seed \(seed), drawn for this listing: the file names none, each run draws its own",
        cause: "neither the drill nor --seed names a seed", next: "name one if a run should be repeatable")
    case .language(let language):
      return MessageWording(
        "language \(language)", cause: "language: of the drill", next: "nothing needs to be done")
    case .spokenBy(let voice):
      return MessageWording(
        "spoken by \(voice)", cause: "voice: or language: of the drill",
        next: "`drillrunner voice` plays every word")
    case .ownSentences(let own, let all):
      return MessageWording(
        "\(own) of \(all) sentences in its own words",
        cause: "sentences: of the drill and of what it includes",
        next: "docs/protocols.md lists them all")
    case .includes(let files):
      return MessageWording(
        "includes \(files.joined(separator: ", "))", cause: "include: of the drill",
        next: "nothing: they are recorded with it")
    case .total(let time, let cues, let trials, let silent):
      return MessageWording(
        "total about \(time); \(CheckLine.counted(cues, "cue")), \(CheckLine.counted(trials, "trial"))"
          + (silent > 0 ? ", \(CheckLine.counted(silent, "silent slot"))" : "")
          + "; speech and calibration are estimated",
        cause: "the steps above, one after the other", next: "plan a little more")
    case .saying(let text):
      return MessageWording(
        "say: \(text)", cause: "a step of the drill, or the opening of a block", next: "listen")
    case .resting(let time): return MessageWording("rest \(time)", cause: "a step of the drill", next: "rest")
    case .countdown(let time):
      return MessageWording(
        "countdown \(time)", cause: "a step of the drill", next: "sit down and look ahead")
    case .waitStill:
      return MessageWording(
        "wait until the rider sits still", cause: "a step of the drill", next: "sit upright and keep still")
    case .stationary(let time, let place):
      return MessageWording(
        "stationary \(time), sensor on the \(place)", cause: "a step of the drill",
        next: "do not move meanwhile")
    case .calibrate(let target, let isRequired):
      return MessageWording(
        "calibrate \(target.rawValue)" + (isRequired ? "" : ", not required"), cause: "a step of the drill",
        next: "do what the voice asks for")
    case .ask(let name, let text, let answers, let tap, let within):
      return MessageWording(
        "ask \(name): \(text) \(answers.joined(separator: ", "))" + (tap.map { "; double tap \($0)" } ?? "")
          + "; at most \(within)",
        cause: "a step of the drill", next: "press what answers it")
    case .block(let name, let intent, let slots, let interval, let order, let mostAlike):
      return MessageWording(
        "block \(name): \(intent), \(CheckLine.counted(slots, "slot")), \(interval), \(order) order"
          + (mostAlike.map { ", at most \($0) alike in a row" } ?? ""),
        cause: "a step of the drill; its words stand below", next: "move as each word says")
    case .silentSlot:
      return MessageWording("(silent)", cause: "a catch trial: no word comes", next: "do not move")
    case .trialNumber(let number):
      return MessageWording(
        "trial \(number)", cause: "the word asks for a position", next: "find it by this number in the report"
      )
    case .end: return MessageWording("end", cause: "the drill is over then", next: "wait until it is saved")
    }
  }
}
