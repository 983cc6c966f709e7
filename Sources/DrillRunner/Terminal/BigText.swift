import Foundation

/// Words in letters that are read from across a garage: seven dots high, drawn with half blocks (two dots a cell), or
/// with `#` (one dot a cell) where the terminal has no block characters.
enum BigText {
  /// The lines of `text`, all of the same width; nil where a character has no letter here (accents are left out).
  static func lines(_ text: String, unicode: Bool) -> [String]? {
    guard let dots = dots(text) else { return nil }
    let rows = stride(from: 0, to: BigText.dotRows, by: unicode ? 2 : 1)
    return rows.map { row in
      let lower = row + 1 < BigText.dotRows && unicode ? dots[row + 1] : dots[row].map { _ in false }
      return String(
        zip(dots[row], lower).map { upper, lower -> Character in
          switch (upper, lower) {
          case (true, true): "█"
          case (true, false): unicode ? "▀" : "#"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }

  /// Lines of every big text.
  static func height(unicode: Bool) -> Int { unicode ? (dotRows + 1) / 2 : dotRows }

  private static let dotRows = 7

  /// Rows of dots, a column between letters.
  private static func dots(_ text: String) -> [[Bool]]? {
    var rows = [[Bool]](repeating: [], count: dotRows)
    // Canonical decomposition takes an accent from its letter.
    for scalar in text.uppercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      guard let letter = letters[Character(scalar)] else { return nil }
      for row in 0..<dotRows {
        if !rows[row].isEmpty { rows[row].append(false) }
        rows[row] += letter[row]
      }
    }
    return rows[0].isEmpty ? nil : rows
  }

  private static let letters: [Character: [[Bool]]] = drawn.mapValues { drawing in
    drawing.split(separator: "|", omittingEmptySubsequences: false).map { row in row.map { $0 == "#" } }
  }

  private static let drawn: [Character: String] = [
    "A": " ### |#   #|#   #|#####|#   #|#   #|#   #",
    "B": "#### |#   #|#   #|#### |#   #|#   #|#### ",
    "C": " ### |#   #|#    |#    |#    |#   #| ### ",
    "D": "#### |#   #|#   #|#   #|#   #|#   #|#### ",
    "E": "####|#   |#   |### |#   |#   |####",
    "F": "####|#   |#   |### |#   |#   |#   ",
    "G": " ### |#   #|#    |#  ##|#   #|#   #| ### ",
    "H": "#   #|#   #|#   #|#####|#   #|#   #|#   #",
    "I": "###| # | # | # | # | # |###",
    "J": "  ###|   # |   # |   # |   # |#  # | ##  ",
    "K": "#   #|#  # |# #  |##   |# #  |#  # |#   #",
    "L": "#   |#   |#   |#   |#   |#   |####",
    "M": "#   #|## ##|# # #|# # #|#   #|#   #|#   #",
    "N": "#   #|##  #|##  #|# # #|#  ##|#  ##|#   #",
    "O": " ### |#   #|#   #|#   #|#   #|#   #| ### ",
    "P": "#### |#   #|#   #|#### |#    |#    |#    ",
    "Q": " ### |#   #|#   #|#   #|# # #|#  # | ## #",
    "R": "#### |#   #|#   #|#### |# #  |#  # |#   #",
    "S": " ####|#    |#    | ### |    #|    #|#### ",
    "T": "#####|  #  |  #  |  #  |  #  |  #  |  #  ",
    "U": "#   #|#   #|#   #|#   #|#   #|#   #| ### ",
    "V": "#   #|#   #|#   #|#   #|#   #| # # |  #  ",
    "W": "#   #|#   #|#   #|# # #|# # #|## ##|#   #",
    "X": "#   #|#   #| # # |  #  | # # |#   #|#   #",
    "Y": "#   #|#   #| # # |  #  |  #  |  #  |  #  ",
    "Z": "#####|    #|   # |  #  | #   |#    |#####",
    "0": " ### |#   #|#  ##|# # #|##  #|#   #| ### ",
    "1": "  #  | ##  |  #  |  #  |  #  |  #  | ### ",
    "2": " ### |#   #|    #|   # |  #  | #   |#####",
    "3": "#### |    #|    #| ### |    #|    #|#### ",
    "4": "   # |  ## | # # |#  # |#####|   # |   # ",
    "5": "#####|#    |#### |    #|    #|#   #| ### ",
    "6": " ### |#    |#    |#### |#   #|#   #| ### ",
    "7": "#####|    #|   # |  #  | #   | #   | #   ",
    "8": " ### |#   #|#   #| ### |#   #|#   #| ### ",
    "9": " ### |#   #|#   #| ####|    #|    #| ### ",
    " ": "  |  |  |  |  |  |  ",
    ".": "  |  |  |  |  |##|##",
    ",": "  |  |  |  |  | #|# ",
    ":": " |#|#| |#|#| ",
    "-": "    |    |    |####|    |    |    ",
    "_": "    |    |    |    |    |    |####",
    "+": "     |  #  |  #  |#####|  #  |  #  |     ",
    "/": "    #|    #|   # |  #  | #   |#    |#    ",
    "!": "#|#|#|#|#| |#",
    "?": " ### |#   #|    #|   # |  #  |     |  #  ",
    "'": "#|#| | | | | ",
    "°": "###|# #|###|   |   |   |   ",
    "%": "##  #|##  #|   # |  #  | #   |#  ##|#  ##",
  ]
}
