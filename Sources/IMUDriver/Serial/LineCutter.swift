/// Cuts a byte stream into lines, for the protocols that are text. What comes before the first line end is left
/// out: the front of a line that was cut could be read as another number.
struct LineCutter: Sendable {
  /// A longer line is no measurement.
  static let longest = 512

  private var hasBegun = false

  enum Cut {
    case incomplete
    case leaveOut(Int)
    /// A line without its end, and its length with it.
    case line(ArraySlice<UInt8>, length: Int)
  }

  mutating func cut(_ bytes: ArraySlice<UInt8>) -> Cut {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      guard bytes.count > LineCutter.longest else { return .incomplete }
      // The rest of this line, when it comes, is not a line either.
      hasBegun = false
      return .leaveOut(bytes.count)
    }
    let length = end + 1 - bytes.startIndex
    guard hasBegun else {
      hasBegun = true
      return .leaveOut(length)
    }
    var line = bytes[bytes.startIndex..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return .line(line, length: length)
  }

  mutating func restart() { hasBegun = false }
}
