/// Makes text safe to show: names come from files and devices, and a terminal obeys control characters.
public enum Printable {
  /// The text with control and direction characters made visible: `␛` for escape, `<202E>` for an override.
  public static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return text.unicodeScalars.map(scalar).joined()
  }

  /// Text of several lines: as `text`, but line ends and tabs stay what they are.
  public static func lines(_ text: String) -> String {
    func mustChange(_ scalar: Unicode.Scalar) -> Bool { scalar != "\n" && scalar != "\t" && isHidden(scalar) }
    guard text.unicodeScalars.contains(where: mustChange) else { return text }
    return text.unicodeScalars.map { mustChange($0) ? scalar($0) : String($0) }.joined()
  }

  /// At most `count` characters of a text of any length, made safe to show: for messages.
  public static func excerpt(_ text: String, count: Int = 120) -> String {
    let start = text.unicodeScalars.prefix(count + 1)
    let kept = String(String.UnicodeScalarView(start.prefix(count)))
    return Printable.text(kept) + (start.count > count ? "…" : "")
  }

  /// One scalar, made visible where it is a control or direction character.
  public static func scalar(_ scalar: Unicode.Scalar) -> String {
    guard isHidden(scalar) else { return String(scalar) }
    switch scalar.value {
    case 0..<0x20: return String(UnicodeScalar(0x2400 + scalar.value) ?? "?")
    case 0x7F: return "\u{2421}"
    default: return "<" + String(scalar.value, radix: 16, uppercase: true) + ">"
    }
  }

  /// C0 and C1 controls, line and paragraph separators, and the direction marks, overrides and isolates that
  /// can make text read otherwise than it is (Unicode TR 36, "bidirectional text spoofing"; the property
  /// Bidi_Control of Unicode 15).
  public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
