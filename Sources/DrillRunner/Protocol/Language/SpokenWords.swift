import MotionCore

/// The words in which the program says its own sentences in a run: its English ones, or those of the drill.
struct SpokenWords: Hashable, Sendable {
  static let english = SpokenWords()

  /// What the drill says in other words.
  let texts: [SpokenSentence: String]
  /// True where nothing can be spoken but what was made before: numbers stay on the screen then.
  var isLimitedToFixed = false

  init(_ texts: [SpokenSentence: String] = [:]) {
    self.texts = texts
  }

  /// What is said for a sentence.
  subscript(sentence: SpokenSentence) -> String { texts[sentence] ?? sentence.english }

  /// What is said of a failed step of the calibration. `sentence` is what the calibration says of it, with numbers.
  func failure(_ reason: String, _ sentence: String) -> String {
    guard let known = SpokenSentence(calibrationReason: reason) else { return sentence }
    return texts[known] ?? (isLimitedToFixed ? known.english : sentence)
  }

  /// Reasons of a failed calibration that are known before the run: they have no numbers.
  var fixedFailures: [SpokenSentence] {
    [.failedNoOutcome]
      + CalibrationProblem.Reason.allCases.compactMap { SpokenSentence(calibrationReason: $0.rawValue) }
      .filter { isLimitedToFixed || texts[$0] != nil }
  }

  /// A sentence with its numbers.
  func filled(_ sentence: SpokenSentence, _ values: [String: String]) -> String {
    SpokenSentence.filled(self[sentence], values)
  }
}
