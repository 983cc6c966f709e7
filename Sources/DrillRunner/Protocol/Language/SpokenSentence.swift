import MotionCore

/// A sentence that the program says by itself, beside the words of the drill. A drill may say it in other words or in
/// another language: `sentences:`, by these names.
enum SpokenSentence: String, CaseIterable, Sendable {
  // In any run.
  case sensorLost = "sensor_lost"
  case sensorBack = "sensor_back"
  case otherSensorLost = "other_sensor_lost"
  case otherSensorBack = "other_sensor_back"
  case diskLow = "disk_low"
  case diskSlow = "disk_slow"
  case batteryLow = "battery_low"
  case rowsLost = "rows_lost"
  case paused, resumed
  case halfTime = "half_time"
  case saved, stopped
  case notSaved = "not_saved"
  case neverSaved = "never_saved"
  // The start.
  case sitStill = "sit_still"
  case neverStill = "never_still"
  case count60 = "count_60"
  case count30 = "count_30"
  case count20 = "count_20"
  case count10 = "count_10"
  case count5 = "count_5"
  case count4 = "count_4"
  case count3 = "count_3"
  case count2 = "count_2"
  case count1 = "count_1"
  // The calibration: what is asked, and that it passed.
  case askNeutral = "ask_neutral"
  case askLeanLeft = "ask_lean_left"
  case askLeanForward = "ask_lean_forward"
  case now
  case passedNeutral = "passed_neutral"
  case passedLeanLeft = "passed_lean_left"
  case passedLeanForward = "passed_lean_forward"
  case passedStandard = "passed_standard"
  case calibrationEnds = "calibration_ends"
  case calibrationLeftOut = "calibration_left_out"
  // Why a step of the calibration failed, and what to change.
  case failedNoOutcome = "failed_no_outcome"
  case failedNoSamples = "failed_no_samples"
  case failedGaps = "failed_gaps"
  case failedNoOrientation = "failed_no_orientation"
  case failedMoved = "failed_moved"
  case failedNotStill = "failed_not_still"
  case failedNoNeutral = "failed_no_neutral"
  case failedWrongOrder = "failed_wrong_order"
  case failedNeverMoved = "failed_never_moved"
  case failedTooSmall = "failed_too_small"
  case failedTooLarge = "failed_too_large"
  case failedNotReturned = "failed_not_returned"
  case failedNotStraight = "failed_not_straight"
  case failedNearCollinear = "failed_near_collinear"
  case failedSkewed = "failed_skewed"
  case failedOpposite = "failed_opposite"
  case failedNotStandard = "failed_not_standard"
  case failedWrongSide = "failed_wrong_side"
  // What was seen in the movements.
  case movedWhileStill = "moved_while_still"
  case movedEarly = "moved_early"
  case wrongWay = "wrong_way"
  case neverMoved = "never_moved"
  // A question.
  case noted
  case noAnswer = "no_answer"
  // The result of the saved session.
  case closingLatency = "closing_latency"
  case closingMilliseconds = "closing_milliseconds"
  case closingNotAvailable = "closing_not_available"
  case closingCounted = "closing_counted"
  case closingNoneLeftOut = "closing_none_left_out"
  case closingLeftOut = "closing_left_out"
  case closingOnScreen = "closing_on_screen"

  /// The sentence that says why a step of the calibration failed, by the key of its reason.
  init?(calibrationReason reason: String) {
    self.init(rawValue: "failed_" + reason)
  }

  /// The numbers that the sentence must hold, as `{name}`; most hold none.
  var placeholders: [String] {
    switch self {
    case .closingLatency: ["left", "right"]
    case .closingMilliseconds: ["number"]
    case .closingCounted: ["counted", "trials"]
    case .closingLeftOut: ["number"]
    default: []
    }
  }

  /// What is said where a drill says nothing else. Reasons of a failed calibration hold no numbers here: this is what
  /// is said of them where a sentence cannot be made at the moment.
  var english: String {
    switch self {
    case .sensorLost: RunMachine.Sentence.sensorLost.text
    case .sensorBack: RunMachine.Sentence.sensorBack.text
    case .otherSensorLost: RunMachine.Sentence.otherSensorLost.text
    case .otherSensorBack: RunMachine.Sentence.otherSensorBack.text
    case .diskLow: RunMachine.Sentence.diskLow.text
    case .diskSlow: RunMachine.Sentence.diskSlow.text
    case .batteryLow: RunMachine.Sentence.batteryLow.text
    case .rowsLost: RunMachine.Sentence.rowsLost.text
    case .paused: RunMachine.Sentence.paused.text
    case .resumed: RunMachine.Sentence.resumed.text
    case .halfTime: RunMachine.Sentence.halfTime.text
    case .saved: RunMachine.Sentence.saved.text
    case .stopped: RunMachine.Sentence.stopped.text
    case .notSaved: RunMachine.Sentence.notSaved.text
    case .neverSaved: RunMachine.Sentence.neverSaved.text
    case .sitStill: RunMachine.Sentence.sitStill.text
    case .neverStill: RunMachine.Sentence.neverStill.text
    case .count60, .count30, .count20, .count10, .count5, .count4, .count3, .count2, .count1:
      RunMachine.Sentence.countdown.first { rawValue == "count_\($0)" }
        .map { RunMachine.Sentence.countdown(seconds: $0).text } ?? ""
    case .askNeutral: RunMachine.Sentence.asking(for: .neutral).text
    case .askLeanLeft: RunMachine.Sentence.asking(for: .leanLeft).text
    case .askLeanForward: RunMachine.Sentence.asking(for: .leanForward).text
    case .now: RunMachine.Sentence.now.text
    case .passedNeutral: RunMachine.Sentence.passed(.neutral).text
    case .passedLeanLeft: RunMachine.Sentence.passed(.leanLeft).text
    case .passedLeanForward: RunMachine.Sentence.passed(.leanForward).text
    case .passedStandard: RunMachine.Sentence.passed(.standard).text
    case .calibrationEnds: RunMachine.Sentence.calibrationEnds.text
    case .calibrationLeftOut: RunMachine.Sentence.calibrationLeftOut.text
    case .failedNoOutcome: RunMachine.Sentence.noOutcome.text
    case .failedNoSamples: "The sensor sends nothing. Check that it is switched on."
    case .failedGaps: "The sensor's signal is interrupted again and again. Move it closer to the computer."
    case .failedNoOrientation: "This sensor cannot be calibrated. The screen says why."
    case .failedMoved: "You moved. Please keep still until you hear me again."
    case .failedNotStill:
      "You were not still enough, or the sensor shakes. Check that it is strapped tight, and keep still."
    case .failedNoNeutral: "First I need your neutral posture."
    case .failedWrongOrder: "First lean to the left, then forward."
    case .failedNeverMoved: "I saw no lean. When you hear me, lean, and come back."
    case .failedTooSmall: "That lean was too small. Please lean farther."
    case .failedTooLarge:
      "That was more than a lean. Check that the sensor is strapped tight, and lean less far."
    case .failedNotReturned: "You did not come back to where you started. Lean, and come back upright."
    case .failedNotStraight: "That lean was not straight. Lean straight, and straight back."
    case .failedNearCollinear:
      "The two leans went the same way. We begin again: lean left first, then forward."
    case .failedSkewed: "Your forward lean went to the side. Lean straight forward."
    case .failedOpposite:
      "The two leans do not fit together: one of them went the opposite way, or they came in the wrong order. "
        + "We begin again: lean left first, then forward."
    case .failedNotStandard:
      "The sensor does not sit as in the standard mounting. Strap it on as described, or calibrate with two leans."
    case .failedWrongSide:
      "That lean was to the right, or the sensor sits back to front. Check it, and lean to the left."
    case .movedWhileStill: RunRemark.movedWhileStill.sentence
    case .movedEarly: RunRemark.movedEarly.sentence
    case .wrongWay: RunRemark.wrongWay.sentence
    case .neverMoved: RunRemark.neverMoved.sentence
    case .noted: RunMachine.Sentence.noted.text
    case .noAnswer: RunMachine.Sentence.noAnswer.text
    case .closingLatency: "Median latency, left: {left}. Right: {right}."
    case .closingMilliseconds: "{number} milliseconds"
    case .closingNotAvailable: "not available"
    case .closingCounted: "{counted} of {trials} movements counted."
    case .closingNoneLeftOut: "None was left out."
    case .closingLeftOut: "{number} left out."
    case .closingOnScreen: "The result is on the screen."
    }
  }
}
