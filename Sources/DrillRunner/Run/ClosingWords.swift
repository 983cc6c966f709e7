import MotionCore

/// The main result of a session as a sentence to be said: the median latency to the left and to the right, and
/// what was left out. It states numbers and judges nothing.
enum ClosingWords {
  /// nil where the session has no trial.
  static func text(_ analysis: Analysis) -> String? {
    let groups = analysis.summary.groups
    guard let all = groups.first(where: { $0.group == nil })?.summary, all.trials > 0 else { return nil }
    func median(_ group: Transition.Group) -> String {
      let value = groups.first { $0.group == group }?.summary.counted.distribution.median.value
      return value.map { "\(Int($0.rounded())) milliseconds" } ?? "not available"
    }
    var parts = [
      "Median latency, left: \(median(.outboundLeft)). Right: \(median(.outboundRight)).",
      "\(all.counted.distribution.count) of \(all.trials) movements counted.",
    ]
    var leftOut = all.excluded.map { "\($0.count) \(AnalysisTable.words($0.reason.rawValue))" }
    if all.notRequired > 0 { leftOut.append("\(all.notRequired) not required") }
    parts.append(leftOut.isEmpty ? "None was left out." : "Left out: \(leftOut.joined(separator: ", ")).")
    return parts.joined(separator: " ")
  }
}
