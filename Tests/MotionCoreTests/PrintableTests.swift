import Testing

@testable import MotionCore

@Suite struct PrintableTests {
  // Every scalar that Unicode calls a control, a line or paragraph separator, or Bidi_Control, by its own tables.
  @Test func nothingThatATerminalObeysIsLeft() {
    let bidirectional: Set<UInt32> = [
      0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
    ]
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      let obeyed =
        category == .control || category == .lineSeparator || category == .paragraphSeparator
        || bidirectional.contains(value)
      guard obeyed || value == 0xFEFF else {
        #expect(!Printable.isHidden(scalar), "U+\(String(value, radix: 16))")
        continue
      }
      let shown = Printable.text("a\(String(scalar))b")
      #expect(!shown.unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))")
      #expect(shown.unicodeScalars.allSatisfy { !Printable.isHidden($0) })
    }
    #expect(Printable.text("\u{1B}[31m\n\u{202E}") == "␛[31m␊<202E>")
  }

  @Test func linesKeepTheirEndsAndTabs() {
    #expect(Printable.lines("a\n\tb\r\u{9B}1m") == "a\n\tb␍<9B>1m")
    #expect(Printable.lines("Grüße 😀\n") == "Grüße 😀\n")
  }

  @Test func excerptsAreShort() {
    #expect(Printable.excerpt("abc", count: 3) == "abc")
    #expect(Printable.excerpt("abcd", count: 3) == "abc…")
    #expect(Printable.excerpt(String(repeating: "\u{1B}", count: 1_000_000)).unicodeScalars.count == 121)
  }

  @Test func errorsCannotCommandATerminal() {
    let error = FileError(call: "open", path: "a\n\u{1B}]0;x\u{7}\u{9B}", code: 2)
    // The next step stands on a line of its own.
    let lines = "\(error)".split(separator: "\n")
    #expect(lines.count == 2 && lines.joined().unicodeScalars.allSatisfy { !Printable.isHidden($0) })
    let lookup = SessionLookupError.several(asked: "\u{202E}", matches: ["one", "two\u{1B}"])
    #expect(
      "\(lookup)"
        == "no session \"<202E>\": 2 sessions begin like that\n  → give more of it:\n    one\n    two␛")
    let folder = SessionsFolderError(folder: "a", cause: "\r")
    #expect("\(folder)".hasPrefix("cannot read the sessions folder a: ␍\n  → "))
  }

  // RFC 8259, 7: any character may be escaped; the value stays the same.
  @Test func jsonTextCanBeShown() throws {
    let value: JSONValue = ["\u{9B}": "\u{202E}\u{2028}\u{FEFF}\u{61C}é😀\u{7F}\u{1B}"]
    let text = value.text()
    #expect(text == #"{"\u009b":"\u202e\u2028\ufeff\u061cé😀\u007f\u001b"}"#)
    #expect(try JSONValue.parse(text) == value)
  }
}
