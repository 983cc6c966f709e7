import MotionCore

/// VectorNav ASCII output, one message a line: `$VNYMR,…*XX`, where XX is the exclusive or of what stands between `$`
/// and `*`, or four digits of the CRC-CCITT of the same (VectorNav, "VN-100 User Manual" UM001, sections "Checksum /
/// CRC" and "Asynchronous Output Messages", whose tables give the order and the units of the numbers).
///
/// The messages have neither a time nor a counter. Others, such as answers to commands, are passed over.
struct VectorNavTextFraming: SerialFraming {
  let clock: ClockDescription? = nil

  private var lines = LineCutter()

  private static let angles = SerialChannel.motion(.euler, "YawPitchRoll", .degrees)
  private static let quaternion = SerialChannel.motion(.attitude, "Quaternion", .one)
  private static let field = SerialChannel.magnetometer("Mag", .gauss)
  private static let acceleration = SerialChannel.accelerometer("Accel", .metresPerSecondSquared)
  private static let rate = SerialChannel.gyroscope("AngularRate", .radiansPerSecond)
  /// VNIMU alone has values without the sensor's own compensation.
  private static let raw = [
    SerialChannel.magnetometer("UncompMag", .gauss),
    SerialChannel.accelerometer("UncompAccel", .metresPerSecondSquared),
    SerialChannel.gyroscope("UncompGyro", .radiansPerSecond),
  ]

  /// What the numbers of each message are, in order.
  private static let messages: [String: [SerialChannel]] = [
    "VNYPR": [angles], "VNQTN": [quaternion], "VNMAG": [field], "VNACC": [acceleration], "VNGYR": [rate],
    "VNMAR": [field, acceleration, rate], "VNYMR": [angles, field, acceleration, rate],
    "VNQMR": [quaternion, field, acceleration, rate], "VNIMU": raw,
  ]

  mutating func match(_ bytes: ArraySlice<UInt8>) -> FrameMatch {
    switch lines.cut(bytes) {
    case .incomplete: return .incomplete
    case .leaveOut(let length): return .leaveOut(length, damaged: false)
    case .line(let line, let length):
      guard let body = VectorNavTextFraming.body(line) else { return .leaveOut(length, damaged: true) }
      return VectorNavTextFraming.values(body) == nil ? .leaveOut(length, damaged: false) : .frame(length)
    }
  }

  /// What stands between `$` and `*`, where the checksum is right.
  private static func body(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.first == UInt8(ascii: "$"), let star = line.lastIndex(of: UInt8(ascii: "*")) else {
      return nil
    }
    let body = line[(line.startIndex + 1)..<star]
    let digits = String(decoding: line[(star + 1)...], as: UTF8.self)
    guard let told = UInt16(digits, radix: 16) else { return nil }
    switch digits.utf8.count {
    case 2: return told == UInt16(body.reduce(0, ^)) ? body : nil
    case 4: return told == VectorNavFraming.crc(body) ? body : nil
    default: return nil
    }
  }

  /// The readings of a message that is known and whole.
  private static func values(_ body: ArraySlice<UInt8>) -> (
    readings: [SerialReading], temperature: RawNumber?
  )? {
    let cells = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let channels = messages[cells[0]] else { return nil }
    let numbers = cells.dropFirst().compactMap { Double($0).map(RawNumber.real) }
    // VNIMU ends in temperature and pressure.
    let extra = cells[0] == "VNIMU" ? 2 : 0
    let wanted = channels.reduce(extra) { $0 + $1.keys.count }
    guard numbers.count == wanted, cells.count == wanted + 1 else { return nil }
    var readings: [SerialReading] = []
    var position = 0
    for channel in channels {
      let values = Array(numbers[position..<position + channel.keys.count])
      position += values.count
      // Sent as yaw, pitch, roll.
      readings.append(
        SerialReading(channel: channel, values: channel.field == .euler ? values.reversed() : values))
    }
    return (readings, extra > 0 ? numbers[position] : nil)
  }

  mutating func decode(_ bytes: ArraySlice<UInt8>, start: Int, follows: Bool) -> [SerialFrame] {
    var line = bytes.dropLast()
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    guard let body = VectorNavTextFraming.body(line),
      let (readings, temperature) = VectorNavTextFraming.values(body)
    else { return [] }
    var frame = SerialFrame(start: start, end: start + bytes.count, readings: readings)
    frame.temperature = temperature
    return [frame]
  }

  mutating func restart() { lines.restart() }
}
