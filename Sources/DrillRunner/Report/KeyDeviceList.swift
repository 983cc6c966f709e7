import IMUDriver
import MotionCore

/// The devices with keys, as `drillrunner devices` shows them.
struct KeyDeviceList {
  var devices: [KeyDevice]

  var lines: [String] {
    guard !devices.isEmpty else {
      return ["", DeviceLine.buttonsUnopened.text, "  " + DeviceLine.noButtons.text]
    }
    return ["", DeviceLine.buttonsUnopened.text]
      + devices.flatMap { device in
        [
          "  \(Printable.text(device.name))",
          "    " + Printable.text("\(device.path)  \(device.bus)  \(device.stableID)"),
          "    " + Printable.text(KeyDeviceList.use(device).text),
        ]
      }
  }

  private static func use(_ device: KeyDevice) -> DeviceLine {
    switch device.kind {
    case .gamepad, .presenter: .heardInRuns(kind: device.kind.rawValue)
    case .keyboard: .typesLetters(id: device.stableID)
    case .other: .heardWhenNamed(id: device.stableID)
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
    let line = Printable.text(message(event, since: began).text)
    guard case .unusable(_, let error) = event, let remedy = error.remedy else { return line }
    return line + "\n  → " + Printable.lines(remedy).replacing("\n", with: "\n    ")
  }

  private static func message(_ event: KeyEvent, since began: HostTime) -> WatchLine {
    switch event {
    case .connected(let device): .listening(what: "\(device.name)  \(device.path)  \(device.stableID)")
    case .unusable(let device, let error): .cannotListen(name: device.name, cause: error.cause)
    case .press(let press):
      .pressed(
        key: press.key.name, name: press.device.name,
        meaning: ButtonMapping.standard[.key(press.key)].map(\.word),
        seconds: FixedNumber.text((press.host - began).inSeconds, digits: 3))
    case .dropped(let device, _): .pressesLost(name: device.name)
    case .disconnected(let device, let reason, _): .keysGone(name: device.name, reason: reason)
    case .cannotWatch(let reason): .laterUnnoticed(reason: reason)
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
}
