import MotionCore

/// `language:` and `sentences:`, in which words the program speaks.
extension DrillReader {
  /// A language as BCP 47 writes it, in short: `de`, `pt-br`.
  mutating func language(_ node: YAMLNode) -> String? {
    guard let text = text(node, "language") else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isRight =
      (2...3).contains(parts[0].count) && parts.count <= 4
      && parts[0].utf8.allSatisfy { (0x61...0x7A).contains($0) }
      && parts.dropFirst().allSatisfy { part in
        (2...8).contains(part.count) && part.utf8.allSatisfy(DrillReader.isAlphanumeric)
      }
    guard isRight else {
      error(node.location, .value(.notLanguage(text)))
      return nil
    }
    return text
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// Sentences of the program in the drill's own words.
  mutating func sentences(_ node: YAMLNode) -> [SpokenSentence: (text: String, place: String)] {
    guard let entries = mapping(node, "sentences") else { return [:] }
    var found: [SpokenSentence: (text: String, place: String)] = [:]
    for entry in entries {
      guard let sentence = SpokenSentence(rawValue: entry.key) else {
        error(entry.keyLocation, .value(.unknownSentence(entry.key)))
        continue
      }
      guard let text = text(entry.value, .key(entry.key)) else { continue }
      let written = SpokenSentence.placeholders(in: text)
      if let unknown = written.first(where: { !sentence.placeholders.contains($0) }) {
        error(entry.value.location, .value(.sentenceHasNoNumber(sentence, unknown)))
      } else if let missing = sentence.placeholders.first(where: { !written.contains($0) }) {
        error(entry.value.location, .value(.sentenceLacksNumber(sentence, missing)))
      } else {
        found[sentence] = (text, place(of: entry.keyLocation))
      }
    }
    return found
  }

  /// Where the language is another one, every sentence should be in it.
  mutating func checkSentences(_ language: String, at location: SourceLocation) {
    guard !language.hasPrefix("en") else { return }
    let missing = SpokenSentence.allCases.filter { programWords[$0] == nil }
    if !missing.isEmpty { warning(location, .value(.sentencesMissing(missing))) }
  }
}
