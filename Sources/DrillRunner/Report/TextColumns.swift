/// Lays out text for a terminal or a file: columns of equal width, and lines that are not too long.
enum TextColumns {
  /// Columns of text that can be read on any terminal.
  static let page = 80

  /// The rows as lines: columns of equal width, two spaces apart, those in `right` to the right. A last column
  /// that does not fit `width` is broken at spaces and goes on below itself.
  static func aligned(_ rows: [[String]], right: Set<Int>, width: Int) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    guard columns > 0 else { return [] }
    let widths = (0..<columns).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    let before = widths.dropLast().reduce(0) { $0 + $1 + 2 }
    return rows.flatMap { row -> [String] in
      var line = ""
      for (column, cell) in row.dropLast().enumerated() {
        let fill = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
        line += (right.contains(column) ? fill + cell : cell + fill) + "  "
      }
      let last = row[columns - 1]
      if right.contains(columns - 1) {
        return [line + String(repeating: " ", count: widths[columns - 1] - DisplayWidth.of(last)) + last]
      }
      let room = max(20, width - before)
      // What fits keeps its spaces.
      let parts = DisplayWidth.of(last) <= room ? [last] : wrapped(last, width: room)
      let indent = String(repeating: " ", count: before)
      return [line + (parts.first ?? "")] + parts.dropFirst().map { indent + $0 }
    }
  }

  /// The text broken at spaces into lines of at most `width` columns; the first begins with `first`, the others
  /// with `rest`. A word that is longer than a line is broken.
  static func wrapped(_ text: String, width: Int, first: String = "", rest: String = "") -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    func begin() {
      lines.append(line)
      line = rest
      isEmpty = true
    }
    for word in text.split(separator: " ").map(String.init) {
      if !isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width { begin() }
      if !isEmpty { line += " " }
      for character in word {
        if !isEmpty, DisplayWidth.of(line) + DisplayWidth.of(String(character)) > width { begin() }
        line.append(character)
        isEmpty = false
      }
    }
    return lines + [line]
  }
}
