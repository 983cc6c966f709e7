import MotionCore

/// The main result of a session as a sentence to be said: the median latency to the left and to the right, and
/// what was left out. It states numbers and judges nothing.
enum ClosingWords: Hashable, Sendable {
  case medians(left: Int?, right: Int?)
  case counted(Int, of: Int)
  case leftOut([String])
  case noneLeftOut

  /// nil where the session has no trial.
  static func text(_ analysis: Analysis) -> String? {
    let groups = analysis.summary.groups
    guard let all = groups.first(where: { $0.group == nil })?.summary, all.trials > 0 else { return nil }
    func median(_ group: Transition.Group) -> Int? {
      let value = groups.first { $0.group == group }?.summary.counted.distribution.median.value
      return value.map { Int($0.rounded()) }
    }
    var leftOut = all.excluded.map { "\($0.count) \(AnalysisTable.words($0.reason.rawValue))" }
    if all.notRequired > 0 { leftOut.append("\(all.notRequired) not required") }
    let words: [ClosingWords] = [
      .medians(left: median(.outboundLeft), right: median(.outboundRight)),
      .counted(all.counted.distribution.count, of: all.trials),
      leftOut.isEmpty ? .noneLeftOut : .leftOut(leftOut),
    ]
    return words.map(\.text).joined(separator: " ")
  }
}

extension ClosingWords: CatalogueMessage {
  static let section = MessageSection("say.result", "The spoken result", .spoken)
  static let examples: [ClosingWords] = [
    .medians(left: 412, right: nil), .counted(47, of: 50), .leftOut(["2 missed", "1 anticipated"]),
    .noneLeftOut,
  ]

  var wording: MessageWording {
    func milliseconds(_ value: Int?) -> String { value.map { "\($0) milliseconds" } ?? "not available" }
    return switch self {
    case .medians(let left, let right):
      MessageWording(
        "Median latency, left: \(milliseconds(left)). Right: \(milliseconds(right)).",
        cause:
          "the session is saved and analysed; these are the medians of the counted movements out of the centre",
        next: "the report has the distributions and how certain they are")
    case .counted(let count, let trials):
      MessageWording(
        "\(count) of \(trials) movements counted.",
        cause: "every word that asked for a position is accounted for",
        next: "the report gives the verdict of each")
    case .leftOut(let reasons):
      MessageWording(
        "Left out: \(reasons.joined(separator: ", ")).",
        cause: "some movements count in no distribution, for these reasons",
        next: "`drillrunner analyze last --explain TRIAL` says how a result came about")
    case .noneLeftOut:
      MessageWording("None was left out.", cause: "every movement counts", next: "nothing needs to be done")
    }
  }
}
