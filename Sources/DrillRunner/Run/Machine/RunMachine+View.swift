import MotionCore

// What the live view shows of the machine.
extension RunMachine {
  /// What the run is doing, in a word or two.
  var stateWord: ViewState {
    switch activity {
    case .idle: .ready
    case .speaking, .waiting:
      switch state {
      case .calibrating: .calibrating
      case .saved: .saved
      case .saveError: .notSaved
      default: progress == nil ? .speaking : .getReady
      }
    case .stationary: .holdStill
    case .resting: .rest
    case .calibrating: .calibrating
    case .counting: .countdown
    case .awaitingStillness: .sitStill
    case .cueing: .cues
    case .asking: .question
    case .suspended: .sensorLost
    case .paused: .paused
    case .stopping: .stopping
    case .sealing: .saving
    case .retrying: .notSaved
    case .awaitingResult: .saved
    case .finished: .finished
    }
  }

  /// "step 3 of 7, block slow, cue 4 of 10".
  var stepText: String {
    guard plan.steps.indices.contains(stepIndex) else { return "" }
    let place = ViewWord.drillStep(stepIndex + 1, of: plan.steps.count).text
    if let calibration {
      let name = calibration.step.rawValue.replacing("_", with: " ")
      let attempt = ViewWord.attempt(step: name, calibration.attempt, of: RunMachine.calibrationAttempts)
      return "\(place), \(attempt.text)"
    }
    guard let progress else { return place }
    let done = progress.block.slots.count - progress.remaining.count
    let cue = ViewWord.blockCue(block: progress.block.name, max(0, done), of: progress.block.slots.count)
    return "\(place), \(cue.text)"
  }

  /// The cue that comes next, and when its word is to begin; nil where none is due.
  var nextCue: (name: String, onset: HostTime)? {
    if let pending = progress?.pending, let cue = pending.slot.cue { return (cue, pending.onsetAt) }
    guard let slot = progress?.remaining.first, let onset = progress?.nextOnset, let cue = slot.cue else {
      return nil
    }
    return (cue, onset)
  }

  /// What will happen by itself, and when: the end of a phase or a rest, the start, another attempt.
  var countdown: (what: ViewWord, end: HostTime)? {
    switch activity {
    case .stationary(let until): (.freeToMove, until)
    case .resting(let until): (.restEnds, until)
    case .asking(let until): (.questionEnds, until)
    case .counting(let until): (.itStarts, until)
    case .awaitingStillness(let until), .suspended(let until, _): (.givenUp, until)
    case .retrying(let until): (.triedAgain, until)
    default: nil
    }
  }

  /// Whether somebody must look.
  var mood: LiveStatus.Mood {
    if waitsForSensor || soundIsGone || state == .saveError || state == .paused { return .attention }
    // Also when it was not saved: that was said before.
    if endedEarly != nil { return .attention }
    return state == .saved ? .good : .ordinary
  }

  /// How and why the run ended before the drill was over; nil for one that did not.
  var endedEarly: ViewWord? {
    guard let ending else { return nil }
    let state = savedState ?? ending.state
    guard state != .complete else { return nil }
    return .endedEarly(state, reason: RunEnd(state: state, reason: ending.reason, session: "last").words)
  }

  /// The latest sentences, oldest first.
  func sentences(at now: HostTime) -> [LiveStatus.Sentence] {
    said.map { .init(number: $0.number, group: $0.group, text: $0.text, age: max(.zero, now - $0.at)) }
  }

  /// The question that is being said, or whose answer is waited for. `doubleTap` is what a double tap does where a question
  /// says nothing of it; nil where none is heard.
  func openQuestion(doubleTap: RunControl?, haveKeys: Bool) -> LiveStatus.Question? {
    guard isAsking, let question else { return nil }
    let asked = question.question
    let tap = doubleTap.map { asked.tap.map(ViewWord.doubleTapAnswers) ?? .doubleTapIsNoAnswer($0) }
    return .init(text: asked.text, answers: .answers(asked.answers, haveKeys: haveKeys), doubleTap: tap)
  }
}
