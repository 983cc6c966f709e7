import MotionCore

/// Why a sensor that is connected cannot be used.
public enum SensorUnfitness: Hashable, Sendable {
  // Controllers.
  case noAxes
  case axesMissing([String])
  case unitsUnknown([String])
  case motionNotDeclared
  // IIO chips.
  case busy
  case noBuffer
  case quantityMissing(String)
  case settingsDenied(String)
  case settingRefused(String)
  case noTrigger(device: String)
  case scaleUnknown(String)
  case channelStuck(name: String, reason: String)
}

extension SensorUnfitness: CatalogueMessage {
  public static let section = MessageSection("sensor-unfit", "Sensors that cannot be used", .error, .result)
  public static let examples: [SensorUnfitness] = [
    .noAxes, .axesMissing(["ABS_RX", "ABS_RY"]), .unitsUnknown(["ABS_X", "ABS_Y", "ABS_Z"]),
    .motionNotDeclared,
    .busy, .noBuffer, .quantityMissing("gyroscope"),
    .settingsDenied("/sys/bus/iio/devices/iio:device0/buffer/enable: Permission denied"),
    .settingRefused("/sys/bus/iio/devices/iio:device0/buffer/enable: Invalid argument"),
    .noTrigger(device: "lsm6dsl_gyro"), .scaleUnknown("in_anglvel"),
    .channelStuck(name: "in_temp", reason: "it has no index"),
  ]

  public var wording: MessageWording { wording(of: "/dev/iio:device0") }

  /// The same, of the sensor at a node, which the next step may name.
  func wording(of node: String) -> MessageWording {
    let other = "use a controller whose motion sensor the kernel describes (docs/sensors.md)"
    return switch self {
    case .noAxes:
      MessageWording(
        "it has neither an accelerometer nor a gyroscope of three axes",
        cause: "the node's axes are no motion sensor of three dimensions", next: other)
    case .axesMissing(let axes):
      MessageWording(
        "its axes \(axes.joined(separator: ", ")) are missing",
        cause: "the driver declares less than this kind of controller has", next: other)
    case .unitsUnknown(let axes):
      MessageWording(
        "its driver gives no resolution for \(axes.joined(separator: ", ")), so their unit is unknown",
        cause: "without a resolution a count is no angle and no acceleration", next: other)
    case .motionNotDeclared:
      MessageWording(
        "its driver does not declare a motion sensor, so the unit of its axes is unknown",
        cause: "the node lacks INPUT_PROP_ACCELEROMETER", next: other)
    case .busy:
      MessageWording(
        "another program is reading it, and the kernel lets only one do so (EBUSY)",
        cause: "the kernel gives an IIO buffer to one reader",
        next: """
          find it with `sudo fuser -v \(node)` and end it. Most often it is iio-sensor-proxy, which turns the screen:
          sudo systemctl stop iio-sensor-proxy
          or iiod: sudo systemctl stop iiod
          """)
    case .noBuffer:
      MessageWording(
        "its driver offers no buffer, only single readings, whose times are not known",
        cause: "the driver has no triggered buffer for the chip as it is connected",
        next: """
          connect the chip's interrupt pin and name it in the device tree (docs/sensors.md): many drivers offer \
          the buffer only then
          """)
    case .quantityMissing(let what):
      MessageWording(
        "it has no \(what), which this version needs", cause: "the chip or its driver lacks it",
        next: "use a chip that has an accelerometer and a gyroscope (docs/sensors.md)")
    case .settingsDenied(let refusal):
      MessageWording(
        "its settings may not be changed: \(refusal)", cause: "its files in /sys belong to root",
        next: PermissionRule.remedy(for: node))
    case .settingRefused(let refusal):
      MessageWording(
        refusal, cause: "the driver refused a setting without which nothing can be read",
        next: "`dmesg` may say why the driver refused")
    case .noTrigger(let device):
      MessageWording(
        "\(device) takes a measurement only when a trigger tells it to, and there is none",
        cause: "the chip's interrupt is not connected, and no timer is set up",
        next: """
          create a timer, then run again:
          sudo modprobe iio-trig-hrtimer
          sudo mkdir /sys/kernel/config/iio/triggers/hrtimer/drillrunner
          Better, connect the chip's interrupt pin: its driver then has a trigger of its own (docs/sensors.md)
          """)
    case .scaleUnknown(let quantity):
      MessageWording(
        "its driver gives no scale for \(quantity), so the unit is unknown",
        cause: "without a scale a count is no angle and no acceleration",
        next: "use a newer kernel, whose driver may give it, or another chip (docs/sensors.md)")
    case .channelStuck(let name, let reason):
      MessageWording(
        "its channel \(name) cannot be switched off nor read: \(reason)",
        cause: "the rows of its buffer would hold something of unknown size",
        next: "use a newer kernel, or another chip (docs/sensors.md)")
    }
  }
}
