import MotionCore

/// Why something of a sensor's description is not there: a stream, a setting, a number of its bus.
public enum SensorReason: Hashable, Sendable {
  // Streams.
  case lacks(sensor: String, kind: String)
  case sendsNo(language: String, kind: String)
  case sendsNoFusion(language: String)
  // Clocks and rates.
  case noDeviceTime
  case unknownClock
  case monotonicRefused(cause: String)
  case watchedTooShort
  case ownRate
  case serialOwnRate
  case noRateAttribute
  case rateUnreadable
  case kernelClockUnnamed
  case noUART
  case bytesLate(milliseconds: Int, file: String)
  // Axes and scales.
  case unknownMounting
  case signsUndocumented
  case noQuaternionScale
  case fewTilted
  case noReadingAgrees
  // Acceleration at rest.
  case readTooShort
  case noAccelerometer
  case moved
  // Others.
  case noTrigger
  case noNumber
  case notPermitted(cause: String)
  case noAnswer
  case noMonitor
}

extension SensorReason: CatalogueMessage {
  public static let section = MessageSection(
    "sensor-lacks", "What a sensor's description does not have", .result, .file)
  public static let examples: [SensorReason] = [
    .lacks(sensor: "DualShock 3 (Motion Sensors)", kind: "gyroscope"),
    .sendsNo(language: "BNO08x in RVC mode", kind: "gyroscope"), .sendsNoFusion(language: "CSV lines"),
    .noDeviceTime, .unknownClock, .monotonicRefused(cause: "Invalid argument"), .watchedTooShort, .ownRate,
    .serialOwnRate, .noRateAttribute, .rateUnreadable, .kernelClockUnnamed, .noUART,
    .bytesLate(milliseconds: 16, file: "/sys/class/tty/ttyUSB0/device/latency_timer"), .unknownMounting,
    .signsUndocumented, .noQuaternionScale, .fewTilted, .noReadingAgrees, .readTooShort, .noAccelerometer,
    .moved,
    .noTrigger, .noNumber, .notPermitted(cause: "Operation not permitted"), .noAnswer, .noMonitor,
  ]

  public var wording: MessageWording {
    let other = "use another sensor where it matters (docs/sensors.md)"
    let known = "nothing: it is stated so that the rows are read with it"
    let calibrate = "put calibrate: axes into the drill: it finds the axes of any rigid mounting"
    let tilt = "tilt the sensor by more than 10° now and then and hold it still"
    return switch self {
    case .lacks(let sensor, let kind):
      MessageWording("\(sensor) has no \(kind)", cause: "its driver declares none", next: other)
    case .sendsNo(let language, let kind):
      MessageWording(
        "the \(language) sends no \(kind) values", cause: "no frame of the first seconds held any",
        next: "set the sensor to send them (docs/sensors.md)")
    case .sendsNoFusion(let language):
      MessageWording(
        "the \(language) sends no on-board fusion", cause: "no frame of the first seconds held any",
        next: "nothing: the attitude is derived from the raw rows")
    case .noDeviceTime:
      MessageWording("the node gives no device time", cause: "its driver sends no MSC_TIMESTAMP", next: known)
    case .unknownClock:
      MessageWording(
        "this controller is not known: whether the times are the device's own is not known",
        cause: "its vendor and product stand in no table",
        next: "see the checks of the clock with `drillrunner devices --test`")
    case .monotonicRefused(let cause):
      MessageWording(
        "the node refused CLOCK_MONOTONIC, so its event times are left out: \(cause)",
        cause: "times of the wall clock could jump",
        next: "use a newer kernel; receipts are recorded as always")
    case .watchedTooShort:
      MessageWording(
        "it was watched for less than three seconds",
        cause: "the rate of a clock needs three windows of a second",
        next: "record longer")
    case .ownRate:
      MessageWording(
        "the controller sends at its own rate and cannot be asked for another",
        cause: "its driver has no setting",
        next: known)
    case .serialOwnRate:
      MessageWording(
        "the sensor sends at its own rate; rate=… in the selector tells a WitMotion sensor another",
        cause: "nothing is configured that was not asked for",
        next: "add rate=… to the selector (docs/sensors.md)")
    case .noRateAttribute:
      MessageWording(
        "the device has no rate attribute, or no rate was wanted",
        cause: "its driver offers none, or nothing was asked",
        next: known)
    case .rateUnreadable:
      MessageWording(
        "it cannot be read", cause: "the attribute holds no number above 0", next: "see the measured rate")
    case .kernelClockUnnamed:
      MessageWording(
        "the kernel does not say", cause: "it has no attribute current_timestamp_clock",
        next: "see the checks of the clock mapping in the manifest")
    case .noUART:
      MessageWording(
        "the port is a USB device without a UART; t is the receipt",
        cause: "its bytes have no rate to reckon back with",
        next: known)
    case .bytesLate(let milliseconds, let file):
      MessageWording(
        "bytes arrive up to \(milliseconds) ms late; as root: echo 1 > \(file)",
        cause: "the adapter holds bytes back, and the setting was refused",
        next: "set it as root, or use a udev rule")
    case .unknownMounting:
      MessageWording(
        "this controller is not known: its own axes are kept, no standard mounting holds",
        cause: "its vendor and product stand in no table", next: calibrate)
    case .signsUndocumented:
      MessageWording(
        "the signs of its axes are not documented: its own axes are kept",
        cause: "no source tells how they lie",
        next: calibrate)
    case .noQuaternionScale:
      MessageWording(
        "the driver tells none: only the direction of the four values counts",
        cause: "an older sensor hub has no scale",
        next: known)
    case .fewTilted:
      MessageWording(
        "fewer than ten samples at rest had the sensor tilted by 10° or more",
        cause: "upright, all readings of an attitude agree with gravity", next: tilt)
    case .noReadingAgrees:
      MessageWording(
        "no reading of the attitude alone agrees with the measured acceleration",
        cause: "the attitude drifts, or is of other axes than the accelerometer",
        next: "nothing: the attitude is derived from the raw rows")
    case .readTooShort:
      MessageWording(
        "the sensor was read for less than two seconds", cause: "the acceleration at rest is judged over two",
        next: "record longer")
    case .noAccelerometer:
      MessageWording("the node has no accelerometer", cause: "it delivers none", next: other)
    case .moved:
      MessageWording(
        "the sensor was moved", cause: "only at rest must the acceleration be one g",
        next: "keep still while a run begins")
    case .noTrigger:
      MessageWording(
        "the device needs none, or none was set", cause: "it takes scans by itself", next: known)
    case .noNumber:
      MessageWording(
        "its bus has no such number, or its driver tells none",
        cause: "not every device has a vendor and a product",
        next: known)
    case .notPermitted(let cause):
      MessageWording(
        "not permitted: \(cause)", cause: "real-time priority needs a right",
        next: "allow it with a line “@audio - rtprio 20” in /etc/security/limits.d/audio.conf")
    case .noAnswer:
      MessageWording(
        "the sensor does not answer questions", cause: "older ones have no register to read back",
        next: "see whether the measured rate is the one asked for")
    case .noMonitor:
      MessageWording(
        "udev does not tell what is connected", cause: "its monitor could not be opened",
        next: "connect buttons before the start; they are heard all the same")
    }
  }
}
