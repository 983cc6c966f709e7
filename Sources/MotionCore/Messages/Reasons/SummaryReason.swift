/// Why a distribution, or a number that is computed from several values, cannot be had.
public enum SummaryReason: Hashable, Sendable {
  // No values.
  case noTrialCounts
  case noCountedTrialHasIt
  case noCountedTrialOfDirection
  case noMovementHasIt
  case noHitHasBoth
  case noMatchedMovementHasBoth
  case noCues
  case noBlock(intent: String)
  case noClipOnSide
  // Too few.
  case onlyOne
  case fewerThan(Int)
  case fewerOnASide(Int, what: String)
  case fewerMatched(Int)
  case fewForTrend(Int)
  case tooFew(count: Int)
  // Nothing that can be computed.
  case notSkewed
  case nearZeroMean
  case bothNearZero
  case noneLeft
  case noneRight
  // Labels.
  case noLabels
}

extension SummaryReason: CatalogueMessage {
  public static let section = MessageSection(
    "no-summary", "Distributions and comparisons of values", .result, .file)
  public static let examples: [SummaryReason] = [
    .noTrialCounts, .noCountedTrialHasIt, .noCountedTrialOfDirection, .noMovementHasIt, .noHitHasBoth,
    .noMatchedMovementHasBoth, .noCues, .noBlock(intent: "slow"), .noClipOnSide, .onlyOne,
    .fewerThan(5), .fewerOnASide(5, what: "values"), .fewerMatched(5), .fewForTrend(3), .tooFew(count: 1),
    .notSkewed, .nearZeroMean, .bothNearZero, .noneLeft, .noneRight, .noLabels,
  ]

  public var wording: MessageWording {
    let verdicts = "see the verdicts of the trials: they say why they do not count"
    let more = "repeat the drill for more trials"
    func none(_ text: String, _ cause: String, _ next: String? = nil) -> MessageWording {
      MessageWording(text, cause: cause, next: next ?? verdicts)
    }
    func few(_ text: String, _ cause: String) -> MessageWording {
      MessageWording(text, cause: cause, next: more)
    }
    return switch self {
    case .noTrialCounts: none("no trial counts", "none has the verdict valid or attention")
    case .noCountedTrialHasIt:
      none("no counted trial has it", "the number is unavailable for the movement of every counted trial")
    case .noCountedTrialOfDirection:
      none("no counted trial of this direction", "the other sensor has some, this one has none")
    case .noMovementHasIt: none("no movement has it", "the number is unavailable for every answer")
    case .noHitHasBoth:
      none(
        "no hit has both times", "the label or the detection lacks it in every pair",
        "mark this boundary in the label file")
    case .noMatchedMovementHasBoth:
      none("no matched movement has both", "one of the sensors lacks the number in every pair")
    case .noCues:
      none(
        "the session has no cue that expects a position",
        "the drill asks for nothing, or the run ended before",
        "run a drill with cues that expect left, right or centre")
    case .noBlock(let intent):
      none(
        "the session has no \(intent) block", "no block of the drill says intent: \(intent)",
        "run protocols/garage.yaml or diagnostics.yaml, which have one")
    case .noClipOnSide:
      none(
        "no cue of this side has a clip", "the events of its cues name no clip",
        "nothing: only how words rise cannot be compared")
    case .onlyOne: few("there is only one value", "a scatter is between two at least")
    case .fewerThan(let count): few("fewer than \(count) values", "what so few values say is chance")
    case .fewerOnASide(let count, let what):
      few("fewer than \(count) \(what) on a side", "an interval of so few says nothing")
    case .fewerMatched(let count):
      few("fewer than \(count) matched movements have both", "an interval of so few says nothing")
    case .fewForTrend(let count):
      few("fewer than \(count) values, or all at one time", "a trend needs values at different times")
    case .tooFew(let count): few("too few values: \(count)", "the statistic is not defined for so few")
    case .notSkewed:
      MessageWording(
        "the values are not skewed to the right: the likelihood has no maximum",
        cause: "an ex-Gaussian has a tail to the right, and these values have none",
        next: "use median and quartiles")
    case .nearZeroMean:
      MessageWording(
        "the mean is near zero", cause: "it is below near_zero_part of the standard deviation",
        next: "use the SD alone")
    case .bothNearZero:
      MessageWording(
        "both means are near zero", cause: "they are below near_zero_part of the standard deviations",
        next: "use the difference alone")
    case .noneLeft: none("no values to the left", "no counted movement to the left has it")
    case .noneRight: none("no values to the right", "no counted movement to the right has it")
    case .noLabels:
      MessageWording(
        "no label file was given", cause: "detections are compared with labels only where there are some",
        next: "give one with `drillrunner analyze --labels FILE`")
    }
  }
}
