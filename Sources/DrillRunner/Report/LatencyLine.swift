import MotionCore

/// What `latency` says of a measurement. Numbers are given as they are shown.
enum LatencyLine: Hashable, Sendable {
  case clicks(played: Int, counting: Int, leftOut: Int, correlation: String)
  case slope(String)
  case scatter(String)
  case lag(String, rounds: [String], uncertainty: String)
  case firstClicks([String])
  case drift(output: String, input: String?)
  case constant(String, path: String)
  case lagOfEachClick
}

extension LatencyLine: CatalogueMessage {
  static let section = MessageSection("latency-line", "What latency measured", .result)
  static let examples: [LatencyLine] = [
    .clicks(played: 93, counting: 90, leftOut: 1, correlation: "0.98"), .slope("+0.12"), .scatter("0.021"),
    .lag("12.310", rounds: ["12.312", "12.308"], uncertainty: "0.040"), .firstClicks(["+0.004", "-0.002"]),
    .drift(output: "+1.20", input: "+1.18"), .constant("11.310", path: "1.000"), .lagOfEachClick,
  ]

  var wording: MessageWording {
    switch self {
    case .clicks(let played, let counting, let leftOut, let correlation):
      MessageWording(
        "\(played) played, all heard; \(counting) count, the first \(leftOut) of each round do not; correlation "
          + correlation,
        cause: "a round settles with its first clicks",
        next: "the closer the correlation is to 1 the better they were heard")
    case .slope(let slope):
      MessageWording(
        "\(slope) µs a second", cause: "the clocks of output and input run apart",
        next: "nothing: it is taken into account")
    case .scatter(let sd):
      MessageWording(
        "\(sd) ms without the slope", cause: "clicks are heard now sooner, now later",
        next: "let it be quiet if it is large")
    case .lag(let lag, let rounds, let uncertainty):
      MessageWording(
        "\(lag) ms (rounds: \(rounds.joined(separator: ", "))), uncertain by \(uncertainty) ms",
        cause: "from the instant that the output names to the click in the recording",
        next: "runs subtract it from the times of cues")
    case .firstClicks(let differences):
      MessageWording(
        "\(differences.joined(separator: ", ")) ms from the rest of its round",
        cause: "an output that wakes up plays its first sound otherwise", next: "nothing: it does not count")
    case .drift(let output, let input):
      MessageWording(
        "the output's by \(output) ppm" + (input.map { ", the input's by \($0) ppm" } ?? ""),
        cause: "each device has its own clock", next: "nothing: it is taken into account")
    case .constant(let constant, let path):
      MessageWording(
        "\(constant) ms, without \(path) ms of the way to the input", cause: "--path-ms gave the way",
        next: "this is what runs apply")
    case .lagOfEachClick:
      MessageWording(
        "lag of each click, ms", cause: "the bars below have it", next: "look for clicks far from the rest")
    }
  }
}
