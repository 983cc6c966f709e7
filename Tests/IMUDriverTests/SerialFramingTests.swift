import Foundation
import MotionCore
import Testing

@testable import IMUDriver

/// The decoders on the documented frames, and on the bytes of real sensors against an independent decoding.
@Suite struct SerialFramingTests {
  /// The frames and the values that the makers' documents give for them.
  @Test func witMotionFramesOfTheDocument() throws {
    let bytes = SerialBytes.hex(
      """
      55 50 19 0b 1e 02 0f 07 59 01 59  55 51 9d fe 00 00 e2 07 f6 09 29  55 52 a4 00 f8 ff 00 00 f6 09 41
      55 53 1c 07 72 fc 00 40 31 46 f0  55 59 e8 7e 00 00 b5 10 00 00 d9
      """)
    // Angles and quaternion are not known to belong together before both were seen: the quaternion waits for
    // the next burst.
    let frames = SerialBytes.frames(WitMotionFraming(), bytes + SerialBytes.witTime(0))
    try #require(frames.count == 4)
    // 25-11-30 02:15:07.345: 9465 days after 2000-01-01 (`date -ud 2025-11-30 +%s` less that of 2000-01-01).
    let time = SerialTime.at(.integer(((9465 * 24 + 2) * 60 + 15) * 60_000 + 7345))
    #expect(frames.allSatisfy { $0.time == time && $0.start == 0 })
    #expect(frames.map(\.end) == [22, 33, 44, 55])
    func near(_ frame: Int, _ expected: [Double], _ tolerance: Double) -> Bool {
      let values = frames[frame].readings[0].physical(toCore: 1)
      return zip(values, expected).allSatisfy { abs($0 - $1) <= tolerance } && values.count == expected.count
    }
    #expect(near(0, [-0.1733, 0, 0.9854], 5e-5))
    #expect(frames[0].temperature == .real(25.5))
    #expect(near(1, [10.01, -0.488, 0], 5e-3))
    #expect(near(2, [10, -5, 90], 5e-3))
    // q0…q3 are w, x, y, z; rows have x, y, z, w.
    #expect(near(3, [0, 0.1305, 0, 0.9915], 5e-5))
    #expect(frames[0].readings[0].values == [.integer(-355), .integer(0), .integer(2018)])
  }

  @Test func rotationVectorFrameOfTheDocument() throws {
    let frames = SerialBytes.frames(
      RotationVectorFraming(), SerialBytes.hex("AAAA DE 0100 92FF 2508 8DFE ECFF D103 000000 E7"))
    try #require(frames.count == 1)
    #expect(frames[0].counter == 222)
    #expect(frames[0].time == .none)
    #expect(frames[0].readings[0].values == [.integer(-371), .integer(-20), .integer(977)])
    // roll, pitch, yaw: 20.85, −1.10, 0.01°.
    #expect(frames[0].readings[1].values == [.integer(2085), .integer(-110), .integer(1)])
    #expect(frames[0].readings[1].channel.scale == [0.01])
  }

  @Test func theRealXsensPacketsComeOutEqual() throws {
    let expected = try ReferenceFrame.decode(
      .xsens, file: SerialBytes.fixtures.appending(path: "xsens_mti300_packets.txt"))
    let frames = SerialBytes.frames(XsensFraming(), try SerialBytes.xsens())
    #expect(expected.count == 9)
    #expect(frames.map(ReferenceFrame.init) == expected)
    // The packet named shake_clipping: the status word calls one axis of each clipped.
    #expect(frames[1].readings.first { $0.channel.kind == .accelerometer }?.invalid == ["z"])
    #expect(frames[1].readings.first { $0.channel.kind == .gyroscope }?.invalid == ["y"])
    // Fixed point stays an integer.
    let fixed = frames.flatMap(\.readings).first { $0.channel.scale == [0x1p-32] }
    #expect(fixed?.values.first == .integer(Int64(-1) << 32 | 0xC36A_0B00))
  }

  @Test func theRealVectorNavRecordingComesOutEqual() throws {
    let expected = try ReferenceFrame.decode(
      .vectorNav, file: SerialBytes.fixtures.appending(path: "vn100_F00294.bin"))
    #expect(expected.count == 99)
    var decoder = SerialDecoder(VectorNavFraming())
    let outputs = decoder.append(try SerialBytes.vectorNav())
    #expect(SerialBytes.frames(outputs).map(ReferenceFrame.init) == expected)
    // The text between the messages is no damage.
    #expect(SerialBytes.skipped(outputs).damagedFrames == 0)
    #expect(outputs.allSatisfy { if case .skipped(let skipped) = $0 { skipped.isText } else { true } })
  }

  @Test func randomWitMotionBurstsComeOutEqual() throws {
    var noise = SerialNoise(seed: 3)
    let bytes = (0..<200).flatMap { cycle in
      SerialBytes.witTime(cycle * 10)
        + [0x51, 0x52, 0x53, 0x54].flatMap { SerialBytes.wit($0, noise.words(4)) }
    }
    let expected = try ReferenceFrame.decode(.witMotion, bytes)
    var frames = SerialBytes.frames(WitMotionFraming(), bytes).map(ReferenceFrame.init)
    #expect(frames.count == 800)
    // All frames of a burst begin with it.
    #expect(frames.enumerated().allSatisfy { $1.start == $0 / 4 * 55 })
    for index in frames.indices { frames[index].start = frames[index].end - 11 }
    #expect(frames == expected)
  }

  /// Angles and quaternion of one burst make one row; one that is lost leaves the other.
  @Test func theMotionRowOfABurstIsPutTogether() {
    func burst(_ n: Int16, without missing: UInt8 = 0) -> [UInt8] {
      [0x51, 0x53, 0x59].filter { $0 != missing }.flatMap { SerialBytes.wit($0, [n, n, n, n]) }
    }
    let bytes = burst(1) + burst(2) + burst(3, without: 0x59) + burst(4, without: 0x53) + burst(5)
    let motion = SerialBytes.frames(WitMotionFraming(), bytes).filter {
      $0.readings[0].channel.kind == .motion
    }
    #expect(
      motion.map { $0.readings.map { $0.channel.field } } == [
        // The first burst is how the decoder learns.
        [.euler], [.attitude], [.euler, .attitude], [.euler], [.attitude], [.euler, .attitude],
      ])
    #expect(motion.map { $0.readings[0].values[0] } == [1, 1, 2, 3, 4, 5].map { RawNumber.integer($0) })
  }

  @Test func aLostClockFrameLeavesItsBurstWithoutTime() {
    let sound = SerialBytes.witTime(0) + SerialBytes.wit(0x51, [1, 1, 1, 1])
    let bytes = sound + SerialBytes.wit(0x51, [2, 2, 2, 2]) + sound
    let frames = SerialBytes.frames(WitMotionFraming(), bytes)
    #expect(frames.map { $0.time == .missing } == [false, true, false])
  }

  /// A clock that nobody has set begins with month and day 0.
  @Test func theCalendarIsCounted() {
    func milliseconds(_ parts: [UInt8]) -> RawNumber? {
      let head: [UInt8] = [0x55, 0x50] + parts
      let bytes = head + [head.reduce(0, &+)] + SerialBytes.wit(0x51, [0, 0, 0, 0])
      if case .at(let time) = SerialBytes.frames(WitMotionFraming(), bytes)[0].time { return time }
      return nil
    }
    #expect(milliseconds([0, 0, 0, 0, 0, 1, 2, 0]) == .integer(1002))
    #expect(milliseconds([0, 1, 1, 0, 0, 1, 2, 0]) == .integer(1002))
    // Days from 2000-01-01 by GNU date: 2000-03-01 is 60, 2024-02-29 is 8825, 2099-12-31 is 36524.
    #expect(milliseconds([0, 3, 1, 0, 0, 0, 0, 0]) == .integer(60 * 86_400_000))
    #expect(milliseconds([24, 2, 29, 0, 0, 0, 0, 0]) == .integer(8825 * 86_400_000))
    #expect(milliseconds([99, 12, 31, 0, 0, 0, 0, 0]) == .integer(36524 * 86_400_000))
    #expect(milliseconds([24, 13, 1, 0, 0, 0, 0, 0]) == nil)
    #expect(milliseconds([24, 1, 1, 24, 0, 0, 0, 0]) == nil)
  }

  @Test func ximu3MessagesAreRead() {
    let text =
      "999,1,2\nI,1000000,10.5,-20,30.25,0.5,-0.25,1\nT,1000100,25.125\r\nQ,1000200,0.5,0.1,0.2,0.3\n"
      + "B,1000300,50,3.7,1\nI,1010000,1,2,3,4,5,6\nI,1020000,1,2,3\nM,1020500,7,8,9\n"
    var decoder = SerialDecoder(XIMU3Framing())
    let outputs = decoder.append(Array(text.utf8))
    let frames = SerialBytes.frames(outputs)
    #expect(
      frames.map(\.time) == [1_000_000, 1_000_200, 1_010_000, 1_020_500].map { .at(.integer($0)) })
    #expect(
      frames[0].readings.map(\.values) == [
        [.real(10.5), .real(-20), .real(30.25)], [.real(0.5), .real(-0.25), .real(1)],
      ])
    // w, x, y, z are delivered; rows have x, y, z, w.
    #expect(frames[1].readings[0].values == [.real(0.1), .real(0.2), .real(0.3), .real(0.5)])
    #expect(frames.map(\.temperature) == [nil, nil, .real(25.125), nil])
    #expect(frames[3].readings[0].channel.kind == .magnetometer)
    // The battery message is nothing of ours; the cut inertial message is damage.
    #expect(SerialBytes.skipped(outputs).damagedFrames == 1)
  }

  @Test func declaredLinesAreRead() throws {
    let columns = try CSVColumns(
      header: ["t_us", "accel_x_g", "accel_y_g", "accel_z_g", "button"], file: "line")
    let text = "23,1,1,1,0\n123,0.5,-1,2,x\n124,,,,\n125,1,,3,1\r\n12x,1,2,3,4\n126,1,2,3\n127,1,2,3,0\n"
    var decoder = SerialDecoder(CSVLineFraming(columns))
    let outputs = decoder.append(Array(text.utf8))
    let frames = SerialBytes.frames(outputs)
    // The first line may have been cut at its front.
    #expect(frames.map(\.time) == [123, 124, 125, 127].map { .at(.integer($0)) })
    #expect(frames[0].readings[0].values == [.real(0.5), .integer(-1), .integer(2)])
    // Three empty cells are no row; one is a value that is missing.
    #expect(frames[1].readings.isEmpty)
    #expect(frames[2].readings[0].values.map(\.isFinite) == [true, false, true])
    #expect(SerialBytes.skipped(outputs).damagedFrames == 2)
  }

  @Test func linesWithoutAnEndAreNotHeldForEver() throws {
    let columns = try CSVColumns(header: ["t_us", "accel_x_g", "accel_y_g", "accel_z_g"], file: "line")
    var decoder = SerialDecoder(CSVLineFraming(columns))
    _ = decoder.append([UInt8](repeating: UInt8(ascii: "1"), count: 5000))
    #expect(decoder.undecided >= 4400)
    // What follows the long line up to its end belongs to it.
    #expect(SerialBytes.frames(decoder.append(Array("9,1,1,1\n10,1,2,3\n".utf8))).count == 1)
  }
}
