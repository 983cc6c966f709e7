import Glibc
import MotionCore

/// Finds IMU chips in the IIO subsystem.
struct IIODiscovery {
  let udev: UdevCalls
  let calls: IIOCalls

  /// An IIO device, and where its chip is attached.
  private struct Member {
    var device: IIODevice
    /// "i2c", "spi", "usb", …
    var bus: String
    /// The chip's place on it: "1-0068".
    var place: String

    /// It has nothing but what goes with another device.
    var isCompanion: Bool { IIOQuantity.companions.isSuperset(of: device.measured) }
  }

  /// All chips that measure acceleration or rotation, the unusable ones with their reason. Nodes are opened for
  /// a moment; nothing is changed.
  func connected() throws(SensorError) -> [DiscoveredSensor] {
    var chips: [(parent: String, members: [Member])] = []
    for member in try members() {
      let parent = member.device.entry.parentPath
      if let index = chips.firstIndex(where: { $0.parent == parent }) {
        chips[index].members.append(member)
      } else {
        chips.append((parent, [member]))
      }
    }
    return chips.flatMap { IIODiscovery.joined($0.members) }.map(describe)
  }

  private func members() throws(SensorError) -> [Member] {
    guard let handle = udev.new() else { throw .udevFailed(call: "udev_new", errno: errno) }
    defer { udev.unref(handle) }
    guard let enumerate = udev.enumerateNew(handle) else {
      throw .udevFailed(call: "udev_enumerate_new", errno: errno)
    }
    defer { udev.enumerateUnref(enumerate) }
    let steps = [
      ("udev_enumerate_add_match_subsystem", udev.matchSubsystem(enumerate, "iio")),
      ("udev_enumerate_add_match_sysname", udev.matchSysname(enumerate, "iio:device*")),
      ("udev_enumerate_scan_devices", udev.scan(enumerate)),
    ]
    for (call, result) in steps where result < 0 {
      throw .udevFailed(call: call, errno: -result)
    }
    return udev.paths(enumerate).compactMap { path in
      guard let device = udev.device(handle, at: path) else { return nil }
      defer { udev.unrefDevice(device) }
      return member(device, sysPath: path)
    }
    .sorted { $0.device.entry.number < $1.device.entry.number }
  }

  /// Nil where the device measures neither acceleration nor rotation.
  private func member(_ device: OpaquePointer, sysPath: String) -> Member? {
    guard let node = udev.node(of: device), let sysName = udev.sysName(of: device),
      let number = Int(sysName.dropFirst("iio:device".count))
    else { return nil }
    var parent = udev.parent(of: device)
    var place = parent.flatMap(udev.sysName) ?? ""
    let isHIDSensor = place.hasPrefix("HID-SENSOR-")
    if isHIDSensor {
      // Each sensor of a hub has a device of its own; the hub above is what they share.
      parent = parent.flatMap(udev.parent)
      place = parent.flatMap(udev.sysName) ?? place
    }
    let entry = IIOEntry(
      name: udev.attribute("name", of: device) ?? sysName, node: node, number: number, sysPath: sysPath,
      parentPath: parent.flatMap(udev.sysPath) ?? sysPath, isHIDSensor: isHIDSensor)
    let found = IIODevice(entry, calls: calls)
    let isCompanion = IIOQuantity.companions.isSuperset(of: found.measured)
    guard !isCompanion || (!found.measured.isEmpty && parent != nil)
    else {
      return nil
    }
    return Member(device: found, bus: parent.flatMap(udev.subsystem) ?? "iio", place: place)
  }

  /// The sensors that devices with one parent are: one, where each quantity comes from one device only; else
  /// each is a sensor of its own. A magnetometer alone is none, nor is an attitude; of several attitudes of a sensor
  /// hub the first is taken.
  private static func joined(_ all: [Member]) -> [[Member]] {
    let firstAttitude = all.first { $0.device.measured == [.attitude] }?.device.entry
    let members = all.filter { $0.device.measured != [.attitude] || $0.device.entry == firstAttitude }
    let quantities = members.flatMap(\.device.measured)
    let isOneChip =
      members.count > 1 && Set(quantities).count == quantities.count && quantities.contains(.acceleration)
      && quantities.contains(.rotation)
    if isOneChip {
      // Accelerometer first. A magnetometer or an attitude that cannot be captured is left out.
      let kept = members.filter { !$0.isCompanion || $0.device.quantities == $0.device.measured }
      return [kept.sorted { order($0) < order($1) }]
    }
    return members.filter { !$0.isCompanion }.map { [$0] }
  }

  private static func order(_ member: Member) -> Int {
    IIOQuantity.allCases.firstIndex { member.device.measured.contains($0) } ?? 0
  }

  private func describe(_ members: [Member]) -> DiscoveredSensor {
    let names = members.map(\.device.entry.name)
    let first = members[0]
    var sensor = DiscoveredSensor(
      name: names.joined(separator: " + "), kernelName: names.joined(separator: " + "), driver: "iio",
      bus: first.bus, vendor: nil, product: nil,
      path: first.device.entry.node,
      stableID: IIODiscovery.stableID(names: names, bus: first.bus, place: first.place), serial: nil,
      axes: [],
      hasDeviceClock: members.allSatisfy(\.device.hasTimestamp), problem: nil)
    sensor.iioEntries = members.map(\.device.entry)
    sensor.gives = IIODiscovery.summary(members)
    sensor.problem = problem(members)
    sensor.measuresRotation = members.contains { $0.device.measured.contains(.rotation) }
    if sensor.problem == nil, !sensor.measuresRotation { sensor.notes = [.tiltOnly] }
    return sensor
  }

  /// "iio-mpu6050-i2c-1-0068": the chip and its place, which a reboot does not change.
  static func stableID(names: [String], bus: String, place: String) -> String {
    func plain(_ text: String) -> String {
      text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    }
    var common = names[0]
    for name in names.dropFirst() { common = String(zip(common, name).prefix { $0 == $1 }.map(\.0)) }
    return ["iio", plain(common), plain(bus), plain(place)].filter { !$0.isEmpty }.joined(separator: "-")
  }

  private static func summary(_ members: [Member]) -> String {
    var parts = members.flatMap(\.device.measured).map {
      $0 == .attitude ? "attitude (computed by the chip)" : $0.kind.rawValue
    }
    if members.contains(where: { $0.device.temperature != nil }) { parts.append("temperature") }
    let device = members[0].device
    let rates = RateSetting.files(of: device).lazy.compactMap { file in
      device.folder.text("\(file)_available") ?? device.folder.text("sampling_frequency_available")
    }.first
    return parts.joined(separator: ", ") + (rates.map { "; rates \($0) Hz" } ?? "")
  }

  private func problem(_ members: [Member]) -> SensorError? {
    let node = members[0].device.entry.node
    let measured = Set(members.flatMap(\.device.measured))
    if !measured.contains(.acceleration) { return IIOProblem.missing("accelerometer", node: node) }
    for member in members {
      let device = member.device
      // A magnetometer or an attitude that cannot be in the scans is no reason to do without the rest.
      if device.bufferFolder == nil
        || !device.measured.allSatisfy({
          IIOQuantity.companions.contains($0) || device.quantities.contains($0)
        })
      {
        return IIOProblem.noBuffer(device.entry.node)
      }
      let descriptor = calls.open(device.entry.node)
      guard descriptor >= 0 else { return IIOProblem.opening(device.entry.node, errno: -descriptor) }
      calls.close(descriptor)
      for quantity in device.quantities {
        do throws(IIOScaling.Missing) {
          _ = try IIOScaling(of: quantity, in: device.folder)
        } catch {
          return .unusable(path: device.entry.node, .scaleUnknown(error.quantity))
        }
      }
    }
    return nil
  }
}
