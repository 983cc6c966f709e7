import MotionCore

/// The main result of a session as sentences, in the words of its run: the median latency of the words that ask for the
/// left and of those that ask for the right, and what was left out. They state numbers and judge nothing.
struct ClosingWords: Hashable, Sendable {
  /// Movements that count in no distribution for the same reason.
  struct LeftOut: Hashable, Sendable {
    var count: Int
    var reason: SpokenSentence
  }

  /// What is known of the words that ask for one side.
  enum Side: Hashable, Sendable {
    /// The median of its counted movements, whole ms.
    case median(Int)
    /// It was asked for, and no movement counts.
    case noneCounts
    /// No word asked for it.
    case notAsked
  }

  var left: Side
  var right: Side
  var counted: Int
  var trials: Int
  var leftOut: [LeftOut]

  /// What is said; nil where the session has no trial. Where numbers cannot be spoken, where they are shown.
  static func spoken(_ analysis: Analysis, _ words: SpokenWords) -> String? {
    ClosingWords(analysis).map { words.isLimitedToFixed ? words[.closingOnScreen] : $0.text(words) }
  }

  /// With all numbers, as it is printed.
  func text(_ words: SpokenWords) -> String {
    func told(_ side: Side) -> String {
      switch side {
      case .median(let value): words.filled(.closingMilliseconds, ["number": "\(value)"])
      case .noneCounts: words[.closingNotAvailable]
      case .notAsked: words[.closingNotAsked]
      }
    }
    let reasons = leftOut.map { words.filled($0.reason, ["number": "\($0.count)"]) }.joined(separator: ", ")
    let isSided = left != .notAsked || right != .notAsked
    return [
      isSided ? words.filled(.closingLatency, ["left": told(left), "right": told(right)]) : nil,
      words.filled(.closingCounted, ["counted": "\(counted)", "trials": "\(trials)"]),
      leftOut.isEmpty ? words[.closingNoneLeftOut] : words.filled(.closingLeftOut, ["reasons": reasons]),
    ].compactMap { $0 }.joined(separator: " ")
  }
}

extension ClosingWords {
  /// nil where the session has no trial.
  init?(_ analysis: Analysis) {
    let groups = analysis.summary.groups
    guard let all = groups.first(where: { $0.group == nil })?.summary, all.trials > 0 else { return nil }
    // By what the word asked for, wherever the rider was: from the other side it is a movement across, not out of the
    // centre.
    func side(_ expect: ExpectedPosition) -> Side {
      let asked = analysis.trials.filter { $0.cue.expect == expect }
      guard !asked.isEmpty else { return .notAsked }
      let latencies = asked.filter(\.counts).compactMap(\.latencyMilliseconds.value)
      return Distribution(latencies).median.value.map { .median(Int($0.rounded())) } ?? .noneCounts
    }
    left = side(.left)
    right = side(.right)
    counted = all.counted.distribution.count
    trials = all.trials
    // Each reason that leaves a movement out has its sentence: a test holds the two lists together.
    leftOut = all.excluded.compactMap { exclusion in
      SpokenSentence(leftOut: exclusion.reason).map { LeftOut(count: exclusion.count, reason: $0) }
    }
    if all.notRequired > 0 { leftOut.append(LeftOut(count: all.notRequired, reason: .leftOutNotRequired)) }
  }
}
