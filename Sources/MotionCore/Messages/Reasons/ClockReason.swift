/// Why a device's clock, or the arrivals of its rows, give no times.
public enum ClockReason: Hashable, Sendable {
  // The checks of a mapping (docs/metrics.md, "Clock mapping").
  case fewObservations(Int)
  case residual(p99Ns: Double, allowedNs: Double)
  case drift(ppm: Int)
  case step(sizeNs: Double, afterNs: Double)
  case several([UnavailableReason])
  case beganAnew(times: Int, whole: UnavailableReason)
  case fewToMap
  case notMapped
  case mappingInvalid(UnavailableReason)
  // Streams without a clock.
  case hostClock
  case noDeviceTime
  case noDeviceTimeAnd(UnavailableReason)
  case timesAreReceipts
  // The line of the arrivals.
  case numbersOutOfOrder
  case derivedOutOfOrder
  case fewRows(needed: Int)
  case allAtOnce
  case uneven(seconds: Double)
}

extension ClockReason: CatalogueMessage {
  public static let section = MessageSection("clock", "Clocks that cannot be used", .result, .file)
  public static let examples: [ClockReason] = {
    let drift = UnavailableReason(ClockReason.drift(ppm: 60_000))
    return [
      .fewObservations(9), .residual(p99Ns: 31.5e6, allowedNs: 20e6), .drift(ppm: 60_000),
      .step(sizeNs: 350.2e6, afterNs: 61e9),
      .several([drift, UnavailableReason(ClockReason.step(sizeNs: 350.2e6, afterNs: 61e9))]),
      .beganAnew(times: 1, whole: UnavailableReason(ClockReason.step(sizeNs: 350.2e6, afterNs: 61e9))),
      .fewToMap,
      .notMapped, .mappingInvalid(drift), .hostClock, .noDeviceTime,
      .noDeviceTimeAnd(UnavailableReason(ClockReason.allAtOnce)), .timesAreReceipts, .numbersOutOfOrder,
      .derivedOutOfOrder, .fewRows(needed: 50), .allAtOnce, .uneven(seconds: 0.0125),
    ]
  }()

  public var wording: MessageWording {
    let test = "`drillrunner devices --test` shows the clock; use a cable, or another sensor"
    let receipt = "nothing: the times are receipts then, and the delivery's jitter is in them"
    let steady = "send rows at a steady rate, each with a number or a time"
    func milliseconds(_ ns: Double) -> String { "\((ns / 1e5).rounded() / 10) ms" }
    return switch self {
    case .fewObservations(let count):
      MessageWording(
        "only \(count) ordered observations", cause: "a mapping needs ten rows whose device times rise",
        next: "record longer")
    case .residual(let p99, let allowed):
      MessageWording(
        "99 % of the receipts lie within \(milliseconds(p99)) of the line; \(milliseconds(allowed)) allowed",
        cause: "the connection holds rows back, or the device's clock is uneven", next: test)
    case .drift(let ppm):
      MessageWording(
        "the clocks run at different rates: \(ppm) ppm",
        cause: "the device's clock is not in the unit it says, or is none",
        next: test)
    case .step(let size, let after):
      MessageWording(
        "the clocks step by \(milliseconds(size)) against each other after \(milliseconds(after))",
        cause: "one of the clocks was set, stood still or lost a turn of its counter", next: test)
    case .several(let reasons):
      MessageWording(
        reasons.map(\.text).joined(separator: "; "), cause: "several checks of the mapping failed", next: test
      )
    case .beganAnew(let times, let whole):
      MessageWording(
        "the device's clock began anew \(times == 1 ? "once" : "\(times) times"), so that no one line maps it (\(whole))",
        cause: "the sensor was disconnected or its counter reset while it was recorded",
        next: "nothing: each stretch is mapped by itself where it can be")
    case .fewToMap:
      MessageWording(
        "too few rows to map the device clock to the host clock",
        cause: "no line goes through fewer than two different times", next: "record longer")
    case .notMapped:
      MessageWording(
        "the device clock could not be mapped", cause: "too few of its times differ", next: receipt)
    case .mappingInvalid(let reason):
      MessageWording(
        "the clock mapping is not valid: \(reason)", cause: "a check of the mapping failed", next: test)
    case .hostClock:
      MessageWording(
        "the times are on the host clock", cause: "the kernel stamps these rows, or the host does",
        next: "nothing: no mapping is needed")
    case .noDeviceTime:
      MessageWording(
        "the device gives no time of its own", cause: "its rows are stamped as they arrive", next: receipt)
    case .noDeviceTimeAnd(let reason):
      MessageWording(
        "the device gives no time of its own, and \(reason)",
        cause: "the arrivals of the rows follow no line either", next: receipt)
    case .timesAreReceipts:
      MessageWording(
        "the stream's times are its receipts",
        cause: "the device gives no time of its own, so no delivery age",
        next: "use a sensor with a clock where the age matters")
    case .numbersOutOfOrder:
      MessageWording(
        "the row numbers are not in order", cause: "the file was changed or put together",
        next: "`drillrunner verify` tells whether the files are as they were sealed")
    case .derivedOutOfOrder:
      MessageWording(
        "the derived times are not in order", cause: "the lines of two stretches of arrivals cross",
        next: receipt)
    case .fewRows(let needed):
      MessageWording(
        "fewer than \(needed) rows without a silence of a second between them",
        cause: "a line through fewer arrivals is none", next: steady)
    case .allAtOnce:
      MessageWording(
        "the rows arrive all at once", cause: "they were buffered, and say nothing of when", next: steady)
    case .uneven(let value):
      MessageWording(
        "the arrivals leave a line of even intervals by \((value * 1e4).rounded() / 10) ms: rows are missing, "
          + "or the rate is not steady",
        cause: "a late row cannot be told from a lost one there", next: steady)
    }
  }
}
