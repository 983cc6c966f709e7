/// A line of `analyze --explain`. What the detector decided is a `DetectionStep`.
public enum ExplanationLine: Hashable, Sendable {
  case trial(Int, cue: String, expect: ExpectedPosition, status: CueStatus)
  case audible(at: String?, timing: String)
  case askedFor(String)
  case notAsked(UnavailableReason)
  case notSearched
  case searched(from: String, to: String)
  case onsetSpeed(String, restSD: String)
  case axis(Transition.Axis)
  case atRest
  case rowsMissing
  case step(at: String, state: String, DetectionStep.Observation)
  case answer(String, flags: [String])
  case answerUnknown(UnavailableReason, flags: [String])
  case latency(String, uncertainty: String)
  case noAnswer(UnavailableReason)
  case verdict(String, reasons: [String])
}

extension ExplanationLine: CatalogueMessage {
  public static let section = MessageSection("explain", "Lines of analyze --explain", .result)
  public static let examples: [ExplanationLine] = [
    .trial(2, cue: "LEFT", expect: .left, status: .played), .audible(at: "12.340 s", timing: "measured"),
    .askedFor("outbound_left"), .notAsked(UnavailableReason(TrialReason.atCentreAlready)), .notSearched,
    .searched(from: "11.840 s", to: "14.840 s"), .onsetSpeed("5.0 °/s", restSD: "0.6 °/s"), .axis(.lateral),
    .atRest, .rowsMissing, .step(at: "12.710 s", state: "moving", .peak(speed: 37.5)),
    .answer("outbound_left", flags: ["no_stable_hold"]),
    .answerUnknown(UnavailableReason(MovementReason.angleUnknown), flags: []),
    .latency("372.1 ms", uncertainty: "9.8 ms"), .noAnswer(UnavailableReason(TrialReason.noMovementInWindow)),
    .verdict("attention", reasons: ["late_cue (attention)"]),
  ]

  public var wording: MessageWording {
    let rules = "docs/metrics.md, “Cue → movement”, has the rules"
    let limits = "see the limits below the table of `drillrunner analyze`"
    func listed(_ words: [String], after text: String) -> String {
      words.isEmpty ? "" : text + words.joined(separator: ", ")
    }
    return switch self {
    case .trial(let number, let cue, let expect, let status):
      MessageWording(
        "Trial \(number): \(cue), expects \(expect.rawValue), \(status.rawValue)",
        cause: "--explain names this trial", next: "read on: each line is a decision, in order")
    case .audible(let time, let timing):
      MessageWording(
        "audible at \(time ?? "an unknown time") (\(timing))",
        cause: "latency counts from when the word was heard",
        next: "measure the output with `drillrunner latency` where the time is unknown or estimated")
    case .askedFor(let group):
      MessageWording(
        "asked for: \(group)", cause: "the word, and where the rider was before it, tell the movement",
        next: rules)
    case .notAsked(let reason):
      MessageWording(
        "asked for: unavailable: \(reason)",
        cause: "which movement the word asks for depends on where the rider was",
        next: limits)
    case .notSearched:
      MessageWording(
        "not searched: the cue did not sound", cause: "a word that nobody heard has no answer",
        next: "nothing: the trial is left out")
    case .searched(let from, let to):
      MessageWording(
        "searched from \(from) to \(to)", cause: "a window opens before the word and ends at the next one",
        next: "search_before_s and search_after_s set it")
    case .onsetSpeed(let speed, let sd):
      MessageWording(
        "lateral onset speed \(speed), rest SD \(sd)",
        cause: "a movement must be faster than the rider's sway",
        next: "onset_speed_deg_s and onset_mad_factor set it")
    case .axis(let axis):
      MessageWording(
        "movement on the \(axis.rawValue) axis:", cause: "the word asks for a movement about this axis",
        next: rules)
    case .atRest:
      MessageWording(
        "at rest: the speed never reached the onset speed",
        cause: "nothing in the window is faster than rest",
        next: "onset_speed_deg_s and onset_mad_factor set the speed")
    case .rowsMissing:
      MessageWording(
        "no movement in the rows that there are; rows are missing in the window",
        cause: "what the body did where nothing was recorded is not known",
        next: "use a cable, or move the sensor closer; the trial does not count as missed")
    case .step(let time, let state, let observation):
      MessageWording(
        "\(time)  \(state): \(observation.text)", cause: observation.wording.cause,
        next: observation.wording.nextStep)
    case .answer(let direction, let flags):
      MessageWording(
        "answer: \(direction)" + listed(flags, after: ", "),
        cause: "it is the first movement that begins in the window and answers no earlier word", next: rules)
    case .answerUnknown(let reason, let flags):
      MessageWording(
        "answer: direction unavailable: \(reason)" + listed(flags, after: ", "),
        cause: "a direction needs the angle at both ends", next: limits)
    case .latency(let latency, let uncertainty):
      MessageWording(
        "latency \(latency), standard uncertainty \(uncertainty)", cause: "it is onset less audible time",
        next: rules)
    case .noAnswer(let reason):
      MessageWording(
        "no answer: \(reason)", cause: "no movement of the window answers the word", next: "see the verdict")
    case .verdict(let verdict, let reasons):
      MessageWording(
        "verdict: \(verdict)" + listed(reasons, after: ", because of "),
        cause: "the gravest of its reasons decides",
        next: "docs/metrics.md says what each reason means")
    }
  }
}
