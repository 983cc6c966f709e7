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
      error(node.location, "\"\(text)\" is not a language", "write its short name: en, de, fr, pt-br")
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
    let names = SpokenSentence.allCases.map(\.rawValue)
    for entry in entries {
      guard let sentence = SpokenSentence(rawValue: entry.key) else {
        error(
          entry.keyLocation, "the program has no sentence \"\(entry.key)\"",
          Suggestion.nearest(to: entry.key, among: names).map { "did you mean \"\($0)\"?" }
            ?? "docs/protocols.md lists them")
        continue
      }
      guard let text = text(entry.value, entry.key) else { continue }
      let written = SpokenSentence.placeholders(in: text)
      if let unknown = written.first(where: { !sentence.placeholders.contains($0) }) {
        error(
          entry.value.location, "the sentence \(entry.key) has no number {\(unknown)}",
          sentence.placeholders.isEmpty
            ? "write it without braces"
            : "it has " + sentence.placeholders.map { "{\($0)}" }.joined(separator: " and "))
      } else if let missing = sentence.placeholders.first(where: { !written.contains($0) }) {
        error(
          entry.value.location, "the sentence \(entry.key) leaves out its number {\(missing)}",
          "as in: \(sentence.english)")
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
    guard let first = missing.first else { return }
    warning(
      location,
      missing.count == SpokenSentence.allCases.count
        ? "the program says its own sentences in English, whatever the language"
        : "\(missing.count) of the program's own sentences have no words in this language: "
          + missing.prefix(5).map(\.rawValue).joined(separator: ", ") + (missing.count > 5 ? ", …" : ""),
      "say them under sentences:, or include a file that does; the first is \(first.rawValue): \(first.english)"
    )
  }
}
