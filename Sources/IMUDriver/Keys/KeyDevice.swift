import CLinux

/// A device with keys that is connected: the buttons of a game controller, a presenter, a remote, a keyboard.
public struct KeyDevice: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// Has the buttons of a gamepad or joystick.
    case gamepad
    /// Pages forward and back, or skips, and types no letters.
    case presenter
    /// Types letters. Many presenters say so of themselves, too; nothing tells them from a keyboard.
    case keyboard
    case other
  }

  public var name: String
  public var kind: Kind
  /// "usb", "bluetooth", …
  public var bus: String
  /// The device node, /dev/input/eventN.
  public var path: String
  /// Names the same unit after a replug.
  public var stableID: String
  public var keys: Set<KeyCode>

  /// Whether it is listened to without being named. Never a device on which somebody types.
  public var isListenedToByDefault: Bool { kind == .gamepad || kind == .presenter }

  static let letters: Set<KeyCode> = Set(
    [
      KEY_Q, KEY_W, KEY_E, KEY_R, KEY_T, KEY_Y, KEY_U, KEY_I, KEY_O, KEY_P, KEY_A, KEY_S, KEY_D, KEY_F, KEY_G,
      KEY_H, KEY_J, KEY_K, KEY_L, KEY_Z, KEY_X, KEY_C, KEY_V, KEY_B, KEY_N, KEY_M,
    ].map { KeyCode($0) })
  /// Buttons of joysticks and gamepads, and the directions that some have as buttons.
  private static let gamepad: Set<KeyCode> = Set(
    ((BTN_JOYSTICK..<BTN_DIGI).map { $0 } + (BTN_DPAD_UP...BTN_DPAD_RIGHT).map { $0 }).map { KeyCode($0) })
  private static let paging: [Set<KeyCode>] = [
    [KeyCode(KEY_PAGEUP), KeyCode(KEY_PAGEDOWN)], [KeyCode(KEY_PREVIOUSSONG), KeyCode(KEY_NEXTSONG)],
    [KeyCode(KEY_NEXT), KeyCode(KEY_PREVIOUS)],
  ]
  /// Keys that are for no action: pointing, touching, and the machine's own.
  private static let noAction: Set<KeyCode> = Set(
    ((BTN_MOUSE...BTN_TASK).map { $0 } + (BTN_DIGI..<0x160).map { $0 }
      + [KEY_POWER, KEY_SLEEP, KEY_SUSPEND, KEY_WAKEUP]).map { KeyCode($0) })

  /// What a device with these keys is; nil where it has no key to act on.
  static func kind(of keys: Set<KeyCode>) -> Kind? {
    if keys.isSubset(of: noAction) { return nil }
    // Before anything else: who types is never listened to unasked, whatever else the device can do.
    if !keys.isDisjoint(with: letters) { return .keyboard }
    if !keys.isDisjoint(with: gamepad) { return .gamepad }
    return paging.contains { $0.isSubset(of: keys) } ? .presenter : .other
  }
}

/// Which key devices are listened to.
public enum KeyChoice: Hashable, Sendable {
  /// Game controllers and presenters; never a device with letter keys.
  case standard
  /// Those with these node paths or stable ids, whatever they are.
  case named([String])
  case none

  /// The names that none of `connected` has.
  public func missing(among connected: [KeyDevice]) -> [String] {
    guard case .named(let names) = self else { return [] }
    return names.filter { name in !connected.contains { KeyChoice.named([name]).includes($0) } }
  }

  func includes(_ device: KeyDevice) -> Bool {
    switch self {
    case .standard: device.isListenedToByDefault
    case .named(let names):
      names.contains { $0 == device.path || $0.lowercased() == device.stableID.lowercased() }
    case .none: false
    }
  }
}
