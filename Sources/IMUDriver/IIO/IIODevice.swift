import MotionCore

/// One device of the IIO subsystem: what it can put into a scan, and how to read that. Nothing is changed.
struct IIODevice: Sendable {
  let entry: IIOEntry
  let folder: IIOFolder
  /// Where `…_en`, `…_index` and `…_type` stand: "scan_elements", or "buffer0" where a kernel has only that.
  let scanFolder: String
  /// Where `enable`, `length` and `watermark` stand; nil for a device without a buffer.
  let bufferFolder: String?
  /// The channels whose type is understood, by index.
  let channels: [ScanChannel]
  /// Channels that cannot be read, with the reason.
  let unreadable: [(name: String, problem: ScanTypeProblem)]

  private let extras: SensorExtras

  init(_ entry: IIOEntry, calls: IIOCalls, extras: SensorExtras = .all) {
    self.entry = entry
    self.extras = extras
    let folder = IIOFolder(path: entry.sysPath, calls: calls)
    self.folder = folder
    let scanFolder = folder.exists("scan_elements") ? "scan_elements" : "buffer0"
    self.scanFolder = scanFolder
    bufferFolder = ["buffer", "buffer0"].first { folder.exists("\($0)/enable") }
    var channels: [ScanChannel] = []
    var unreadable: [(name: String, problem: ScanTypeProblem)] = []
    for file in folder.names(in: scanFolder) where file.hasSuffix("_en") {
      let name = String(file.dropLast(3))
      let path = "\(scanFolder)/\(name)"
      do throws(ScanTypeProblem) {
        guard let index = folder.text("\(path)_index").flatMap(Int.init) else {
          throw .noIndex
        }
        guard let type = folder.text("\(path)_type") else {
          throw .noType
        }
        channels.append(ScanChannel(name: name, index: index, type: try ScanType(parsing: type)))
      } catch {
        unreadable.append((name, error))
      }
    }
    self.channels = channels.sorted { $0.index < $1.index }
    self.unreadable = unreadable
  }

  func channel(_ name: String) -> ScanChannel? { channels.first { $0.name == name } }

  /// The quantities that can be part of a scan whole. A bno055 whose fusion is off refuses its quaternion (EBUSY).
  var quantities: [IIOQuantity] {
    IIOQuantity.allCases.filter { quantity in
      guard extras == .all || !IIOQuantity.companions.contains(quantity) else { return false }
      if quantity == .attitude, folder.text("fusion_enable") == "0" { return false }
      return quantity.isServed(by: channels)
    }
  }

  /// The quantities that the device measures, whether they can be captured or not.
  var measured: [IIOQuantity] {
    IIOQuantity.allCases.filter { quantity in
      quantities.contains(quantity) || quantity.channels.contains { folder.exists("\($0)_raw") }
    }
  }

  var temperature: IIOTemperature? {
    guard extras == .all else { return nil }
    return channels.lazy.compactMap { IIOTemperature(channel: $0.name, in: folder) }.first
  }

  var hasTimestamp: Bool { channel(ScanChannel.timestamp) != nil }
}

/// Where an IIO device stands, as udev tells it.
struct IIOEntry: Hashable, Sendable {
  /// The chip's name ("mpu6050", "lsm6dso_accel").
  var name: String
  /// /dev/iio:deviceN.
  var node: String
  /// Its number N.
  var number: Int
  /// Its folder below /sys.
  var sysPath: String
  /// The folder of the device that it belongs to: what devices of one chip have in common.
  var parentPath: String
  /// A sensor of a HID sensor hub. Its times may be the hub's own, whatever clock the kernel was asked for
  /// (hid_sensor_convert_timestamp, drivers/iio/accel/hid-sensor-accel-3d.c).
  var isHIDSensor: Bool
}
