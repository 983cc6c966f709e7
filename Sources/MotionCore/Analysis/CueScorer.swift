/// Joins cues and movements: which movement answers which cue, how long after it, and whether it counts.
struct CueScorer {
  var timeline: SessionTimeline
  var configuration: AnalysisConfiguration
  /// Unavailable where there is no movement to look at, with the reason.
  var lateral: Measured<MovementTrack>
  var forward: Measured<MovementTrack>
  private var lateralTargets = Targets()
  private var forwardTargets = Targets()

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

  /// Where and for what a cue is answered, in seconds on the track's time line.
  private struct Search {
    var track: MovementTrack
    var start: Double
    var reference: Double
    var end: Double
    /// +1 left or forward, −1 right or back, 0 none needed, nil unknown.
    var wanted: Int?
    /// What it asks for, by where the rider is.
    var asked: Measured<Transition.Group>
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
      var trial = Trial(cue: cue, unavailable: "the cue was \(cue.status.rawValue)")
      trial.reasons = cue.reason == "paused" ? [reason, .paused] : [reason]
      return trial.judged()
    }
    let window = searchWindow(of: index)
    var trial = Trial(cue: cue, unavailable: "")
    trial.window = window
    trial.reasons = cueReasons(cue, start: window.lowerBound, end: window.upperBound)
    let searched = search(cue.expect, reference: reference, window: window)
    guard let search = searched.value else {
      trial.setUnavailable(searched.reason ?? "no movement")
      let onForward = cue.expect == .forward || cue.expect == .back
      trial.reasons.append(onForward && lateral.value != nil ? .directionNotScored : .movementUnavailable)
      return trial.judged()
    }
    trial.asked = search.asked
    if search.wanted == nil { trial.reasons.append(.angleUnavailable) }
    let whole = coverage(search)
    if whole.gap { trial.reasons.append(.gapInWindow) }
    guard let place = response(search, claimed: claimed[search.track.builder.axis]) else {
      trial.setUnavailable(search.wanted == 0 ? "no movement was needed" : "no movement in the search window")
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

  /// From `searchBeforeSeconds` before the cue to the next audible cue, at most `searchAfterSeconds` after.
  private func searchWindow(of index: Int) -> ClosedRange<HostTime> {
    let start = timeline.references[index] - Duration(fromSeconds: configuration.searchBeforeSeconds)
    let end = timeline.windowEnd(of: index, after: Duration(fromSeconds: configuration.searchAfterSeconds))
    return start...max(start, end)
  }

  /// On which axis a cue is answered, and how.
  private func search(
    _ expect: ExpectedPosition, reference: HostTime, window: ClosedRange<HostTime>
  ) -> Measured<Search> {
    switch expect {
    case .forward, .back:
      return forward.map { search($0, expect, targets: forwardTargets, reference: reference, window: window) }
    case .left, .right, .center, .none:
      return lateral.map { track in
        // CENTER is answered on the axis on which the rider is farther out, where that is outside the band.
        if expect == .center, let other = forward.value,
          let forward = other.builder.angle(at: other.builder.motion.gyro.seconds(reference)).value,
          abs(forward) > configuration.neutralBandDegrees,
          let lateral = track.builder.angle(at: track.builder.motion.gyro.seconds(reference)).value,
          abs(forward) > abs(lateral)
        {
          return search(other, expect, targets: forwardTargets, reference: reference, window: window)
        }
        return search(track, expect, targets: lateralTargets, reference: reference, window: window)
      }
    }
  }

  private func search(
    _ track: MovementTrack, _ expect: ExpectedPosition, targets: Targets, reference: HostTime,
    window: ClosedRange<HostTime>
  ) -> Search {
    let gyro = track.builder.motion.gyro
    let time = gyro.seconds(reference)
    let angle = track.builder.angle(at: time)
    return Search(
      track: track, start: gyro.seconds(window.lowerBound), reference: time,
      end: gyro.seconds(window.upperBound), wanted: wantedSign(expect, from: angle.value, targets: targets),
      asked: asked(expect, from: angle, axis: track.builder.axis))
  }

  /// Onset, latencies and what follows from them.
  private func time(
    _ trial: inout Trial, transition: Transition, reference: HostTime, gyro: SampledVectors
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
      audible == nil
      ? .unavailable(noAudible)
      : Measured(
        trial.cue.times.audibleUncertaintyNs, else: "the audible time has no stated uncertainty"
      ).flatMap { uncertainty(trial, soundNs: $0, gyro: gyro) }
    // The dispatch is an instant of this program: what the sound system does after it is in the latency itself.
    trial.latencyFromDispatchUncertaintyMilliseconds =
      trial.cue.times.dispatched == nil
      ? .unavailable("the dispatch time is not known") : uncertainty(trial, soundNs: 0, gyro: gyro)
    guard let best else { return }
    let after = (best - reference).inSeconds
    if after < 0 {
      trial.reasons.append(.onsetBeforeCue)
    } else if after < configuration.anticipationSeconds {
      trial.reasons.append(.anticipation)
    }
  }

  /// √(interval²/12 + mapping² + sound² + onset²), ms. The mapping's 99th percentile is taken for 2.576 SD.
  private func uncertainty(_ trial: Trial, soundNs: Double, gyro: SampledVectors) -> Measured<Double> {
    trial.onsetUncertaintyNs.map { onset in
      let interval = gyro.medianIntervalSeconds * 1e9 / 12.0.squareRoot()
      let mapping = (gyro.mappingResidualNs ?? 0) / 2.576
      let sum = interval * interval + mapping * mapping + soundNs * soundNs + onset * onset
      return sum.squareRoot() / 1e6
    }
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

  private func wantedSign(_ expect: ExpectedPosition, from angle: Double?, targets: Targets) -> Int? {
    let band = configuration.neutralBandDegrees
    switch expect {
    case .left, .forward:
      if let angle, let target = targets.positive, angle >= target - band { return 0 }
      return 1
    case .right, .back:
      if let angle, let target = targets.negative, angle <= target + band { return 0 }
      return -1
    case .center, .none:
      guard let angle else { return nil }
      return abs(angle) <= band ? 0 : angle > 0 ? -1 : 1
    }
  }

  private func asked(
    _ expect: ExpectedPosition, from angle: Measured<Double>, axis: Transition.Axis
  ) -> Measured<Transition.Group> {
    let band = configuration.neutralBandDegrees
    switch (expect, angle) {
    case (.forward, _): return .value(.forward)
    case (.back, _): return .value(.back)
    case (_, .unavailable(let reason)): return .unavailable(reason)
    case (.left, .value(let angle)): return .value(angle < -2 * band ? .directRightLeft : .outboundLeft)
    case (.right, .value(let angle)): return .value(angle > 2 * band ? .directLeftRight : .outboundRight)
    case (_, .value(let angle)):
      guard abs(angle) > band else { return .unavailable("the rider was at centre already") }
      guard axis == .lateral else { return .value(angle > 0 ? .back : .forward) }
      return .value(angle > 0 ? .returnFromLeft : .returnFromRight)
    }
  }

  /// Whether the rows of the window reach from its start to its end, and whether a gap lies in it.
  private func coverage(_ window: Search) -> (covered: Bool, gap: Bool) {
    let gyro = window.track.builder.motion.gyro
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

  /// A false start is a movement on any axis that answers no cue and begins in the slot.
  private func catchTrial(_ index: Int, claimed: Claimed) -> CatchTrial {
    let cue = timeline.cues[index]
    guard let lateral = lateral.value else {
      return CatchTrial(
        cue: cue, falseStart: .unavailable(lateral.reason ?? "no lateral movement"), transition: nil)
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
        cue: cue, falseStart: .unavailable("the recording does not cover the slot"), transition: nil)
    }
    return CatchTrial(cue: cue, falseStart: .value(false), transition: nil)
  }
}

extension Trial {
  /// A trial in which nothing could be had, for one reason.
  init(cue: CueEvent, unavailable reason: String) {
    self.init(
      cue: cue, onset: .unavailable(reason), onsetThreshold: .unavailable(reason),
      onsetUncertaintyNs: .unavailable(reason), latencyMilliseconds: .unavailable(reason),
      latencyFromDispatchMilliseconds: .unavailable(reason),
      latencyUncertaintyMilliseconds: .unavailable(reason),
      latencyFromDispatchUncertaintyMilliseconds: .unavailable(reason), direction: .unavailable(reason),
      asked: .unavailable(reason), verdict: .invalid, reasons: [], transition: nil)
  }

  fileprivate mutating func setUnavailable(_ reason: String) {
    var empty = Trial(cue: cue, unavailable: reason)
    if asked != .unavailable("") { empty.asked = asked }
    empty.reasons = reasons
    empty.window = window
    self = empty
  }

  /// With the verdict that its reasons lead to: where the rider had nowhere to go, that; else the gravest.
  fileprivate func judged() -> Trial {
    var trial = self
    let verdicts = Set(reasons.map(\.verdict))
    trial.verdict = [.notRequired, .invalid, .attention].first(where: verdicts.contains) ?? .valid
    return trial
  }
}
