import MotionCore

/// The main result of a session as a sentence to be said: the median latency to the left and to the right, and
/// what was left out. It states numbers and judges nothing.
enum ClosingWords {
  /// nil where the session has no trial.
  static func text(_ analysis: Analysis, _ words: SpokenWords = .english) -> String? {
    let groups = analysis.summary.groups
    guard let all = groups.first(where: { $0.group == nil })?.summary, all.trials > 0 else { return nil }
    if words.isLimitedToFixed { return words[.closingOnScreen] }
    func median(_ group: Transition.Group) -> String {
      let value = groups.first { $0.group == group }?.summary.counted.distribution.median.value
      return value.map { words.filled(.closingMilliseconds, ["number": "\(Int($0.rounded()))"]) }
        ?? words[.closingNotAvailable]
    }
    return [
      words.filled(
        .closingLatency, ["left": median(.outboundLeft), "right": median(.outboundRight)]),
      words.filled(
        .closingCounted, ["counted": "\(all.counted.distribution.count)", "trials": "\(all.trials)"]),
      leftOut(all, words),
    ].joined(separator: " ")
  }

  /// What was left out: in English with the reasons, in other words as a number.
  private static func leftOut(_ all: GroupSummary, _ words: SpokenWords) -> String {
    let number = all.excluded.reduce(0) { $0 + $1.count } + all.notRequired
    if number == 0 { return words[.closingNoneLeftOut] }
    if words.texts[.closingLeftOut] != nil { return words.filled(.closingLeftOut, ["number": "\(number)"]) }
    var reasons = all.excluded.map { "\($0.count) \(AnalysisTable.words($0.reason.rawValue))" }
    if all.notRequired > 0 { reasons.append("\(all.notRequired) not required") }
    return "Left out: \(reasons.joined(separator: ", "))."
  }
}
