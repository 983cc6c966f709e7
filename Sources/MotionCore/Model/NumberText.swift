/// Numbers as text, straight into bytes: the rows of a bundle and the cells of an export are written by the same code.
extension [UInt8] {
  /// Appends an integer, every digit of it.
  mutating func append(decimal value: Int64) {
    // 2⁶⁴ has 20 digits.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value.magnitude
      var start = 20
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 { append(UInt8(ascii: "-")) }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Appends a double in the shortest form that reads back to the same bits.
  mutating func append(shortest value: Double) {
    var text = value.description
    text.withUTF8 { append(contentsOf: $0) }
  }
}
