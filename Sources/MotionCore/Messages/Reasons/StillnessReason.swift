/// Why a number of a still phase cannot be had.
public enum StillnessReason: Hashable, Sendable {
  case noRate
  case noStillRows
  case fewerThanTwo
  case fewerThanTen
  case onlyOnTable
  case notStill
  case shortStretch(seconds: Int)
  case needsHours(Int)
  case fewWindows
  case noDeviationAtOneSecond
  case notWhite
  case stillFalling
  // In a comparison.
  case noPhaseOn(place: String)
  case noPhaseAnywhere
  case notStillThere
  case fewerWindows(Int)
}

extension StillnessReason: CatalogueMessage {
  public static let section = MessageSection("no-stillness", "Numbers of still phases", .result, .file)
  public static let examples: [StillnessReason] = [
    .noRate, .noStillRows, .fewerThanTwo, .fewerThanTen, .onlyOnTable, .notStill,
    .shortStretch(seconds: 30), .needsHours(2), .fewWindows, .noDeviationAtOneSecond, .notWhite,
    .stillFalling,
    .noPhaseOn(place: "table"), .noPhaseAnywhere, .notStillThere, .fewerWindows(20),
  ]

  public var wording: MessageWording {
    let still = "lay the sensor down, or sit still, for the whole phase"
    let table = "run protocols/diagnostics.yaml, which has a phase with the sensor on a table"
    let longer = "let the sensor lie still for longer"
    return switch self {
    case .noRate:
      MessageWording(
        "there is no gyroscope, and no rotation rate",
        cause: "the rate is the derivative of an attitude: its noise is that of a fit, and of no sensor",
        next: "record the gyroscope")
    case .noStillRows: MessageWording("no still rows", cause: "no window of the phase is still", next: still)
    case .fewerThanTwo:
      MessageWording("fewer than two still rows", cause: "a scatter is between two at least", next: still)
    case .fewerThanTen:
      MessageWording(
        "fewer than ten still rows in the phase", cause: "what so few rows say is chance", next: still)
    case .onlyOnTable:
      MessageWording(
        "only a sensor on a table shows its own noise", cause: "on a body the rider's sway is in it",
        next: table)
    case .notStill:
      MessageWording("the sensor was not still", cause: "no still window lies in the phase", next: still)
    case .shortStretch(let seconds):
      MessageWording(
        "the longest still stretch is shorter than \(seconds) s",
        cause: "an Allan deviation of less says nothing of averages of seconds", next: longer)
    case .needsHours(let hours):
      MessageWording(
        "needs at least \(hours) hours at rest", cause: "the bias wanders over many minutes", next: longer)
    case .fewWindows:
      MessageWording(
        "fewer than three still windows", cause: "a dispersion is among several directions", next: still)
    case .noDeviationAtOneSecond:
      MessageWording(
        "no deviation at 1 s", cause: "the rows are too few, or all the same",
        next: "use a sensor that shows noise")
    case .notWhite:
      MessageWording(
        "around 1 s the deviation does not fall as the root of the averaging time",
        cause: "what is there is no white noise: the sensor filters, or something shakes it",
        next: "see the deviations themselves in the document")
    case .stillFalling:
      MessageWording(
        "the deviation still falls at the longest averages", cause: "its floor lies beyond this recording",
        next: longer)
    case .noPhaseOn(let place):
      MessageWording(
        "the session has no still phase on the \(place)", cause: "its drill has no stationary step there",
        next: "add stationary: 30 s with where: \(place) to the drill")
    case .noPhaseAnywhere:
      MessageWording(
        "the session has no still phase at an unknown place", cause: "all its stationary steps say where",
        next: "compare the places that both have")
    case .notStillThere:
      MessageWording(
        "the sensor was not still there", cause: "no window of those phases is still", next: still)
    case .fewerWindows(let count):
      MessageWording(
        "fewer than \(count) still windows", cause: "a drift needs ten seconds of rest at least", next: still)
    }
  }
}

extension StationaryPhase.Place: CatalogueMessage {
  public static let section = MessageSection("still-phase", "What a still phase describes", .result, .file)
  public static let examples = allCases

  public var wording: MessageWording {
    switch self {
    case .table:
      MessageWording(
        "the sensor's noise, bias and drift", cause: "the phase says where: table",
        next: "use it to compare sensors")
    case .torso:
      MessageWording(
        "the rider's stillness; the sensor's noise is only a part of it",
        cause: "the phase says where: torso",
        next: "use it to see how still the rider sat")
    case .unknown:
      MessageWording(
        "where the sensor lay is not known: neither its noise nor the rider's stillness",
        cause: "the phase does not say where",
        next: "add where: table or where: torso to the drill's stationary step")
    }
  }
}
