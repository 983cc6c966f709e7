import MotionCore

/// A sentence that the program says by itself, beside the words of the drill: the only list of them. A drill may say
/// it in other words or in another language: `sentences:`, by these names.
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
  /// Said after the block in which it happened.
  case wordsLate = "words_late"
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
  // The calibration: what is asked, and that it passed. A lean is made at the word "now", which follows: who leans with
  // the first words would be half-way when the watching begins.
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
  // Why a step of the calibration failed, and what to change; without the numbers that `CalibrationAdvice` has.
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
  // What was seen in the movements; said between blocks, never in a trial. It judges nothing.
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
  case closingNotAsked = "closing_not_asked"
  case closingCounted = "closing_counted"
  case closingNoneLeftOut = "closing_none_left_out"
  case closingLeftOut = "closing_left_out"
  case closingOnScreen = "closing_on_screen"
  // Why movements were left out: what `closingLeftOut` enumerates.
  case leftOutWrongDirection = "left_out_wrong_direction"
  case leftOutMissed = "left_out_missed"
  case leftOutAborted = "left_out_aborted"
  case leftOutGapInWindow = "left_out_gap_in_window"
  case leftOutOnsetBeforeCue = "left_out_onset_before_cue"
  case leftOutPaused = "left_out_paused"
  case leftOutCueFailed = "left_out_cue_failed"
  case leftOutCueCancelled = "left_out_cue_cancelled"
  case leftOutWindowNotCovered = "left_out_window_not_covered"
  case leftOutMovementUnavailable = "left_out_movement_unavailable"
  case leftOutDirectionNotScored = "left_out_direction_not_scored"
  case leftOutNotRequired = "left_out_not_required"

  /// The sentence that says why a step of the calibration failed, by the key of its reason.
  init?(calibrationReason reason: String) {
    self.init(rawValue: "failed_" + reason)
  }

  /// What is said of movements that were left out for a reason; nil for reasons that leave none out.
  init?(leftOut reason: Trial.Reason) {
    self.init(rawValue: "left_out_" + reason.rawValue)
  }

  /// What asks for a step of the calibration.
  static func asking(for step: CalibrationStep) -> SpokenSentence {
    switch step {
    case .neutral: .askNeutral
    case .leanLeft, .standard: .askLeanLeft
    case .leanForward: .askLeanForward
    }
  }

  /// What is said when a step of the calibration passed.
  static func passed(_ step: CalibrationStep) -> SpokenSentence {
    switch step {
    case .neutral: .passedNeutral
    case .leanLeft: .passedLeanLeft
    case .leanForward: .passedLeanForward
    case .standard: .passedStandard
    }
  }

  /// The seconds before the start at which something is said, and what.
  static let countdown: [(seconds: Int, sentence: SpokenSentence)] = [
    (60, .count60), (30, .count30), (20, .count20), (10, .count10), (5, .count5), (4, .count4), (3, .count3),
    (2, .count2), (1, .count1),
  ]

  /// What may be remarked about the rider's movements.
  static let remarks: [SpokenSentence] = [.movedWhileStill, .movedEarly, .wrongWay, .neverMoved]

  /// Said in every run, or possible in every run.
  static let always: [SpokenSentence] = [
    .sensorLost, .sensorBack, .otherSensorLost, .otherSensorBack, .diskLow, .diskSlow, .rowsLost, .wordsLate,
    .batteryLow,
    .paused, .resumed, .halfTime, .saved, .stopped, .notSaved, .neverSaved,
  ]

  /// Whether it is only ever said as a part of another.
  var isPart: Bool {
    [.closingMilliseconds, .closingNotAvailable, .closingNotAsked].contains(self)
      || rawValue.hasPrefix("left_out_")
  }

  /// What is said where a drill says nothing else, with its placeholders.
  var english: String { worded.text }

  /// The numbers or texts that the sentence must hold, as `{name}`, in the order of the English one; most hold none.
  var placeholders: [String] { SpokenSentence.placeholders(in: english) }

  /// What stands in braces.
  static func placeholders(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.prefix { $0 != "}" })
    }
  }

  /// A text with its placeholders filled.
  static func filled(_ text: String, _ values: [String: String]) -> String {
    values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
