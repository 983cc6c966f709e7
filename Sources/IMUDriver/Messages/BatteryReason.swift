import MotionCore

/// Why the charge of a sensor's battery is not known.
public enum BatteryReason: Hashable, Sendable {
  case notTold
  case notShown
  case none
  case noUdev(cause: String)
  case gone
  case impossible(percent: Int)
  case noCharge
}

extension BatteryReason: CatalogueMessage {
  public static let section = MessageSection("battery", "Batteries that tell no charge", .result, .view)
  public static let examples: [BatteryReason] = [
    .notTold, .notShown, .none, .noUdev(cause: "Cannot allocate memory"), .gone, .impossible(percent: 127),
    .noCharge,
  ]

  public var wording: MessageWording {
    let charge = "charge it before a long run"
    return switch self {
    case .notTold:
      MessageWording(
        "a sensor of this kind tells of no battery",
        cause: "serial sensors, chips and files have no power supply in sysfs",
        next: charge)
    case .notShown:
      MessageWording(
        "the kernel shows no battery of this controller",
        cause: "its driver has none, or it runs on its cable",
        next: charge)
    case .none:
      MessageWording("it has no battery", cause: "it is powered by the machine", next: "nothing")
    case .noUdev(let cause):
      MessageWording(
        "udev_new: \(cause)", cause: "libudev could not begin", next: "end other programs: memory is short")
    case .gone:
      MessageWording(
        "the battery is not there any more", cause: "the controller was disconnected",
        next: "connect it again")
    case .impossible(let percent):
      MessageWording(
        "the kernel gives a charge of \(percent) %", cause: "its driver tells what no battery has",
        next: charge)
    case .noCharge:
      MessageWording(
        "its driver tells no charge", cause: "neither capacity nor capacity_level is there", next: charge)
    }
  }
}
