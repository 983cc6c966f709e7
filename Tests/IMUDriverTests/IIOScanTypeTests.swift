import Foundation
import MotionCore
import Testing

@testable import IMUDriver

/// Bytes to be read as an element of a scan.
func hexBytes(_ text: String) -> [UInt8] {
  let digits = Array(text.filter { $0 != " " })
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
}

@Suite struct IIOScanTypeTests {
  private static func decode(_ type: String, _ hex: String, part: Int = 0) throws -> RawNumber {
    let type = try ScanType(parsing: type)
    return hexBytes(hex).withUnsafeBytes { type.decode($0, at: 0, part: part) }
  }

  /// The bytes are those of Python's struct.pack, named beside each; bits outside the value are set.
  @Test(arguments: [
    ("be:s16/16>>0", "c004", -16380),  // '>h'
    ("be:s16/16>>0", "4000", 16384),
    ("le:s16/16>>0", "04c0", -16380),
    ("le:s12/16>>4", "bfff", -5),  // '<H', (-5 & 0xfff) << 4 | 0xf
    ("le:s12/16>>4", "ff7f", 2047),  // '<H', 2047 << 4 | 0xf
    ("le:s10/16>>0", "d4aa", -300),  // '<H', -300 & 0x3ff | 0xa800
    ("be:s20/32>>12", "e1dc0fff", -123_456),  // '>I', (-123456 & 0xfffff) << 12 | 0xfff
    ("le:s24/32>>8", "ab000080", -8_388_608),  // '<I', (-8388608 & 0xffffff) << 8 | 0xab
    ("be:s32/32>>0", "5278a8c6", 1_383_639_238),  // '>i'; a raw value in the dump of an ADIS16480
    ("be:S32/32>>0", "ffff5faa", -41_046),  // '>i', likewise
    ("le:u16/16>>0", "ffff", 65_535),
    ("be:u24/32>>8", "abcdef11", 0xabcdef),  // '>I', 0xabcdef << 8 | 0x11
    ("le:s64/64>>0", "15cd8eed2f75ec18", 1_795_939_200_123_456_789),  // '<q'
    ("be:s64/64>>0", "fffffffffffffffe", -2),  // '>q'
    ("le:s8/8>>0", "80", -128), ("le:u8/8>>0", "80", 128), ("le:s1/8>>7", "80", -1),
    ("le:u63/64>>1", "ffffffffffffffff", Int64.max),
    ("be:s16/16", "c004", -16380),
  ])
  func integersAreDecoded(type: String, hex: String, value: Int64) throws {
    #expect(try IIOScanTypeTests.decode(type, hex) == .integer(value))
  }

  /// struct.pack('<f', -9.80665), whose nearest single is -9.806650161743164, and struct.pack('>d', 0.1).
  @Test func realsAreDecoded() throws {
    #expect(try IIOScanTypeTests.decode("le:f32/32>>0", "0ae81cc1") == .real(-9.806650161743164))
    #expect(try IIOScanTypeTests.decode("be:f64/64>>0", "3fb999999999999a") == .real(0.1))
  }

  /// struct.pack('<4h', 16384, -1, -16384, 7).
  @Test func theValuesOfARepeatedElement() throws {
    #expect(try ScanType(parsing: "le:s16/16X4>>0").byteCount == 8)
    for text in ["le:s16/16X4>>0", "be:u24/32>>8", "le:f32/32>>0"] {
      #expect(try ScanType(parsing: text).text == text)
    }
    let values = try (0..<4).map {
      try IIOScanTypeTests.decode("le:s16/16X4>>0", "0040ffff00c00700", part: $0)
    }
    #expect(values == [.integer(16384), .integer(-1), .integer(-16384), .integer(7)])
  }

  /// Each with what is wrong with it.
  static let refused: [(type: String, problem: ScanTypeProblem)] = [
    ("", .noByteOrder), ("s16/16>>0", .noByteOrder), ("xe:s16/16>>0", .noByteOrder), ("be:16/16>>0", .noSign),
    ("be:q16/16>>0", .noSign), ("be:s/16>>0", .notANumber("")), ("be:s16>>0", .noStorageBits),
    ("be:s16/>>0", .notANumber("")), ("be:s16/24>>0", .storage(bits: 24)),
    ("be:s16/12>>0", .storage(bits: 12)),
    ("be:s17/16>>0", .doesNotFit(bits: 17, shift: 0, storage: 16)),
    ("be:s12/16>>5", .doesNotFit(bits: 12, shift: 5, storage: 16)), ("be:s16/16>>", .notANumber("")),
    ("be:s-1/16>>0", .notANumber("-1")), ("be:s16/16X3>>0", .repeats(3)), ("be:s16/16X0>>0", .repeats(0)),
    ("le:u64/64>>0", .unsigned64), ("le:f16/16>>0", .realBits(16)),
    ("be:s0/16>>0", .doesNotFit(bits: 0, shift: 0, storage: 16)),
    ("be:s16/16>>99999999999999999999", .notANumber("99999999999999999999")),
  ]

  @Test(arguments: refused)
  func whatCannotBeReadIsRefused(type: String, problem: ScanTypeProblem) {
    #expect(throws: problem) { try ScanType(parsing: type) }
  }
}

@Suite struct IIOScanLayoutTests {
  private static func layout(_ channels: [(String, String)]) throws -> ScanLayout {
    ScanLayout(
      try channels.enumerated().map {
        ScanChannel(name: $1.0, index: $0, type: try ScanType(parsing: $1.1))
      })
  }

  /// 6 × 2 = 12 bytes, 4 of padding, 8 of time: 24.
  @Test func sixAxesAndTheTime() throws {
    let axes = (IIOQuantity.acceleration.channels + IIOQuantity.rotation.channels).map {
      ($0, "be:s16/16>>0")
    }
    let layout = try IIOScanLayoutTests.layout(axes + [("in_timestamp", "le:s64/64>>0")])
    #expect(layout.size == 24)
    #expect(layout.elements.map(\.offset) == [0, 2, 4, 6, 8, 10, 16])
  }

  @Test func withoutTheTimeThereIsNoPadding() throws {
    let layout = try IIOScanLayoutTests.layout(IIOQuantity.acceleration.channels.map { ($0, "le:s16/16>>0") })
    #expect(layout.size == 6)
  }

  /// 3 × 2, a byte at 6, three of four bytes from 8 on, 2 × 3 from 20 on, the time at 32, in all 40.
  @Test func eachElementIsAlignedToItsOwnLength() throws {
    let layout = try IIOScanLayoutTests.layout([
      ("a", "le:s12/16>>4"), ("b", "le:s12/16>>4"), ("c", "le:s12/16>>4"), ("t", "le:s8/8>>0"),
      ("d", "be:s20/32>>12"), ("e", "be:s20/32>>12"), ("f", "be:s20/32>>12"), ("g", "be:u16/16>>0"),
      ("h", "be:u16/16>>0"), ("i", "be:u16/16>>0"), ("in_timestamp", "be:s64/64>>0"),
    ])
    #expect(layout.elements.map(\.offset) == [0, 2, 4, 6, 8, 12, 16, 20, 22, 24, 32])
    #expect(layout.size == 40)
  }

  /// The end is padded to the longest: 4 + 1 → 8.
  @Test func theEndIsPadded() throws {
    #expect(try IIOScanLayoutTests.layout([("a", "le:s32/32>>0"), ("b", "le:s8/8>>0")]).size == 8)
    #expect(try IIOScanLayoutTests.layout([("a", "le:s16/16X4>>0"), ("b", "le:s16/16>>0")]).size == 16)
    #expect(ScanLayout([]).size == 0)
  }

  /// The kernel appends the time whatever its index, and other channels go by index, not by name.
  @Test func theTimeIsLast() throws {
    let type = try ScanType(parsing: "le:s16/16>>0")
    let time = try ScanType(parsing: "le:s64/64>>0")
    let layout = ScanLayout([
      ScanChannel(name: "in_timestamp", index: 0, type: time), ScanChannel(name: "a", index: 7, type: type),
      ScanChannel(name: "b", index: 3, type: type),
    ])
    #expect(layout.elements.map(\.channel.name) == ["b", "a", "in_timestamp"])
    #expect(layout.elements.map(\.offset) == [0, 2, 8])
  }

  /// Formats of real chips. Sizes by hand: 16505 and 16550 with all channels 6·4 + 4 + 6·4 = 52 → time at 56,
  /// 64 bytes (the 16505's temperature has 2 bytes and 2 of padding); 16480: 6·4 + 3·2 + 2 + 4 + 2 = 38 → 40, 48;
  /// 16507: 6·4 = 24.
  @Test func formatsOfRealChips() throws {
    let file = MockDevice.testFolder.appending(path: "Fixtures/iio/adis_channels.csv")
    var chips: [String: [ScanChannel]] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      chips[cells[0], default: []].append(
        ScanChannel(name: cells[1], index: Int(cells[2])!, type: try ScanType(parsing: cells[3])))
    }
    #expect(
      chips.mapValues { ScanLayout($0).size }
        == ["adis16505-2": 64, "adis16480": 48, "adis16507-3": 24, "adis16550": 64])
  }
}
