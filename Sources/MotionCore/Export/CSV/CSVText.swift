extension OutputFile {
  /// A text cell, quoted where RFC 4180 asks for it. The text is left as it is, also where a spreadsheet would take it
  /// for a formula.
  func writeCell(_ text: String) {
    let needsQuotes = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
        || $0 == UInt8(ascii: "\r")
    }
    guard needsQuotes else {
      write(text)
      return
    }
    write("\"")
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { buffer.append(byte) }
      buffer.append(byte)
    }
    write("\"")
  }

  /// A JSON value as a cell: null is empty, a number a number, a text itself; a list of texts is joined by semicolons,
  /// anything else is JSON text.
  func writeCell(_ value: JSONValue) {
    switch value {
    case .null: break
    case .bool(let value): write(value ? "true" : "false")
    case .integer(let value): write(value)
    case .real(let value): if value.isFinite { write(value) }
    case .string(let value): writeCell(value)
    case .array(let elements) where elements.allSatisfy({ $0.string != nil }):
      writeCell(elements.compactMap(\.string).joined(separator: ";"))
    case .array, .object: writeCell(value.withoutNonFinite.text())
    }
  }

  /// Writes cells as one line.
  func writeLine(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { write(",") }
      writeCell(cell)
    }
    write("\n")
  }
}

/// Names that are safe as a file of the export.
enum CSVName {
  /// `name` without anything that means more than itself in a path; at most 100 characters.
  static func file(_ name: String) -> String {
    let safe = name.unicodeScalars.map { scalar -> Character in
      scalar.value < 0x20 || scalar == "/" || scalar == "\\" || scalar.value == 0x7F ? "_" : Character(scalar)
    }
    let text = String(safe.prefix(100))
    return text.isEmpty || text.hasPrefix(".") ? "_" + text.drop { $0 == "." } : text
  }
}
