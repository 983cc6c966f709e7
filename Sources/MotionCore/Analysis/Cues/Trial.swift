/// What became of a cue that expects a position.
public struct Trial: Hashable, Sendable {
  /// Whether the trial counts.
  public enum Verdict: String, Sendable, CaseIterable {
    /// The rider was there already and did not move; outside all counts of missed.
    case notRequired = "not_required"
    case invalid, attention, valid
  }

  /// Why a verdict is what it is.
  public enum Reason: String, Sendable, CaseIterable {
    case alreadyThere = "already_there"
    // Invalid.
    case wrongDirection = "wrong_direction"
    case missed, aborted
    case gapInWindow = "gap_in_window"
    case onsetBeforeCue = "onset_before_cue"
    case paused
    case cueFailed = "cue_failed"
    case cueCancelled = "cue_cancelled"
    /// The recording does not cover the search window, and no movement was found in what there is.
    case windowNotCovered = "window_not_covered"
    /// Without a gyroscope, or an axis, nothing can be said.
    case movementUnavailable = "movement_unavailable"
    /// It asks for a movement forward or back, and which way that is, is not known.
    case directionNotScored = "direction_not_scored"
    // Attention.
    case anticipation
    case lateCue = "late_cue"
    case audibleUnknown = "audible_unknown"
    case audibleEstimated = "audible_estimated"
    case guidanceSpeech = "guidance_speech"
    /// The movement's beginning could not be estimated; the threshold crossing, which is late, stands for it.
    case thresholdOnsetOnly = "threshold_onset_only"
    /// The angle before the cue is not known, so that the direction that was asked is not.
    case angleUnavailable = "angle_unavailable"

    /// The verdict that this reason leads to, the gravest of a trial's reasons winning.
    var verdict: Verdict {
      switch self {
      case .alreadyThere: .notRequired
      case .wrongDirection, .missed, .aborted, .gapInWindow, .onsetBeforeCue, .paused, .cueFailed,
        .cueCancelled, .windowNotCovered, .movementUnavailable, .directionNotScored:
        .invalid
      case .anticipation, .lateCue, .audibleUnknown, .audibleEstimated, .guidanceSpeech,
        .thresholdOnsetOnly, .angleUnavailable:
        .attention
      }
    }
  }

  public var cue: CueEvent
  public var onset: Measured<HostTime>
  public var onsetThreshold: Measured<HostTime>
  /// Standard uncertainty, ns.
  public var onsetUncertaintyNs: Measured<Double>
  /// Onset − audible.
  public var latencyMilliseconds: Measured<Double>
  /// Onset − dispatch.
  public var latencyFromDispatchMilliseconds: Measured<Double>
  /// Standard uncertainty of `latencyMilliseconds`.
  public var latencyUncertaintyMilliseconds: Measured<Double>
  /// Standard uncertainty of `latencyFromDispatchMilliseconds`.
  public var latencyFromDispatchUncertaintyMilliseconds = Measured<Double>.unavailable(.notKnown)
  /// Where its answer was searched; nil for a cue that did not sound.
  public var window: ClosedRange<HostTime>?
  /// What the movement did.
  public var direction: Measured<Transition.Group>
  /// What the cue asked for, by where the rider was.
  public var asked: Measured<Transition.Group>
  public var verdict: Verdict
  public var reasons: [Reason]
  /// The movement that answers it, by its place in the transitions.
  public var transition: Int?

  /// Whether its latency counts in the medians.
  public var counts: Bool { verdict == .valid || verdict == .attention }
}

/// A silent slot in which no movement was asked for.
public struct CatchTrial: Hashable, Sendable {
  public var cue: CueEvent
  /// Whether a movement began in it; unavailable where the recording does not cover it.
  public var falseStart: Measured<Bool>
  public var transition: Int?
}

extension Trial {
  /// A trial in which nothing could be had, for one reason.
  init(cue: CueEvent, unavailable reason: UnavailableReason) {
    self.init(
      cue: cue, onset: .unavailable(reason), onsetThreshold: .unavailable(reason),
      onsetUncertaintyNs: .unavailable(reason), latencyMilliseconds: .unavailable(reason),
      latencyFromDispatchMilliseconds: .unavailable(reason),
      latencyUncertaintyMilliseconds: .unavailable(reason),
      latencyFromDispatchUncertaintyMilliseconds: .unavailable(reason), direction: .unavailable(reason),
      asked: .unavailable(reason), verdict: .invalid, reasons: [], transition: nil)
  }

  mutating func setUnavailable(_ reason: UnavailableReason) {
    var empty = Trial(cue: cue, unavailable: reason)
    if asked != .unavailable(.notKnown) { empty.asked = asked }
    empty.reasons = reasons
    empty.window = window
    self = empty
  }

  /// With the verdict that its reasons lead to: where the rider had nowhere to go, that; else the gravest.
  func judged() -> Trial {
    var trial = self
    let verdicts = Set(reasons.map(\.verdict))
    trial.verdict = [.notRequired, .invalid, .attention].first(where: verdicts.contains) ?? .valid
    return trial
  }
}
