import MotionCore

/// What `devices --test` can find of a sensor. Numbers are given as they are shown.
enum SensorTestFinding: Hashable, Sendable {
  case lost(seconds: String, reason: String)
  case nothingDelivered(stream: String)
  case frozen(stream: String, seconds: String)
  case clockMapped(ppm: String, latenessMs: String)
  case clockUnusable(reason: String)
  case noClock
  case still(degreesPerSecond: String)
  case moved(degreesPerSecond: String)
  case stillnessUnknown(reason: String)
  case plausible(norm: String)
  case implausible(norm: String)
  case plausibilityUnknown(norm: String, reason: String)
  case noLoss
  case losses([String])
  // With --matched.
  case slowerRate(percent: String)
  case widerIntervals(percent: String)
  case lossesWithMore(Int)
  case notSlower
}

extension SensorTestFinding: CatalogueMessage {
  static let section = MessageSection("sensor-test", "What devices --test finds", .result)
  static let examples: [SensorTestFinding] = [
    .lost(seconds: "1.2", reason: "the device was disconnected"), .nothingDelivered(stream: "gyroscope"),
    .frozen(stream: "gyroscope", seconds: "2.4"), .clockMapped(ppm: "12", latenessMs: "4.1"),
    .clockUnusable(reason: "the residual is too large"), .noClock, .still(degreesPerSecond: "0.12"),
    .moved(degreesPerSecond: "14.80"), .stillnessUnknown(reason: "the sensor has no gyroscope"),
    .plausible(norm: "1.003"), .implausible(norm: "1.412"),
    .plausibilityUnknown(norm: "1.003", reason: "the sensor was moved"), .noLoss,
    .losses(["dropped_events 2"]),
    .slowerRate(percent: "8.2 %"), .widerIntervals(percent: "31.0 %"), .lossesWithMore(3), .notSlower,
  ]

  var wording: MessageWording {
    switch self {
    case .lost(let seconds, let reason):
      MessageWording(
        "LOST after \(seconds) s: \(reason)", cause: "the sensor went away while it was listened to",
        next: "mend its connection, and test it again")
    case .nothingDelivered(let stream):
      MessageWording(
        "\(stream): NOTHING was delivered", cause: "no row came in three seconds",
        next: "wake the sensor with its button, and test it again")
    case .frozen(let stream, let seconds):
      MessageWording(
        "FROZEN: \(stream) did not change for \(seconds) s",
        cause: "a sensor that measures shows noise in every row",
        next: "connect the sensor again; if it stays so, it is defective or asleep")
    case .clockMapped(let ppm, let late):
      MessageWording(
        "its own, \(ppm) ppm against this machine's, mapped; rows come up to \(late) ms late (p99)",
        cause: "the sensor stamps its rows, and its clock fits a line", next: "nothing: rows are timed by it")
    case .clockUnusable(let reason):
      MessageWording(
        "NOT usable: \(reason)", cause: "the sensor's clock does not fit this machine's",
        next: "use a cable; rows are timed by their receipt meanwhile")
    case .noClock:
      MessageWording(
        "none of its own; rows are timed by their receipt", cause: "the sensor stamps nothing",
        next: "use a sensor with a clock for finer times")
    case .still(let rate):
      MessageWording(
        "still: \(rate) °/s RMS about its mean (still is below 3 °/s)",
        cause: "the sensor lay still, as it should",
        next: "nothing needs to be done")
    case .moved(let rate):
      MessageWording(
        "MOVED: \(rate) °/s RMS about its mean (still is below 3 °/s)",
        cause: "the sensor was moved, or shakes",
        next: "lay it down, and test it again")
    case .stillnessUnknown(let reason):
      MessageWording(
        "still or moved: not known, \(reason)", cause: "stillness is judged by the rate of turn",
        next: "lay it down, and see whether |a| is one g")
    case .plausible(let norm):
      MessageWording(
        "|a| \(norm) g at rest: plausible", cause: "gravity is one g within 10 %",
        next: "nothing needs to be done")
    case .implausible(let norm):
      MessageWording(
        "|a| \(norm) g at rest: NOT plausible, one g within 10 % is; its scale is wrong",
        cause: "the driver's scale is not that of this unit", next: "give its gains: docs/sensors.md")
    case .plausibilityUnknown(let norm, let reason):
      MessageWording(
        "|a| \(norm) g: not judged, \(reason)", cause: "only at rest gravity stands alone",
        next: "lay it down, and test it again")
    case .noLoss:
      MessageWording("no loss was observed", cause: "no counter showed one", next: "nothing needs to be done")
    case .losses(let losses):
      MessageWording(
        "OBSERVED: \(losses.joined(separator: ", "))", cause: "rows were lost in three seconds",
        next: "use a cable, or move the sensor closer")
    case .slowerRate(let percent):
      MessageWording(
        "the rate falls by \(percent) (5 % allowed)", cause: "more channels take the sensor's time",
        next: "ask for less: docs/sensors.md says what can be left out")
    case .widerIntervals(let percent):
      MessageWording(
        "the p99 interval grows by \(percent) (20 % allowed)", cause: "more channels make the rows less even",
        next: "ask for less: docs/sensors.md says what can be left out")
    case .lossesWithMore(let count):
      MessageWording(
        "\(count) losses were observed", cause: "more channels overflow a queue on the way",
        next: "ask for less: docs/sensors.md says what can be left out")
    case .notSlower:
      MessageWording(
        "more channels do not slow the main stream",
        cause: "rate and intervals are the same with and without",
        next: "nothing: record with everything")
    }
  }
}
