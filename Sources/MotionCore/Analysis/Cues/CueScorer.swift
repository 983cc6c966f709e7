/// Joins cues and movements: which movement answers which cue, how long after it, and whether it counts.
struct CueScorer {
  var timeline: SessionTimeline
  var configuration: AnalysisConfiguration
  /// Unavailable where there is no movement to look at, with the reason.
  var lateral: Measured<MovementTrack>
  var forward: Measured<MovementTrack>
  private(set) var lateralTargets = Targets()
  private(set) var forwardTargets = Targets()

  /// The angles that cues to the two sides of an axis ask for, degrees; nil where nobody went there.
  struct Targets {
    var positive: Double?
    var negative: Double?

    init() {}

    init(_ track: MovementTrack?) {
      positive = track?.target(sign: 1)
      negative = track?.target(sign: -1)
    }
  }

  /// Which movement was used already: axis and place.
  private struct Claimed {
    var lateral: Set<Int> = []
    var forward: Set<Int> = []

    subscript(axis: Transition.Axis) -> Set<Int> { axis == .lateral ? lateral : forward }

    mutating func insert(_ place: Int, _ axis: Transition.Axis) {
      if axis == .lateral { lateral.insert(place) } else { forward.insert(place) }
    }
  }

  init(
    timeline: SessionTimeline, configuration: AnalysisConfiguration, lateral: Measured<MovementTrack>,
    forward: Measured<MovementTrack>
  ) {
    self.timeline = timeline
    self.configuration = configuration
    self.lateral = lateral
    self.forward = forward
    lateralTargets = Targets(lateral.value)
    forwardTargets = Targets(forward.value)
  }

  /// The trials and catch trials, in the order of their cues.
  func score() -> (trials: [Trial], catches: [CatchTrial]) {
    var trials: [Trial] = []
    var catches: [CatchTrial] = []
    var claimed = Claimed()
    for index in timeline.cues.indices {
      let cue = timeline.cues[index]
      if cue.expect != .none {
        trials.append(score(index, claimed: &claimed))
      } else if cue.status == .silent {
        catches.append(catchTrial(index, claimed: claimed))
      }
    }
    return (trials, catches)
  }

  private func score(_ index: Int, claimed: inout Claimed) -> Trial {
    let cue = timeline.cues[index]
    let reference = timeline.references[index]
    if cue.status == .cancelled || cue.status == .failed {
      let reason: Trial.Reason = cue.status == .failed ? .cueFailed : .cueCancelled
      var trial = Trial(cue: cue, unavailable: UnavailableReason(TrialReason.cueWas(cue.status)))
      trial.reasons = cue.reason == "paused" ? [reason, .paused] : [reason]
      return trial.judged()
    }
    let window = searchWindow(of: index)
    var trial = Trial(cue: cue, unavailable: .notKnown)
    trial.window = window
    trial.reasons = cueReasons(cue, start: window.lowerBound, end: window.upperBound)
    let searched = search(cue.expect, reference: reference, window: window)
    guard let search = searched.value else {
      trial.setUnavailable(searched.reason ?? .notKnown)
      let onForward = cue.expect == .forward || cue.expect == .back
      trial.reasons.append(onForward && lateral.value != nil ? .directionNotScored : .movementUnavailable)
      return trial.judged()
    }
    trial.asked = search.asked
    if search.wanted == nil { trial.reasons.append(.angleUnavailable) }
    let whole = coverage(search)
    if whole.gap { trial.reasons.append(.gapInWindow) }
    guard let place = response(search, claimed: claimed[search.track.builder.axis]) else {
      trial.setUnavailable(
        UnavailableReason(search.wanted == 0 ? TrialReason.noMovementNeeded : .noMovementInWindow))
      if !whole.covered {
        trial.reasons.append(.windowNotCovered)
      } else if !whole.gap {
        trial.reasons.append(search.wanted == 0 ? .alreadyThere : .missed)
      }
      return trial.judged()
    }
    claimed.insert(place, search.track.builder.axis)
    let movement = search.track.movements[place]
    let transition = search.track.transitions[place]
    trial.transition = search.track.offset + place
    trial.direction = transition.direction
    if let wanted = search.wanted, Double(wanted) != movement.sign { trial.reasons.append(.wrongDirection) }
    if movement.flags.contains(.aborted) { trial.reasons.append(.aborted) }
    time(&trial, transition: transition, reference: reference, gyro: search.track.builder.motion.gyro)
    return trial.judged()
  }

  /// What the cue's own events say against it.
  private func cueReasons(_ cue: CueEvent, start: HostTime, end: HostTime) -> [Trial.Reason] {
    var reasons: [Trial.Reason] = []
    if cue.status == .late { reasons.append(.lateCue) }
    switch cue.times.timing {
    case .unknown: reasons.append(.audibleUnknown)
    case .estimated: reasons.append(.audibleEstimated)
    case .measured, .simulated:
      if cue.times.audible == nil { reasons.append(.audibleUnknown) }
    }
    if timeline.guidance.contains(where: { start <= $0 && $0 < end }) { reasons.append(.guidanceSpeech) }
    if timeline.pauses.contains(where: { $0.lowerBound < end && start < $0.upperBound }) {
      reasons.append(.paused)
    }
    return reasons
  }

  /// The movement that answers a cue: the first one whose onset lies in the window and that answers no earlier
  /// cue. In the half second before the next cue, where the windows of both overlap, a movement that does not go
  /// where this cue asked is left to the next.
  private func response(_ search: Search, claimed: Set<Int>) -> Int? {
    let shared = search.end - configuration.searchBeforeSeconds
    let cutShort = search.end < search.reference + configuration.searchAfterSeconds - 1e-9
    for place in search.track.firstMovement(endingAfter: search.start)..<search.track.movements.count
    where !claimed.contains(place) {
      let movement = search.track.movements[place]
      let onset = movement.bestOnset
      guard onset < search.end else { break }
      guard onset >= search.start else { continue }
      if cutShort, onset >= shared, let wanted = search.wanted, Double(wanted) != movement.sign { continue }
      return place
    }
    return nil
  }

  /// A false start is a movement on any axis that answers no cue and begins in the slot.
  private func catchTrial(_ index: Int, claimed: Claimed) -> CatchTrial {
    let cue = timeline.cues[index]
    guard let lateral = lateral.value else {
      return CatchTrial(
        cue: cue, falseStart: .unavailable(lateral.reason ?? .notKnown), transition: nil)
    }
    let slot = timeline.references[index]...searchWindow(of: index).upperBound
    for track in [lateral, forward.value].compactMap({ $0 }) {
      let gyro = track.builder.motion.gyro
      let start = gyro.seconds(slot.lowerBound)
      let place = (track.firstMovement(endingAfter: start)..<track.movements.count).first {
        !claimed[track.builder.axis].contains($0) && track.movements[$0].bestOnset >= start
      }
      if let place, track.movements[place].bestOnset < gyro.seconds(slot.upperBound) {
        return CatchTrial(cue: cue, falseStart: .value(true), transition: track.offset + place)
      }
    }
    let whole = coverage(
      search(lateral, .none, targets: Targets(), reference: slot.lowerBound, window: slot))
    guard whole.covered, !whole.gap else {
      return CatchTrial(
        cue: cue, falseStart: .unavailable(TrialReason.slotNotCovered), transition: nil)
    }
    return CatchTrial(cue: cue, falseStart: .value(false), transition: nil)
  }
}
