import MotionCore

/// Xsens MTData2: `FA FF 36 length … checksum`, big-endian, all bytes after FA add up to 0 modulo 256 (Xsens, "MT
/// Low Level Communication Protocol Documentation"). Length FF means that the next two bytes are the length.
/// Other messages of the device are passed over.
///
/// A packet holds items `id16 length8 data`. The two low bits of an id give the number format: single, fixed
/// point 12.20, fixed point 16.32, double; fixed-point numbers stay integers.
struct XsensFraming: SerialFraming {
  /// SampleTimeFine counts ticks of 100 µs in a u32. Rows have it in µs, because the session format has no unit
  /// for the tick: exactly 100 times the count, wrapped as delivered.
  let clock: ClockDescription? = ClockDescription(
    name: "device", unit: .microseconds, epoch: "device", wrapsAt: 100 << 32)
  let counterWrapsAt: Int64? = 1 << 16

  mutating func match(_ bytes: ArraySlice<UInt8>) -> FrameMatch {
    guard bytes.first == 0xFA else { return .mismatch(damaged: false) }
    guard bytes.count > 1 else { return .incomplete }
    guard bytes[bytes.startIndex + 1] == 0xFF else { return .mismatch(damaged: false) }
    guard bytes.count > 3 else { return .incomplete }
    let frame = FrameBytes(bytes)
    var length = Int(frame[3]) + 5
    if frame[3] == 0xFF {
      guard bytes.count > 5 else { return .incomplete }
      length = Int(frame.big(4, as: UInt16.self)) + 7
      guard length <= 2055 else { return .mismatch(damaged: true) }
    }
    guard bytes.count >= length else { return .incomplete }
    let sum = bytes.dropFirst().prefix(length - 1).reduce(0, &+)
    return sum == 0 ? .frame(length) : .mismatch(damaged: true)
  }

  mutating func decode(_ bytes: ArraySlice<UInt8>, start: Int, follows: Bool) -> [SerialFrame] {
    let packet = FrameBytes(bytes)
    guard packet[2] == 0x36 else { return [] }
    var result = SerialFrame(start: start, end: start + bytes.count)
    let end = bytes.count - 1
    var position = packet[3] == 0xFF ? 6 : 4
    var status: UInt32 = 0
    while position + 3 <= end {
      let id: UInt16 = packet.big(position)
      let length = Int(packet[position + 2])
      position += 3
      guard position + length <= end else { break }
      switch (id, length) {
      case (0x1020, 2): result.counter = Int64(packet.big(position, as: UInt16.self))
      case (0x1060, 4): result.time = .at(.integer(Int64(packet.big(position, as: UInt32.self)) * 100))
      case (0xE020, 4): status = packet.big(position)
      default:
        if let (name, values, scale) = XsensFraming.numbers(id, length, packet, at: position) {
          if id & 0xFFF0 == 0x0810 {
            result.temperature = .real(values[0].double * scale)
          } else if let reading = XsensFraming.reading(id, name, values, scale) {
            result.readings.append(reading)
          }
        }
      }
      position += length
    }
    for index in result.readings.indices {
      result.readings[index].invalid = XsensFraming.clipped(result.readings[index].channel.kind, status)
    }
    return [result]
  }

  /// The numbers of an item: raw, with the scale of their format.
  private static func numbers(
    _ id: UInt16, _ length: Int, _ packet: FrameBytes, at start: Int
  ) -> (name: String, values: [RawNumber], scale: Double)? {
    let counts: [UInt16: Int] = [
      0x0810: 1, 0x2010: 4, 0x2020: 9, 0x2030: 3, 0x4020: 3, 0x8020: 3, 0xC020: 3,
    ]
    guard let count = counts[id & 0xFFF0] else { return nil }
    let size = [4, 4, 6, 8][Int(id & 3)]
    guard length == count * size else { return nil }
    let name = "0x" + String(id, radix: 16, uppercase: true)
    let offsets = (0..<count).map { start + $0 * size }
    switch id & 3 {
    case 0:
      return (name, offsets.map { .real(Double(Float(bitPattern: packet.big($0)))) }, 1)
    case 1:
      return (name, offsets.map { .integer(Int64(packet.big($0, as: Int32.self))) }, 0x1p-20)
    case 2:
      // The fraction of 32 bits comes first, then the integer part of 16.
      return (
        name,
        offsets.map {
          .integer(
            Int64(packet.big($0 + 4, as: Int16.self)) << 32 | Int64(packet.big($0, as: UInt32.self)))
        }, 0x1p-32
      )
    default:
      return (name, offsets.map { .real(Double(bitPattern: packet.big($0))) }, 1)
    }
  }

  private static func reading(
    _ id: UInt16, _ name: String, _ values: [RawNumber], _ scale: Double
  ) -> SerialReading? {
    func motion(
      _ field: MotionField, _ what: String, _ unit: MeasurementUnit, _ values: [RawNumber]
    ) -> SerialReading {
      SerialReading(channel: .motion(field, "\(name) \(what)", unit, scale: scale), values: values)
    }
    switch id & 0xFFF0 {
    // Sent as w, x, y, z.
    case 0x2010: return motion(.attitude, "quaternion", .one, Array(values[1...]) + [values[0]])
    case 0x2020: return motion(.matrix, "rotation matrix", .one, values)
    case 0x2030: return motion(.euler, "Euler angles", .degrees, values)
    case 0x4020:
      return SerialReading(
        channel: .accelerometer("\(name) acceleration", .metresPerSecondSquared, scale: scale), values: values
      )
    case 0x8020:
      return SerialReading(
        channel: .gyroscope("\(name) rate of turn", .radiansPerSecond, scale: scale), values: values)
    // In units of the field at the place of its calibration.
    case 0xC020:
      return SerialReading(
        channel: .magnetometer("\(name) magnetic field (arbitrary unit)", .one, scale: scale), values: values)
    default: return nil
    }
  }

  /// The axes that the status word calls clipped: bits 8…10 accelerometer, 11…13 gyroscope, 14…16 magnetometer.
  private static func clipped(_ kind: StreamKind, _ status: UInt32) -> [String] {
    let shift: UInt32
    switch kind {
    case .accelerometer: shift = 8
    case .gyroscope: shift = 11
    case .magnetometer: shift = 14
    case .motion: return []
    }
    return StreamKind.axes.enumerated().filter { status >> (shift + UInt32($0.offset)) & 1 == 1 }
      .map(\.element)
  }

  mutating func restart() {}
}
