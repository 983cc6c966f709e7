import MotionCore

/// What the terminal report of a comparison says in sentences and phrases, beside its tables.
enum ComparisonLine: Hashable, Sendable {
  case counts(session: String, trials: Int, movements: Int)
  case unknownSensor
  case notAligned(reason: String)
  /// The middle of the sentence says what: how far rows or wall clocks are from each other.
  case aligned(what: String, halfWidth: String, rate: String, quality: String)
  case rowsDiffer(milliseconds: String, isBefore: Bool)
  case wallClocksDiffer(seconds: String, isBehind: Bool)
  case clockRate(ppm: String, isSlower: Bool, halfWidth: String)
  case alignmentQuality(correlation: String, nextBest: String?, blocks: String)
  case blocks(Int, seconds: String, over: String, sd: String, leftOut: Int)
  case noPairs(reason: String)
  case pairs(both: Int, onlyA: Int, onlyB: Int)
  case pairedExplained
  case noInterval(reason: String)
  case missing(names: [String], reason: String)
  case identity(
    comparison: String, analysis: String, configuration: String, resamples: Int, seed: Int, inputs: [String])
}

extension ComparisonLine: CatalogueMessage {
  static let section = MessageSection("compare", "Sentences of the report of a comparison", .result)
  static let examples: [ComparisonLine] = [
    .counts(session: "20261130T101502Z-5c0a1f22", trials: 50, movements: 52), .unknownSensor,
    .notAligned(reason: "both hardly move"),
    .aligned(
      what: "A's rows show a movement 3.20 ms after B's", halfWidth: "0.40",
      rate: "A's host clock runs 1.2 ppm faster than B's, ±0.8", quality: "Correlation 0.98."),
    .rowsDiffer(milliseconds: "3.20", isBefore: false), .wallClocksDiffer(seconds: "0.1042", isBehind: true),
    .clockRate(ppm: "1.2", isSlower: false, halfWidth: "0.8"),
    .alignmentQuality(correlation: "0.98", nextBest: "0.41", blocks: "12 blocks of 10 s over 120 s"),
    .blocks(12, seconds: "10", over: "120", sd: "0.8", leftOut: 1),
    .noPairs(reason: "the clocks are not aligned"), .pairs(both: 48, onlyA: 2, onlyB: 1), .pairedExplained,
    .noInterval(reason: "fewer than five values"),
    .missing(names: ["gyro noise °/s, torso"], reason: "there is no stationary phase"),
    .identity(
      comparison: "1", analysis: "1", configuration: "0f3c51b2a9d84e77", resamples: 2000, seed: 1,
      inputs: ["A: gyroscope.jsonl 5be1a0c2d7f3"]),
  ]

  var wording: MessageWording {
    switch self {
    case .counts(let session, let trials, let movements):
      MessageWording(
        "\(session); \(trials) trials, \(movements) movements", cause: "one of the two sessions",
        next: "`drillrunner analyze` shows it alone")
    case .unknownSensor:
      MessageWording(
        "unknown sensor", cause: "the manifest does not name the sensor", next: "nothing needs to be done")
    case .notAligned(let reason):
      MessageWording(
        "Not aligned: \(reason)",
        cause: "what both sensors felt does not tell how their clocks belong together",
        next: "record both over the same clear movements, for a minute at least")
    case .aligned(let what, let halfWidth, let rate, let quality):
      MessageWording(
        "Aligned (derived): \(what), ±\(halfWidth) ms (95 %); \(rate). \(quality)",
        cause: "the angular speeds of both fit best so", next: "see the limits below before using it")
    case .rowsDiffer(let milliseconds, let isBefore):
      MessageWording(
        "A's rows show a movement \(milliseconds) ms \(isBefore ? "before" : "after") B's",
        cause: "both are on one host clock", next: "it is the difference of both delays")
    case .wallClocksDiffer(let seconds, let isBehind):
      MessageWording(
        "in the middle of the overlap A's wall clock is \(seconds) s \(isBehind ? "behind" : "ahead of") B's",
        cause: "each session has its own host", next: "nothing: it is taken into account")
    case .clockRate(let ppm, let isSlower, let halfWidth):
      MessageWording(
        "A's host clock runs \(ppm) ppm \(isSlower ? "slower" : "faster") than B's, ±\(halfWidth)",
        cause: "the offset changes over the recording", next: "nothing: it is taken into account")
    case .alignmentQuality(let correlation, let nextBest, let blocks):
      MessageWording(
        "Correlation of the angular speeds \(correlation)" + (nextBest.map { "; next best \($0)" } ?? "")
          + "; \(blocks).",
        cause: "so well the two fit", next: "distrust an alignment whose next best is nearly as good")
    case .blocks(let count, let seconds, let over, let sd, let leftOut):
      MessageWording(
        "\(count) blocks of \(seconds) s over \(over) s, SD \(sd) ms, \(leftOut) left out",
        cause: "the alignment is found in blocks", next: "nothing needs to be done")
    case .noPairs(let reason):
      MessageWording(
        "Movement by movement: not available: \(reason)",
        cause: "no movements can be matched, for this reason",
        next: "record both over the same clear movements")
    case .pairs(let both, let onlyA, let onlyB):
      MessageWording(
        "Movement by movement: \(both) that both saw, \(onlyA) that A alone and \(onlyB) that B alone saw",
        cause: "movements that overlap in time are the same", next: "look at those that one alone saw")
    case .pairedExplained:
      MessageWording(
        "* median of the differences of matched movements",
        cause: "rows with a star compare movement by movement",
        next: "docs/metrics.md defines it")
    case .noInterval(let reason):
      MessageWording(
        "no interval: \(reason)", cause: "the difference is known, and not how sure it is",
        next: "record more trials")
    case .missing(let names, let reason):
      MessageWording(
        "\(names.joined(separator: "; ")): \(reason)", cause: "these are not in the table, for this reason",
        next: "see the reason")
    case .identity(let comparison, let analysis, let configuration, let resamples, let seed, let inputs):
      MessageWording(
        "Comparison version \(comparison), analysis version \(analysis), configuration \(configuration) for both; "
          + "bootstrap: \(resamples) resamples, seed \(seed); SHA-256 of the inputs: "
          + inputs.joined(separator: "; "),
        cause: "the same inputs and configuration give the same numbers", next: "quote it with a result")
    }
  }
}
