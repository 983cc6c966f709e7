/// Finds the word that was probably meant.
public enum Suggestion {
  /// The candidate nearest to `word`, where it is near enough to be a slip: an edit distance of at most a third
  /// of the longer word, at least 1, letter case aside. The first of equals. nil: none.
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let written = Array(word.lowercased().unicodeScalars)
    guard !written.isEmpty, written.count <= 60 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let target = Array(candidate.lowercased().unicodeScalars)
      guard target.count <= 60 else { continue }
      let found = distance(written, target)
      let limit = max(1, max(written.count, target.count) / 3)
      if found <= limit, found < target.count, found < best?.distance ?? .max { best = (candidate, found) }
    }
    return best?.candidate
  }

  /// "did you mean …", or the choice where nothing is near.
  public static func hint(for word: String, among candidates: [String]) -> String {
    if let nearest = nearest(to: word, among: candidates) { return "did you mean \"\(nearest)\"?" }
    return "one of: " + candidates.joined(separator: ", ")
  }

  /// The restricted Damerau–Levenshtein distance (optimal string alignment): insertions, deletions,
  /// replacements and swaps of neighbours, no part edited twice. F. J. Damerau, CACM 7(3), 1964.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1] + [Int](repeating: 0, count: b.count)
      for j in 0..<b.count {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
