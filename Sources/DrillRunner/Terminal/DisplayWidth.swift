/// How many columns text takes on a terminal.
enum DisplayWidth {
  /// The columns of a text; control characters must have been made visible before.
  static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// 0 for marks that join the character before, 2 for East Asian wide characters and emoji, else 1: the
  /// ranges of M. Kuhn's wcwidth (2007) and of the emoji blocks.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x300 else { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The text cut to `columns` columns, with "…" in its last column where something was cut.
  static func cut(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard of(text) > columns else { return text }
    var kept = ""
    var used = 0
    for character in text {
      let width = of(String(character))
      guard used + width <= columns - 1 else { break }
      kept.append(character)
      used += width
    }
    return kept + "…"
  }

  /// The text cut or filled with spaces to exactly `columns` columns.
  static func fit(_ text: String, to columns: Int) -> String {
    let text = cut(text, to: columns)
    return text + String(repeating: " ", count: max(0, columns - of(text)))
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD,
  ]
}
