/// Why a number of a stream's sampling, or of the check of a sensor, cannot be had.
public enum SamplingReason: Hashable, Sendable {
  case fewTimestamps
  case notAfterFirst
  case noPositiveInterval
  case gapTooLong
  case noTimestamps
  case noRateAskedFor
  // The check of a sensor.
  case fewRows
  case noCounter
  case sensorMoved
  case noStream(kind: String)
}

extension SamplingReason: CatalogueMessage {
  public static let section = MessageSection("no-sampling", "Numbers of the sampling", .result, .file)
  public static let examples: [SamplingReason] = [
    .fewTimestamps, .notAfterFirst, .noPositiveInterval, .gapTooLong, .noTimestamps, .noRateAskedFor,
    .fewRows,
    .noCounter, .sensorMoved, .noStream(kind: "gyroscope"),
  ]

  public var wording: MessageWording {
    let test = "look at the sensor with `drillrunner devices --test`"
    return switch self {
    case .fewTimestamps:
      MessageWording(
        "fewer than two valid timestamps", cause: "a rate is counted between two times at least", next: test)
    case .notAfterFirst:
      MessageWording(
        "the last timestamp is not after the first", cause: "the clock stood still or was set back",
        next: test)
    case .noPositiveInterval:
      MessageWording(
        "no positive interval between timestamps", cause: "no time is later than the one before it",
        next: test)
    case .gapTooLong:
      MessageWording(
        "a gap is too long to count",
        cause: "more rows would be missing than a number holds: the clock jumped",
        next: test)
    case .noTimestamps:
      MessageWording("no valid timestamps", cause: "none of the rows has a finite, mapped time", next: test)
    case .noRateAskedFor:
      MessageWording(
        "no rate was asked for", cause: "the sensor sends at its own rate",
        next: "see the median rate delivered")
    case .fewRows:
      MessageWording(
        "fewer than two rows", cause: "the sensor delivered nothing, or hardly anything",
        next: "press its button or connect it again, and test longer")
    case .noCounter:
      MessageWording(
        "the device has no packet counter", cause: "its rows carry no number of its own",
        next: "see the gaps: they are all that tells of lost rows")
    case .sensorMoved:
      MessageWording(
        "the sensor was moved", cause: "only at rest must the acceleration be one g",
        next: "lay it down, and test again")
    case .noStream(let kind):
      MessageWording(
        "the sensor has no \(kind)", cause: "it delivers no such stream",
        next: "use a sensor that has one (docs/sensors.md)")
    }
  }
}
