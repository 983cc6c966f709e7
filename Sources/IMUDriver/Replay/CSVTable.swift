import Foundation

/// A CSV file as lines of cells (RFC 4180, with the liberties that loggers take): UTF-8 with or without a byte
/// order mark, any line end, quoted cells, `,` `;` or tab between cells. Empty lines are left out.
struct CSVTable {
  struct Line {
    /// From 1, as an editor counts.
    var number: Int
    var cells: [String]
  }

  var delimiter: UInt8
  var lines: [Line]

  /// The delimiter is the first of `;`, tab and `,` that the first line has outside quotes.
  init(_ data: Data) {
    var bytes = [UInt8](data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let delimiter = CSVTable.delimiter(of: bytes)
    self.delimiter = delimiter
    lines = []
    var cells: [String] = []
    var cell: [UInt8] = []
    var quoted = false
    var number = 1
    var lineNumber = 1
    func trimmed() -> String {
      String(decoding: cell, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }
    func endLine() {
      cells.append(trimmed())
      cell = []
      if cells.contains(where: { !$0.isEmpty }) { lines.append(Line(number: lineNumber, cells: cells)) }
      cells = []
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      let next = index < bytes.count ? bytes[index] : 0
      switch byte {
      case UInt8(ascii: "\"") where quoted && next == UInt8(ascii: "\""):
        cell.append(byte)
        index += 1
      case UInt8(ascii: "\""): quoted.toggle()
      case delimiter where !quoted:
        cells.append(trimmed())
        cell = []
      case UInt8(ascii: "\r") where !quoted, UInt8(ascii: "\n") where !quoted:
        if byte == UInt8(ascii: "\r"), next == UInt8(ascii: "\n") { index += 1 }
        endLine()
        number += 1
        lineNumber = number
      default:
        if byte == UInt8(ascii: "\n") { number += 1 }
        cell.append(byte)
      }
    }
    endLine()
  }

  private static func delimiter(of bytes: [UInt8]) -> UInt8 {
    var quoted = false
    var found: Set<UInt8> = []
    var seenText = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { quoted.toggle() }
      if !quoted, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if seenText { break }
        continue
      }
      seenText = true
      if !quoted { found.insert(byte) }
    }
    return [UInt8(ascii: ";"), UInt8(ascii: "\t")].first(where: found.contains) ?? UInt8(ascii: ",")
  }
}
