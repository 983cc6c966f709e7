import MotionCore

/// The main result of a session as a sentence to be said: the median latency to the left and to the right, and
/// what was left out. It states numbers and judges nothing.
enum ClosingWords: Hashable, Sendable {
  case medians(left: Int?, right: Int?)
  case counted(Int, of: Int)
  case leftOut([LeftOut])
  case noneLeftOut

  /// Movements that count in no distribution for the same reason.
  struct LeftOut: Hashable, Sendable {
    var count: Int
    var reason: String
  }

  /// nil where the session has no trial.
  static func text(_ analysis: Analysis, _ words: SpokenWords = .english) -> String? {
    let groups = analysis.summary.groups
    guard let all = groups.first(where: { $0.group == nil })?.summary, all.trials > 0 else { return nil }
    if words.isLimitedToFixed { return words[.closingOnScreen] }
    func median(_ group: Transition.Group) -> Int? {
      let value = groups.first { $0.group == group }?.summary.counted.distribution.median.value
      return value.map { Int($0.rounded()) }
    }
    var leftOut = all.excluded.map {
      LeftOut(count: $0.count, reason: AnalysisTable.words($0.reason.rawValue))
    }
    if all.notRequired > 0 { leftOut.append(LeftOut(count: all.notRequired, reason: "not required")) }
    let parts: [ClosingWords] = [
      .medians(left: median(.outboundLeft), right: median(.outboundRight)),
      .counted(all.counted.distribution.count, of: all.trials),
      leftOut.isEmpty ? .noneLeftOut : .leftOut(leftOut),
    ]
    return parts.map { $0.text(words) }.joined(separator: " ")
  }

  /// The sentence in the words of a run. What was left out is told with the reasons in English, in other words as a
  /// number.
  private func text(_ words: SpokenWords) -> String {
    func milliseconds(_ value: Int?) -> String {
      value.map { words.filled(.closingMilliseconds, ["number": "\($0)"]) } ?? words[.closingNotAvailable]
    }
    switch self {
    case .medians(let left, let right):
      return words.filled(.closingLatency, ["left": milliseconds(left), "right": milliseconds(right)])
    case .counted(let count, let trials):
      return words.filled(.closingCounted, ["counted": "\(count)", "trials": "\(trials)"])
    case .leftOut(let parts):
      guard words.texts[.closingLeftOut] == nil else {
        return words.filled(.closingLeftOut, ["number": "\(parts.reduce(0) { $0 + $1.count })"])
      }
      return "Left out: \(parts.map { "\($0.count) \($0.reason)" }.joined(separator: ", "))."
    case .noneLeftOut: return words[.closingNoneLeftOut]
    }
  }
}

extension ClosingWords: CatalogueMessage {
  static let section = MessageSection("say.result", "The spoken result", .spoken)
  static let examples: [ClosingWords] = [
    .medians(left: 412, right: nil), .counted(47, of: 50),
    .leftOut([LeftOut(count: 2, reason: "missed"), LeftOut(count: 1, reason: "anticipated")]), .noneLeftOut,
  ]

  var wording: MessageWording {
    MessageWording(text(.english), cause: why.cause, next: why.next)
  }

  private var why: (cause: String, next: String) {
    switch self {
    case .medians:
      (
        "the session is saved and analysed; these are the medians of the counted movements out of the centre",
        "the report has the distributions and how certain they are"
      )
    case .counted:
      ("every word that asked for a position is accounted for", "the report gives the verdict of each")
    case .leftOut:
      (
        "some movements count in no distribution, for these reasons",
        "`drillrunner analyze last --explain TRIAL` says how a result came about"
      )
    case .noneLeftOut: ("every movement counts", "nothing needs to be done")
    }
  }
}
