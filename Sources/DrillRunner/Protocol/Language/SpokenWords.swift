import MotionCore

/// The words in which the program says its own sentences in a run: its English ones, or those of the drill.
struct SpokenWords: Hashable, Sendable {
  static let english = SpokenWords()

  /// What the drill says in other words.
  let texts: [SpokenSentence: String]
  /// True where nothing can be spoken but what was made before: numbers stay on the screen then.
  var isLimitedToFixed = false
  private let byEnglish: [String: String]

  /// - Parameter drillsOwn: texts that the drill itself says; they are said as they are written.
  init(_ texts: [SpokenSentence: String] = [:], drillsOwn: Set<String> = []) {
    self.texts = texts
    byEnglish = Dictionary(
      texts.map { ($0.key.english, $0.value) }.filter { !drillsOwn.contains($0.0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// What is said for one of the program's sentences, or for any other text: that text.
  func callAsFunction(_ english: String) -> String { byEnglish[english] ?? english }

  /// What is said for a sentence.
  subscript(sentence: SpokenSentence) -> String { texts[sentence] ?? sentence.english }

  /// What is said of a failed step of the calibration. `sentence` is what the calibration says of it, with numbers.
  func failure(_ reason: String, _ sentence: String) -> String {
    guard let known = SpokenSentence(calibrationReason: reason) else { return sentence }
    return texts[known] ?? (isLimitedToFixed ? known.english : sentence)
  }

  /// Reasons of a failed calibration that are known before the run.
  var fixedFailures: [String] {
    (["no_outcome"] + CalibrationProblem.Reason.allCases.map(\.rawValue))
      .compactMap(SpokenSentence.init(calibrationReason:))
      .filter { isLimitedToFixed || texts[$0] != nil }.map { self[$0] }
  }

  /// A sentence with its numbers.
  func filled(_ sentence: SpokenSentence, _ values: [String: String]) -> String {
    values.reduce(self[sentence]) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
