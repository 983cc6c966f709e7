import MotionCore
import Testing

@testable import IMUDriver

@Suite struct IIOScanDecoderTests {
  private static let receipt = HostTime(nanoseconds: 1_795_939_200_133_456_789)

  private static func decoder(clock: TimestampClock.Meaning = .host, time: Bool = true) throws -> ScanDecoder
  {
    let type = try ScanType(parsing: "be:s16/16>>0")
    let names =
      IIOQuantity.acceleration.channels + ["in_temp"] + IIOQuantity.rotation.channels
    var channels = names.enumerated().map { ScanChannel(name: $1, index: $0, type: type) }
    if time {
      channels.append(
        ScanChannel(name: "in_timestamp", index: 7, type: try ScanType(parsing: "le:s64/64>>0")))
    }
    return ScanDecoder(
      ScanLayout(channels), streams: [(.acceleration, 4), (.rotation, 5)],
      temperature: try temperature(), clock: clock)
  }

  private static func temperature() throws -> IIOTemperature {
    let folder = try FakeSysfs(["in_temp_scale": "2.941176", "in_temp_offset": "12420"])
    return try #require(IIOTemperature(channel: "in_temp", in: folder.folder))
  }

  /// struct.pack('>7h', 100, -16380, 300, -521, -1, 2, -300) + 2 bytes + struct.pack('<q', 1795939200123456789).
  private static let scan = hexBytes("0064c004012cfdf7ffff0002fed4 5a5a 15cd8eed2f75ec18")

  @Test func oneScanMakesARowInEachStream() throws {
    let decoder = try IIOScanDecoderTests.decoder()
    #expect(decoder.size == 24)
    let rows = IIOScanDecoderTests.scan.withUnsafeBytes {
      decoder.rows($0, receipt: IIOScanDecoderTests.receipt)
    }
    #expect(rows.time == 1_795_939_200_123_456_789 && !rows.isTimeImpossible)
    #expect(rows.rows.map(\.stream) == [4, 5])
    #expect(rows.rows[0].sample.values == [.integer(100), .integer(-16380), .integer(300)])
    #expect(rows.rows[1].sample.values == [.integer(-1), .integer(2), .integer(-300)])
    for (_, sample) in rows.rows {
      #expect(sample.deviceTime == .integer(1_795_939_200_123_456_789))
      #expect(sample.receipt == IIOScanDecoderTests.receipt)
      #expect(sample.kernelTime == nil && sample.invalid.isEmpty)
      // (−521 + 12420) · 2.941176 / 1000 = 34.997053224 °C
      #expect(abs(try #require(sample.temperature).double - 34.997053224) < 1e-9)
    }
  }

  @Test func aTimeThatCannotBeOfTheHostClockIsCalledInvalid() throws {
    let decoder = try IIOScanDecoderTests.decoder()
    for (receipt, isImpossible) in [
      // 40 ms before its time, which drivers that reckon may do; 60 ms before; 59 s and 61 s after.
      (1_795_939_200_083_456_789, false), (1_795_939_200_063_456_789, true),
      (1_795_939_259_123_456_789, false), (1_795_939_261_123_456_789, true), (Int64.min, true),
    ] {
      let rows = IIOScanDecoderTests.scan.withUnsafeBytes {
        decoder.rows($0, receipt: HostTime(nanoseconds: receipt))
      }
      #expect(rows.isTimeImpossible == isImpossible, "\(receipt)")
      #expect(rows.rows[0].sample.invalid == (isImpossible ? ["t"] : []))
      // It is kept as delivered all the same.
      #expect(rows.rows[0].sample.deviceTime == .integer(1_795_939_200_123_456_789))
    }
  }

  /// A clock of its own may say anything.
  @Test func anotherClockIsNotDoubted() throws {
    let decoder = try IIOScanDecoderTests.decoder(clock: .other(epoch: "realtime"))
    let rows = IIOScanDecoderTests.scan.withUnsafeBytes {
      decoder.rows($0, receipt: HostTime(nanoseconds: 5))
    }
    #expect(!rows.isTimeImpossible && rows.rows[0].sample.invalid.isEmpty)
  }

  @Test func withoutATimeTheReceiptIsTheTime() throws {
    let decoder = try IIOScanDecoderTests.decoder(clock: .none, time: false)
    #expect(decoder.size == 14)
    let rows = IIOScanDecoderTests.scan.withUnsafeBytes {
      decoder.rows($0, receipt: IIOScanDecoderTests.receipt)
    }
    #expect(rows.time == nil)
    #expect(rows.rows[0].sample.deviceTime == .integer(IIOScanDecoderTests.receipt.nanoseconds))
  }
}
