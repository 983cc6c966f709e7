import MotionCore

/// What is wrong with the user's gain file.
public enum GainProblem: Hashable, Sendable {
  case unreadable(call: String, reason: String)
  case notJSON(reason: String)
  case notObject
  case unitNotObject(String)
  case notStream(String)
  case notThreeNumbers(String)
}

extension GainProblem: CatalogueMessage {
  public static let section = MessageSection("gains", "The gain file", .error)
  public static let examples: [GainProblem] = [
    .unreadable(call: "open", reason: "Permission denied"),
    .notJSON(reason: "the JSON document has an improper structure"),
    .notObject, .unitNotObject("evdev-054c-0ce6-aabbccddeeff"), .notStream("gyro"),
    .notThreeNumbers("gyroscope"),
  ]

  public var wording: MessageWording {
    let next = "mend the file, or move it away; docs/sensors.md shows how it is written"
    return switch self {
    case .unreadable(let call, let reason):
      MessageWording("\(call): \(reason)", cause: "the system refused to read the file", next: next)
    case .notJSON(let reason): MessageWording(reason, cause: "the file is not JSON", next: next)
    case .notObject:
      MessageWording("it must be an object of stable ids", cause: "the file is another document", next: next)
    case .unitNotObject(let unit):
      MessageWording(
        "“\(unit)” must be an object of streams", cause: "what stands there is no object", next: next)
    case .notStream(let name):
      MessageWording(
        "“\(name)” is not a stream: accelerometer or gyroscope", cause: "only these have gains", next: next)
    case .notThreeNumbers(let name):
      MessageWording(
        "“\(name)” must be three numbers other than 0",
        cause: "a gain belongs to each of the axes x, y and z", next: next)
    }
  }
}
