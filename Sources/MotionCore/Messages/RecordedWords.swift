// Words that stand in files and reports as keys; reports show them with spaces.

extension IncidentKind: CatalogueMessage {
  public static let section = MessageSection("incident", "Incidents in a session", .file, .result, .notice)
  public static let examples = allCases

  public var wording: MessageWording {
    let words: (cause: String, next: String) =
      switch self {
      case .sensorLost:
        (
          "a sensor was disconnected, or fell silent",
          "mend the connection; the analysis computes nothing across the gap"
        )
      case .sensorBack: ("a lost sensor delivers again", "nothing: its rows go on in the same streams")
      case .droppedEvents:
        (
          "the kernel or the device counted rows that were never delivered",
          "end other programs, or use a cable"
        )
      case .fifoOverflow: ("the chip's own queue overflowed", "ask for a lower rate, or end other programs")
      case .checksum:
        (
          "bytes on a serial line made no valid frame",
          "use a shorter cable or a lower baud rate; join the grounds"
        )
      case .clockJump:
        ("a clock was set, stopped or began anew", "leave the machine awake and its clock alone during a run")
      case .nonfinite: ("a row holds a value that is no number", "see the row; a CSV file may have been cut")
      case .frozen:
        (
          "values have not changed for longer than noise allows",
          "press the sensor's button, or connect it again"
        )
      case .implausible:
        (
          "the acceleration at rest is not one g",
          "give the unit's gains (docs/sensors.md), or use another sensor"
        )
      case .audioLost:
        ("the sound output was lost", "connect it again, and run again: cues without sound have no latency")
      case .underrun: ("the sound output ran empty", "end other programs, or start with --realtime")
      case .lateCue:
        ("a cue left later than it was scheduled", "end other programs; it counts from when it was heard")
      case .diskLow: ("the disk may not hold the rest of the run", "free disk space")
      case .writeFailed: ("a write to the session failed", "copy the session elsewhere, and check the disk")
      case .syncSlow: ("the disk took long to confirm", "let other programs leave the disk alone")
      case .queueFull:
        ("rows came faster than they were written", "record on a faster disk; the losses are counted")
      case .interrupted: ("the run ended before its drill did", "see the reason in the event; run again")
      }
    return MessageWording(rawValue, cause: words.cause, next: words.next)
  }
}

extension Trial.Verdict: CatalogueMessage {
  public static let section = MessageSection("verdict", "Verdicts on trials", .result, .file)
  public static let examples = allCases

  public var wording: MessageWording {
    let words: (cause: String, next: String) =
      switch self {
      case .notRequired:
        ("the rider was where the word asked for, and did not move", "nothing: it counts as no miss")
      case .invalid:
        ("the answer to the cue cannot be measured, for the reasons shown", "it is in no distribution")
      case .attention:
        ("the latency is measured, and a reason makes it less certain", "see the reasons before using it")
      case .valid: ("the answer is measured, and nothing speaks against it", "use it")
      }
    return MessageWording(rawValue, cause: words.cause, next: words.next)
  }
}

extension Trial.Reason: CatalogueMessage {
  public static let section = MessageSection("verdict-reason", "Reasons of verdicts", .result, .file)
  public static let examples = allCases

  public var wording: MessageWording {
    let again = "nothing: the trial is left out; repeat the drill for more trials"
    let words: (cause: String, next: String) =
      switch self {
      case .alreadyThere:
        ("the rider was within the position that the word asks for", "vary the order of cues")
      case .wrongDirection: ("the movement went the other way than the word", again)
      case .missed: ("no movement was found in the search window after the word", again)
      case .aborted: ("the movement was taken back at once", again)
      case .gapInWindow:
        ("rows are missing where the movement is looked for", "use a cable, or move the sensor closer")
      case .onsetBeforeCue: ("the movement began before the word could be heard", "wait for the word")
      case .paused:
        ("a pause or a lost sensor interrupted the trial", "nothing: it was repeated in its block")
      case .cueFailed: ("the word could not be played", "mend the sound output, and run again")
      case .cueCancelled: ("the word was taken back before it left", "nothing: the run was stopped or paused")
      case .windowNotCovered: ("the recording ends, or has no rows, in the search window", again)
      case .movementUnavailable:
        (
          "without a gyroscope or an axis nothing can be said",
          "see the limits below the table for the reason"
        )
      case .directionNotScored:
        ("which way forward is, is not known", "calibrate: axes in the drill fixes it")
      case .anticipation: ("the onset comes sooner than a body can answer a word", "wait for the word")
      case .lateCue: ("the word left later than scheduled", "end other programs while a drill runs")
      case .audibleUnknown:
        ("when the word was heard is not known", "measure the output with `drillrunner latency`")
      case .audibleEstimated:
        (
          "when the word was heard is estimated, not measured",
          "measure the output with `drillrunner latency`"
        )
      case .guidanceSpeech: ("the voice spoke near the word", "nothing: it is stated with the trial")
      case .thresholdOnsetOnly:
        (
          "the onset could not be fitted; the crossing of a threshold, which is late, stands for it",
          "see it with `drillrunner analyze --explain`"
        )
      case .angleUnavailable:
        (
          "the angle before the word is not known, and with it the direction asked",
          "calibrate, and keep still at rests"
        )
      }
    return MessageWording(rawValue, cause: words.cause, next: words.next)
  }
}

extension Transition.Flag: CatalogueMessage {
  public static let section = MessageSection("transition-flag", "Flags of movements", .file)
  public static let examples = allCases

  public var wording: MessageWording {
    let words: (cause: String, next: String) =
      switch self {
      case .truncatedStart: ("the data begin after the movement did", "its onset is not used")
      case .truncatedEnd: ("the data end before the movement did", "its range and duration are not used")
      case .gapCrossing: ("a part of the movement lies in a gap", "use a cable, or move the sensor closer")
      case .aborted: ("the movement was taken back at once", "nothing: it is no answer to a word")
      case .noStableHold:
        ("no rest followed before the next movement", "leave more time between words, and hold each position")
      case .neutralDrift:
        (
          "the movement came back to a place outside of neutral",
          "strap the sensor tight; sit as in the calibration"
        )
      }
    return MessageWording(rawValue, cause: words.cause, next: words.next)
  }
}

extension SessionState: CatalogueMessage {
  public static let section = MessageSection("session-state", "States of a session", .result, .file)
  public static let examples = allCases

  public var wording: MessageWording {
    let words: (cause: String, next: String) =
      switch self {
      case .recording: ("a process records into it at this moment", "wait until the run has ended")
      case .complete: ("the drill was played to its end, and the session is sealed", "use it")
      case .interrupted:
        (
          "the run ended before its drill did, and the session is sealed",
          "see the reason in its events; run again"
        )
      case .incomplete:
        ("its process ended without sealing it", "`drillrunner recover` seals what reached the disk")
      }
    return MessageWording(rawValue, cause: words.cause, next: words.next)
  }
}
