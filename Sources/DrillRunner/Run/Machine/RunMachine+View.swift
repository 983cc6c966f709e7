import MotionCore

// What the live view shows of the machine.
extension RunMachine {
  /// What the run is doing, in a word or two.
  var stateWord: String {
    switch activity {
    case .idle: "ready"
    case .speaking, .waiting:
      switch state {
      case .calibrating: "calibrating"
      case .saved: "saved"
      case .saveError: "not saved"
      default: progress == nil ? "speaking" : "get ready"
      }
    case .stationary: "hold still"
    case .resting: "rest"
    case .calibrating: "calibrating"
    case .counting: "countdown"
    case .awaitingStillness: "sit still"
    case .cueing: "cues"
    case .asking: "question"
    case .suspended: "sensor lost"
    case .paused: "paused"
    case .stopping: "stopping"
    case .sealing: "saving"
    case .retrying: "not saved"
    case .awaitingResult: "saved"
    case .finished: "finished"
    }
  }

  /// "step 3 of 7, block slow, cue 4 of 10".
  var stepText: String {
    guard plan.steps.indices.contains(stepIndex) else { return "" }
    let place = "step \(stepIndex + 1) of \(plan.steps.count)"
    if let calibration {
      let name = calibration.step.rawValue.replacing("_", with: " ")
      return "\(place), \(name), attempt \(calibration.attempt) of \(RunMachine.calibrationAttempts)"
    }
    guard let progress else { return place }
    let done = progress.block.slots.count - progress.remaining.count
    return "\(place), block \(progress.block.name), cue \(max(0, done)) of \(progress.block.slots.count)"
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
  var countdown: (what: String, end: HostTime)? {
    switch activity {
    case .stationary(let until): ("free to move", until)
    case .resting(let until): ("rest ends", until)
    case .asking(let until): ("the question ends", until)
    case .counting(let until): ("it starts", until)
    case .awaitingStillness(let until), .suspended(let until, _): ("given up", until)
    case .retrying(let until): ("tried again", until)
    default: nil
    }
  }

  /// Whether somebody must look.
  var mood: LiveStatus.Mood {
    if waitsForSensor || soundIsGone || state == .saveError || state == .paused { return .attention }
    return state == .saved ? .good : .ordinary
  }
}
