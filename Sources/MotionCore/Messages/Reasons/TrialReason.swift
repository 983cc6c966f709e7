/// Why a number of a trial cannot be had. What its verdict rests on are the `Trial.Reason`s.
public enum TrialReason: Hashable, Sendable {
  case cueWas(CueStatus)
  case noMovementNeeded
  case noMovementInWindow
  case slotNotCovered
  case atCentreAlready
  case audibleUnknown
  case noAudibleUncertainty
  case dispatchUnknown
  // Of its cue, in the document.
  case timeNeverKnown
  case notDispatched
  case noClip
}

extension TrialReason: CatalogueMessage {
  public static let section = MessageSection("no-trial", "Numbers of trials", .result, .file)
  public static let examples: [TrialReason] = [
    .cueWas(.cancelled), .noMovementNeeded, .noMovementInWindow, .slotNotCovered, .atCentreAlready,
    .audibleUnknown,
    .noAudibleUncertainty, .dispatchUnknown, .timeNeverKnown, .notDispatched, .noClip,
  ]

  public var wording: MessageWording {
    let measure = "run with sound, and measure the output with `drillrunner latency`"
    let out = "nothing: the trial is left out, and its verdict says so"
    return switch self {
    case .cueWas(let status):
      MessageWording(
        status == .failed ? "the cue failed" : "the cue was \(status.rawValue)",
        cause: "a word that was not heard asks for nothing", next: out)
    case .noMovementNeeded:
      MessageWording(
        "no movement was needed", cause: "the rider was where the word asks for",
        next: "vary the order of cues")
    case .noMovementInWindow:
      MessageWording(
        "no movement in the search window",
        cause: "none began from search_before_s before the word to search_after_s after it", next: out)
    case .slotNotCovered:
      MessageWording(
        "the recording does not cover the slot", cause: "rows are missing in the silent slot",
        next: "use a cable, or move the sensor closer")
    case .atCentreAlready:
      MessageWording(
        "the rider was at centre already", cause: "the angle before the word is within neutral_band_deg",
        next: "vary the order of cues")
    case .audibleUnknown:
      MessageWording(
        "the audible time is not known", cause: "sound was off, lost, or of an output whose delay is unknown",
        next: measure)
    case .noAudibleUncertainty:
      MessageWording(
        "the audible time has no stated uncertainty", cause: "the event of the cue does not give it",
        next: measure)
    case .dispatchUnknown:
      MessageWording(
        "the dispatch time is not known", cause: "the event of the cue does not give it", next: out)
    case .timeNeverKnown:
      MessageWording(
        "the cue was cancelled before its time was known", cause: "the run was stopped or paused before",
        next: out)
    case .notDispatched:
      MessageWording(
        "the cue was not dispatched", cause: "it is a silent slot, or was cancelled or failed before",
        next: out)
    case .noClip:
      MessageWording(
        "the cue has no clip",
        cause: "a silent slot plays none, and a session of another program may not name it",
        next: "nothing: only how words rise cannot be compared")
    }
  }
}
