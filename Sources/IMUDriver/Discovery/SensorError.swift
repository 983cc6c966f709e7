import Glibc
import MotionCore

/// Why a sensor cannot be found, opened or read, and what to do next.
public enum SensorError: DiagnosedError, Hashable {
  /// Nothing that could be used is connected. `unusable` was found, each with its reason.
  case noneFound(unusable: [DiscoveredSensor])
  /// `auto` does not choose between sensors.
  case several([DiscoveredSensor])
  /// No connected sensor has this node path or stable id.
  case notFound(selector: String, found: [DiscoveredSensor])
  /// The node is there, and this user may not read it.
  case permissionDenied(path: String)
  case cannotOpen(path: String, errno: Int32)
  /// The device lacks what this version needs.
  case unusable(path: String, SensorUnfitness)
  /// The node refused a request without which it cannot be read.
  case requestRefused(path: String, request: String, errno: Int32)
  /// The user's gain file cannot be used.
  case badGains(path: String, line: Int?, GainProblem)
  /// libudev could not be used.
  case udevFailed(call: String, errno: Int32)
  /// The reader could not be set up.
  case cannotStart(path: String, call: String, errno: Int32)

  /// The error of open(2) on a node.
  init(opening path: String, errno: Int32) {
    self =
      errno == EACCES || errno == EPERM
      ? .permissionDenied(path: path) : .cannotOpen(path: path, errno: errno)
  }

  public var failure: String {
    switch self {
    case .noneFound: "no usable sensor is connected"
    case .several: "cannot choose a sensor"
    case .notFound(let selector, _): "cannot find the sensor \(selector)"
    case .permissionDenied(let path), .cannotOpen(let path, _): "cannot open \(path)"
    case .unusable(let path, _): "cannot use \(path)"
    case .requestRefused(let path, _, _), .cannotStart(let path, _, _): "cannot read \(path)"
    case .badGains(let path, let line, _):
      "cannot read the gains in \(path)" + (line.map { ", line \($0)" } ?? "")
    case .udevFailed: "cannot look for sensors"
    }
  }

  public var cause: String {
    switch self {
    case .noneFound(let unusable):
      (["looked for \(SensorCatalog.lookedFor)"]
        + unusable.map { "found \($0.name) at \($0.path), which cannot be used: \($0.problemText)" })
        .joined(separator: "; ")
    case .several(let sensors): "\(sensors.count) can be used: \(SensorError.list(sensors))"
    case .notFound(_, let found):
      found.isEmpty ? "no sensor is connected" : "connected are \(SensorError.list(found))"
    case .permissionDenied: "permission denied"
    case .cannotOpen(_, let errno): systemErrorText(errno)
    case .unusable(_, let reason): reason.text
    case .badGains(_, _, let problem): problem.text
    case .requestRefused(_, let request, let errno), .cannotStart(_, let request, let errno),
      .udevFailed(let request, let errno):
      "\(request): \(systemErrorText(errno))"
    }
  }

  public var remedy: String? {
    switch self {
    case .noneFound(let unusable):
      unusable.lazy.compactMap(\.problem?.remedy).first
        ?? """
        connect a controller with a motion sensor by USB or Bluetooth and try again; a sensor on a serial port \
        is named, --imu serial:/dev/ttyUSB0; `--imu simulated` runs without a sensor
        """
    case .several(let sensors):
      "name one: --imu \(sensors.first?.stableID ?? "NODE")"
    case .notFound: "`drillrunner devices` lists what is connected"
    case .permissionDenied(let path): PermissionRule.remedy(for: path)
    case .cannotOpen(_, let errno):
      errno == ENOENT || errno == ENODEV || errno == ENXIO
        ? "reconnect the sensor; `drillrunner devices` lists what is connected"
        : "reconnect the sensor; `dmesg` may say more"
    case .unusable(let path, let reason): reason.wording(of: path).nextStep
    case .requestRefused(_, _, let errno):
      errno == ENODEV ? "reconnect the sensor" : "`drillrunner devices` lists the sensors that can be used"
    case .udevFailed: "name the device node itself: --imu /dev/input/eventN"
    case .cannotStart: "end programs that hold many files or threads, then run again"
    case .badGains(_, _, let problem): problem.wording.nextStep
    }
  }

  private static func list(_ sensors: [DiscoveredSensor]) -> String {
    sensors.map { "\($0.stableID) (\($0.name), \($0.path))" }.joined(separator: ", ")
  }
}

extension SensorError: CatalogueMessage {
  public static let section = MessageSection("sensor", "Finding and opening a sensor", .error, .result)
  public static let examples: [SensorError] = [
    .noneFound(unusable: []), .several([pad, otherPad]),
    .notFound(selector: "evdev-054c-09cc-1", found: [pad]),
    .permissionDenied(path: pad.path), .cannotOpen(path: pad.path, errno: ENODEV),
    .unusable(path: pad.path, .motionNotDeclared),
    .requestRefused(path: pad.path, request: "EVIOCGABS", errno: ENODEV),
    .badGains(path: "/home/you/.config/drillrunner/gains.json", line: 3, .notStream("gyro")),
    .udevFailed(call: "udev_new", errno: ENOMEM),
    .cannotStart(path: pad.path, call: "eventfd", errno: EMFILE),
  ]

  private static let pad = example("event7", "aabbccddeeff")
  private static let otherPad = example("event9", "aabbccddee00")

  private static func example(_ node: String, _ unit: String) -> DiscoveredSensor {
    DiscoveredSensor(
      name: "DualSense (Motion Sensors)", kernelName: "Sony DualSense Motion Sensors", driver: "evdev",
      bus: "usb",
      vendor: 0x054C, product: 0x0CE6, path: "/dev/input/\(node)", stableID: "evdev-054c-0ce6-\(unit)",
      serial: unit,
      axes: [], hasDeviceClock: true, problem: nil)
  }
}
