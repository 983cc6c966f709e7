import MotionCore

/// The UART-RVC mode of the BNO080/085/086: 115200 baud, 100 Hz, nineteen bytes
/// `AA AA index yaw pitch roll ax ay az r r r sum`, little-endian, sum over bytes 2…17 (BNO08X datasheet,
/// section 1.3.5.2). Angles in hundredths of a degree, acceleration in mg. It has neither a gyroscope nor a clock.
struct RotationVectorFraming: SerialFraming {
  static let length = 19

  static let acceleration = SerialChannel.accelerometer("acceleration", .g, scale: 0.001)
  static let angles = SerialChannel.motion(.euler, "yaw, pitch, roll", .degrees, scale: 0.01)

  let clock: ClockDescription? = nil
  let counterWrapsAt: Int64? = 256

  mutating func match(_ bytes: ArraySlice<UInt8>) -> FrameMatch {
    guard bytes.first == 0xAA else { return .mismatch(damaged: false) }
    guard bytes.count > 1 else { return .incomplete }
    guard bytes[bytes.startIndex + 1] == 0xAA else { return .mismatch(damaged: false) }
    guard bytes.count >= RotationVectorFraming.length else { return .incomplete }
    let sum = bytes.dropFirst(2).prefix(16).reduce(0, &+)
    return sum == bytes[bytes.startIndex + 18]
      ? .frame(RotationVectorFraming.length) : .mismatch(damaged: true)
  }

  mutating func decode(_ bytes: ArraySlice<UInt8>, start: Int, follows: Bool) -> [SerialFrame] {
    let frame = FrameBytes(bytes)
    func number(_ index: Int) -> RawNumber { .integer(Int64(frame.little(index, as: Int16.self))) }
    return [
      SerialFrame(
        start: start, end: start + bytes.count, counter: Int64(frame[2]),
        readings: [
          SerialReading(
            channel: RotationVectorFraming.acceleration, values: [number(9), number(11), number(13)]),
          SerialReading(channel: RotationVectorFraming.angles, values: [number(7), number(5), number(3)]),
        ])
    ]
  }

  mutating func restart() {}
}
