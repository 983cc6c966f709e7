import MotionCore

/// What the live view says of the instrument and of the run, beside its big word: states and whole phrases. Labels,
/// numbers and units are no messages.
enum ViewWord: Hashable, Sendable {
  // Whether it is recorded.
  case recording
  case notRecording
  /// As lines: capture goes into a session from now on, or not any more.
  case recordingBegan
  case recordingEnded
  case simulatedSensor
  case timeLeft(String)
  // Where the run stands.
  case drillStep(Int, of: Int)
  case attempt(step: String, Int, of: Int)
  case blockCue(block: String, Int, of: Int)
  // What ends by itself, in words that go before "in 12.3 s".
  case freeToMove, restEnds, questionEnds, itStarts, givenUp, triedAgain
  // The sensor.
  case sensorUnknown
  case live
  case lostAndWaited
  case noData
  case silentFor(seconds: Int)
  case notReadAnyMore
  // Its streams.
  case rateNotMeasured
  case rateNotAsked
  case ageUnknown
  case gapsUnknown
  case headingDrifts
  case anglesUnknown(reason: String)
  case noLossSeen
  // Sound, disk, battery, keys.
  case soundUnknown
  case soundLost
  case diskUnknown
  case batteryUnknown
  case batteryUnknownFor(reason: String)
  case keys
  /// While nothing but the closing words is left.
  case endKeys
  // A question: its answers, and what a double tap means.
  case answers([RunMarker], haveKeys: Bool)
  case doubleTapAnswers(RunMarker)
  case doubleTapIsNoAnswer(RunControl)
  /// How and why a run ended early.
  case endedEarly(SessionState, reason: String?)
  /// Of a message that came so often.
  case repeated(Int)
}

extension ViewWord: CatalogueMessage {
  static let section = MessageSection("view-word", "Words of the live view", .view)
  static let examples: [ViewWord] = [
    .recording, .notRecording, .recordingBegan, .recordingEnded, .simulatedSensor, .timeLeft("3:20"),
    .drillStep(3, of: 7), .attempt(step: "lean left", 1, of: 3), .blockCue(block: "slow", 4, of: 10),
    .freeToMove,
    .restEnds, .questionEnds, .itStarts, .givenUp, .triedAgain, .sensorUnknown, .live, .lostAndWaited,
    .noData, .silentFor(seconds: 12), .notReadAnyMore, .rateNotMeasured, .rateNotAsked, .ageUnknown,
    .gapsUnknown, .headingDrifts, .anglesUnknown(reason: "neutral is not calibrated"), .noLossSeen,
    .soundUnknown, .soundLost, .diskUnknown, .batteryUnknown,
    .batteryUnknownFor(reason: "its driver tells no charge"), .keys, .endKeys,
    .answers([.good, .bad], haveKeys: true),
    .doubleTapAnswers(.bad), .doubleTapIsNoAnswer(.pause),
    .endedEarly(.interrupted, reason: "the sensor did not come back"), .repeated(3),
  ]

  var wording: MessageWording {
    switch self {
    case .recording:
      MessageWording(
        "● REC  RECORDING", cause: "rows go into the session at this moment, also in a pause",
        next: "nothing needs to be done")
    case .notRecording:
      MessageWording(
        "○ NOT RECORDING", cause: "no row goes into a session: the capture is over",
        next: "wait until it is saved")
    case .recordingBegan:
      MessageWording(
        "RECORDING", cause: "rows go into the session from now on", next: "nothing needs to be done")
    case .recordingEnded:
      MessageWording(
        "recording ended", cause: "the capture is over, and the session is being sealed",
        next: "wait until it is saved")
    case .simulatedSensor:
      MessageWording(
        "SYNTHETIC: the sensor is simulated", cause: "--imu simulated stands for a sensor",
        next: "use it to try things out, never as a result")
    case .timeLeft(let time):
      MessageWording(
        "about \(time) left",
        cause:
          "so long it still takes, if all goes well from now on; a pause or another attempt makes it longer",
        next: "go on")
    case .drillStep(let number, let all):
      MessageWording("step \(number) of \(all)", cause: "so far the drill has come", next: "go on")
    case .attempt(let step, let number, let all):
      MessageWording(
        "\(step), attempt \(number) of \(all)", cause: "a step of the calibration may be tried so often",
        next: "do what the voice asks for")
    case .blockCue(let block, let number, let all):
      MessageWording(
        "block \(block), cue \(number) of \(all)", cause: "so far the block has come", next: "go on")
    case .freeToMove:
      MessageWording("free to move", cause: "the stationary phase ends then", next: "do not move before")
    case .restEnds: MessageWording("rest ends", cause: "the drill goes on then", next: "be in place by then")
    case .questionEnds:
      MessageWording(
        "the question ends", cause: "an answer is waited for so long", next: "press what answers it before")
    case .itStarts: MessageWording("it starts", cause: "the countdown ends then", next: "be in place by then")
    case .givenUp:
      MessageWording(
        "given up", cause: "the run ends then, if the sensor is not back or the rider not still by then",
        next: "connect the sensor again, or keep still")
    case .triedAgain:
      MessageWording(
        "tried again", cause: "saving failed, and is repeated then", next: "leave the machine on")
    case .sensorUnknown:
      MessageWording("unknown", cause: "the sensor has not told its name", next: "nothing needs to be done")
    case .live: MessageWording("live", cause: "rows come as they should", next: "nothing needs to be done")
    case .lostAndWaited:
      MessageWording(
        "lost, waiting for it", cause: "its device node is gone, or it fell silent",
        next: "connect it again, or press its button")
    case .noData:
      MessageWording("no data", cause: "no row has come yet", next: "wake the sensor with its button")
    case .silentFor(let seconds):
      MessageWording(
        "silent for \(seconds) s", cause: "its node is there, and no row comes",
        next: "wake it with its button; after two seconds it counts as lost")
    case .notReadAnyMore:
      MessageWording("not read any more", cause: "the capture is over", next: "nothing needs to be done")
    case .rateNotMeasured:
      MessageWording(
        "rate not measured yet", cause: "too few rows have come for a rate", next: "wait a few seconds")
    case .rateNotAsked:
      MessageWording("not asked", cause: "this source has its own rate", next: "nothing needs to be done")
    case .ageUnknown:
      MessageWording(
        "age unknown", cause: "the rows have no time of their own that fits the host's clock",
        next: "nothing: such rows count from their arrival")
    case .gapsUnknown:
      MessageWording("gaps unknown", cause: "too few rows have come", next: "wait a few seconds")
    case .headingDrifts:
      MessageWording(
        "heading drifts", cause: "nothing holds the heading: the turn is as good as the gyroscope",
        next: "do not rely on the turn; lean angles are held by gravity")
    case .anglesUnknown(let reason):
      MessageWording(
        "not known: \(reason)", cause: "angles count from neutral, about the rider's axes",
        next: "use a drill that calibrates, such as garage.yaml, if you want to see them")
    case .noLossSeen:
      MessageWording(
        "none seen", cause: "neither the kernel nor the device has counted a lost row",
        next: "nothing needs to be done")
    case .soundUnknown:
      MessageWording("unknown", cause: "the output has not told what it is", next: "nothing needs to be done")
    case .soundLost:
      MessageWording(
        "lost: no word is heard any more", cause: "the card, the connection or the sound server is gone",
        next: "connect it again and start a new run")
    case .diskUnknown:
      MessageWording(
        "disk unknown", cause: "the file system does not tell its free room", next: "look with df")
    case .batteryUnknown:
      MessageWording(
        "battery unknown", cause: "nothing tells the charge of the sensor's battery",
        next: "charge it before a long run")
    case .batteryUnknownFor(let reason):
      MessageWording(
        "unknown: \(reason)", cause: "the kernel's power supply does not tell the charge",
        next: "charge it before a long run")
    case .keys:
      MessageWording(
        "p pause, q stop, s start; l left, c centre, r right, g good, b bad",
        cause: "keys of this terminal are read", next: "press one when you need it")
    case .endKeys:
      MessageWording(
        "q ends now", cause: "the session is sealed, and only the closing words are left",
        next: "listen, or press q or Ctrl-C to have the report at once")
    case .answers(let markers, let haveKeys):
      MessageWording(
        markers.map { haveKeys ? "\($0.rawValue) (\($0.key))" : $0.rawValue }.joined(separator: " or "),
        cause: "these markers answer the question; the letters are the keys of this terminal",
        next: "press a key, or a button that sets such a marker")
    case .doubleTapAnswers(let marker):
      MessageWording(
        "a double tap means \(marker.rawValue)", cause: "the question gives the double tap this meaning",
        next: "tap the sensor twice to answer so")
    case .doubleTapIsNoAnswer(let control):
      MessageWording(
        "a double tap is no answer, but \(control.word)",
        cause: "the question gives the double tap no meaning, so that it does what it always does",
        next: "answer by a key or a button; `tap:` in the drill gives a double tap a meaning")
    case .endedEarly(let state, let reason):
      MessageWording(
        state.text + (reason.map { ": \($0)" } ?? ""),
        cause: "the run ended before the drill was over, for this reason",
        next: "what was recorded is saved; the report says more")
    case .repeated(let count):
      MessageWording("\(count) times", cause: "the same message came again", next: "see the message")
    }
  }
}
