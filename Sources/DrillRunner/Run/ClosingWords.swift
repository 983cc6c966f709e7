import MotionCore

/// The main result of a session as sentences, in the words of its run: the median latency to the left and to the right,
/// and what was left out. They state numbers and judge nothing.
struct ClosingWords: Hashable, Sendable {
  /// Movements that count in no distribution for the same reason.
  struct LeftOut: Hashable, Sendable {
    var count: Int
    var reason: SpokenSentence
  }

  /// Medians, whole ms; nil where no movement to that side counts.
  var left: Int?
  var right: Int?
  var counted: Int
  var trials: Int
  var leftOut: [LeftOut]

  /// What is said; nil where the session has no trial. Where numbers cannot be spoken, where they are shown.
  static func spoken(_ analysis: Analysis, _ words: SpokenWords) -> String? {
    ClosingWords(analysis).map { words.isLimitedToFixed ? words[.closingOnScreen] : $0.text(words) }
  }

  /// With all numbers, as it is printed.
  func text(_ words: SpokenWords) -> String {
    func milliseconds(_ value: Int?) -> String {
      value.map { words.filled(.closingMilliseconds, ["number": "\($0)"]) } ?? words[.closingNotAvailable]
    }
    let reasons = leftOut.map { words.filled($0.reason, ["number": "\($0.count)"]) }.joined(separator: ", ")
    return [
      words.filled(.closingLatency, ["left": milliseconds(left), "right": milliseconds(right)]),
      words.filled(.closingCounted, ["counted": "\(counted)", "trials": "\(trials)"]),
      leftOut.isEmpty ? words[.closingNoneLeftOut] : words.filled(.closingLeftOut, ["reasons": reasons]),
    ].joined(separator: " ")
  }
}

extension ClosingWords {
  /// nil where the session has no trial.
  init?(_ analysis: Analysis) {
    let groups = analysis.summary.groups
    guard let all = groups.first(where: { $0.group == nil })?.summary, all.trials > 0 else { return nil }
    func median(_ group: Transition.Group) -> Int? {
      let value = groups.first { $0.group == group }?.summary.counted.distribution.median.value
      return value.map { Int($0.rounded()) }
    }
    left = median(.outboundLeft)
    right = median(.outboundRight)
    counted = all.counted.distribution.count
    trials = all.trials
    // Each reason that leaves a movement out has its sentence: a test holds the two lists together.
    leftOut = all.excluded.compactMap { exclusion in
      SpokenSentence(leftOut: exclusion.reason).map { LeftOut(count: exclusion.count, reason: $0) }
    }
    if all.notRequired > 0 { leftOut.append(LeftOut(count: all.notRequired, reason: .leftOutNotRequired)) }
  }
}
