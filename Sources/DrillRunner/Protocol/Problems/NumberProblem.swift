import MotionCore

/// What is wrong with a number of a drill file, or with an interval.
enum NumberProblem: Hashable, Sendable {
  // Numbers with units.
  case decimalComma(number: String, unit: String)
  /// `unit` is one that could stand there.
  case notQuantity(String, unit: String)
  case noUnit(number: String, known: [String])
  case wrongUnit(String, known: [String])
  case unknownUnit(String, known: [String])
  // Times.
  case negativeTime(String, allowed: ClosedRange<Duration>)
  case zeroTime(String, allowed: ClosedRange<Duration>)
  case tooShort(String, allowed: ClosedRange<Duration>)
  case tooLong(String, allowed: ClosedRange<Duration>)
  case notWholeMilliseconds(String)
  // Intervals.
  case noDistribution
  case unknownDistribution(String, known: [String])
  /// Both ends are this time.
  case emptyRange(Duration)
  case backwardsRange
  /// A warning: shorter than the window in which a movement is looked for.
  case shortInterval(window: Duration)
  // Other quantities, and plain numbers.
  case rateOutOfRange(String)
  case volumeOutOfRange(String)
  case catchOutOfRange
  case notCount(key: String, limit: Int)
  case notSeed(limit: UInt64)
}

extension NumberProblem: CatalogueMessage {
  static let section = MessageSection("drill-number", "Drill files: numbers and intervals", .error, .notice)
  private static let times = Duration.seconds(1)...Duration.seconds(600)
  static let examples: [NumberProblem] = [
    .decimalComma(number: "3,5", unit: "s"), .notQuantity("soon", unit: "s"),
    .noUnit(number: "20", known: ["s", "ms", "min"]), .wrongUnit("s", known: ["Hz"]),
    .unknownUnit("sec", known: ["s", "ms", "min"]), .negativeTime("-3 s", allowed: times),
    .zeroTime("0 s", allowed: times), .tooShort("200 ms", allowed: times),
    .tooLong("20 min", allowed: times), .notWholeMilliseconds("2.00001 s"), .noDistribution,
    .unknownDistribution("gaussian", known: IntervalRule.distributions), .emptyRange(.seconds(3)),
    .backwardsRange, .shortInterval(window: Timeline.movementWindow), .rateOutOfRange("0 Hz"),
    .volumeOutOfRange("3 dB"), .catchOutOfRange, .notCount(key: "repeat", limit: 1000),
    .notSeed(limit: Drill.seeds.upperBound),
  ]

  var wording: MessageWording {
    switch self {
    case .decimalComma(let number, let unit):
      let written = number.replacing(",", with: ".")
      return MessageWording(
        "\"\(number)\" is not a number", cause: "decimals have a point, whatever the language",
        next: "write a point: " + (unit.isEmpty ? written : "\(written) \(unit)"))
    case .notQuantity(let text, let unit):
      return MessageWording(
        "\"\(text)\" is not a number with a unit", cause: "a number and its unit are needed here",
        next: "for example: 3 \(unit)")
    case .noUnit(let number, let known):
      let others = known.dropFirst()
      return MessageWording(
        "the number \(number) has no unit", cause: "nobody shall have to guess what it counts",
        next: "write \(number) \(known[0])" + (others.isEmpty ? "" : ", or " + others.joined(separator: ", "))
      )
    case .wrongUnit(let unit, let known):
      return MessageWording(
        "\"\(unit)\" is the wrong unit here", cause: "it is the unit of another kind of quantity",
        next: "one of: " + known.joined(separator: ", "))
    case .unknownUnit(let unit, let known):
      return MessageWording(
        "unknown unit \"\(unit)\"", cause: "the language has no such unit",
        next: Suggestion.hint(for: unit, among: known))
    case .negativeTime(let text, let allowed):
      return MessageWording(
        "a time cannot be negative: \(text)", cause: "it says how long something lasts",
        next: NumberProblem.bounds(allowed))
    case .zeroTime(let text, let allowed):
      return MessageWording(
        "\(text) is no time at all", cause: "what takes no time does not happen",
        next: NumberProblem.bounds(allowed))
    case .tooShort(let text, let allowed):
      return MessageWording(
        "\(text) is too short", cause: "in less time it cannot be done or measured",
        next: NumberProblem.bounds(allowed))
    case .tooLong(let text, let allowed):
      return MessageWording(
        "\(text) is too long", cause: "no drill takes so long for it: it may be a slip",
        next: NumberProblem.bounds(allowed))
    case .notWholeMilliseconds(let text):
      return MessageWording(
        "\(text) is not a whole number of milliseconds",
        cause: "the timeline counts whole milliseconds, so that a seed means the same everywhere",
        next: "round it to a millisecond")
    case .noDistribution:
      return MessageWording(
        "a range needs to say how it is drawn",
        cause: "how well the next word can be awaited depends on it",
        next: "add uniform or exponential: 3 s .. 6 s exponential")
    case .unknownDistribution(let word, let known):
      return MessageWording(
        "unknown distribution \"\(word)\"", cause: "an interval can be drawn by these alone",
        next: Suggestion.hint(for: word, among: known))
    case .emptyRange(let time):
      return MessageWording(
        "the range is empty", cause: "it ends where it begins", next: "write \(Quantity.text(time)) alone")
    case .backwardsRange:
      return MessageWording(
        "the range runs backwards", cause: "its second time is the shorter one",
        next: "write the shorter time first")
    case .shortInterval(let window):
      let shortest = Quantity.text(window)
      return MessageWording(
        "intervals under \(shortest) cut short the window in which a movement is looked for",
        cause: "a late or long movement will run into the next cue",
        next: "write at least \(shortest) where late and long movements shall be measured")
    case .rateOutOfRange(let text):
      return MessageWording(
        "the rate \(text) is out of range", cause: "no motion sensor can be asked for it",
        next: "at least 1 Hz, at most 10000 Hz")
    case .volumeOutOfRange(let text):
      return MessageWording(
        "the volume \(text) is out of range", cause: "a cue can be softer than the others, not louder",
        next: "from -40 dB to 0 dB: clips are as loud as they can be without distortion")
    case .catchOutOfRange:
      return MessageWording(
        "catch must be from 0 % to 100 %", cause: "it is a share of the cues that expect center",
        next: "write such a share, as in catch: 10 %")
    case .notCount(let key, let limit):
      return MessageWording(
        "\(key) must be a whole number from 1 to \(limit), without a unit",
        cause: "it is a count of cues or rounds",
        next: "for example: \(key): 2")
    case .notSeed(let limit):
      return MessageWording(
        "the seed must be a whole number", cause: "whoever reads the session must get exactly this number",
        next: "from 0 to \(limit)")
    }
  }

  private static func bounds(_ range: ClosedRange<Duration>) -> String {
    "at least \(Quantity.text(range.lowerBound)), at most \(Quantity.text(range.upperBound))"
  }
}
