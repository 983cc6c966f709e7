import CEvdev
import CLinux
import MotionCore

/// A key or button of an evdev device by its number, with the kernel's name for it (input-event-codes.h).
public struct KeyCode: Hashable, Sendable, Comparable {
  public var number: UInt16

  public init(_ number: Int32) {
    self.number = UInt16(truncatingIfNeeded: number)
  }

  /// The key of a name, "BTN_SOUTH" or "KEY_PAGEDOWN"; also by an older name of the same key, "BTN_A". nil where
  /// there is no such name (libevdev_event_code_from_name(3)).
  public init?(name: String) {
    let code = libevdev_event_code_from_name(UInt32(EV_KEY), name)
    guard code >= 0 else { return nil }
    self.init(code)
  }

  /// The kernel's name; "KEY_417", the number in decimal, where it has none (libevdev_event_code_get_name(3)).
  public var name: String {
    libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(number)).map { String(cString: $0) }
      ?? "KEY_\(number)"
  }

  /// Every name that there is, for suggestions.
  public static var allNames: [String] {
    (0...KEY_MAX).compactMap { code in
      libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) }
    }
  }

  public static func < (a: KeyCode, b: KeyCode) -> Bool { a.number < b.number }

  /// The keys in a bit mask as sysfs prints it: hexadecimal words of the machine's size, the highest first.
  static func keys(inMask text: String) -> Set<KeyCode> {
    var found: Set<KeyCode> = []
    for (place, word) in text.split(separator: " ").reversed().enumerated() {
      guard let bits = UInt(word, radix: 16) else { continue }
      for bit in 0..<UInt.bitWidth where bits & (1 << UInt(bit)) != 0 {
        let number = place * UInt.bitWidth + bit
        if number <= KEY_MAX { found.insert(KeyCode(Int32(number))) }
      }
    }
    return found
  }
}
