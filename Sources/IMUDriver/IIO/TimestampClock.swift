import MotionCore

/// The clock that stamps a device's scans.
struct TimestampClock: Hashable, Sendable {
  enum Meaning: Hashable, Sendable {
    /// CLOCK_MONOTONIC, which is the host clock: its times can be compared with all others.
    case host
    /// Another clock, kept as it is and mapped by the analysis.
    case other(epoch: String)
    /// No timestamp: receipts are the only times.
    case none
  }

  var meaning: Meaning
  /// `current_timestamp_clock` as read back; nil where the kernel has no such attribute.
  var name: String?
  /// Clocks that were asked for in vain.
  var refusals: [SensorNote]

  private static let attribute = "current_timestamp_clock"
  /// In order of preference. A clock that counts suspend cannot be set by anybody, one of the wall can.
  private static let preferred = ["monotonic", "boottime"]

  /// Chooses the clock of `device`, whose buffer must be off: the kernel refuses with EBUSY otherwise
  /// (iio_device_set_clock, drivers/iio/industrialio-core.c).
  init(choosingFor device: IIODevice, journal: inout SettingJournal) {
    refusals = []
    guard device.hasTimestamp else {
      meaning = .none
      return
    }
    let folder = device.folder
    for wanted in TimestampClock.preferred {
      do throws(SettingRefusal) {
        try journal.set(TimestampClock.attribute, of: folder, to: wanted)
        break
      } catch {
        refusals.append(error.note)
      }
    }
    name = folder.text(TimestampClock.attribute)
    if device.entry.isHIDSensor {
      meaning = .other(epoch: "hid_sensor")
    } else if name == "monotonic" {
      meaning = .host
    } else {
      meaning = .other(epoch: name ?? "realtime")
    }
  }

  var json: JSONValue {
    var object: JSONObject = [
      "name": name.map { .string($0) } ?? .unavailable(SensorReason.kernelClockUnnamed)
    ]
    object["meaning"] = .string(explanation)
    if !refusals.isEmpty { object["refused"] = .array(refusals.map { .string($0.text) }) }
    return .object(object)
  }

  private var explanation: String {
    switch meaning {
    case .host: "the host clock, CLOCK_MONOTONIC"
    case .none: "the device has no timestamp: times are receipts"
    case .other("boottime"): "CLOCK_BOOTTIME: as the host clock, with the time in suspend"
    case .other("realtime"): "CLOCK_REALTIME: the wall clock, which can be set while it runs"
    case .other("hid_sensor"): "the sensor hub's own time where it sends one, else the named clock"
    case .other(let name): "the kernel's clock \(name)"
    }
  }
}
