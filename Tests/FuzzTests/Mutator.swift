import MotionCore

/// Mutations of a corpus, drawn from a seed: bits, bytes, numbers, cuts, repeats, and parts of other inputs.
struct Mutator {
  private let inputs: [[UInt8]]
  private var random: SeededRandom
  private static let pieces: [String] = [
    "9223372036854775807", "-9223372036854775808", "2305843009213693953", "1e308", "-1e308", "1e999", "NaN",
    "5e-324", "-0.0", "0", "18446744073709551615", "null", "[]", "{}", "\"\"", "\n", "\u{1B}[31m", "\u{202E}",
    "\\u0000", "\\ud800", "../", "=== ", ",", ":", "\"",
  ]

  init(inputs: [[UInt8]], seed: UInt64) {
    self.inputs = inputs
    random = SeededRandom(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var bytes = inputs[below(inputs.count)]
    for _ in 0...below(4) { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    let end = min(bytes.count, place + below(40))
    switch below(8) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
    case 1 where place < bytes.count: bytes[place] = UInt8(below(256))
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 4:
      let other = inputs[below(inputs.count)]
      let start = below(other.count + 1)
      bytes.replaceSubrange(place..<end, with: other[start..<min(other.count, start + below(80))])
    case 5: replaceNumber(&bytes, from: place)
    default:
      bytes.replaceSubrange(
        place..<min(bytes.count, place + below(4)), with: Mutator.pieces[below(Mutator.pieces.count)].utf8)
    }
  }

  /// The next number of the text becomes another.
  private mutating func replaceNumber(_ bytes: inout [UInt8], from place: Int) {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Mutator.pieces[below(11)].utf8)
  }

  private mutating func below(_ limit: Int) -> Int {
    Int(random.uniform() * Double(limit))
  }
}
