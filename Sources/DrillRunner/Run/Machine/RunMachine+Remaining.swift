import MotionCore

/// How long what a run waits for takes: what the time that is left is made of.
struct RunPace: Sendable {
  /// How long a sentence takes to be said.
  var speech: @Sendable (String) -> Duration
  /// How long an attempt at a step of the calibration is watched for, if it passes.
  var attempt: @Sendable (CalibrationStep) -> Duration = { step in
    switch step {
    // 2.5 s of neutral posture; a lean there and back, as `CalibrationParameters` allows it.
    case .neutral: .seconds(3)
    case .leanLeft, .leanForward, .standard: .seconds(4)
    }
  }
  /// How long a rider takes to sit still.
  var stillness: Duration = .seconds(2)
}

// How long the run still takes: what is still to come, added up, if all goes well from now on. It does not become less
// while something is waited for that nobody knows the end of: in a pause, without the sensor, when an attempt of the
// calibration or a still rider takes longer than usual.
extension RunMachine {
  /// Until the end of the capture. Questions count with all the time that an answer may take.
  func remaining(at now: HostTime, _ pace: RunPace) -> Duration {
    guard ending == nil else { return .zero }
    let waiting = notices.reduce(Duration.zero) { $0 + sentence(plan.words[$1], pace) }
    return waiting + left(of: activity, at: now, pace)
  }

  /// What is going on, and all that follows.
  private func left(of activity: Activity, at now: HostTime, _ pace: RunPace) -> Duration {
    func until(_ end: HostTime) -> Duration { max(.zero, end - now) }
    switch activity {
    case .idle: return steps(from: 0, pace)
    case .speaking(_, let text, _, let next):
      return until(speechBegan + pace.speech(text)) + Timing.breath + after(next, pace)
    case .waiting(let end, let next): return until(end) + after(next, pace)
    case .stationary(let end): return until(end) + spokenRemarks(pace) + following(pace)
    case .resting(let end), .counting(let end): return until(end) + following(pace)
    case .calibrating(let end):
      guard let step = calibration?.step else { return following(pace) }
      return until(end - Timing.calibrationPatience + pace.attempt(step)) + afterAttempt(pace)
    case .awaitingStillness(let end):
      return until(end - Timing.stillnessPatience + pace.stillness) + following(pace)
    case .cueing: return leftOfBlock(at: now, pace)
    case .asking(let end): return until(end) + confirmation(pace) + following(pace)
    case .suspended(_, let interrupted):
      return sentence(plan.words[pauseWanted == nil ? .sensorBack : .resumed], pace)
        + resumed(interrupted, pace)
    case .paused(let interrupted):
      return sentence(plan.words[sensorIsGone ? .sensorBack : .resumed], pace)
        + resumed(interrupted, pace)
    case .stopping, .sealing, .retrying, .awaitingResult, .finished: return .zero
    }
  }

  /// A sentence and the breath after it; nothing waits for one that nobody can hear.
  private func sentence(_ text: String, _ pace: RunPace) -> Duration {
    soundIsGone ? .zero : pace.speech(text) + Timing.breath
  }

  /// What follows when words are over.
  private func after(_ next: Next, _ pace: RunPace) -> Duration {
    switch next {
    case .nextStep: following(pace)
    case .beginCues: freshBlock(pace)
    case .resume(let activity): resumed(activity, pace)
    case .say(let text, let then): sentence(text, pace) + after(then, pace)
    case .askForCalibration: calibrationSteps(pace)
    case .calibrate: (calibration.map { pace.attempt($0.step) } ?? .zero) + afterAttempt(pace)
    case .awaitStart: pace.stillness + following(pace)
    case .awaitAnswer:
      (question.map { $0.answer == nil ? $0.question.within : .zero } ?? .zero) + confirmation(pace)
        + following(pace)
    case .stop, .close, .end: .zero
    }
  }

  /// What `resume` takes up.
  private func resumed(_ interrupted: Activity, _ pace: RunPace) -> Duration {
    switch interrupted {
    case .speaking(_, _, _, .calibrate), .calibrating: return calibrationSteps(pace)
    case .speaking(_, let text, _, let next): return sentence(text, pace) + after(next, pace)
    case .waiting(_, let next): return after(next, pace)
    case .asking: return sentence(question?.question.text ?? "", pace) + after(.awaitAnswer, pace)
    case .awaitingStillness: return after(.awaitStart, pace)
    case .stationary:
      guard plan.steps.indices.contains(stepIndex), case .stationary(let length, _) = plan.steps[stepIndex]
      else { return following(pace) }
      return length + spokenRemarks(pace) + following(pace)
    case .cueing: return freshBlock(pace)
    // They go on with what was left.
    case .resting(let end), .counting(let end):
      return (interruptedAt.map { max(.zero, end - $0) } ?? .zero) + following(pace)
    // Nothing interrupts these.
    case .idle, .suspended, .paused, .stopping, .sealing, .retrying, .awaitingResult, .finished:
      return following(pace)
    }
  }

  // MARK: The present step

  private func following(_ pace: RunPace) -> Duration { steps(from: stepIndex + 1, pace) }

  private func spokenRemarks(_ pace: RunPace) -> Duration {
    remarks.reduce(.zero) { $0 + sentence(plan.words[$1], pace) }
  }

  private func confirmation(_ pace: RunPace) -> Duration {
    sentence(plan.words[question?.answer == nil ? .noAnswer : .noted], pace)
  }

  /// The present step of a calibration and those after it, each asked for, watched, and said to have passed.
  private func calibrationSteps(_ pace: RunPace) -> Duration {
    guard let calibration else { return following(pace) }
    return calibration.request.steps.dropFirst(calibration.index).reduce(following(pace)) {
      $0 + whole($1, pace)
    }
  }

  /// When an attempt has passed.
  private func afterAttempt(_ pace: RunPace) -> Duration {
    guard let calibration else { return following(pace) }
    let rest = calibration.request.steps.dropFirst(calibration.index + 1)
    return rest.reduce(sentence(plan.words[.passed(calibration.step)], pace) + following(pace)) {
      $0 + whole($1, pace)
    }
  }

  private func whole(_ step: CalibrationStep, _ pace: RunPace) -> Duration {
    sentence(plan.words[.asking(for: step)], pace) + pace.attempt(step)
      + sentence(plan.words[.passed(step)], pace)
  }

  /// A block that goes on: what is known of its next cue, then every interval, those of repeated trials too.
  private func leftOfBlock(at now: HostTime, _ pace: RunPace) -> Duration {
    guard let progress else { return following(pace) }
    let intervals = progress.remaining.reduce(Duration.zero) { $0 + $1.interval }
    if let pending = progress.pending {
      return max(.zero, pending.onsetAt - now) + intervals + Timing.tail + afterBlock(pace)
    }
    if let first = progress.remaining.first, let onset = progress.nextOnset {
      return max(.zero, onset - now) + intervals - first.interval + Timing.tail + afterBlock(pace)
    }
    return max(.zero, (progress.window?.until ?? now) - now) + afterBlock(pace)
  }

  /// A block that begins, or goes on with a fresh interval.
  private func freshBlock(_ pace: RunPace) -> Duration {
    guard let progress else { return following(pace) }
    // A cue that is taken back comes again.
    let slots = (progress.pending.map { [$0.slot] } ?? []) + progress.remaining
    guard !slots.isEmpty else { return afterBlock(pace) }
    return slots.reduce(Timing.tail) { $0 + $1.interval } + afterBlock(pace)
  }

  private func afterBlock(_ pace: RunPace) -> Duration {
    let done = slotsDone + (progress?.block.slots.count ?? 0)
    let isHalf = isHalfTime(after: done, isSaid: halfTimeSaid)
    return spokenRemarks(pace) + (isHalf ? sentence(plan.words[.halfTime], pace) : .zero)
      + steps(from: stepIndex + 1, done: done, halfTimeSaid: halfTimeSaid || isHalf, pace)
  }

  // MARK: The steps that follow

  /// Whole steps, to the end of the drill.
  private func steps(from index: Int, _ pace: RunPace) -> Duration {
    steps(from: index, done: slotsDone, halfTimeSaid: halfTimeSaid, pace)
  }

  private func steps(from index: Int, done: Int, halfTimeSaid: Bool, _ pace: RunPace) -> Duration {
    var time = Duration.zero
    var done = done
    var halfTimeSaid = halfTimeSaid
    for step in plan.steps.dropFirst(index) {
      switch step {
      case .say(let text): time += sentence(text, pace)
      case .calibrate(let request): time += request.steps.reduce(.zero) { $0 + whole($1, pace) }
      case .start(.countdown(let length)), .stationary(let length, _), .rest(let length): time += length
      case .start(.stillness): time += sentence(plan.words[.sitStill], pace) + pace.stillness
      case .ask(let question):
        time += sentence(question.text, pace) + question.within + sentence(plan.words[.noAnswer], pace)
      case .block(let block):
        time += block.say.map { sentence($0, pace) } ?? .zero
        time += block.slots.isEmpty ? .zero : block.slots.reduce(Timing.tail) { $0 + $1.interval }
        done += block.slots.count
        if isHalfTime(after: done, isSaid: halfTimeSaid) {
          halfTimeSaid = true
          time += sentence(plan.words[.halfTime], pace)
        }
      }
    }
    return time
  }
}
