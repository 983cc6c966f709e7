import MotionCore

/// What a WitMotion sensor can be told to send, by the bits of its register RSW.
public enum WitMotionContent: String, Hashable, Sendable, CaseIterable {
  case time, acceleration, gyroscope, angle, magnetometer, quaternion

  /// Its bit: frames 50, 51, 52, 53, 54 and 59.
  var bit: UInt16 {
    switch self {
    case .time: 1 << 0
    case .acceleration: 1 << 1
    case .gyroscope: 1 << 2
    case .angle: 1 << 3
    case .magnetometer: 1 << 4
    case .quaternion: 1 << 9
    }
  }
}

/// The commands by which a WitMotion sensor is configured, `FF AA register low high`, and what they ask for. The
/// sensor forgets them without power unless it is told to save.
struct WitMotionConfiguration: Sendable {
  enum Register: UInt8 {
    case save = 0x00
    case content = 0x02
    case rate = 0x03
    case baud = 0x04
    case readAddress = 0x27
  }

  /// Codes of the register RRATE.
  static let rates: [(hertz: Double, code: UInt16)] = [
    (0.2, 0x01), (0.5, 0x02), (1, 0x03), (2, 0x04), (5, 0x05), (10, 0x06), (20, 0x07), (50, 0x08),
    (100, 0x09), (200, 0x0B),
  ]
  /// Codes of the register BAUD.
  static let bauds: [(baud: Int, code: UInt16)] = [
    (4800, 1), (9600, 2), (19200, 3), (38400, 4), (57600, 5), (115_200, 6), (230_400, 7), (460_800, 8),
    (921_600, 9),
  ]

  /// Without it newer sensors ignore the others.
  static let unlock: [UInt8] = [0xFF, 0xAA, 0x69, 0x88, 0xB5]

  static func command(_ register: Register, _ value: UInt16) -> [UInt8] {
    [0xFF, 0xAA, register.rawValue, UInt8(value & 0xFF), UInt8(value >> 8)]
  }

  /// Asks for four registers from this one on; the answer is a frame 5F.
  static func question(_ register: Register) -> [UInt8] {
    command(.readAddress, UInt16(register.rawValue))
  }

  /// A register and what it shall hold.
  struct Setting: Hashable, Sendable {
    var name: String
    var register: Register
    var value: UInt16
  }

  private(set) var settings: [Setting] = []
  let newBaud: Int?
  let save: Bool

  /// Checks what is asked for. `framesPerCycle` are those that the sensor sends now. Throws
  /// `SerialError.cannotConfigure`.
  init(_ selector: SerialSelector, path: String, baud: Int, framesPerCycle: Int) throws(SerialError) {
    newBaud = selector.newBaud
    save = selector.save
    let fast = selector.newBaud ?? baud
    if let content = selector.content {
      settings.append(
        Setting(name: "content", register: .content, value: content.reduce(0) { $0 | $1.bit }))
    }
    if let rate = selector.rate {
      guard let known = WitMotionConfiguration.rates.first(where: { $0.hertz == rate }) else {
        throw .cannotConfigure(
          path: path,
          .noSuchRate(hertz: rate, known: WitMotionConfiguration.rates.map { "\($0.hertz)" }))
      }
      let frames = selector.content?.count ?? framesPerCycle
      // Ten bits a byte on the wire.
      let most = Double(fast) / Double(10 * WitMotionFraming.length * max(1, frames))
      guard rate <= most else {
        throw .cannotConfigure(
          path: path, .tooFast(baud: fast, frames: frames, most: Int(most), hertz: rate))
      }
      settings.append(Setting(name: "rate", register: .rate, value: known.code))
    }
    if let newBaud {
      guard let known = WitMotionConfiguration.bauds.first(where: { $0.baud == newBaud }) else {
        throw .cannotConfigure(
          path: path,
          .noSuchBaud(newBaud, known: WitMotionConfiguration.bauds.map { "\($0.baud)" }))
      }
      baudSetting = Setting(name: "baud", register: .baud, value: known.code)
    } else {
      baudSetting = nil
    }
  }

  let baudSetting: Setting?
}
