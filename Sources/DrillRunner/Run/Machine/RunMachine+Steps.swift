import MotionCore

// From one step of the drill to the next.
extension RunMachine {
  mutating func beginNextStep(at now: HostTime) {
    stepIndex += 1
    guard plan.steps.indices.contains(stepIndex) else { return stop(.complete, reason: nil, at: now) }
    switch plan.steps[stepIndex] {
    case .say(let text): speak(text, next: .nextStep, at: now)
    case .calibrate(let request): beginCalibration(request, at: now)
    case .start(let start): beginStart(start, at: now)
    case .ask(let question): ask(question, at: now)
    case .stationary(let duration, let place):
      phase("stationary", .begin, ["where": .string(place)], at: now)
      activity = .stationary(until: now + duration)
    case .rest(let duration):
      phase("rest", .begin, at: now)
      activity = .resting(until: now + duration)
    case .block(let block):
      if !isRecording {
        isRecording = true
        write(.recording, "recording", ["edge": "begin"], at: now)
      }
      progress = BlockProgress(block: block)
      phase(block.name, .begin, ["intent": .string(block.intent)], at: now)
      if let text = block.say {
        speak(text, next: .beginCues, at: now)
      } else {
        proceed(.beginCues, at: now)
      }
    }
  }

  mutating func endStationary(at now: HostTime) {
    if case .stationary(_, let place) = plan.steps[stepIndex] {
      phase("stationary", .end, ["where": .string(place)], at: now)
    }
    sayRemarks(then: .nextStep, at: now)
  }

  mutating func endBlock(at now: HostTime) {
    guard let block = progress?.block else { return }
    progress = nil
    phase(block.name, .end, ["intent": .string(block.intent)], at: now)
    slotsDone += block.slots.count
    if isHalfTime(after: slotsDone, isSaid: halfTimeSaid) {
      halfTimeSaid = true
      return sayRemarks(then: .say(plan.words[.halfTime], then: .nextStep), at: now)
    }
    sayRemarks(then: .nextStep, at: now)
  }

  /// Whether it is said now, with so many slots behind, that half of the cues are done.
  func isHalfTime(after done: Int, isSaid: Bool) -> Bool {
    !isSaid && done < slotCount && done * 2 >= slotCount
  }

  // MARK: Remarks

  /// Each remark is said once, however often its cause was seen.
  mutating func note(_ remark: SpokenSentence) {
    guard ending == nil, !remarks.contains(remark) else { return }
    remarks.append(remark)
  }

  private mutating func sayRemarks(then next: Next, at now: HostTime) {
    let all = remarks.reversed().reduce(next) { .say(plan.words[$1], then: $0) }
    remarks = []
    proceed(all, at: now)
  }
}
