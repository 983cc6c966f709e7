import MotionCore

/// Why a serial sensor cannot be told what the user asks for.
public enum SerialRefusal: Hashable, Sendable {
  case noSuchRate(hertz: Double, known: [String])
  case tooFast(baud: Int, frames: Int, most: Int, hertz: Double)
  case noSuchBaud(Int, known: [String])
  case otherValue(setting: String, told: Int, holds: Int)
  case silentAfter(cause: String)
  case baudUnchanged(told: Int, sends: Int)
}

extension SerialRefusal: CatalogueMessage {
  public static let section = MessageSection("serial-setup", "Setting up a serial sensor", .error)
  public static let examples: [SerialRefusal] = [
    .noSuchRate(hertz: 75, known: ["50.0", "100.0", "200.0"]),
    .tooFast(baud: 9600, frames: 3, most: 29, hertz: 50),
    .noSuchBaud(31_250, known: ["9600", "115200"]), .otherValue(setting: "rate", told: 11, holds: 0),
    .silentAfter(cause: "no byte came in 3 s"), .baudUnchanged(told: 115_200, sends: 9600),
  ]

  public var wording: MessageWording {
    switch self {
    case .noSuchRate(let hertz, let known):
      MessageWording(
        "a WitMotion sensor has no rate of \(hertz) Hz", cause: "its register has a fixed list of rates",
        next: "take one of \(known.joined(separator: ", ")) Hz")
    case .tooFast(let baud, let frames, let most, let hertz):
      MessageWording(
        "\(baud) baud carry \(frames) frames at most \(most) times a second, not \(hertz) times",
        cause: "a frame is 11 bytes of ten bits on the wire",
        next: "ask for a higher baud rate too (set-baud=115200), or for less content or a lower rate")
    case .noSuchBaud(let baud, let known):
      MessageWording(
        "a WitMotion sensor has no rate of \(baud) baud", cause: "its register has a fixed list of rates",
        next: "take one of \(known.joined(separator: ", "))")
    case .otherValue(let setting, let told, let holds):
      MessageWording(
        "it was told \(setting) \(told), and says that it holds \(holds)",
        cause: "the sensor refused the setting, or has another firmware",
        next: "leave out \(setting), or set it with the maker's program")
    case .silentAfter(let cause):
      MessageWording(
        "after it was configured: \(cause)", cause: "the sensor did not speak as it was told to",
        next: "take its power away and give it back; then run again without those options")
    case .baudUnchanged(let told, let sends):
      MessageWording(
        "it was told to change to \(told) baud and still sends at \(sends)",
        cause: "the sensor refused the rate, or needs its power taken away first",
        next: "leave out set-baud, or set it with the maker's program")
    }
  }
}
