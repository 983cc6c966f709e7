/// A line of how the result of a trial came about (`analyze --explain`). Numbers and times are given as they are shown.
public enum ExplanationLine: Hashable, Sendable {
  case trial(Int, cue: String, expects: String, status: String)
  case audible(at: String?, timing: String)
  case asked(String?, reason: String?)
  case notSearched
  case searched(from: String, to: String)
  case speeds(onset: String, rest: String)
  case axis(String)
  case atRest
  case decision(at: String, state: DetectionStep.State, DetectionStep.Observation)
  case answer(direction: String?, reason: String?, flags: [String])
  case latency(String, uncertainty: String)
  case noAnswer(reason: String)
  case verdict(String, reasons: [String])
  /// A number that could not be had.
  case unavailable(reason: String)
}

extension ExplanationLine: CatalogueMessage {
  public static let section = MessageSection("explanation", "How the result of a trial came about", .result)
  public static let examples: [ExplanationLine] = [
    .trial(4, cue: "LEFT", expects: "left", status: "played"), .audible(at: "81.204 s", timing: "estimated"),
    .asked("outbound_left", reason: nil), .notSearched, .searched(from: "81.204 s", to: "83.704 s"),
    .speeds(onset: "6.0 °/s", rest: "0.8 °/s"), .axis("lateral"), .atRest,
    .decision(at: "81.602 s", state: .rising, .reachedOnsetSpeed(speed: 6.2, limit: 6, sign: 1)),
    .answer(direction: "outbound_left", reason: nil, flags: []), .latency("398.0 ms", uncertainty: "14.0 ms"),
    .noAnswer(reason: "no movement was found"), .verdict("valid", reasons: []),
    .unavailable(reason: "there is no gyroscope stream"),
  ]

  public var wording: MessageWording {
    switch self {
    case .trial(let number, let cue, let expects, let status):
      MessageWording(
        "Trial \(number): \(cue), expects \(expects), \(status)", cause: "the cue as it was recorded",
        next: "the lines below follow it to its verdict")
    case .audible(let time, let timing):
      MessageWording(
        "audible at \(time ?? "an unknown time") (\(timing))",
        cause: "what the sound output told of the word",
        next: "`drillrunner latency` measures the output")
    case .asked(let direction, let reason):
      MessageWording(
        "asked for: \(direction ?? "unavailable: \(reason ?? "")")",
        cause: "the word, and where the rider was",
        next: "docs/metrics.md, \"Trials\", says how it is found")
    case .notSearched:
      MessageWording(
        "not searched: the cue did not sound", cause: "nobody can answer a word that was not heard",
        next: "see the status of the cue")
    case .searched(let start, let end):
      MessageWording(
        "searched from \(start) to \(end)", cause: "an answer is looked for in this time",
        next: "docs/metrics.md, \"Trials\", defines the window")
    case .speeds(let onset, let rest):
      MessageWording(
        "lateral onset speed \(onset), rest SD \(rest)",
        cause: "the limit follows the noise of the session's own rest",
        next: "docs/metrics.md defines it")
    case .axis(let axis):
      MessageWording(
        "movement on the \(axis) axis:", cause: "what the detector saw there", next: "read on below")
    case .atRest:
      MessageWording(
        "at rest: the speed never reached the onset speed", cause: "the rider did not move, or too slowly",
        next: "compare the onset speed with the rest SD above")
    case .decision(let time, let state, let observation):
      MessageWording(
        "\(time)  \(state.rawValue): \(observation.text)", cause: observation.wording.cause,
        next: observation.wording.nextStep)
    case .answer(let direction, let reason, let flags):
      MessageWording(
        "answer: \(direction ?? "direction unavailable: \(reason ?? "")")"
          + (flags.isEmpty ? "" : ", \(flags.joined(separator: ", "))"),
        cause: "this movement answers the word", next: "docs/messages.md says what the flags mean")
    case .latency(let latency, let uncertainty):
      MessageWording(
        "latency \(latency), standard uncertainty \(uncertainty)",
        cause: "from when it was heard to the onset",
        next: "docs/metrics.md defines it")
    case .noAnswer(let reason):
      MessageWording(
        "no answer: \(reason)", cause: "no movement in the window answers the word",
        next: "see the decisions above")
    case .verdict(let verdict, let reasons):
      MessageWording(
        "verdict: \(verdict)" + (reasons.isEmpty ? "" : ", because of \(reasons.joined(separator: ", "))"),
        cause: "the gravest reason wins", next: "docs/messages.md says what each reason means")
    case .unavailable(let reason):
      MessageWording(
        "unavailable: \(reason)", cause: "the number could not be had, for this reason",
        next: "see the reason")
    }
  }
}
