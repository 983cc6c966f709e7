import MotionCore

// What each sentence says in English, why, and what to do next.
extension SpokenSentence: CatalogueMessage {
  static let section = MessageSection("say", "What the voice of a run says", .spoken)
  static let examples = allCases

  /// With its placeholders filled.
  var wording: MessageWording {
    var wording = worded
    wording.text = SpokenSentence.filled(
      wording.text,
      [
        "number": self == .closingMilliseconds ? "412" : "2", "left": "412 milliseconds",
        "right": "no movement counts", "counted": "47", "trials": "50", "reasons": "2 missed, 1 cue failed",
      ])
    return wording
  }

  /// The English sentence with its placeholders; `english` is its text.
  var worded: MessageWording {
    switch self {
    case .sensorLost:
      MessageWording(
        "The sensor is lost. Waiting for it.",
        cause: "the sensor was disconnected, or delivered nothing for two seconds",
        next:
          "connect it again or press its button: the run waits as long as on_loss in the drill says, then stops"
      )
    case .sensorBack:
      MessageWording(
        "The sensor is back. We go on.", cause: "the lost sensor delivers again",
        next: "go on; the trial that was open is repeated")
    case .otherSensorLost:
      MessageWording(
        "Another sensor is lost. The run goes on.",
        cause: "a sensor beside the first was disconnected or fell silent",
        next: "connect it again when there is a rest")
    case .otherSensorBack:
      MessageWording(
        "The other sensor is back.", cause: "a lost sensor beside the first delivers again",
        next: "nothing: its rows go on")
    case .diskLow:
      MessageWording(
        "The disk is nearly full.", cause: "the room on the disk may not be enough for the rest of the run",
        next: "free disk space now, or stop the run")
    case .diskSlow:
      MessageWording(
        "The disk is slow.", cause: "the disk took long to confirm what was written",
        next: "let other programs leave the disk alone")
    case .batteryLow:
      MessageWording(
        "The battery of the sensor is low.",
        cause: "the kernel tells that little charge is left in the sensor",
        next: "plug in its cable at the next rest")
    case .rowsLost:
      MessageWording(
        "The disk does not keep up. Data is being lost.",
        cause: "the disk does not take the rows as fast as they come, and the queue is full",
        next: "stop the run, and record on a faster disk; what is lost is counted in the session")
    case .wordsLate:
      MessageWording(
        "Some words came late. The numbers take it into account.",
        cause: "the machine was too busy to hand a word over in time",
        next: "end other programs, or run with --realtime; each late word is marked in the session")
    case .paused:
      MessageWording(
        "Paused.", cause: "somebody paused the run by key, button or tap", next: "do the same again to go on")
    case .resumed: MessageWording("We go on.", cause: "the pause is over", next: "wait for the next word")
    case .halfTime:
      MessageWording("Half of it is done.", cause: "half of the drill's cues are behind", next: "go on")
    case .saved:
      MessageWording(
        "Saved.", cause: "the session is sealed as complete",
        next: "get off; `drillrunner analyze last` shows all of it")
    case .stopped:
      MessageWording(
        "Stopped. What was recorded is saved.",
        cause: "the run ended before its drill did; the session is sealed as interrupted",
        next: "see why in the report; run again")
    case .notSaved:
      MessageWording(
        "Attention. The session could not be saved. It is tried again.", cause: "sealing the session failed",
        next: "leave the machine on; free disk space if it is full. It is tried four times")
    case .neverSaved:
      MessageWording(
        "The session could not be saved. What reached the disk is kept, and can be recovered.",
        cause: "sealing failed every time",
        next: "leave the session's folder as it is, mend the disk, then `drillrunner recover last`")
    case .sitStill:
      MessageWording(
        "Sit still, and it begins.", cause: "the drill starts when the rider is still",
        next: "sit upright and keep still")
    case .neverStill:
      MessageWording(
        "You were not still for two minutes. The run ends here.",
        cause: "the start by stillness waited for two minutes",
        next: "run again; let nothing shake the motorcycle, or use countdown: in the drill")
    case .count60: SpokenSentence.count("One minute.")
    case .count30: SpokenSentence.count("Thirty seconds.")
    case .count20: SpokenSentence.count("Twenty seconds.")
    case .count10: SpokenSentence.count("Ten seconds.")
    case .count5: SpokenSentence.count("Five.")
    case .count4: SpokenSentence.count("Four.")
    case .count3: SpokenSentence.count("Three.")
    case .count2: SpokenSentence.count("Two.")
    case .count1: SpokenSentence.count("One.")
    case .askNeutral: SpokenSentence.asked(.neutral)
    case .askLeanLeft: SpokenSentence.asked(.leanLeft)
    case .askLeanForward: SpokenSentence.asked(.leanForward)
    case .now:
      MessageWording("Now.", cause: "the watching for a lean begins", next: "lean with this word")
    case .passedNeutral: SpokenSentence.passed("The centre is known.")
    case .passedLeanLeft: SpokenSentence.passed("Left is known.")
    case .passedLeanForward: SpokenSentence.passed("Forward is known.")
    case .passedStandard: SpokenSentence.passed("The mounting is as it should be.")
    case .calibrationEnds:
      MessageWording(
        "The calibration did not succeed. The run ends here.",
        cause: "a step that the drill requires failed three times",
        next: "check how the sensor is strapped on, then run again")
    case .calibrationLeftOut:
      MessageWording(
        "We go on without it.", cause: "a step that the drill does not require failed three times",
        next: "go on: the analysis finds its own lateral axis")
    case .failedNoOutcome:
      MessageWording(
        "That could not be judged. Try it once more.",
        cause: "the sensor's rows did not tell how the step went",
        next: "do it once more; it counts as one of three attempts")
    case .failedNoSamples: SpokenSentence.failed(.noSamples)
    case .failedGaps: SpokenSentence.failed(.gaps)
    case .failedNoOrientation: SpokenSentence.failed(.noOrientation)
    case .failedMoved: SpokenSentence.failed(.moved)
    case .failedNotStill: SpokenSentence.failed(.notStill)
    case .failedNoNeutral: SpokenSentence.failed(.noNeutral)
    case .failedWrongOrder: SpokenSentence.failed(.wrongOrder)
    case .failedNeverMoved: SpokenSentence.failed(.neverMoved)
    case .failedTooSmall: SpokenSentence.failed(.tooSmall)
    case .failedTooLarge: SpokenSentence.failed(.tooLarge)
    case .failedNotReturned: SpokenSentence.failed(.notReturned)
    case .failedNotStraight: SpokenSentence.failed(.notStraight)
    case .failedNearCollinear: SpokenSentence.failed(.nearCollinear)
    case .failedSkewed: SpokenSentence.failed(.skewed)
    case .failedOpposite: SpokenSentence.failed(.opposite)
    case .failedNotStandard: SpokenSentence.failed(.notStandard)
    case .failedWrongSide: SpokenSentence.failed(.wrongSide)
    case .movedWhileStill:
      MessageWording(
        "There was movement while you were to sit still.",
        cause: "the trunk left its place by more than 5° in a stationary phase",
        next: "sit still in such phases: noise, bias and neutral come from them")
    case .movedEarly:
      MessageWording(
        "There was movement before the word. Wait for the word, then move.",
        cause: "in the half second before a word the trunk moved by more than 5°",
        next: "come to rest before the next word; such a trial may be marked as anticipated")
    case .wrongWay:
      MessageWording(
        "Some movements went another way than the word said.",
        cause: "after a word the trunk moved by more than 8° against its direction",
        next: "listen for the word; if the direction was right, calibrate again, the sensor may have turned")
    case .neverMoved:
      MessageWording(
        "After some words no movement was seen. Move when you hear the word.",
        cause: "after a word that asks for a movement the trunk did not move by 4°",
        next: "move when you hear the word; raise the volume if it was not heard")
    case .noted:
      MessageWording("Noted.", cause: "the answer to a question of the drill is recorded", next: "go on")
    case .noAnswer:
      MessageWording(
        "No answer. We go on.", cause: "nobody answered a question of the drill in its time",
        next: "add what you wanted to say with `drillrunner notes`")
    case .closingLatency:
      MessageWording(
        "Median latency, left: {left}. Right: {right}.",
        cause:
          "the session is saved and analysed; these are the medians over the counted words that ask for a side",
        next: "the report has the distributions and how certain they are")
    case .closingMilliseconds:
      MessageWording(
        "{number} milliseconds", cause: "a median latency is told in whole milliseconds",
        next: "the report has it with its interval")
    case .closingNotAvailable:
      MessageWording(
        "no movement counts", cause: "words asked for that side, and no movement that answers them counts",
        next: "see the verdicts of the trials in the report")
    case .closingNotAsked:
      MessageWording(
        "not asked for", cause: "no word of the drill asks for that side", next: "nothing needs to be done")
    case .closingCounted:
      MessageWording(
        "{counted} of {trials} movements counted.",
        cause: "every word that asked for a position is accounted for",
        next: "the report gives the verdict of each")
    case .closingNoneLeftOut:
      MessageWording("None was left out.", cause: "every movement counts", next: "nothing needs to be done")
    case .closingLeftOut:
      MessageWording(
        "Left out: {reasons}.", cause: "some movements count in no distribution, for these reasons",
        next: "`drillrunner analyze last --explain TRIAL` says how a result came about")
    case .closingOnScreen:
      MessageWording(
        "The result is on the screen.", cause: "no program is installed that could speak its numbers",
        next: "read it in the report; sudo apt-get install flite lets it be said")
    case .leftOutWrongDirection: SpokenSentence.leftOut("{number} wrong direction", .wrongDirection)
    case .leftOutMissed: SpokenSentence.leftOut("{number} missed", .missed)
    case .leftOutAborted: SpokenSentence.leftOut("{number} aborted", .aborted)
    case .leftOutGapInWindow: SpokenSentence.leftOut("{number} gap in window", .gapInWindow)
    case .leftOutOnsetBeforeCue: SpokenSentence.leftOut("{number} onset before cue", .onsetBeforeCue)
    case .leftOutPaused: SpokenSentence.leftOut("{number} paused", .paused)
    case .leftOutCueFailed: SpokenSentence.leftOut("{number} cue failed", .cueFailed)
    case .leftOutCueCancelled: SpokenSentence.leftOut("{number} cue cancelled", .cueCancelled)
    case .leftOutWindowNotCovered: SpokenSentence.leftOut("{number} window not covered", .windowNotCovered)
    case .leftOutMovementUnavailable:
      SpokenSentence.leftOut("{number} movement unavailable", .movementUnavailable)
    case .leftOutDirectionNotScored:
      SpokenSentence.leftOut("{number} direction not scored", .directionNotScored)
    case .leftOutNotRequired: SpokenSentence.leftOut("{number} not required", .alreadyThere)
    }
  }

  private static func count(_ text: String) -> MessageWording {
    MessageWording(
      text, cause: "the drill starts in so many seconds", next: "sit down and look ahead")
  }

  private static func asked(_ step: CalibrationStep) -> MessageWording {
    MessageWording(
      step.isLean ? "At the word now: \(step.prompt)" : step.prompt,
      cause: "a step of the calibration begins", next: "do what it asks for")
  }

  private static func passed(_ text: String) -> MessageWording {
    MessageWording(text, cause: "a step of the calibration succeeded", next: "wait for the next word")
  }

  private static func failed(_ reason: CalibrationProblem.Reason) -> MessageWording { reason.wording }

  /// Why, and what next, stands with the reasons of verdicts.
  private static func leftOut(_ text: String, _ reason: Trial.Reason) -> MessageWording {
    MessageWording(text, cause: reason.wording.cause, next: reason.wording.nextStep)
  }
}
