import CueAudio
import MotionCore

// Finding the centre and the rider's axes: each step is asked for, watched, and said to have passed or why not;
// three attempts, then a clear way out. Whoever watches keeps an earlier success.
extension RunMachine {
  mutating func beginCalibration(_ request: RunPlan.Calibration, at now: HostTime) {
    guard !request.steps.isEmpty else { return beginNextStep(at: now) }
    calibration = CalibrationProgress(request: request)
    askForCalibration(at: now)
  }

  mutating func askForCalibration(at now: HostTime) {
    guard let step = calibration?.step else { return beginNextStep(at: now) }
    speak(.asking(for: step), next: .calibrate, at: now)
    if case .speaking(let id, _, _, _) = activity, !step.isLean { calibration?.askingSound = id }
  }

  /// Watches from the word "now" on, where there is one: a rider may move with the word.
  mutating func beginAttempt(at now: HostTime) {
    guard let calibration else { return beginNextStep(at: now) }
    if calibration.step.isLean {
      let word = speakAside(.now, continues: true, at: now)
      self.calibration?.askingSound = word
    }
    writeCalibration(calibration, .begin, at: now)
    effects.append(.calibrate(calibration.step, now))
    activity = .calibrating(until: now + Timing.calibrationPatience)
  }

  mutating func calibrated(_ outcome: CalibrationOutcome, at now: HostTime) {
    guard case .calibrating = activity, let attempt = calibration else { return }
    calibration?.ended[attempt.step, default: 0] += 1
    switch outcome {
    case .passed(let numbers):
      endAttempt(attempt, outcome: "passed", reason: nil, numbers, at: now)
      calibration?.index += 1
      let isLast = attempt.index + 1 == attempt.request.steps.count
      if isLast { calibration = nil }
      speak(.passed(attempt.step), next: isLast ? .nextStep : .askForCalibration, at: now)
    case .failed(let reason, let sentence, let redo, let numbers):
      endAttempt(attempt, outcome: "failed", reason: reason, numbers, at: now)
      let sentence = plan.words.failure(reason, sentence)
      calibration?.failed[attempt.step, default: 0] += 1
      guard attempt.failed[attempt.step, default: 0] + 1 >= RunMachine.calibrationAttempts else {
        if let back = attempt.request.steps.firstIndex(of: redo) { calibration?.index = back }
        return speak(sentence, next: .askForCalibration, at: now)
      }
      calibration = nil
      let rest: Next =
        attempt.request.isRequired
        ? .say(
          plan.words[.calibrationEnds],
          then: .stop(.calibrationFailed(step: attempt.step.rawValue, reason: reason)))
        : .say(plan.words[.calibrationLeftOut], then: .nextStep)
      speak(sentence, next: rest, at: now)
    }
  }

  mutating func calibrationTimedOut(at now: HostTime) {
    guard let step = calibration?.step else { return beginNextStep(at: now) }
    calibrated(
      .failed(
        reason: "no_outcome", sentence: SpokenSentence.failedNoOutcome.english, redo: step, numbers: [:]),
      at: now)
  }

  /// An attempt that a pause, a lost sensor or a stop cut short. It does not count as one of the three.
  mutating func abandonAttempt(_ reason: String, at now: HostTime) {
    guard case .calibrating = activity, let attempt = calibration else { return }
    endAttempt(attempt, outcome: "failed", reason: reason, [:], at: now)
  }

  private mutating func endAttempt(
    _ attempt: CalibrationProgress, outcome: String, reason: String?, _ numbers: JSONObject, at now: HostTime
  ) {
    var fields: JSONObject = ["outcome": .string(outcome)]
    if let reason { fields.append("reason", .string(reason)) }
    for member in numbers.members { fields.append(member.key, member.value) }
    writeCalibration(attempt, .end, fields, at: now)
  }

  private mutating func writeCalibration(
    _ attempt: CalibrationProgress, _ edge: Edge, _ fields: JSONObject = [:], at now: HostTime
  ) {
    var all: JSONObject = [
      "step": .string(attempt.step.rawValue), "edge": .string(edge.rawValue),
      "attempt": .integer(Int64(attempt.attempt)),
    ]
    for member in fields.members { all.append(member.key, member.value) }
    write(.calibration, attempt.step.rawValue, all, at: now)
  }
}
