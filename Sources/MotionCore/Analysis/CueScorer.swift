/// Joins cues and movements: which movement answers which cue, how long after it, and whether it counts.
struct CueScorer {
  var timeline: SessionTimeline
  var configuration: AnalysisConfiguration
  /// nil where there is no lateral movement to look at, with the reason.
  var builder: Measured<TransitionBuilder>
  var movements: [TransitionDetector.Movement]
  /// The lateral angle that left and right cues ask for, degrees: median end angle of the movements after them.
  private var leftTarget: Double?
  private var rightTarget: Double?

  init(
    timeline: SessionTimeline, configuration: AnalysisConfiguration, builder: Measured<TransitionBuilder>,
    movements: [TransitionDetector.Movement], transitions: [Transition]
  ) {
    self.timeline = timeline
    self.configuration = configuration
    self.builder = builder
    self.movements = movements
    func target(_ groups: Set<Transition.Group>) -> Double? {
      Statistics.median(
        transitions.filter {
          $0.direction.value.map(groups.contains) == true && !$0.flags.contains(.correction)
        }
        .compactMap(\.endDegrees.value))
    }
    leftTarget = target([.outboundLeft, .directRightLeft])
    rightTarget = target([.outboundRight, .directLeftRight])
  }

  /// The trials and catch trials, in the order of their cues; `claimed` says which movements answer a trial.
  func score(transitions: [Transition]) -> (trials: [Trial], catches: [CatchTrial]) {
    var trials: [Trial] = []
    var catches: [CatchTrial] = []
    var claimed: Set<Int> = []
    for index in timeline.cues.indices {
      let cue = timeline.cues[index]
      if cue.expect != .none {
        let trial = score(index, transitions: transitions, claimed: claimed)
        if let place = trial.transition { claimed.insert(place) }
        trials.append(trial)
      } else if cue.status == .silent {
        catches.append(catchTrial(index, claimed: claimed))
      }
    }
    return (trials, catches)
  }

  private func score(_ index: Int, transitions: [Transition], claimed: Set<Int>) -> Trial {
    let cue = timeline.cues[index]
    let reference = timeline.references[index]
    var trial = Trial(cue: cue, unavailable: "")
    if cue.status == .cancelled || cue.status == .failed {
      let reason: Trial.Reason = cue.status == .failed ? .cueFailed : .cueCancelled
      trial = Trial(cue: cue, unavailable: "the cue was \(cue.status.rawValue)")
      trial.reasons = cue.reason == "paused" ? [reason, .paused] : [reason]
      return trial.judged()
    }
    let start = reference - Duration(fromSeconds: configuration.searchBeforeSeconds)
    let end = timeline.windowEnd(of: index, after: Duration(fromSeconds: configuration.searchAfterSeconds))
    trial.reasons = cueReasons(cue, start: start, end: end)
    guard let builder = builder.value else {
      trial = Trial(cue: cue, unavailable: builder.reason ?? "no lateral movement")
      trial.reasons = cueReasons(cue, start: start, end: end) + [.movementUnavailable]
      return trial.judged()
    }
    guard [.left, .right, .center].contains(cue.expect) else {
      trial = Trial(cue: cue, unavailable: "movement \(cue.expect.rawValue) is not scored by this version")
      trial.reasons = cueReasons(cue, start: start, end: end) + [.directionNotScored]
      return trial.judged()
    }
    let gyro = builder.motion.gyro
    let window = (
      start: gyro.seconds(start), reference: gyro.seconds(reference), end: gyro.seconds(end)
    )
    let before = builder.angle(at: window.reference).value
    let wanted = wantedSign(cue.expect, from: before)
    if wanted == nil { trial.reasons.append(.angleUnavailable) }
    trial.asked = asked(cue.expect, from: before, reason: builder.angleReason)

    let place = response(window: window, wanted: wanted, index: index, claimed: claimed)
    let whole = coverage(window, gyro: gyro)
    if whole.gap { trial.reasons.append(.gapInWindow) }
    guard let place else {
      trial.setUnavailable(wanted == 0 ? "no movement was needed" : "no movement in the search window")
      if wanted == 0, !whole.gap, whole.covered {
        trial.reasons = [.alreadyThere]
      } else if !whole.covered {
        trial.reasons.append(.windowNotCovered)
      } else if !whole.gap {
        trial.reasons.append(.missed)
      }
      return trial.judged()
    }
    let movement = movements[place]
    let transition = transitions[place]
    trial.transition = place
    trial.direction = transition.direction
    if let wanted, Double(wanted) != movement.sign { trial.reasons.append(.wrongDirection) }
    if movement.flags.contains(.aborted) { trial.reasons.append(.aborted) }
    time(&trial, transition: transition, movement: movement, reference: reference, gyro: gyro)
    return trial.judged()
  }

  /// Onset, latencies and what follows from them.
  private func time(
    _ trial: inout Trial, transition: Transition, movement: TransitionDetector.Movement,
    reference: HostTime, gyro: SampledVectors
  ) {
    trial.onset = transition.onset
    trial.onsetThreshold = transition.onsetThreshold
    trial.onsetUncertaintyNs = transition.onsetUncertaintyNs
    let best = transition.onset.value ?? transition.onsetThreshold.value
    let noOnset = transition.onset.reason ?? "no onset"
    if transition.onset.value == nil { trial.reasons.append(.thresholdOnsetOnly) }
    let audible = trial.cue.times.audible
    let noAudible = "the audible time is not known"
    func milliseconds(_ from: HostTime?, _ reason: String) -> Measured<Double> {
      guard let from else { return .unavailable(reason) }
      return Measured(best.map { ($0 - from).inSeconds * 1e3 }, else: noOnset)
    }
    trial.latencyMilliseconds = milliseconds(audible, noAudible)
    trial.latencyFromDispatchMilliseconds = milliseconds(
      trial.cue.times.dispatched, "the dispatch time is not known")
    trial.latencyUncertaintyMilliseconds =
      audible == nil ? .unavailable(noAudible) : uncertainty(trial, gyro: gyro)
    guard let best else { return }
    let after = (best - reference).inSeconds
    if after < 0 {
      trial.reasons.append(.onsetBeforeCue)
    } else if after < configuration.anticipationSeconds {
      trial.reasons.append(.anticipation)
    }
  }

  /// √(interval²/12 + mapping² + audio² + onset²), ms. The mapping's 99th percentile is taken for 2.576 SD.
  private func uncertainty(_ trial: Trial, gyro: SampledVectors) -> Measured<Double> {
    guard let onset = trial.onsetUncertaintyNs.value else {
      return .unavailable(trial.onsetUncertaintyNs.reason ?? "the onset's uncertainty is not known")
    }
    guard let audio = trial.cue.times.audibleUncertaintyNs else {
      return .unavailable("the audible time has no stated uncertainty")
    }
    let interval = gyro.medianIntervalSeconds * 1e9 / 12.0.squareRoot()
    let mapping = (gyro.mappingResidualNs ?? 0) / 2.576
    let sum = interval * interval + mapping * mapping + audio * audio + onset * onset
    return .value(sum.squareRoot() / 1e6)
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

  /// The movement that answers a cue: the first main one whose onset lies in the window and that answers no
  /// earlier cue. In the half second before the next cue, where the windows of both overlap, a movement that
  /// does not go where this cue asked is left to the next.
  private func response(
    window: (start: Double, reference: Double, end: Double), wanted: Int?, index: Int, claimed: Set<Int>
  ) -> Int? {
    let shared = window.end - configuration.searchBeforeSeconds
    let cutShort =
      window.end < window.reference + configuration.searchAfterSeconds - 1e-9
    for (place, movement) in movements.enumerated() where movement.isMain && !claimed.contains(place) {
      let onset = movement.bestOnset
      guard onset < window.end else { break }
      guard onset >= window.start else { continue }
      if cutShort, onset >= shared, let wanted, Double(wanted) != movement.sign { continue }
      return place
    }
    return nil
  }

  /// +1 left, −1 right, 0 none needed, nil unknown.
  private func wantedSign(_ expect: ExpectedPosition, from angle: Double?) -> Int? {
    let band = configuration.neutralBandDegrees
    switch expect {
    case .left:
      if let angle, let leftTarget, angle >= leftTarget - band { return 0 }
      return 1
    case .right:
      if let angle, let rightTarget, angle <= rightTarget + band { return 0 }
      return -1
    default:
      guard let angle else { return nil }
      return abs(angle) <= band ? 0 : angle > 0 ? -1 : 1
    }
  }

  private func asked(
    _ expect: ExpectedPosition, from angle: Double?, reason: String?
  ) -> Measured<Transition.Group> {
    guard let angle else { return .unavailable(reason ?? "the angle before the cue is not known") }
    let band = configuration.neutralBandDegrees
    switch expect {
    case .left: return .value(angle < -2 * band ? .directRightLeft : .outboundLeft)
    case .right: return .value(angle > 2 * band ? .directLeftRight : .outboundRight)
    default:
      guard abs(angle) > band else { return .unavailable("the rider was at centre already") }
      return .value(angle > 0 ? .returnFromLeft : .returnFromRight)
    }
  }

  /// Whether the rows of the window reach from its start to its end, and whether a gap lies in it.
  private func coverage(
    _ window: (start: Double, reference: Double, end: Double), gyro: SampledVectors
  ) -> (covered: Bool, gap: Bool) {
    let slack = SamplingStatistics.gapFactor * gyro.medianIntervalSeconds
    let covered = gyro.times[0] <= window.start + slack && gyro.times.last! >= window.end - slack
    // The first segment, but for the very first, that begins after the window's start: where the gap before it
    // begins after the window, so do all later ones.
    var low = 1
    var high = gyro.segments.count
    while low < high {
      let middle = (low + high) / 2
      if gyro.times[gyro.segments[middle].lowerBound] > window.start {
        high = middle
      } else {
        low = middle + 1
      }
    }
    let gap = low < gyro.segments.count && gyro.times[gyro.segments[low].lowerBound - 1] < window.end
    return (covered, gap)
  }

  private func catchTrial(_ index: Int, claimed: Set<Int>) -> CatchTrial {
    let cue = timeline.cues[index]
    guard let builder = builder.value else {
      return CatchTrial(
        cue: cue, falseStart: .unavailable(builder.reason ?? "no lateral movement"), transition: nil)
    }
    let gyro = builder.motion.gyro
    let start = gyro.seconds(timeline.references[index])
    let end = gyro.seconds(
      timeline.windowEnd(of: index, after: Duration(fromSeconds: configuration.searchAfterSeconds)))
    let place = movements.indices.first {
      movements[$0].isMain && !claimed.contains($0) && movements[$0].bestOnset >= start
        && movements[$0].bestOnset < end
    }
    let whole = coverage((start, start, end), gyro: gyro)
    guard place != nil || (whole.covered && !whole.gap) else {
      return CatchTrial(
        cue: cue, falseStart: .unavailable("the recording does not cover the slot"), transition: nil)
    }
    return CatchTrial(cue: cue, falseStart: .value(place != nil), transition: place)
  }
}

extension Trial {
  /// A trial in which nothing could be had, for one reason.
  init(cue: CueEvent, unavailable reason: String) {
    self.init(
      cue: cue, onset: .unavailable(reason), onsetThreshold: .unavailable(reason),
      onsetUncertaintyNs: .unavailable(reason), latencyMilliseconds: .unavailable(reason),
      latencyFromDispatchMilliseconds: .unavailable(reason),
      latencyUncertaintyMilliseconds: .unavailable(reason), direction: .unavailable(reason),
      asked: .unavailable(reason), verdict: .invalid, reasons: [], transition: nil)
  }

  fileprivate mutating func setUnavailable(_ reason: String) {
    let asked = asked
    let reasons = reasons
    self = Trial(cue: cue, unavailable: reason)
    self.asked = asked
    self.reasons = reasons
  }

  /// With the verdict that its reasons lead to: the gravest wins.
  fileprivate func judged() -> Trial {
    var trial = self
    let verdicts = Set(reasons.map(\.verdict))
    trial.verdict = [.notRequired, .invalid, .attention].first(where: verdicts.contains) ?? .valid
    return trial
  }
}
