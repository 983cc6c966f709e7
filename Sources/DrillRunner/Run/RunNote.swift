import IMUDriver
import MotionCore

/// What whoever stands beside a run must see at once: shown in the live view, or as a line of `--plain`, and before
/// the run on stderr.
enum RunNote: Hashable, Sendable {
  // The sensor.
  case sensorLost(name: String, reason: String)
  case sensorBack(name: String)
  case sensorSilent(name: String)
  case sensorOtherwise
  /// Values or clock of a sensor are doubtful.
  case sensorDoubtful(name: String?, reason: String)
  case clockJump(reason: String)
  case batteryLow(name: String, charge: String)
  // The calibration.
  case calibrationFailed(step: String, attempt: Int64, reason: String)
  // The sound.
  case soundLost(reason: String)
  case lateCue(String, milliseconds: Int64)
  case underrun
  // The disk.
  case store(StoreTrouble)
  case notSealed(SealError)
  case truthNotStored(reason: String)
  // Buttons and taps.
  case buttons(device: String)
  case noButtonsOf(device: String, reason: String)
  case noButtons(reason: String)
  case buttonsGone(device: String, reason: String)
  case pressesMissing(device: String)
  case pressesUndated(device: String)
  case laterButtonsUnheard(reason: String)
  case noDoubleTap(reason: String)
  case doubleTapLimited(reason: String)
  // Markers by hand.
  case marker(Mark)
  case answer(Mark)
  case noAnswer(Mark)
  case answeredBefore(Mark)
  // Before the run.
  case makingWords(Int, of: Int)

  /// A marker that was set by hand.
  struct Mark: Hashable, Sendable {
    var marker: RunMarker
    /// What it came from.
    var source: RunSource
    /// When in the run.
    var at: Duration
  }
}

extension RunNote {
  /// The marker that it tells of.
  var mark: Mark? {
    switch self {
    case .marker(let mark), .answer(let mark), .noAnswer(let mark), .answeredBefore(let mark): mark
    default: nil
    }
  }

  /// Whether it tells of the same marker from the same place, with the same meaning, at another time.
  func repeats(_ other: RunNote) -> Bool {
    mark.map { $0.marker } == other.mark?.marker && mark?.source == other.mark?.source
      && variant == other.variant
  }
}

extension RunNote.Mark {
  /// "marker GOOD, by key, 1:04".
  fileprivate var words: String {
    "marker \(marker.rawValue), by \(source.rawValue), \(LiveView.minutes(at))"
  }
}

extension RunNote: CatalogueMessage {
  static let section = MessageSection("view", "What the live view tells", .view, .notice)
  static let examples: [RunNote] = [
    .sensorLost(name: "torso", reason: "the device was disconnected"), .sensorBack(name: "torso"),
    .sensorSilent(name: "torso"), .sensorOtherwise,
    .sensorDoubtful(
      name: "torso",
      reason: "the acceleration at rest is not one g within 10 %: the scale of this sensor is wrong"),
    .clockJump(reason: "the machine was suspended"),
    .batteryLow(name: "torso", charge: "10 %"),
    .calibrationFailed(step: "lean_left", attempt: 1, reason: "too_small"),
    .soundLost(reason: "the sound card was unplugged or its driver removed"),
    .lateCue("LEFT", milliseconds: 42), .underrun,
    .store(.diskNearlyFull(availableMB: 40, neededMB: 84)),
    .notSealed(.notReadBack(path: "sessions/20261130T101502Z", file: "gyroscope.jsonl")),
    .truthNotStored(reason: "No space left on device"), .buttons(device: "Wireless Presenter"),
    .noButtonsOf(device: "Wireless Presenter", reason: "permission denied"),
    .noButtons(reason: "permission denied"),
    .buttonsGone(device: "Wireless Presenter", reason: "the device was disconnected"),
    .pressesMissing(device: "Wireless Presenter"), .pressesUndated(device: "Wireless Presenter"),
    .laterButtonsUnheard(reason: "udev does not tell what is connected"),
    .noDoubleTap(reason: "the sensor has no accelerometer"),
    .doubleTapLimited(
      reason: "67 rows a second: tap firmly, many light taps are missed below 100 rows a second"),
    .marker(Mark(marker: .good, source: .key, at: .seconds(64))),
    .answer(Mark(marker: .good, source: .button, at: .seconds(412))),
    .noAnswer(Mark(marker: .left, source: .key, at: .seconds(415))),
    .answeredBefore(Mark(marker: .bad, source: .tap, at: .seconds(413))), .makingWords(34, of: 87),
  ]

  var wording: MessageWording {
    switch self {
    case .sensorLost(let name, let reason):
      MessageWording(
        "sensor \(name) lost: \(reason)", cause: "its device node is gone or reading it failed",
        next: "connect it again or press its button; the run waits for it as long as on_loss says")
    case .sensorBack(let name):
      MessageWording("sensor \(name) back", cause: "it delivers again", next: "nothing: the run goes on")
    case .sensorSilent(let name):
      MessageWording(
        "sensor \(name) delivers nothing", cause: "its node is there, and no row has come for two seconds",
        next: "wake it with its button, or connect it again")
    case .batteryLow(let name, let charge):
      MessageWording(
        "the battery of sensor \(name) is low: \(charge)", cause: "the kernel tells its charge",
        next: "plug in its cable at the next rest, or charge it before the next run")
    case .sensorOtherwise:
      MessageWording(
        "a sensor came back that cannot go on in the same streams",
        cause: "units, scales or axes of what was connected differ from what was lost",
        next: "connect the very sensor that the run began with")
    case .sensorDoubtful(let name, let reason):
      MessageWording(
        (name.map { "sensor \($0): " } ?? "") + reason,
        cause: "what it delivers contradicts itself or gravity",
        next: "`drillrunner devices --test` shows its scale and its clock; rows are kept as delivered")
    case .clockJump(let reason):
      MessageWording(
        "clock jump: \(reason)", cause: "a clock of the machine did not go on as the others did",
        next: "leave the machine awake and its clock alone during a run; the jump is recorded")
    case .calibrationFailed(let step, let attempt, let reason):
      MessageWording(
        "calibration, \(step.replacing("_", with: " ")): attempt \(attempt) did not pass: "
          + reason.replacing("_", with: " "),
        cause: "the rows of the attempt do not fulfil what docs/metrics.md asks of this step",
        next: "do as the voice says; each step may be tried three times")
    case .soundLost(let reason):
      MessageWording(
        "the sound output is lost: \(reason)", cause: "the card, the connection or the sound server is gone",
        next: "connect it again and start a new run; the drill decides whether this one goes on silently")
    case .lateCue(let cue, let milliseconds):
      MessageWording(
        "late cue: \(cue) by \(milliseconds) ms",
        cause: "the machine was too busy to hand the cue over in time",
        next: "end other programs; the cue counts from when it was heard")
    case .underrun:
      MessageWording(
        "the sound output ran empty", cause: "the machine was too busy to feed it",
        next: "end other programs, or start with --realtime; broken cues are recorded as failed")
    case .store(let trouble): trouble.wording
    case .notSealed(let error):
      MessageWording(error.summary, cause: error.cause, next: error.remedy)
    case .truthNotStored(let reason):
      MessageWording(
        "the simulated rider's truth is not stored: \(reason)",
        cause: "the file beside the session that tests compare with could not be written",
        next: "free disk space, or choose another folder with --sessions; the session itself is saved")
    case .buttons(let device):
      MessageWording(
        "buttons of \(device)", cause: "its buttons are listened to", next: "press them as the drill says")
    case .noButtonsOf(let device, let reason):
      MessageWording(
        "no buttons of \(device): \(reason)", cause: "its node cannot be opened",
        next: "`drillrunner devices` says why and what to do")
    case .noButtons(let reason):
      MessageWording(
        "no buttons: \(reason)", cause: "looking for devices with buttons failed",
        next: "use the keys of the terminal; `drillrunner doctor` checks the machine")
    case .buttonsGone(let device, let reason):
      MessageWording(
        "buttons of \(device) are gone: \(reason)", cause: "the device was disconnected or went to sleep",
        next: "connect it again or wake it: it is listened to again by itself")
    case .pressesMissing(let device):
      MessageWording(
        "presses of \(device) may be missing",
        cause: "the kernel's queue for the device overflowed (SYN_DROPPED)",
        next: "press again; end other programs if it happens often")
    case .pressesUndated(let device):
      MessageWording(
        "\(device): the kernel tells no time of a press; its reading counts",
        cause: "the device's driver refuses the monotonic clock",
        next: "nothing: such markers are a few milliseconds late, and say so")
    case .laterButtonsUnheard(let reason):
      MessageWording(
        "buttons that are connected later are not heard: \(reason)", cause: "udev cannot be watched",
        next: "connect every device before the run")
    case .noDoubleTap(let reason):
      MessageWording(
        "no double tap: \(reason)", cause: "the sensor cannot show a tap of 5 to 15 ms",
        next: "use a sensor with an accelerometer and 100 rows a second or more, or buttons and keys")
    case .doubleTapLimited(let reason):
      MessageWording(
        "double tap: \(reason)", cause: "the sensor's rows are far apart for a tap of 5 to 15 ms",
        next: "ask for a higher rate in the drill, or use buttons and keys")
    case .marker(let mark):
      MessageWording(
        mark.words, cause: "somebody set it by a key, a button or a double tap",
        next: "nothing: it stands in the session, with the time of the press")
    case .answer(let mark):
      MessageWording(
        "\(mark.words): the answer", cause: "the marker is one of the answers of the question that was asked",
        next: "nothing: the first answer counts")
    case .noAnswer(let mark):
      MessageWording(
        "\(mark.words): no answer", cause: "the question that was asked has other answers",
        next: "press one of those that the view shows; the marker stands in the session")
    case .answeredBefore(let mark):
      MessageWording(
        "\(mark.words): the question has its answer", cause: "the first answer counts",
        next: "add what you wanted to say with `drillrunner notes`")
    case .makingWords(let made, let all):
      MessageWording(
        made == 0 ? "making the words" : "making the words, \(made) of \(all)",
        cause: "every word is made before the run; a first run takes seconds for them, later ones keep them",
        next: "wait, or press Ctrl-C to leave")
    }
  }
}
