import Foundation

/// What characters a terminal can show, and text made of them.
enum ScreenText {
  /// Whether the locale's character set is UTF-8: LC_ALL, LC_CTYPE and LANG in this order (locale(7)); none of them
  /// set is the C locale, which is ASCII.
  static func isUnicode(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let name = locale?.lowercased() ?? ""
    return name.contains("utf-8") || name.contains("utf8")
  }

  /// The text as far as ASCII has it; "?" for what it has not.
  static func ascii(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.map { character -> String in
      if character.isASCII { return String(character) }
      if let known = substitutes[character] { return known }
      // An accent is left out; what is no letter with an accent is unknown.
      let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.first
      return base.flatMap { $0.isASCII ? String($0) : nil } ?? "?"
    }.joined()
  }

  private static let substitutes: [Character: String] = [
    "●": "*", "○": "o", "—": "-", "–": "-", "…": "~", "°": " deg", "→": "->", "“": "\"", "”": "\"", "’": "'",
    "µ": "u", "±": "+/-",
  ]
}
