import MotionCore

extension RunMachine.Sentence: CatalogueMessage {
  static let section = MessageSection("say", "What the voice of a run says", .spoken)

  static let examples: [RunMachine.Sentence] =
    always + CalibrationStep.allCases.map { .asking(for: $0) } + [.now]
    + CalibrationStep.allCases.map { .passed($0) }
    + [.noOutcome, .calibrationEnds, .calibrationLeftOut, .noted, .noAnswer, .sitStill, .neverStill]
    + countdown.map { .countdown(seconds: $0) }

  var detail: String {
    switch self {
    case .asking(let step), .passed(let step): step.rawValue
    case .countdown(let seconds): "\(seconds)"
    default: ""
    }
  }

  var wording: MessageWording { MessageWording(text, cause: why.cause, next: why.next) }

  private var why: (cause: String, next: String) {
    switch self {
    case .sensorLost:
      (
        "the sensor was disconnected, or delivered nothing for two seconds",
        "connect it again or press its button: the run waits as long as on_loss in the drill says, then stops"
      )
    case .sensorBack: ("the lost sensor delivers again", "go on; the trial that was open is repeated")
    case .otherSensorLost:
      ("a sensor beside the first was disconnected or fell silent", "connect it again when there is a rest")
    case .otherSensorBack: ("a lost sensor beside the first delivers again", "nothing: its rows go on")
    case .diskLow:
      (
        "the room on the disk may not be enough for the rest of the run",
        "free disk space now, or stop the run"
      )
    case .diskSlow:
      ("the disk took long to confirm what was written", "let other programs leave the disk alone")
    case .batteryLow:
      ("the kernel tells that little charge is left in the sensor", "plug in its cable at the next rest")
    case .rowsLost:
      (
        "the disk does not take the rows as fast as they come, and the queue is full",
        "stop the run, and record on a faster disk; what is lost is counted in the session"
      )
    case .paused: ("somebody paused the run by key, button or tap", "do the same again to go on")
    case .resumed: ("the pause is over", "wait for the next word")
    case .halfTime: ("half of the drill's cues are behind", "go on")
    case .saved: ("the session is sealed as complete", "get off; `drillrunner analyze last` shows all of it")
    case .stopped:
      (
        "the run ended before its drill did; the session is sealed as interrupted",
        "see why in the report; run again"
      )
    case .notSaved:
      (
        "sealing the session failed",
        "leave the machine on; free disk space if it is full. It is tried four times"
      )
    case .neverSaved:
      (
        "sealing failed every time",
        "leave the session's folder as it is, mend the disk, then `drillrunner recover last`"
      )
    case .asking: ("a step of the calibration begins", "do what it asks for")
    case .now: ("the watching for a lean begins", "lean with this word")
    case .passed: ("a step of the calibration succeeded", "wait for the next word")
    case .noOutcome:
      (
        "the sensor's rows did not tell how the step went",
        "do it once more; it counts as one of three attempts"
      )
    case .calibrationEnds:
      (
        "a step that the drill requires failed three times",
        "check how the sensor is strapped on, then run again"
      )
    case .calibrationLeftOut:
      (
        "a step that the drill does not require failed three times",
        "go on: the analysis finds its own lateral axis"
      )
    case .noted: ("the answer to a question of the drill is recorded", "go on")
    case .noAnswer:
      (
        "nobody answered a question of the drill in its time",
        "add what you wanted to say with `drillrunner notes`"
      )
    case .sitStill: ("the drill starts when the rider is still", "sit upright and keep still")
    case .neverStill:
      (
        "the start by stillness waited for two minutes",
        "run again; let nothing shake the motorcycle, or use countdown: in the drill"
      )
    case .countdown: ("the drill starts in so many seconds", "sit down and look ahead")
    }
  }
}
