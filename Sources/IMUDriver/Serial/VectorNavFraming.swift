import MotionCore

/// VectorNav binary output: `FA groups masks … data CRC16`, little-endian; the CRC-CCITT (initial value 0) of
/// everything after FA, the CRC itself included, is 0 (VectorNav, "VN-100 User Manual" UM001, section "Binary
/// Output Messages"; the sizes of the fields from the same tables).
///
/// Text between the messages, such as the sensor's own ASCII output, is passed over. Where a message has both
/// uncompensated and compensated values of a sensor, the uncompensated ones are its stream, and the compensated
/// rate goes to the motion stream.
struct VectorNavFraming: SerialFraming {
  let clock: ClockDescription? = ClockDescription(
    name: "device", unit: .nanoseconds, epoch: "start of the device")
  let toleratesText = true

  /// Bytes of field number `bit` in each group. A field that is not here has no fixed length.
  private static let sizes: [[Int]] = [
    [8, 8, 8, 12, 16, 12, 24, 12, 12, 24, 20, 28, 2, 4, 8],
    [8, 8, 8, 2, 8, 8, 8, 4, 4, 1],
    [2, 12, 12, 12, 4, 4, 16, 12, 12, 12, 12, 2, 40],
    [8, 8, 2, 1, 1, 24, 24, 12, 12, 12, 4, 4, 2, 28],
    [2, 12, 16, 36, 12, 12, 12, 12, 12, 12, 28, 24],
    [2, 24, 24, 12, 12, 12, 12, 12, 12, 4, 4, 68, 64],
    [8, 8, 2, 1, 1, 24, 24, 12, 12, 12, 4, 4, 2, 28],
  ]
  /// Longer messages do not exist; a false beginning must not hold real ones up.
  private static let longest = 512

  private struct Field {
    var group: Int
    var bit: Int
    var offset: Int
  }

  /// Where the fields of a message lie, and its length; nil while its header is cut.
  private enum Header {
    case cut
    case impossible
    case fields([Field], length: Int)
  }

  private static func header(_ bytes: ArraySlice<UInt8>) -> Header {
    guard bytes.count > 1 else { return .cut }
    let message = FrameBytes(bytes)
    let groups = (0..<8).filter { message[1] >> $0 & 1 == 1 }
    // Bit 7 would announce a second byte of groups, which this sensor does not have.
    guard !groups.isEmpty, groups.last != 7 else { return .impossible }
    var offset = 2 + 2 * groups.count
    guard bytes.count >= offset else { return .cut }
    var fields: [Field] = []
    for (index, group) in groups.enumerated() {
      let mask: UInt16 = message.little(2 + 2 * index)
      guard mask != 0 else { return .impossible }
      for bit in 0..<16 where mask >> bit & 1 == 1 {
        guard bit < sizes[group].count else { return .impossible }
        fields.append(Field(group: group, bit: bit, offset: offset))
        offset += sizes[group][bit]
      }
    }
    guard offset + 2 <= longest else { return .impossible }
    return .fields(fields, length: offset + 2)
  }

  mutating func match(_ bytes: ArraySlice<UInt8>) -> FrameMatch {
    guard bytes.first == 0xFA else { return .mismatch(damaged: false) }
    switch VectorNavFraming.header(bytes) {
    case .cut: return .incomplete
    case .impossible: return .mismatch(damaged: false)
    case .fields(_, let length):
      guard bytes.count >= length else { return .incomplete }
      return VectorNavFraming.crc(bytes.dropFirst().prefix(length - 1)) == 0
        ? .frame(length) : .mismatch(damaged: true)
    }
  }

  /// CRC-CCITT: polynomial 0x1021, initial value 0, no reflection.
  static func crc(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var crc: UInt16 = 0
    for byte in bytes {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
    }
    return crc
  }

  mutating func decode(_ bytes: ArraySlice<UInt8>, start: Int, follows: Bool) -> [SerialFrame] {
    guard case .fields(let fields, _) = VectorNavFraming.header(bytes) else { return [] }
    let message = FrameBytes(bytes)
    var result = SerialFrame(start: start, end: start + bytes.count)
    func floats(_ count: Int, at offset: Int) -> [RawNumber] {
      (0..<count).map { message.littleFloat(offset + 4 * $0) }
    }
    func add(_ channel: SerialChannel, _ values: [RawNumber]) {
      result.readings.append(SerialReading(channel: channel, values: values))
    }
    for field in fields {
      let at = field.offset
      switch (field.group, field.bit) {
      case (0, 0), (1, 0):
        result.time = .at(.integer(Int64(truncatingIfNeeded: message.little(at, as: UInt64.self))))
      // Sent as yaw, pitch, roll.
      case (0, 3), (4, 1): add(.motion(.euler, "YawPitchRoll", .degrees), floats(3, at: at).reversed())
      case (0, 4), (4, 2): add(.motion(.attitude, "Quaternion", .one), floats(4, at: at))
      case (0, 5): add(.gyroscope("AngularRate", .radiansPerSecond, priority: 1), floats(3, at: at))
      case (0, 8): add(.accelerometer("Accel", .metresPerSecondSquared, priority: 1), floats(3, at: at))
      case (0, 9):
        add(.accelerometer("Imu acceleration", .metresPerSecondSquared), floats(3, at: at))
        add(.gyroscope("Imu angular rate", .radiansPerSecond), floats(3, at: at + 12))
      case (0, 10):
        add(.magnetometer("MagPres magnetic", .gauss, priority: 1), floats(3, at: at))
        result.temperature = message.littleFloat(at + 12)
      case (2, 1): add(.magnetometer("UncompMag", .gauss), floats(3, at: at))
      case (2, 2): add(.accelerometer("UncompAccel", .metresPerSecondSquared), floats(3, at: at))
      case (2, 3): add(.gyroscope("UncompGyro", .radiansPerSecond), floats(3, at: at))
      case (2, 4): result.temperature = message.littleFloat(at)
      case (2, 8): add(.magnetometer("Mag", .gauss, priority: 1), floats(3, at: at))
      case (2, 9): add(.accelerometer("Accel", .metresPerSecondSquared, priority: 1), floats(3, at: at))
      case (2, 10): add(.gyroscope("AngularRate", .radiansPerSecond, priority: 1), floats(3, at: at))
      case (4, 3): add(.motion(.matrix, "DCM", .one), floats(9, at: at))
      case (4, 6):
        add(.motion(.userAcceleration, "LinearAccelBody", .metresPerSecondSquared), floats(3, at: at))
      default: break
      }
    }
    return [result]
  }

  mutating func restart() {}
}
