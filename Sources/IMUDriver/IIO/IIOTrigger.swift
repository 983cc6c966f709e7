import MotionCore

/// A trigger of the IIO subsystem: what makes a device take a scan.
struct IIOTrigger: Sendable {
  enum Source: Hashable, Sendable {
    /// The chip's own interrupt.
    case ownDevice
    /// A timer of the kernel (iio-trig-hrtimer): it has a rate.
    case timer
    /// A program that writes `trigger_now` (iio-trig-sysfs).
    case program
    /// It was set before, by the driver or somebody else, and is neither of these.
    case chosenBefore
  }

  var name: String
  var source: Source
  var folder: IIOFolder

  /// The attribute that names a device's trigger.
  static let attribute = "trigger/current_trigger"

  /// A device without this attribute takes scans by itself.
  static func isKnown(to device: IIODevice) -> Bool {
    device.folder.exists(attribute)
  }

  /// All triggers that exist. They stand beside the devices on one bus.
  static func all(calls: IIOCalls, bus: String = "/sys/bus/iio/devices") -> [IIOFolder] {
    calls.names(in: bus).filter { $0.hasPrefix("trigger") }
      .map { IIOFolder(path: "\(bus)/\($0)", calls: calls) }
  }

  /// The trigger that stands in the device's attribute now; nil for none.
  static func current(of device: IIODevice, among all: [IIOFolder]) -> IIOTrigger? {
    guard let name = device.folder.text(attribute), !name.isEmpty else { return nil }
    let folder = all.first { $0.text("name") == name } ?? IIOFolder(path: "", calls: device.folder.calls)
    let source: Source =
      folder.exists("sampling_frequency") ? .timer : folder.exists("trigger_now") ? .program : .chosenBefore
    return IIOTrigger(name: name, source: source, folder: folder)
  }

  /// The device's own trigger; nil for none. Drivers name it after the device, "mpu6050-dev0".
  static func own(of device: IIODevice, among all: [IIOFolder]) -> IIOTrigger? {
    let name = "\(device.entry.name)-dev\(device.entry.number)"
    return all.first { $0.text("name") == name }.map {
      IIOTrigger(name: name, source: .ownDevice, folder: $0)
    }
  }

  /// A trigger that serves any device: a timer, else one that a program fires; nil for none.
  static func common(among all: [IIOFolder]) -> IIOTrigger? {
    func first(with attribute: String, _ source: Source) -> IIOTrigger? {
      all.lazy.filter { $0.exists(attribute) }
        .compactMap { folder in
          folder.text("name").map { IIOTrigger(name: $0, source: source, folder: folder) }
        }.first
    }
    return first(with: "sampling_frequency", .timer) ?? first(with: "trigger_now", .program)
  }

  var json: JSONValue {
    let words: String =
      switch source {
      case .ownDevice: "the chip's own"
      case .timer: "a timer"
      case .program: "fired by a program that writes trigger_now"
      case .chosenBefore: "it was set already"
      }
    return ["name": .string(name), "source": .string(words)]
  }
}
