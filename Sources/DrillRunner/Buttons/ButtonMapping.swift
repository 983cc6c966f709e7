import CLinux
import IMUDriver

/// Which button does what. A drill changes the standard mapping button by button (`buttons:`).
struct ButtonMapping: Hashable, Sendable {
  /// What can be pressed.
  enum Button: Hashable, Sendable {
    case key(KeyCode)
    /// Two taps on the sensor.
    case doubleTap

    /// The name in a drill of what is no key.
    static let doubleTapName = "DOUBLE_TAP"

    /// "BTN_SOUTH", "KEY_PAGEDOWN" or "DOUBLE_TAP"; nil for anything else.
    init?(name: String) {
      if name == Button.doubleTapName {
        self = .doubleTap
      } else if let key = KeyCode(name: name) {
        self = .key(key)
      } else {
        return nil
      }
    }

    var name: String {
      switch self {
      case .key(let code): code.name
      case .doubleTap: Button.doubleTapName
      }
    }
  }

  /// A button without an entry does nothing.
  var actions: [Button: RunControl]

  subscript(button: Button) -> RunControl? { actions[button] }

  /// The mapping of a drill that says nothing of buttons. docs/buttons.md has it as a table.
  static let standard: ButtonMapping = {
    let keys: [(Int32, RunControl)] = [
      // Game controllers, by where the button lies. Only some have the directions as buttons.
      (BTN_WEST, .marker(.left)), (BTN_NORTH, .marker(.center)), (BTN_EAST, .marker(.right)),
      (BTN_DPAD_LEFT, .marker(.left)), (BTN_DPAD_UP, .marker(.center)), (BTN_DPAD_RIGHT, .marker(.right)),
      (BTN_TR, .marker(.good)), (BTN_TL, .marker(.bad)), (BTN_SOUTH, .start), (BTN_START, .pause),
      (BTN_SELECT, .stop),
      // Presenters.
      (KEY_PAGEUP, .marker(.left)), (KEY_PAGEDOWN, .marker(.right)), (KEY_DOT, .marker(.center)),
      (KEY_B, .marker(.center)), (KEY_F5, .start), (KEY_ESC, .pause),
      // Remotes.
      (KEY_PREVIOUSSONG, .marker(.left)), (KEY_NEXTSONG, .marker(.right)), (KEY_VOLUMEUP, .marker(.good)),
      (KEY_VOLUMEDOWN, .marker(.bad)), (KEY_PLAYPAUSE, .pause), (KEY_PLAY, .start), (KEY_STOPCD, .stop),
    ]
    var actions = Dictionary(
      uniqueKeysWithValues: keys.map { (Button.key(KeyCode($0.0)), $0.1) })
    actions[.doubleTap] = .pause
    return ButtonMapping(actions: actions)
  }()
}
