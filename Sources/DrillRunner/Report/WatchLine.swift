import MotionCore

/// What `devices --watch` says of what comes, goes and is pressed.
enum WatchLine: Hashable, Sendable {
  // Sensors; `what` is name, path and id, `state` whether it is usable.
  case connected(what: String, state: String)
  case new(what: String, state: String)
  case changed(what: String, state: String)
  case gone(what: String, state: String)
  case sampling(stream: String, seconds: Int, figures: String)
  // Devices with keys.
  case listening(what: String)
  case cannotListen(name: String, cause: String)
  case pressed(key: String, name: String, meaning: String?, seconds: String)
  case pressesLost(name: String)
  case keysGone(name: String, reason: String)
  case laterUnnoticed(reason: String)
}

extension WatchLine: CatalogueMessage {
  static let section = MessageSection("watch", "What devices --watch says", .result)
  static let examples: [WatchLine] = [
    .connected(what: "Motion Sensors  /dev/input/event5", state: "usable"),
    .new(what: "Motion Sensors  /dev/input/event5", state: "usable"),
    .changed(what: "Motion Sensors  /dev/input/event5", state: "cannot be used: permission denied"),
    .gone(what: "Motion Sensors  /dev/input/event5", state: "usable"),
    .sampling(stream: "gyroscope", seconds: 10, figures: "250.0 Hz mean"),
    .listening(what: "Wireless Presenter  /dev/input/event7"),
    .cannotListen(name: "Wireless Presenter", cause: "permission denied"),
    .pressed(key: "BTN_SOUTH", name: "Wireless Controller", meaning: "GOOD", seconds: "4.125"),
    .pressesLost(name: "Wireless Presenter"),
    .keysGone(name: "Wireless Presenter", reason: "the device was disconnected"),
    .laterUnnoticed(reason: "udev does not tell what is connected"),
  ]

  var wording: MessageWording {
    switch self {
    case .connected(let what, let state):
      MessageWording(
        "connected: \(what)  \(state)", cause: "it was there when the watching began",
        next: "`drillrunner devices` says what to do where it cannot be used")
    case .new(let what, let state):
      MessageWording(
        "new: \(what)  \(state)", cause: "it was connected just now",
        next: "`drillrunner devices` says what to do where it cannot be used")
    case .changed(let what, let state):
      MessageWording(
        "changed: \(what)  \(state)",
        cause: "what the device says of itself, or whether it is usable, is otherwise now",
        next: "`drillrunner devices` says what to do where it cannot be used")
    case .gone(let what, let state):
      MessageWording("gone: \(what)  \(state)", cause: "its device node is gone", next: "connect it again")
    case .sampling(let stream, let seconds, let figures):
      MessageWording(
        "\(stream) (last \(seconds) s): \(figures)", cause: "the sensor is listened to with --imu",
        next: "see docs/sensors.md for what to expect of it")
    case .listening(let what):
      MessageWording(
        "listening to: \(what)", cause: "the device has buttons that are asked for", next: "press one")
    case .cannotListen(let name, let cause):
      MessageWording(
        "cannot listen to \(name): \(cause)", cause: "its node cannot be opened",
        next: "do what stands behind the arrow below it")
    case .pressed(let key, let name, let meaning, let seconds):
      MessageWording(
        "pressed: \(key) on \(name)" + (meaning.map { "  (\($0), where the drill says nothing else)" } ?? "")
          + "  at \(seconds) s",
        cause: "the kernel told the press, with its time", next: "use this name under buttons: in a drill")
    case .pressesLost(let name):
      MessageWording(
        "lost: presses of \(name) may be missing",
        cause: "the kernel's queue for the device overflowed (SYN_DROPPED)", next: "press again")
    case .keysGone(let name, let reason):
      MessageWording(
        "gone: \(name): \(reason)", cause: "it was disconnected or went to sleep",
        next: "wake it, or connect it again")
    case .laterUnnoticed(let reason):
      MessageWording(
        "note: what is connected later is not noticed: \(reason)", cause: "udev cannot be watched",
        next: "connect everything, then start anew")
    }
  }
}
