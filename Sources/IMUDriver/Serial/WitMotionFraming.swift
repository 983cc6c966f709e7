import MotionCore

/// WitMotion's own protocol: eleven bytes `55 type 4×LE16 sum`, where sum is the low byte of the first ten
/// (WitMotion, "Standard Communication Protocol").
///
/// One measuring cycle of the device is a burst of frames of ascending type. Where it sends its clock (50) the
/// burst begins with it, and it is the time of all that follow. Rows of a burst share the instant at which the
/// burst began on the wire. Angles (53) and quaternion (59) of a burst make one row.
struct WitMotionFraming: SerialFraming {
  static let length = 11

  static let acceleration = SerialChannel.accelerometer("0x51 acceleration", .g, scale: 16.0 / 32768)
  static let rate = SerialChannel.gyroscope("0x52 angular velocity", .degreesPerSecond, scale: 2000.0 / 32768)
  static let angles = SerialChannel.motion(.euler, "0x53 angle", .degrees, scale: 180.0 / 32768)
  /// The unit of the field differs between models and is not sent, so the numbers stay numbers.
  static let field = SerialChannel.magnetometer("0x54 magnetic field (unit not sent)", .one)
  static let quaternion = SerialChannel.motion(.attitude, "0x59 quaternion", .one, scale: 1.0 / 32768)

  let clock: ClockDescription? = ClockDescription(
    name: "device", unit: .milliseconds, epoch: "2000-01-01T00:00:00 of the device's calendar")

  private var lastType: UInt8 = 0
  private var burstStart = 0
  private var time = SerialTime.none
  /// Whether the device sends its clock at all.
  private var hasClock = false
  private var motion: [SerialReading] = []
  /// Types of the motion row that the device sends, as seen so far.
  private var motionTypes: Set<UInt8> = []
  private var gathered: Set<UInt8> = []
  private var motionEnd = 0

  mutating func match(_ bytes: ArraySlice<UInt8>) -> FrameMatch {
    guard bytes.first == 0x55 else { return .mismatch(damaged: false) }
    guard bytes.count > 1 else { return .incomplete }
    guard (0x50...0x5F).contains(bytes[bytes.startIndex + 1]) else { return .mismatch(damaged: false) }
    guard bytes.count >= WitMotionFraming.length else { return .incomplete }
    let sum = bytes.prefix(10).reduce(0, &+)
    return sum == bytes[bytes.startIndex + 10]
      ? .frame(WitMotionFraming.length) : .mismatch(damaged: true)
  }

  mutating func decode(_ bytes: ArraySlice<UInt8>, start: Int, follows: Bool) -> [SerialFrame] {
    let frame = FrameBytes(bytes)
    let type = frame[1]
    // A register that was asked for comes between bursts.
    if type == 0x5F {
      return [
        SerialFrame(start: start, end: start + 11, registers: (0..<4).map { frame.little(2 + 2 * $0) })
      ]
    }
    var frames: [SerialFrame] = []
    if !follows || type <= lastType {
      if let rest = takeMotion() { frames.append(rest) }
      burstStart = start
      time = hasClock ? .missing : .none
    }
    lastType = type
    func words() -> [Int16] { (0..<4).map { frame.little(2 + 2 * $0) } }
    func numbers(_ indices: Range<Int>) -> [RawNumber] {
      let words = words()
      return indices.map { .integer(Int64(words[$0])) }
    }
    func single(_ channel: SerialChannel, temperature: RawNumber? = nil) -> SerialFrame {
      SerialFrame(
        start: burstStart, end: start + 11, time: time, temperature: temperature,
        readings: [SerialReading(channel: channel, values: numbers(0..<3))])
    }
    switch type {
    case 0x50:
      hasClock = true
      time = WitMotionFraming.time(frame)
    case 0x51:
      // Hundredths of a degree Celsius.
      let temperature = RawNumber.real(Double(words()[3]) / 100)
      frames.append(single(WitMotionFraming.acceleration, temperature: temperature))
    case 0x52: frames.append(single(WitMotionFraming.rate))
    case 0x54: frames.append(single(WitMotionFraming.field))
    case 0x53: gather(0x53, WitMotionFraming.angles, numbers(0..<3), end: start + 11)
    case 0x59:
      // Sent as w, x, y, z.
      let w = numbers(0..<4)
      gather(0x59, WitMotionFraming.quaternion, Array(w[1...]) + [w[0]], end: start + 11)
    default: break
    }
    if !gathered.isEmpty, gathered == motionTypes, let whole = takeMotion() { frames.append(whole) }
    return frames
  }

  private mutating func gather(_ type: UInt8, _ channel: SerialChannel, _ values: [RawNumber], end: Int) {
    motionTypes.insert(type)
    gathered.insert(type)
    motion.append(SerialReading(channel: channel, values: values))
    motionEnd = end
  }

  /// The motion row of the burst, complete or not.
  private mutating func takeMotion() -> SerialFrame? {
    guard !motion.isEmpty else { return nil }
    defer {
      motion = []
      gathered = []
    }
    return SerialFrame(start: burstStart, end: motionEnd, time: time, readings: motion)
  }

  /// YY MM DD hh mm ss ms16 as milliseconds since the beginning of 2000 in the device's own calendar. A clock
  /// that nobody has set counts from month and day 0, which stand for 1 here.
  private static func time(_ frame: FrameBytes) -> SerialTime {
    let parts = (2...7).map { Int64(frame[$0]) }
    let milliseconds: UInt16 = frame.little(8)
    guard parts[1] <= 12, parts[2] <= 31, parts[3] < 24, parts[4] < 60, parts[5] < 61, milliseconds < 1000
    else { return .missing }
    let days = daysSince2000(year: parts[0], month: max(1, parts[1]), day: max(1, parts[2]))
    let seconds = ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
    return .at(.integer(seconds * 1000 + Int64(milliseconds)))
  }

  /// Days from 2000-01-01 in the Gregorian calendar, for the years 2000 to 2099, whose every fourth is a leap
  /// year.
  static func daysSince2000(year: Int64, month: Int64, day: Int64) -> Int64 {
    let before: [Int64] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    let leapDay: Int64 = year % 4 == 0 && month > 2 ? 1 : 0
    return year * 365 + (year + 3) / 4 + before[Int(month) - 1] + leapDay + day - 1
  }

  mutating func restart() {
    lastType = 0
    motion = []
    gathered = []
    time = hasClock ? .missing : .none
  }
}
