import MotionCore
import Testing

@testable import IMUDriver

/// Messages made by the manual's tables. Checksums: the exclusive or of the bytes between $ and *, and the CRC of
/// polynomial 0x1021 from zero, both computed apart in Python (binascii.crc_hqx).
@Suite struct VectorNavTextTests {
  private func frames(_ text: String) -> [SerialFrame] {
    // The first line end begins the text: what stands before it may have been cut.
    SerialBytes.frames(VectorNavTextFraming(), Array(("\r\n" + text).utf8))
  }

  /// Python: functools.reduce(operator.xor, body), and binascii.crc_hqx(body, 0).
  static let yawMagneticAccelerationRate =
    "VNYMR,+100.949,-008.326,+002.370,+00.9917,-00.1463,-00.6214,-01.421,-00.397,-09.690,-00.001122,+00.000442,-00.000321"

  @Test(arguments: ["*6A", "*C825"]) func aMessageOfAllSensorsIsRead(sum: String) throws {
    let found = frames("$" + VectorNavTextTests.yawMagneticAccelerationRate + sum + "\r\n")
    #expect(found.count == 1)
    let readings = try #require(found.first).readings
    #expect(readings.map(\.channel.kind) == [.motion, .magnetometer, .accelerometer, .gyroscope])
    // roll, pitch, yaw: sent the other way round.
    #expect(readings[0].values == [.real(2.370), .real(-8.326), .real(100.949)])
    #expect(readings[1].values == [.real(0.9917), .real(-0.1463), .real(-0.6214)])
    #expect(readings[2].values == [.real(-1.421), .real(-0.397), .real(-9.690)])
    #expect(readings[3].values == [.real(-0.001122), .real(0.000442), .real(-0.000321)])
    #expect(readings.map(\.channel.unit) == [.degrees, .gauss, .metresPerSecondSquared, .radiansPerSecond])
    #expect(found[0].time == .none)
  }

  @Test func aQuaternionKeepsItsOrderAndTheTemperatureIsRead() throws {
    let text =
      "$VNQTN,-0.017057,-0.000767,+0.056534,+0.998255*5A\r\n"
      + "$VNIMU,-00.9549,+00.3009,+00.9105,+00.1,-00.2,-09.8,+00.01,-00.02,+00.03,+21.5,+00101.3*61\r\n"
    let found = frames(text)
    #expect(found.count == 2)
    #expect(
      found[0].readings[0].values == [.real(-0.017057), .real(-0.000767), .real(0.056534), .real(0.998255)])
    #expect(found[1].temperature == .real(21.5) && found[1].readings.count == 3)
  }

  /// A digit that was changed is seen by the checksum, an answer to a command is no damage, a message with a number
  /// too few is none.
  @Test func whatIsNoMeasurementIsLeftOut() {
    let good = "$" + VectorNavTextTests.yawMagneticAccelerationRate + "*6A\r\n"
    let changed = good.replacing("9.690", with: "9.691")
    var decoder = SerialDecoder(VectorNavTextFraming())
    let outputs = decoder.append(Array(("\r\n" + good + changed + "$VNRRG,01,VN-100*5A\r\n" + good).utf8))
    #expect(SerialBytes.frames(outputs).count == 2)
    #expect(SerialBytes.skipped(outputs).damagedFrames == 1)
    #expect(frames("$VNACC,1,2*5A\r\n").isEmpty)
  }
}
