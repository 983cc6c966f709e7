/// The name among `candidates` that `word` was probably meant to be, by edit distance (Levenshtein, 1966):
/// at most a third of its letters wrong. nil where none is near.
func nearestName(to word: String, among candidates: [String]) -> String? {
  let letters = Array(word.lowercased())
  guard !letters.isEmpty, letters.count <= 64 else { return nil }
  let best = candidates.map { (name: $0, distance: editDistance(letters, Array($0.lowercased()))) }
    .min { $0.distance < $1.distance }
  guard let best, best.distance <= max(1, max(letters.count, best.name.count) / 3) else { return nil }
  return best.name
}

/// The number of letters to insert, remove or replace to make `b` of `a`.
func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, letter) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let substituted = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}
