import MotionCore

/// What `devices` says of a sensor, an adapter, a device with buttons or a sound output, beside its name and path.
enum DeviceLine: Hashable, Sendable {
  // Any of them.
  case cannotBeUsed(cause: String)
  case nextStep(String)
  case remark(String)
  case attention(String)
  // Sensors.
  case noneFound(lookedFor: String)
  case connectSensor
  case sensorUsable(gives: String, clock: Clock)
  case axisCount(Int)
  case sibling(kind: String, name: String)
  case batteryCharge(String)
  // Serial adapters.
  case adaptersUnopened
  case readWith(path: String)
  // Buttons.
  case buttonsUnopened
  case noButtons
  case heardInRuns(kind: String)
  case typesLetters(id: String)
  case heardWhenNamed(id: String)
  // Sound outputs.
  case outputUsable
  case outputUsableAs(id: String, timing: String, latency: Latency)

  /// Whose clock dates the rows.
  enum Clock: String, Hashable, Sendable {
    case kernel = "stamped by the kernel"
    case unstamped = "no timestamps"
    case own = "its own clock"
    case noneOfItsOwn = "no clock of its own"
  }

  /// What is known of the delay of an output.
  enum Latency: Hashable, Sendable {
    case measured(milliseconds: String, on: String)
    /// Recorded from the sound server's monitor, where a device follows it.
    case ofServerAlone(milliseconds: String, on: String)
    /// With this period and buffer, and applied with no other.
    case measuredWith(milliseconds: String, period: Int, buffer: Int)
    case unknownBluetooth
    case notMeasured

    var text: String {
      switch self {
      case .measured(let milliseconds, let date):
        "latency \(milliseconds) ms" + (date.isEmpty ? "" : " (measured \(date))")
      case .ofServerAlone(let milliseconds, let date):
        "latency \(milliseconds) ms of the sound server alone, not of its device"
          + (date.isEmpty ? "" : " (measured \(date))")
      case .measuredWith(let milliseconds, let period, let buffer):
        "latency \(milliseconds) ms holds only for a period of \(period) and a buffer of \(buffer) frames: measure again "
          + "if a run says that it is not measured (drillrunner latency)"
      case .unknownBluetooth:
        "Bluetooth: when it is heard is unknown until drillrunner latency has measured it"
      case .notMeasured: "latency not measured (drillrunner latency)"
      }
    }
  }
}

extension DeviceLine: CatalogueMessage {
  static let section = MessageSection("device", "What devices says", .result)
  static let examples: [DeviceLine] = [
    .cannotBeUsed(cause: "permission denied"), .nextStep("sudo apt-get install pulseaudio-utils"),
    .remark("the acceleration's scale is taken from the kernel"),
    .attention("Bluetooth: words are heard late, by 100 to 300 ms"),
    .noneFound(lookedFor: "evdev nodes with the accelerometer property"), .connectSensor,
    .sensorUsable(gives: "6 axes", clock: .own), .axisCount(6),
    .sibling(kind: "battery", name: "ps-controller-battery"),
    .batteryCharge("80 %, charging"), .adaptersUnopened, .readWith(path: "/dev/ttyUSB0"), .buttonsUnopened,
    .noButtons,
    .heardInRuns(kind: "presenter"), .typesLetters(id: "usb:046d:c52b"), .heardWhenNamed(id: "usb:046d:c52b"),
    .outputUsable,
    .outputUsableAs(
      id: "card:PCH", timing: "hardware",
      latency: .measured(milliseconds: "12.31", on: "2026-11-30T10:00:00Z")),
  ]

  var wording: MessageWording {
    switch self {
    case .cannotBeUsed(let cause):
      MessageWording(
        "cannot be used: \(cause)", cause: "opening or asking it failed, as it says",
        next: "do what stands behind the arrow below it")
    case .nextStep(let step):
      MessageWording("→ \(step)", cause: "it helps against what stands above", next: "do it, then look again")
    case .remark(let text):
      MessageWording(
        "note: \(text)", cause: "looking at it found something worth knowing",
        next: "nothing, unless it says so")
    case .attention(let text):
      MessageWording(
        "attention: \(text)", cause: "the output delays, or is not heard as it is",
        next: "do what stands behind the arrow below it")
    case .noneFound(let lookedFor):
      MessageWording(
        "none found: looked for \(lookedFor)", cause: "nothing that is connected is a motion sensor",
        next: "connect one, or name a source with --imu")
    case .connectSensor:
      MessageWording(
        "→ connect one; or use --imu simulated, --imu replay:SESSION, --imu csv:FILE",
        cause: "nothing that is connected is a motion sensor", next: "do one of these")
    case .sensorUsable(let gives, let clock):
      MessageWording(
        "usable: \(gives), \(clock.rawValue)", cause: "its node can be read",
        next: "`drillrunner devices --test` shows how it delivers")
    case .axisCount(let count):
      MessageWording(
        "\(count) axes", cause: "the sensor does not say what it gives",
        next: "`drillrunner devices --test` shows it")
    case .sibling(let kind, let name):
      MessageWording(
        "with \(kind): \(name)", cause: "it belongs to the same device", next: "nothing needs to be done")
    case .batteryCharge(let charge):
      MessageWording(
        "battery: \(charge)", cause: "the kernel's power supply of the device",
        next: "charge it before a long run")
    case .adaptersUnopened:
      MessageWording(
        "Serial adapters (possibly sensors; not opened to find out)",
        cause: "opening a port may reset what is on it", next: "name it with --imu serial:PORT")
    case .readWith(let path):
      MessageWording(
        "→ a sensor on it is read with --imu serial:\(path)", cause: "a port does not tell what is on it",
        next: "use it where a sensor is on it")
    case .buttonsUnopened:
      MessageWording(
        "Buttons (nothing is opened to find out)", cause: "udev tells which devices have keys",
        next: "`drillrunner devices --watch --buttons auto` names what you press")
    case .noButtons:
      MessageWording(
        "none found: no game controller, presenter, remote or keyboard is connected",
        cause: "udev knows no connected device with keys",
        next: "connect one, or use the keys of the terminal")
    case .heardInRuns(let kind):
      MessageWording(
        "\(kind): listened to in a run", cause: "a device of this kind is chosen by itself",
        next: "press its buttons as the drill says")
    case .typesLetters(let id):
      MessageWording(
        "types letters: listened to only with --buttons \(id)",
        cause: "what is typed elsewhere is nobody's business",
        next: "name it where you mean it")
    case .heardWhenNamed(let id):
      MessageWording(
        "listened to with --buttons \(id)", cause: "it is neither a game controller nor a presenter",
        next: "name it where you mean it")
    case .outputUsable:
      MessageWording("usable", cause: "it can be opened and played", next: "name it with --audio")
    case .outputUsableAs(let id, let timing, let latency):
      MessageWording(
        "usable: \(id), \(timing) class, \(latency.text)", cause: "it can be opened and played",
        next: "`drillrunner latency` measures when it is heard")
    }
  }
}
