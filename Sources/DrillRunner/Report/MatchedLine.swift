import MotionCore

/// What `devices --test --matched` says. Numbers are given as they are shown.
enum MatchedLine: Hashable, Sendable {
  case withEverything(Figures)
  case alone(Figures)
  case slowed([SensorTestFinding])

  /// Of each hearing.
  struct Figures: Hashable, Sendable {
    var hertz: [String]
    var p99Milliseconds: [String]
    var losses: [Int]

    var text: String {
      "\(hertz.joined(separator: ", ")) Hz, p99 interval \(p99Milliseconds.joined(separator: ", ")) ms, losses "
        + losses.map(String.init).joined(separator: ", ")
    }
  }
}

extension MatchedLine: CatalogueMessage {
  static let section = MessageSection("matched", "What devices --test --matched finds", .result)
  private static let figures = Figures(
    hertz: ["249.9", "250.1"], p99Milliseconds: ["4.3", "4.2"], losses: [0, 0])
  static let examples: [MatchedLine] = [
    .withEverything(figures), .alone(figures), .slowed([.lossesWithMore(3)]),
  ]

  var wording: MessageWording {
    switch self {
    case .withEverything(let figures):
      MessageWording(
        "with all streams and settings: \(figures.text)",
        cause: "the sensor was heard with all that it can give",
        next: "compare it with the line below")
    case .alone(let figures):
      MessageWording(
        "acceleration and rate alone: \(figures.text)", cause: "the sensor was heard with these alone",
        next: "compare it with the line above")
    case .slowed(let findings):
      MessageWording(
        "more channels SLOW the main stream: \(findings.map(\.text).joined(separator: "; "))",
        cause: "the rate, its regularity or losses became worse with more channels",
        next: "use a faster connection, or a sensor with fewer channels")
    }
  }
}
