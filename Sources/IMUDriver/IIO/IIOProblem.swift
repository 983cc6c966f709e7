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
    .unusable(path: node, .busy)
  }

  /// The device cannot put scans into a buffer.
  static func noBuffer(_ node: String) -> SensorError {
    .unusable(path: node, .noBuffer)
  }

  /// A quantity is missing.
  static func missing(_ what: String, node: String) -> SensorError {
    .unusable(path: node, .quantityMissing(what))
  }

  /// A setting without which there is nothing to read was refused.
  static func refused(_ refusal: SettingRefusal, device: IIODevice) -> SensorError {
    let node = device.entry.node
    switch refusal.errno {
    case EBUSY: return busy(node)
    case EACCES, EPERM, EROFS:
      return .unusable(path: node, .settingsDenied(refusal.note.text))
    default: return .unusable(path: node, .settingRefused(refusal.note.text))
    }
  }

  /// The device needs a trigger and there is none.
  static func noTrigger(_ device: IIODevice) -> SensorError {
    .unusable(path: device.entry.node, .noTrigger(device: device.entry.name))
  }

  /// Why no scan comes.
  static func silence(ofChip name: String, trigger: IIOTrigger?, seconds: Double) -> SensorLoss {
    let seconds = Int(seconds.rounded())
    guard let trigger else { return .chipSilent(device: name, seconds: seconds) }
    return switch trigger.source {
    case .program: .triggerByProgram(trigger: trigger.name, seconds: seconds)
    case .timer: .triggerByTimer(trigger: trigger.name, seconds: seconds)
    case .ownDevice, .chosenBefore: .triggerByInterrupt(trigger: trigger.name, seconds: seconds)
    }
  }
}
