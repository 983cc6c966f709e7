import Foundation

/// A CSV file as lines of cells (RFC 4180, with the liberties that loggers take): UTF-8 with or without a byte
/// order mark, any line end, quoted cells, `,` `;` or tab between cells. Empty lines are left out. Lines are made
/// one at a time, so that memory does not go with the text.
struct CSVTable {
  /// More cells than any logger writes; what a line has beyond them is counted up to here.
  static let maximumCells = 1000

  struct Line {
    /// From 1, as an editor counts.
    var number: Int
    var cells: [String]
  }

  let delimiter: UInt8
  private let bytes: [UInt8]

  /// The delimiter is the first of `;`, tab and `,` that the first line has outside quotes.
  init(_ data: Data) {
    var bytes = [UInt8](data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    self.bytes = bytes
    delimiter = CSVTable.delimiter(of: bytes)
  }

  var firstLine: Line? {
    var first: Line?
    forEachLine { line in
      first = line
      return false
    }
    return first
  }

  /// Gives `body` each line in order, until it returns false.
  func forEachLine(_ body: (Line) throws -> Bool) rethrows {
    var cells: [String] = []
    var cell: [UInt8] = []
    var quoted = false
    var number = 1
    var lineNumber = 1
    func endCell() {
      if cells.count <= CSVTable.maximumCells {
        cells.append(String(decoding: cell, as: UTF8.self).trimmingCharacters(in: .whitespaces))
      }
      cell.removeAll(keepingCapacity: true)
    }
    func endLine() throws -> Bool {
      endCell()
      defer { cells = [] }
      return try cells.allSatisfy(\.isEmpty) || body(Line(number: lineNumber, cells: cells))
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
      case delimiter where !quoted: endCell()
      case UInt8(ascii: "\r") where !quoted, UInt8(ascii: "\n") where !quoted:
        if byte == UInt8(ascii: "\r"), next == UInt8(ascii: "\n") { index += 1 }
        guard try endLine() else { return }
        number += 1
        lineNumber = number
      default:
        if byte == UInt8(ascii: "\n") { number += 1 }
        cell.append(byte)
      }
    }
    _ = try endLine()
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
