import Glibc
import MotionCore

/// The errors of IIO devices, each with what to do next.
enum IIOProblem {
  /// Opening the node failed.
  static func opening(_ node: String, errno: Int32) -> SensorError {
    errno == EBUSY ? busy(node) : SensorError(opening: node, errno: errno)
  }

  /// Somebody else captures from it.
  static func busy(_ node: String) -> SensorError {
    .unusable(
      path: node, reason: "another program is reading it, and the kernel lets only one do so (EBUSY)",
      remedy: """
        find it with `sudo fuser -v \(node)` and end it. Most often it is iio-sensor-proxy, which turns the screen:
        sudo systemctl stop iio-sensor-proxy
        or iiod: sudo systemctl stop iiod
        """)
  }

  /// The device cannot put scans into a buffer.
  static func noBuffer(_ node: String) -> SensorError {
    .unusable(
      path: node, reason: "its driver offers no buffer, only single readings, whose times are not known",
      remedy: """
        connect the chip's interrupt pin and name it in the device tree (docs/sensors.md): many drivers offer \
        the buffer only then
        """)
  }

  /// A quantity is missing.
  static func missing(_ what: String, node: String) -> SensorError {
    .unusable(
      path: node, reason: "it has no \(what), which this version needs",
      remedy: "use a chip that has an accelerometer and a gyroscope (docs/sensors.md)")
  }

  /// A setting without which there is nothing to read was refused.
  static func refused(_ refusal: SettingRefusal, device: IIODevice) -> SensorError {
    let node = device.entry.node
    switch refusal.errno {
    case EBUSY: return busy(node)
    case EACCES, EPERM, EROFS:
      return .unusable(
        path: node, reason: "its settings may not be changed: \(refusal.text)",
        remedy: PermissionRule.remedy(for: node))
    default:
      return .unusable(path: node, reason: refusal.text, remedy: "`dmesg` may say why the driver refused")
    }
  }

  /// The device needs a trigger and there is none.
  static func noTrigger(_ device: IIODevice) -> SensorError {
    .unusable(
      path: device.entry.node,
      reason: "\(device.entry.name) takes a measurement only when a trigger tells it to, and there is none",
      remedy: """
        create a timer, then run again:
        sudo modprobe iio-trig-hrtimer
        sudo mkdir /sys/kernel/config/iio/triggers/hrtimer/drillrunner
        Better, connect the chip's interrupt pin: its driver then has a trigger of its own (docs/sensors.md)
        """)
  }

  /// Why no scan comes, in one sentence.
  static func silence(of device: IIODevice, trigger: IIOTrigger?, seconds: Double) -> String {
    let time = "in \(Int(seconds.rounded())) s"
    guard let trigger else { return "\(device.entry.name) sent no data \(time)" }
    let start = "no data from the trigger \(trigger.name) \(time)"
    switch trigger.source {
    case .program: return "\(start): it fires only when a program writes its trigger_now"
    case .timer: return "\(start): is its sampling_frequency above zero?"
    case .ownDevice, .chosenBefore:
      return
        "\(start): its interrupt does not arrive (the wire of the INT pin, its number in the device tree)"
    }
  }
}
