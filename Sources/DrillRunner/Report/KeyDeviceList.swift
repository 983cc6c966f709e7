import IMUDriver
import MotionCore

/// The devices with keys, as `drillrunner devices` shows them.
struct KeyDeviceList {
  var devices: [KeyDevice]

  /// Empty where there is none.
  var lines: [String] {
    guard !devices.isEmpty else { return [] }
    return ["", "Buttons (nothing is opened to find out)"]
      + devices.flatMap { device in
        [
          "  \(Printable.text(device.name))",
          "    " + Printable.text("\(device.path)  \(device.bus)  \(device.stableID)"),
          "    " + KeyDeviceList.use(device),
        ]
      }
  }

  private static func use(_ device: KeyDevice) -> String {
    switch device.kind {
    case .gamepad, .presenter: "\(device.kind.rawValue): listened to in a run"
    case .keyboard: "types letters: listened to only with --buttons \(Printable.text(device.stableID))"
    case .other: "listened to with --buttons \(Printable.text(device.stableID))"
    }
  }

  var json: JSONValue {
    .array(devices.map(KeyDeviceList.json))
  }

  static func json(_ device: KeyDevice) -> JSONValue {
    [
      "name": .string(device.name), "kind": .string(device.kind.rawValue), "bus": .string(device.bus),
      "path": .string(device.path), "stable_id": .string(device.stableID),
      "listened_to": .bool(device.isListenedToByDefault),
    ]
  }
}

/// What a listener to keys says, as text and as JSON.
enum KeyEventText {
  /// `began` is the beginning of time for whoever reads.
  static func line(_ event: KeyEvent, since began: HostTime) -> String {
    switch event {
    case .connected(let device):
      "listening to: \(name(device))  \(device.path)  \(Printable.text(device.stableID))"
    case .unusable(let device, let error):
      "cannot listen to \(name(device)): \(Printable.text(error.cause))"
        + (error.remedy.map { "\n  → " + Printable.lines($0).replacing("\n", with: "\n    ") } ?? "")
    case .press(let press):
      "pressed: \(press.key.name) on \(name(press.device))"
        + (ButtonMapping.standard[.key(press.key)].map { "  (\($0.word), where the drill says nothing else)" }
          ?? "")
        + "  at \(FixedNumber.text((press.host - began).inSeconds, digits: 3)) s"
    case .dropped(let device, _): "lost: presses of \(name(device)) may be missing"
    case .disconnected(let device, let reason, _): "gone: \(name(device)): \(Printable.text(reason))"
    case .cannotWatch(let reason): "note: what is connected later is not noticed: \(Printable.text(reason))"
    }
  }

  static func json(_ event: KeyEvent) -> JSONValue? {
    switch event {
    case .connected(let device): ["change": "listening", "key_device": KeyDeviceList.json(device)]
    case .unusable(let device, let error):
      ["change": "unusable", "key_device": KeyDeviceList.json(device), "reason": .string(error.cause)]
    case .press(let press):
      [
        "change": "pressed", "key": .string(press.key.name), "stable_id": .string(press.device.stableID),
        "host_ns": .integer(press.host.nanoseconds), "time_source": .string(press.timeSource.rawValue),
      ]
    case .dropped(let device, let at):
      [
        "change": "lost", "stable_id": .string(device.stableID), "host_ns": .integer(at.nanoseconds),
      ]
    case .disconnected(let device, let reason, let at):
      [
        "change": "gone", "stable_id": .string(device.stableID), "reason": .string(reason),
        "host_ns": .integer(at.nanoseconds),
      ]
    case .cannotWatch(let reason): ["change": "blind", "reason": .string(reason)]
    }
  }

  private static func name(_ device: KeyDevice) -> String { Printable.text(device.name) }
}
