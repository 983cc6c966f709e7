/// Where something stands in a file: line and column from 1, length in characters (Unicode scalars) on that
/// line, at least 1.
struct SourceLocation: Hashable, Sendable {
  var line: Int
  var column: Int
  var length: Int

  static let start = SourceLocation(line: 1, column: 1, length: 1)
}

/// The text of a file, able to say where a byte stands.
struct DrillSource: Sendable {
  /// The name to show in messages.
  var path: String
  /// The bytes, valid UTF-8.
  let bytes: [UInt8]
  /// The offset of the first byte of each line. A line ends with LF, CR or CRLF (YAML 1.2.2, 5.4).
  private let lineStarts: [Int]
  /// How many characters begin before each offset, the end included: places are asked for thousands of times, and
  /// all of a file may be one line.
  private let charactersBefore: [Int32]

  /// The first byte that is not UTF-8, as an error.
  struct NotUTF8: Error {
    var location: SourceLocation
  }

  init(path: String, bytes: [UInt8]) throws(NotUTF8) {
    self.path = path
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      let isReturn = byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if byte == 0x0A || isReturn { starts.append(index + 1) }
    }
    lineStarts = starts
    var counts: [Int32] = [0]
    counts.reserveCapacity(bytes.count + 1)
    for byte in bytes { counts.append(counts[counts.count - 1] + (byte & 0xC0 != 0x80 ? 1 : 0)) }
    charactersBefore = counts
    if let offset = DrillSource.firstInvalidByte(bytes) {
      let line = (starts.firstIndex { $0 > offset } ?? starts.count) - 1
      let column = Int(counts[offset] - counts[starts[line]]) + 1
      throw NotUTF8(location: SourceLocation(line: line + 1, column: column, length: 1))
    }
  }

  /// The place of a range of bytes; its length ends at the end of its first line.
  func location(of range: Range<Int>) -> SourceLocation {
    let start = min(max(0, range.lowerBound), bytes.count)
    let line = lineIndex(of: start)
    let end = min(max(start, range.upperBound), lineEnd(line))
    return SourceLocation(
      line: line + 1,
      column: characters(visibleStart(line), max(start, visibleStart(line))) + 1,
      length: max(1, start < end ? characters(start, end) : 1))
  }

  /// Whether the range stands on one line.
  func isOnOneLine(_ range: Range<Int>) -> Bool {
    range.upperBound <= lineEnd(lineIndex(of: range.lowerBound))
  }

  var lineCount: Int { lineStarts.count }

  /// The text of a line, from 1, without its end; empty outside the file.
  func line(_ number: Int) -> String {
    guard lineStarts.indices.contains(number - 1) else { return "" }
    return String(decoding: bytes[visibleStart(number - 1)..<lineEnd(number - 1)], as: UTF8.self)
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func lineEnd(_ line: Int) -> Int {
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    while end > lineStarts[line], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The start of a line, after a byte order mark, which no editor shows.
  private func visibleStart(_ line: Int) -> Int {
    line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : lineStarts[line]
  }

  private func characters(_ start: Int, _ end: Int) -> Int {
    Int(charactersBefore[end] - charactersBefore[start])
  }

  /// The offset of the first byte that no UTF-8 text can have there (Unicode 15, table 3-7).
  private static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
