import MotionCore

/// What exactly happened at an incident of a sensor: the member `reason` of its event.
public enum IncidentDetail: Hashable, Sendable {
  // Clocks.
  case counterBeganAnew
  case clocksMoved
  case turnsUnknown
  case clockRate(Double)
  case notMonotonic
  case timesKept
  // Rows.
  case beforeDeviceTime
  case bufferFull
  case badBytes
  case counterHole
  case unexpectedReadings
  case noTime
  // Values.
  case implausible
  case zeros
  case standStill
}

extension IncidentDetail: CatalogueMessage {
  public static let section = MessageSection(
    "incident-detail", "What happened at an incident of a sensor", .file, .view, .notice)
  public static let examples: [IncidentDetail] = [
    .counterBeganAnew, .clocksMoved, .turnsUnknown, .clockRate(0.93), .notMonotonic, .timesKept,
    .beforeDeviceTime, .bufferFull,
    .badBytes, .counterHole, .unexpectedReadings, .noTime, .implausible, .zeros, .standStill,
  ]

  public var wording: MessageWording {
    let near = "move the sensor closer, or use a cable"
    let again = "press the sensor's button, or connect it again"
    let load = "end other programs, or ask for a lower rate"
    return switch self {
    case .counterBeganAnew:
      MessageWording(
        "the device's counter began anew: how long the gap was is unknown to it",
        cause: "the sensor slept, was switched off or connected anew", next: near)
    case .clocksMoved:
      MessageWording(
        "the device's clock and the host's moved against each other",
        cause: "one of them stood still or was set, or the machine was suspended",
        next: "leave the machine awake during a run")
    case .turnsUnknown:
      MessageWording(
        "a gap longer than a turn of the device's 16-bit counter: its driver cannot know how many turns passed",
        cause: "the radio link was interrupted for longer than a third of a second", next: near)
    case .clockRate(let rate):
      MessageWording(
        "the device's clock runs at \(rate) times the events' time: it is not valid",
        cause: "the device counts in another unit than its driver says",
        next: "use another sensor where the time matters")
    case .notMonotonic:
      MessageWording(
        "the driver's times are not of CLOCK_MONOTONIC, although it was set",
        cause: "the driver stamps with a clock of its own",
        next: "nothing: receipts are used where they must be")
    case .timesKept:
      MessageWording(
        "device times are kept as delivered; the clock mapping of the session fails its checks where this matters, and "
          + "the analysis then uses receipt times",
        cause: "evidence is never rewritten", next: "see the clock mapping in the analysis")
    case .beforeDeviceTime:
      MessageWording(
        "a report came before the first device time",
        cause: "the driver sends the time after the first report",
        next: "nothing: that report is left out")
    case .bufferFull:
      MessageWording(
        "the kernel's buffer was full, and scans that came then were dropped",
        cause: "the machine did not read for too long", next: load)
    case .badBytes:
      MessageWording(
        "bytes that are no valid frame", cause: "noise on the line, or bytes that were lost",
        next: "use a shorter cable or a lower baud rate; join the grounds")
    case .counterHole:
      MessageWording(
        "a hole in the packet counter", cause: "the sensor numbered packets that never arrived", next: near)
    case .unexpectedReadings:
      MessageWording(
        "the sensor sends what it did not send when it was opened",
        cause: "its configuration was changed meanwhile",
        next: "connect it again, and do not configure it during a run")
    case .noTime:
      MessageWording(
        "the row has no time and was left out", cause: "the cell of the time is empty or not finite",
        next: "see that line of the file")
    case .implausible:
      MessageWording(
        "the acceleration at rest is not one g within 10 %: the scale of this sensor is wrong",
        cause: "a clone or a virtual controller tells a false scale",
        next: "give the unit's gains (docs/sensors.md), or use another sensor")
    case .zeros:
      MessageWording("all values are zero for a second", cause: "the chip sleeps or hangs", next: again)
    case .standStill:
      MessageWording(
        "the values stand still for a second", cause: "noise moves the last bit of a sensor that works",
        next: again)
    }
  }
}
