import MotionCore

/// What must be known of a sensor beside its streams, and what became of settings of the kernel that are changed while it
/// is read, and put back.
public enum SensorNote: Hashable, Sendable {
  case tiltOnly
  // The fuzz of a controller's axes.
  case changedByAnother
  case notNoted(cause: String)
  case refused(cause: String)
  case deviceGone
  case notPutBack(cause: String)
  case putBack
  case putBackInPart(others: [String])
  // What a program that was killed had left.
  case noteDamaged(path: String)
  case leftOff(cause: String)
  case putBackNow(axes: [String])
  // Attributes of a chip.
  case notTaken(name: String, value: String, cause: String)
  case attributeNotPutBack(name: String, value: String, cause: String)
}

extension SensorNote: CatalogueMessage {
  public static let section = MessageSection(
    "sensor-note", "Notes on a sensor and its settings", .result, .file)
  public static let examples: [SensorNote] = [
    .tiltOnly, .changedByAnother, .notNoted(cause: "mkdir: Permission denied"),
    .refused(cause: "Permission denied"), .deviceGone,
    .notPutBack(cause: "Permission denied"), .putBack, .putBackInPart(others: ["ABS_RX"]),
    .noteDamaged(path: "/run/user/1000/drillrunner/evdev-054c-0ce6-aabbccddeeff.fuzz"),
    .leftOff(cause: "Permission denied"), .putBackNow(axes: ["ABS_X", "ABS_Y"]),
    .notTaken(name: "iio:device0/sampling_frequency", value: "200", cause: "Invalid argument"),
    .attributeNotPutBack(
      name: "iio:device0/sampling_frequency", value: "100", cause: "Device or resource busy"),
  ]

  public var wording: MessageWording {
    let known = "nothing: it is stated so that the rows are read with it"
    let reconnect = "disconnect the sensor and connect it again: the kernel then begins with its own setting"
    return switch self {
    case .tiltOnly:
      MessageWording(
        "it has no gyroscope: there is tilt from gravity alone, right for slow movements only",
        cause: "an accelerometer feels the movement and gravity together",
        next: "use a sensor with a gyroscope where movements are quick (docs/sensors.md)")
    case .changedByAnother:
      MessageWording(
        "another running program has changed it", cause: "two programs read the controller",
        next: "end the other one")
    case .notNoted(let cause):
      MessageWording(
        "the change could not be noted first: \(cause)",
        cause: "without a note nobody could put it back after a crash, so nothing was changed",
        next: "see that the folder can be written")
    case .refused(let cause):
      MessageWording(
        "the kernel refused to change it: \(cause)", cause: "the node may not be written", next: known)
    case .deviceGone:
      MessageWording("the device is gone", cause: "it was disconnected, and keeps no setting", next: known)
    case .notPutBack(let cause):
      MessageWording(
        "it could not be put back, the next start tries again: \(cause)", cause: "the kernel refused",
        next: reconnect)
    case .putBack:
      MessageWording("put back", cause: "the setting is again what it was before the run", next: known)
    case .putBackInPart(let others):
      MessageWording(
        "put back, but for \(others.joined(separator: ", ")), changed by another",
        cause: "another program set them during the run", next: known)
    case .noteDamaged(let path):
      MessageWording(
        "the note of its fuzz (\(path)) is damaged and was removed; reconnecting it restores the kernel's own",
        cause: "a program was killed while it wrote the note", next: reconnect)
    case .leftOff(let cause):
      MessageWording(
        "its fuzz is still off since a run that was killed, and cannot be put back: \(cause)",
        cause: "the kernel refused", next: reconnect)
    case .putBackNow(let axes):
      MessageWording(
        "its fuzz was still off since a run that was killed; it was put back (\(axes.joined(separator: ", ")))",
        cause: "a run ended without putting it back", next: known)
    case .notTaken(let name, let value, let cause):
      MessageWording(
        "\(name) did not take “\(value)”: \(cause)", cause: "the driver refused the value",
        next: "see what the driver offers in the attribute's _available file")
    case .attributeNotPutBack(let name, let value, let cause):
      MessageWording(
        "not put back: \(name) did not take “\(value)”: \(cause)",
        cause: "the driver refused its own former value",
        next: reconnect)
    }
  }
}
