import MotionCore

/// The sensors that are connected to this machine.
public struct SensorCatalog: Sendable {
  /// What discovery looks for, in words.
  public static let lookedFor =
    "motion sensors of game controllers (nodes /dev/input/event* that udev marks ID_INPUT_ACCELEROMETER) "
    + "and IMU chips (/dev/iio:device*)"

  private let udev: UdevCalls
  private let evdev: EvdevCalls
  private let iio: IIOCalls

  /// Tests pass a fault plan; it reaches the calls of libudev and those on the nodes.
  public init(faults: FaultPlan? = nil) {
    udev = UdevCalls(faults: faults)
    evdev = EvdevCalls(faults: faults)
    iio = IIOCalls(faults: faults)
  }

  /// All sensors that are connected, the unusable ones with their reason; empty when there is none. Nodes are
  /// opened for a moment to ask for their axes; nothing is changed on them but what a killed program left
  /// changed, which is put back.
  public func discover() throws(SensorError) -> [DiscoveredSensor] {
    var found: [DiscoveredSensor] = []
    for node in try MotionNode.connected(calls: udev) { found.append(inspect(node)) }
    found += try IIODiscovery(udev: udev, calls: iio).connected()
    return found
  }

  /// Finds the sensor that `selector` (.auto or .device) names: the only usable one, or the one with this node
  /// path or stable id. A named sensor is returned even when it cannot be used: opening it says why.
  public func find(_ selector: SensorSelector) throws(SensorError) -> DiscoveredSensor {
    let found = try discover()
    switch selector {
    case .device(let name):
      let match = found.first {
        $0.path == name || $0.iioEntries.contains { $0.node == name }
          || $0.stableID.caseInsensitiveEquals(name)
          || ($0.serial?.caseInsensitiveEquals(name) ?? false)
      }
      guard let match else { throw .notFound(selector: name, found: found) }
      return match
    default:
      let all = found.filter(\.isUsable)
      // A laptop's own accelerometer is no rival of a controller.
      let usable = all.contains(where: \.measuresRotation) ? all.filter(\.measuresRotation) : all
      if usable.count > 1 { throw .several(usable) }
      if let only = usable.first { return only }
      if found.count == 1, let problem = found[0].problem { throw problem }
      throw .noneFound(unusable: found)
    }
  }

  /// Opens the sensor that `selector` (.auto or .device) names.
  ///
  /// - Parameters:
  ///   - requestedHz: The rate that the user asks for. A chip is asked for the nearest that it has and that is not
  ///     slower. No controller can be asked; it is noted in the settings.
  ///   - extras: A recording wants all.
  ///   - clock: Stamps receipts; for a device the monotonic clock.
  public func open(
    _ selector: SensorSelector, requestedHz: Double? = nil, extras: SensorExtras = .all,
    clock: any HostClock = MonotonicClock()
  ) throws(SensorError) -> any SensorSource {
    let found = try find(selector)
    if found.driver == "iio" {
      return try IIOSource(
        found, requestedHz: requestedHz, extras: extras, clock: clock, calls: iio, udev: udev)
    }
    return try EvdevSource(found, requestedHz: requestedHz, extras: extras, clock: clock, calls: evdev)
  }

  private func inspect(_ node: MotionNode) -> DiscoveredSensor {
    let known = KnownController.find(vendor: node.vendor, product: node.product, kernelName: node.name)
    var sensor = DiscoveredSensor(
      name: known?.plainName ?? node.name, kernelName: node.name, driver: "evdev",
      bus: BusName.word(node.bus), vendor: node.vendor == 0 ? nil : node.vendor,
      product: node.vendor == 0 ? nil : node.product, path: node.path,
      stableID: DiscoveredSensor.stableID(
        vendor: node.vendor, product: node.product, uniqueID: node.uniqueID, port: node.port,
        part: known?.partID),
      serial: node.uniqueID, axes: [], hasDeviceClock: nil, problem: nil, siblings: node.siblings,
      known: known)
    do throws(SensorError) {
      let open = try EvdevNode.open(node.path, calls: evdev)
      defer { open.close() }
      if let note = FuzzRecord().restoreLeftover(sensor.stableID, on: open) { sensor.notes.append(note) }
      let inspection = try EvdevInspection(open, known: known)
      sensor.axes = inspection.axes
      sensor.hasDeviceClock = inspection.hasDeviceClock
      sensor.problem = inspection.problem
      sensor.measuresRotation = inspection.layout.gyroscope != nil
      if sensor.problem == nil, !sensor.measuresRotation { sensor.notes.append(.tiltOnly) }
    } catch {
      sensor.problem = error
    }
    return sensor
  }
}

extension String {
  fileprivate func caseInsensitiveEquals(_ other: String) -> Bool {
    lowercased() == other.lowercased()
  }
}
