import MotionCore

/// How one element stands in a scan: the `_type` attribute,
/// `[be|le]:[s|u|f]bits/storagebits[Xrepeat][>>shift]`
/// (Documentation/ABI/testing/sysfs-bus-iio, "scan_elements/…_type").
struct ScanType: Hashable, Sendable {
  enum Format: Hashable, Sendable {
    case signed, unsigned, float
  }

  var isBigEndian: Bool
  var format: Format
  /// Bits that count.
  var bits: Int
  /// Bits of one value in the scan, padding included.
  var storageBits: Int
  /// Values in the element; more than one only for such as quaternions.
  var repeats: Int
  /// How far the stored value is shifted right before it is masked.
  var shift: Int

  /// Length of the element in bytes, which is also its alignment.
  var byteCount: Int { storageBits / 8 * repeats }

  init(parsing text: String) throws(ScanTypeProblem) {
    func number(_ text: Substring) throws(ScanTypeProblem) -> Int {
      guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text) else {
        throw .notANumber(String(text))
      }
      return number
    }
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0] == "be" || halves[0] == "le" else {
      throw .noByteOrder
    }
    isBigEndian = halves[0] == "be"
    var rest = halves[1]
    switch rest.first {
    // libiio writes the sign of a value that fills its storage with a capital.
    case "s", "S": format = .signed
    case "u", "U": format = .unsigned
    case "f": format = .float
    default: throw .noSign
    }
    rest = rest.dropFirst()
    shift = 0
    if let arrow = rest.firstRange(of: ">>") {
      shift = try number(rest[arrow.upperBound...])
      rest = rest[..<arrow.lowerBound]
    }
    repeats = 1
    if let cross = rest.firstIndex(of: "X") {
      repeats = try number(rest[rest.index(after: cross)...])
      rest = rest[..<cross]
    }
    guard let slash = rest.firstIndex(of: "/") else { throw .noStorageBits }
    bits = try number(rest[..<slash])
    storageBits = try number(rest[rest.index(after: slash)...])
    try check()
  }

  private func check() throws(ScanTypeProblem) {
    guard [8, 16, 32, 64].contains(storageBits) else {
      throw .storage(bits: storageBits)
    }
    guard bits > 0, shift >= 0, bits + shift <= storageBits else {
      throw .doesNotFit(bits: bits, shift: shift, storage: storageBits)
    }
    // The kernel aligns an element to its own length with a mask, which asks for a power of two.
    guard repeats > 0, repeats <= 64, repeats & (repeats - 1) == 0 else {
      throw .repeats(repeats)
    }
    if format == .unsigned, bits == 64 {
      throw .unsigned64
    }
    if format == .float {
      guard bits == storageBits, bits == 32 || bits == 64 else {
        throw .realBits(bits)
      }
    }
  }

  /// The type as the kernel prints it (iio_show_fixed_type, drivers/iio/industrialio-buffer.c).
  var text: String {
    let sign = format == .signed ? "s" : format == .unsigned ? "u" : "f"
    let times = repeats > 1 ? "X\(repeats)" : ""
    return "\(isBigEndian ? "be" : "le"):\(sign)\(bits)/\(storageBits)\(times)>>\(shift)"
  }

  /// Decodes value number `part` of the element that begins at `offset`.
  func decode(_ scan: UnsafeRawBufferPointer, at offset: Int, part: Int = 0) -> RawNumber {
    let length = storageBits / 8
    let start = offset + part * length
    var stored: UInt64 = 0
    for byte in 0..<length {
      let position = isBigEndian ? start + byte : start + length - 1 - byte
      stored = stored << 8 | UInt64(scan[position])
    }
    if format == .float {
      return .real(
        bits == 32
          ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: stored))) : Double(bitPattern: stored))
    }
    // To the top, which drops what lies above the value, and down again with or without its sign.
    let unused = UInt64(64 - bits)
    let raised = (stored >> UInt64(shift)) << unused
    return .integer(
      format == .signed ? Int64(bitPattern: raised) >> Int64(unused) : Int64(bitPattern: raised >> unused))
  }
}
