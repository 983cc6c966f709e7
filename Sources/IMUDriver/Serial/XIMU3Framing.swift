import MotionCore

/// x-IMU3 data messages in ASCII, one a line (x-io Technologies, "x-IMU3 User Manual", section "Data messages"):
/// `I,µs,gx,gy,gz,ax,ay,az` in °/s and g, `M,µs,x,y,z` in the device's own unit, `Q,µs,w,x,y,z`,
/// `T,µs,°C`. Other messages are passed over. There is no checksum: a damaged digit is not seen.
struct XIMU3Framing: SerialFraming {
  let clock: ClockDescription? = ClockDescription(name: "device", unit: .microseconds, epoch: "device")

  private var lines = LineCutter()
  /// The last temperature that was sent; it goes into the inertial row that follows.
  private var temperature: RawNumber?
  private static let numbers: [UInt8: Int] = [
    UInt8(ascii: "I"): 6, UInt8(ascii: "Q"): 4, UInt8(ascii: "M"): 3, UInt8(ascii: "T"): 1,
  ]

  mutating func match(_ bytes: ArraySlice<UInt8>) -> FrameMatch {
    switch lines.cut(bytes) {
    case .incomplete: return .incomplete
    case .leaveOut(let length): return .leaveOut(length, damaged: false)
    case .line(let line, let length):
      // Other kinds of messages begin with a capital letter and a comma, too.
      if XIMU3Framing.values(line) != nil { return .frame(length) }
      let isOther =
        line.count > 2 && line.dropFirst().first == UInt8(ascii: ",")
        && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(line[line.startIndex])
        && XIMU3Framing.numbers[line[line.startIndex]] == nil
      return .leaveOut(length, damaged: !isOther)
    }
  }

  /// The kind, the time and the numbers of a message that is known and whole.
  private static func values(_ line: ArraySlice<UInt8>) -> (kind: UInt8, time: Int64, [RawNumber])? {
    guard let kind = line.first, let count = numbers[kind] else { return nil }
    let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard cells.count == count + 2, cells[0].count == 1 else { return nil }
    let texts = cells.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    guard let time = Int64(texts[0]), time >= 0 else { return nil }
    let values = texts.dropFirst().compactMap { Double($0).map(RawNumber.real) }
    return values.count == count ? (kind, time, values) : nil
  }

  mutating func decode(_ bytes: ArraySlice<UInt8>, start: Int, follows: Bool) -> [SerialFrame] {
    var line = bytes.dropLast()
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    guard let (kind, time, values) = XIMU3Framing.values(line) else { return [] }
    func frame(_ channels: [(SerialChannel, [RawNumber])]) -> SerialFrame {
      SerialFrame(
        start: start, end: start + bytes.count, time: .at(.integer(time)),
        readings: channels.map { SerialReading(channel: $0.0, values: $0.1) })
    }
    switch kind {
    case UInt8(ascii: "I"):
      var inertial = frame([
        (.gyroscope("I gyroscope", .degreesPerSecond), Array(values[0..<3])),
        (.accelerometer("I accelerometer", .g), Array(values[3..<6])),
      ])
      inertial.temperature = temperature
      temperature = nil
      return [inertial]
    case UInt8(ascii: "M"): return [frame([(.magnetometer("M magnetometer (unit not sent)", .one), values)])]
    case UInt8(ascii: "Q"):
      return [frame([(.motion(.attitude, "Q quaternion", .one), Array(values[1...]) + [values[0]])])]
    default:
      temperature = values[0]
      return []
    }
  }

  mutating func restart() { lines.restart() }
}
