import Foundation
import MotionCore

/// Lines of numbers whose columns somebody has declared, in the language of `CSVColumns`. A row has a time, and
/// three cells a sensor. There is no checksum: a damaged digit is not seen, a damaged line is.
struct CSVLineFraming: SerialFraming {
  let columns: CSVColumns
  private var lines = LineCutter()

  init(_ columns: CSVColumns) {
    self.columns = columns
  }

  var clock: ClockDescription? {
    ClockDescription(
      name: "device", unit: columns.timeUnit, epoch: "device", wrapsAt: columns.wrapsAt)
  }

  mutating func match(_ bytes: ArraySlice<UInt8>) -> FrameMatch {
    switch lines.cut(bytes) {
    case .incomplete: return .incomplete
    case .leaveOut(let length): return .leaveOut(length, damaged: false)
    case .line(let line, let length):
      return cells(line) == nil ? .leaveOut(length, damaged: true) : .frame(length)
    }
  }

  /// The numbers of a line; nil where it is not one for each column. An empty cell is a value that is missing.
  private func cells(_ line: ArraySlice<UInt8>) -> [RawNumber]? {
    // The delimiter is the first of these that the line has: a decimal comma needs another one.
    let delimiter =
      [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: ",")].first { line.contains($0) }
      ?? UInt8(ascii: " ")
    let texts = line.split(separator: delimiter, omittingEmptySubsequences: false)
    guard texts.count == columns.names.count else { return nil }
    let used = Set([columns.time] + columns.streams.flatMap(\.columns))
    var numbers: [RawNumber] = []
    for (index, bytes) in texts.enumerated() {
      let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      if text.isEmpty || !used.contains(index) {
        numbers.append(.real(.nan))
      } else if let number = CSVNumber.parse(text, decimalComma: delimiter != UInt8(ascii: ",")) {
        numbers.append(number)
      } else {
        return nil
      }
    }
    return numbers[columns.time].isFinite ? numbers : nil
  }

  mutating func decode(_ bytes: ArraySlice<UInt8>, start: Int, follows: Bool) -> [SerialFrame] {
    var line = bytes.dropLast()
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    guard let cells = cells(line) else { return [] }
    let readings = columns.streams.compactMap { stream -> SerialReading? in
      let values = stream.columns.map { cells[$0] }
      guard values.contains(where: \.isFinite) else { return nil }
      return SerialReading(
        channel: SerialChannel(
          kind: stream.kind, name: stream.columns.map { columns.names[$0] }.joined(separator: ", "),
          unit: stream.unit, scale: stream.scale, offset: stream.offset, convention: stream.convention),
        values: values)
    }
    return [
      SerialFrame(
        start: start, end: start + bytes.count, time: .at(cells[columns.time]), readings: readings)
    ]
  }

  mutating func restart() { lines.restart() }
}
