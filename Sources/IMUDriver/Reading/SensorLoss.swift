import MotionCore

/// Why a sensor, or a device with buttons, that was read is lost. `seconds` are those of silence.
public enum SensorLoss: Hashable, Sendable {
  case disconnected
  case callFailed(call: String, reason: String)
  case portSilent(seconds: Double)
  case noValidFrame(seconds: Double, last: String)
  case chipSilent(device: String, seconds: Int)
  case triggerByProgram(trigger: String, seconds: Int)
  case triggerByTimer(trigger: String, seconds: Int)
  case triggerByInterrupt(trigger: String, seconds: Int)
}

extension SensorLoss: CatalogueMessage {
  public static let section = MessageSection("sensor-loss", "Why a sensor is lost", .view, .file)
  public static let examples: [SensorLoss] = [
    .disconnected, .callFailed(call: "read", reason: "Input/output error"), .portSilent(seconds: 3),
    .noValidFrame(seconds: 3, last: "3f 00 a1"), .chipSilent(device: "lsm6dsl_gyro", seconds: 2),
    .triggerByProgram(trigger: "sysfstrig0", seconds: 2), .triggerByTimer(trigger: "drillrunner", seconds: 2),
    .triggerByInterrupt(trigger: "lsm6dsl_gyro-dev0", seconds: 2),
  ]

  public var wording: MessageWording {
    switch self {
    case .disconnected:
      MessageWording(
        "the device was disconnected",
        cause: "its cable was pulled, its radio link broke, or it went to sleep",
        next: "connect it again, or press its button")
    case .callFailed(let call, let reason):
      MessageWording(
        "\(call): \(reason)", cause: "the kernel refused to go on reading the device",
        next: "connect it again; `dmesg` may say more")
    case .portSilent(let seconds):
      MessageWording(
        "it has sent nothing for \(seconds) s, and the port is still there",
        cause: "the sensor has no power, or its wire is off, while its adapter is connected",
        next: "check the sensor's power and its TX wire")
    case .noValidFrame(let seconds, let last):
      MessageWording(
        "bytes come, but no valid frame for \(seconds) s (last \(last)); its rate or its protocol has changed",
        cause: "somebody set the sensor up anew, or the line is disturbed",
        next: "start a new run: rate and protocol are found by listening")
    case .chipSilent(let device, let seconds):
      MessageWording(
        "\(device) sent no data in \(seconds) s", cause: "the chip stopped measuring, or its bus fails",
        next: "`dmesg` may say why; restart the machine if the bus hangs")
    case .triggerByProgram(let trigger, let seconds):
      MessageWording(
        "no data from the trigger \(trigger) in \(seconds) s: it fires only when a program writes its trigger_now",
        cause: "the chip is set to a trigger that nothing fires",
        next: "remove that trigger, or create a timer (docs/sensors.md)")
    case .triggerByTimer(let trigger, let seconds):
      MessageWording(
        "no data from the trigger \(trigger) in \(seconds) s: is its sampling_frequency above zero?",
        cause: "the timer that fires the chip stands still", next: "write a rate into its sampling_frequency")
    case .triggerByInterrupt(let trigger, let seconds):
      MessageWording(
        "no data from the trigger \(trigger) in \(seconds) s: its interrupt does not arrive (the wire of the INT pin, "
          + "its number in the device tree)",
        cause: "the chip measures and nobody hears of it", next: "check the INT wire and the device tree")
    }
  }
}
