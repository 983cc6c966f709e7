import MotionCore
import Testing

@testable import IMUDriver

/// Whatever comes over the wire, no decoder stops the program, holds bytes for ever, or makes frames of noise.
@Suite struct SerialFuzzTests {
  private static func framings() throws -> [any SerialFraming] {
    let columns = try CSVColumns(header: ["t_us", "accel_x_g", "accel_y_g", "accel_z_g"], file: "line")
    return try SerialProtocol.allCases.map { try #require($0.framing(columns: columns)) }
  }

  @Test func noiseIsNoFrame() throws {
    for framing in try SerialFuzzTests.framings() {
      var noise = SerialNoise(seed: 5)
      var decoder = SerialDecoder(framing)
      var sent = 0
      for _ in 0..<400 {
        let bytes = noise.bytes(noise.next(below: 500))
        sent += bytes.count
        let readings = SerialBytes.frames(decoder.append(bytes)).flatMap(\.readings)
        #expect(readings.isEmpty)
        // The longest that anything may be waited for: an Xsens message of 2055 bytes.
        #expect(sent - decoder.undecided <= 2055)
      }
    }
  }

  /// Frames with a right checksum around contents that make no sense.
  @Test func nonsenseWithARightChecksumIsSurvived() throws {
    var noise = SerialNoise(seed: 6)
    let ids: [UInt8] = [0x10, 0x20, 0x40, 0x80, 0xC0, 0xE0, 0x08]
    for _ in 0..<3000 {
      var items: [UInt8] = []
      for _ in 0..<noise.next(below: 4) {
        items += [ids[noise.next(below: ids.count)], UInt8(noise.next(below: 256))]
        items += [UInt8(noise.next(below: 80))] + noise.bytes(noise.next(below: 80))
      }
      let isLong = noise.next(below: 2) == 1
      let length: [UInt8] =
        isLong || items.count >= 255
        ? [0xFF, UInt8(items.count >> 8), UInt8(items.count & 0xFF)] : [UInt8(items.count)]
      let body: [UInt8] = [0xFF, 0x36] + length + items
      let xsens = [0xFA] + body + [0 &- body.reduce(0, &+)]
      var decoder = SerialDecoder(XsensFraming())
      _ = decoder.append(xsens)
      #expect(decoder.framedBytes == xsens.count)

      let groups = UInt8(noise.next(below: 128))
      var head: [UInt8] = [groups]
      for _ in 0..<groups.nonzeroBitCount { head += [UInt8(noise.next(below: 256)), 0] }
      head += noise.bytes(noise.next(below: 400))
      let crc = VectorNavFraming.crc(head[...])
      var other = SerialDecoder(VectorNavFraming())
      let message: [UInt8] = [0xFA] + head + [UInt8(crc >> 8), UInt8(crc & 0xFF)]
      _ = other.append(message)
    }
    for type in UInt8(0x50)...0x5F {
      for _ in 0..<200 { _ = SerialBytes.frames(WitMotionFraming(), SerialBytes.wit(type, noise.words(4))) }
    }
  }

  /// The codes that the makers' documents give: RRATE 06 is 10 Hz, 08 50 Hz, 09 100 Hz, 0B 200 Hz; BAUD 2 is 9600,
  /// 6 115200, 9 921600.
  @Test func theCodesOfTheRegistersAreTheDocuments() {
    func rateCode(_ hertz: Double) -> UInt16? {
      WitMotionConfiguration.rates.first { $0.hertz == hertz }?.code
    }
    func baudCode(_ baud: Int) -> UInt16? { WitMotionConfiguration.bauds.first { $0.baud == baud }?.code }
    #expect([10, 50, 100, 200].map(rateCode) == [0x06, 0x08, 0x09, 0x0B])
    #expect([9600, 115_200, 921_600].map(baudCode) == [2, 6, 9])
    #expect(WitMotionConfiguration.command(.rate, 9) == [0xFF, 0xAA, 0x03, 0x09, 0x00])
  }
}
