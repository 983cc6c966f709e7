extension JSONValue {
  /// How a value is laid out as text.
  public enum Layout: Sendable {
    /// One line without spaces, as in the rows of a `.jsonl` file.
    case line
    /// Two-space indentation, one member a line, as in `manifest.json`.
    case indented
  }

  /// The value as JSON text (RFC 8259), deterministic: members in their order, or sorted by key (by UTF-8
  /// bytes); doubles in the shortest form that reads back to the same bits; integers as integers.
  /// A NaN or an infinity is a programming error: JSON has none.
  public func text(_ layout: Layout = .line, sortedKeys: Bool = false) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, layout: layout, sortedKeys: sortedKeys, depth: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value's text to `bytes`.
  public func write(
    to bytes: inout [UInt8], layout: Layout = .line, sortedKeys: Bool = false, depth: Int = 0
  ) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .real(let value):
      precondition(value.isFinite, "JSON has no \(value)")
      bytes.append(contentsOf: value.description.utf8)
    case .string(let value): JSONValue.writeString(value, to: &bytes)
    case .array(let elements):
      JSONValue.writeList(open: "[", close: "]", elements, to: &bytes, layout: layout, depth: depth) {
        $0.write(to: &$1, layout: layout, sortedKeys: sortedKeys, depth: depth + 1)
      }
    case .object(let object):
      let members =
        sortedKeys
        ? object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : object.members
      JSONValue.writeList(open: "{", close: "}", members, to: &bytes, layout: layout, depth: depth) {
        JSONValue.writeString($0.key, to: &$1)
        $1.append(contentsOf: (layout == .line ? ":" : ": ").utf8)
        $0.value.write(to: &$1, layout: layout, sortedKeys: sortedKeys, depth: depth + 1)
      }
    }
  }

  private static func writeList<Element>(
    open: Unicode.Scalar, close: Unicode.Scalar, _ elements: [Element], to bytes: inout [UInt8],
    layout: Layout, depth: Int, writeElement: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(&bytes, layout: layout, depth: depth + 1)
      writeElement(element, &bytes)
    }
    if !elements.isEmpty { breakLine(&bytes, layout: layout, depth: depth) }
    bytes.append(UInt8(ascii: close))
  }

  private static func breakLine(_ bytes: inout [UInt8], layout: Layout, depth: Int) {
    guard layout == .indented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  /// Appends `text` as a JSON string. Control characters are escaped, so no line of a file is ever broken, and
  /// so are those that turn the direction of text (`Printable.isHidden`): a document can be shown as it is.
  public static func writeString(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 { write(ascii: byte, to: &bytes) }
    } else {
      for scalar in text.unicodeScalars {
        if scalar.isASCII {
          write(ascii: UInt8(scalar.value), to: &bytes)
        } else if Printable.isHidden(scalar) {
          // None of them lies beyond U+FFFF.
          writeEscape(scalar.value, to: &bytes)
        } else {
          bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(ascii byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20, 0x7F: writeEscape(UInt32(byte), to: &bytes)
    default: bytes.append(byte)
    }
  }

  private static func writeEscape(_ value: UInt32, to bytes: inout [UInt8]) {
    let digits = String(value, radix: 16)
    bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
  }
}
