import CLinux

/// A request to an evdev node: its number for ioctl(2), and the name under which a fault plan knows it.
///
/// Numbers are composed as include/uapi/asm-generic/ioctl.h does: direction in bits 30–31, size of the argument
/// in bits 16–29, type `'E'` in bits 8–15, number in bits 0–7 (include/uapi/linux/input.h).
struct InputRequest: Hashable, Sendable {
  var name: String
  var code: UInt

  private enum Direction: UInt {
    /// The kernel reads the argument (_IOC_WRITE).
    case set = 1
    /// The kernel fills the argument (_IOC_READ).
    case get = 2
  }

  private init(_ name: String, _ direction: Direction, number: UInt, size: Int) {
    self.name = name
    code = direction.rawValue << 30 | UInt(size) << 16 | UInt(UInt8(ascii: "E")) << 8 | number
  }

  /// Version of the evdev protocol, an `int`.
  static let getVersion = InputRequest("EVIOCGVERSION", .get, number: 0x01, size: 4)
  /// Bus, vendor, product and version, an `input_id`.
  static let getID = InputRequest("EVIOCGID", .get, number: 0x02, size: MemoryLayout<input_id>.size)
  /// Which clock stamps the events of this descriptor, an `int`.
  static let setClock = InputRequest("EVIOCSCLOCKID", .set, number: 0xa0, size: 4)

  /// The device's name, a C string.
  static func getName(length: Int) -> InputRequest {
    InputRequest("EVIOCGNAME", .get, number: 0x06, size: length)
  }

  /// Where the device is attached, a C string.
  static func getPhysicalPath(length: Int) -> InputRequest {
    InputRequest("EVIOCGPHYS", .get, number: 0x07, size: length)
  }

  /// What identifies the unit, such as its Bluetooth address; a C string.
  static func getUniqueID(length: Int) -> InputRequest {
    InputRequest("EVIOCGUNIQ", .get, number: 0x08, size: length)
  }

  /// The INPUT_PROP_* bits.
  static func getProperties(length: Int) -> InputRequest {
    InputRequest("EVIOCGPROP", .get, number: 0x09, size: length)
  }

  /// The codes of one event type that the device can send, as bits; type 0 asks for the types themselves.
  static func getBits(ofType type: Int32, length: Int) -> InputRequest {
    InputRequest("EVIOCGBIT", .get, number: 0x20 + UInt(type), size: length)
  }

  /// Value, range, fuzz, flat and resolution of an axis, an `input_absinfo`.
  static func getAxis(_ code: Int32) -> InputRequest {
    InputRequest("EVIOCGABS", .get, number: 0x40 + UInt(code), size: MemoryLayout<input_absinfo>.size)
  }

  /// Replaces the same, for every reader of the device.
  static func setAxis(_ code: Int32) -> InputRequest {
    InputRequest("EVIOCSABS", .set, number: 0xc0 + UInt(code), size: MemoryLayout<input_absinfo>.size)
  }
}
