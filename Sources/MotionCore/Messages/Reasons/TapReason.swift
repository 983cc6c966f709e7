/// Why double taps cannot be told from a sensor's rows, or not well.
public enum TapReason: Error, Hashable, Sendable {
  case noAccelerometer
  case tooSlow(rowsPerSecond: Int)
  case slow(rowsPerSecond: Int)
  case unusable(UnusableStream)
}

extension TapReason: CatalogueMessage {
  public static let section = MessageSection("tap", "Double taps that cannot be told", .view)
  public static let examples: [TapReason] = [
    .noAccelerometer, .tooSlow(rowsPerSecond: 31), .slow(rowsPerSecond: 67),
    .unusable(.noAxes(stream: "accelerometer")),
  ]

  public var wording: MessageWording {
    let other = "use a key, a button or a presenter instead (docs/buttons.md)"
    return switch self {
    case .noAccelerometer:
      MessageWording(
        "the sensor has no accelerometer", cause: "a tap is a knock that only it feels", next: other)
    case .tooSlow(let rate):
      MessageWording(
        "\(rate) rows a second: a tap of 5 to 15 ms falls between the rows; it takes 50 or more",
        cause: "the sensor delivers too slowly", next: other)
    case .slow(let rate):
      MessageWording(
        "\(rate) rows a second: tap firmly, many light taps are missed below 100 rows a second",
        cause: "the sensor delivers slowly (docs/double-tap.md)", next: "tap firmly, or use a faster sensor")
    case .unusable(let reason):
      MessageWording(reason.text, cause: reason.wording.cause, next: reason.wording.nextStep)
    }
  }
}
