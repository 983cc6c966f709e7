/// What the reader of a comparison must know of its numbers.
public enum ComparisonLimitation: Hashable, Sendable {
  case synthetic(side: String)
  case notComplete(side: String, state: SessionState)
  case damaged(side: String, problem: String)
  case otherDrill(a: String, b: String)
  case otherMovements
  case fittedTogether
  case cuesOfTheOther(side: String)
  case calibratedByTheOther(side: String)
  case otherAxes(calibrated: String)
  case medianOfDifferences
  case oneIntervalAtATime
  case ofOneSession
}

extension ComparisonLimitation: CatalogueMessage {
  public static let section = MessageSection("comparison", "Limits of a comparison", .result, .file)
  public static let examples: [ComparisonLimitation] = [
    .synthetic(side: "A"), .notComplete(side: "B", state: .interrupted),
    .damaged(side: "B", problem: "gyroscope.jsonl: the last line is cut"),
    .otherDrill(a: "Center, left, right", b: "Garage"), .otherMovements, .fittedTogether,
    .cuesOfTheOther(side: "B"), .calibratedByTheOther(side: "B"), .otherAxes(calibrated: "A"),
    .medianOfDifferences, .oneIntervalAtATime, .ofOneSession,
  ]

  public var wording: MessageWording {
    let known = "nothing: it is stated so that the numbers are read with it"
    return switch self {
    case .synthetic(let side):
      MessageWording(
        "\(side) is synthetic: its input was simulated; no person was measured",
        cause: "the session has a simulated rider", next: "use it to try things out, never as a result")
    case .notComplete(let side, let state):
      MessageWording(
        "\(side) is \(state.rawValue): what it holds was compared",
        cause: "the run ended before its drill did", next: "compare complete sessions where you can")
    case .damaged(let side, let problem):
      MessageWording(
        "\(side) has damage: \(problem)", cause: "a file of the session is not what was sealed",
        next: "`drillrunner verify` lists all of it")
    case .otherDrill(let a, let b):
      MessageWording(
        "A and B ran different drills (\(a); \(b)): differences of movements are differences of drills, too",
        cause: "the drills' hashes differ", next: "run the same drill for both")
    case .otherMovements:
      MessageWording(
        "the rider of separate recordings moves otherwise each time: a difference of movements is not one of sensors alone",
        cause: "the recordings were not made at the same time",
        next: "wear both sensors at once, and use --align")
    case .fittedTogether:
      MessageWording(
        "the alignment fits the onsets of both together: that the median of their differences is near zero says nothing, "
          + "how far they scatter does",
        cause: "the clocks were brought together by the same movements", next: known)
    case .cuesOfTheOther(let side):
      MessageWording(
        "\(side) has no cues of its own: it was held against those of the other recording, at the times that the alignment "
          + "gives; its latencies carry the alignment's uncertainty alike",
        cause: "that recording was made without a drill", next: known)
    case .calibratedByTheOther(let side):
      MessageWording(
        "\(side) was calibrated by the rows that it delivered while the other sensor's leans were watched",
        cause: "the run watched one sensor only", next: known)
    case .otherAxes(let calibrated):
      MessageWording(
        "left and right of \(calibrated) are those of a calibration, of the other those of its main "
          + "axis of movement: their lateral axes need not be the same",
        cause: "only one of the two is calibrated", next: "calibrate both: put calibrate: axes into the drill"
      )
    case .medianOfDifferences:
      MessageWording(
        "medians of matched movements are medians of their differences, which need not be the difference of the medians",
        cause: "the median is not linear", next: known)
    case .oneIntervalAtATime:
      MessageWording(
        "each interval holds the truth in 95 of 100 cases by itself: of many rows some exclude zero by chance",
        cause: "the intervals are not widened for the number of rows",
        next: "look for what several rows agree on")
    case .ofOneSession:
      MessageWording(
        "what limits the numbers of one session stands in `drillrunner analyze`",
        cause: "a comparison rests on two analyses", next: "read both")
    }
  }
}
