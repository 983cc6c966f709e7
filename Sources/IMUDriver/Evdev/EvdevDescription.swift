import MotionCore

/// How the manifest describes a motion node: the sensor, its clock and its two streams. A stream that the node
/// does not have is there as unavailable, with the reason.
struct EvdevDescription {
  let found: DiscoveredSensor
  let known: KnownController?
  let inspection: EvdevInspection
  let timing: EvdevTiming
  let gains: [StreamKind: [Double]]
  let gainPath: String
  /// Whoever joins several sensors in one session renames them, their streams and their clocks.
  private let name = "torso"

  init(
    found: DiscoveredSensor, known: KnownController?, inspection: EvdevInspection, timing: EvdevTiming,
    gains: [StreamKind: [Double]], gainPath: String
  ) {
    self.found = found
    self.known = known
    self.inspection = inspection
    self.timing = timing
    self.gains = gains
    self.gainPath = gainPath
  }

  /// What the device's time stamps are.
  var clock: ControllerClock {
    guard timing.hasDeviceClock else {
      if case .none? = known?.clock { return known!.clock }
      return .none(SensorReason.noDeviceTime.text)
    }
    return known?.clock ?? .unknown
  }

  /// The device's clock, where it has one: MSC_TIMESTAMP, a u32 of µs that wraps after 4294.967 s.
  var clocks: [ClockDescription] {
    guard timing.hasDeviceClock else { return [] }
    return [
      ClockDescription(name: "device", unit: .microseconds, epoch: clock.epoch, wrapsAt: 1 << 32)
    ]
  }

  var streams: [StreamDescription] {
    [
      stream(.accelerometer, inspection.layout.accelerometer, unit: .g, convention: .specificForce),
      stream(.gyroscope, inspection.layout.gyroscope, unit: .degreesPerSecond, convention: nil),
    ]
  }

  private func stream(
    _ kind: StreamKind, _ axes: [MotionAxis]?, unit: MeasurementUnit, convention: AccelerationConvention?
  ) -> StreamDescription {
    guard let axes else {
      return StreamDescription(
        name: kind.rawValue, kind: kind, sensor: name, clock: "host", timestampSource: timing.source,
        unit: unit, scale: [1], convention: convention,
        capability: .unavailable(
          reason: UnavailableReason(SensorReason.lacks(sensor: found.name, kind: kind.rawValue))))
    }
    let scales = axes.map { axis in
      let resolution = inspection.axes.first { $0.axis == axis }?.resolution ?? 0
      return 1 / (resolution > 0 ? Double(resolution) : known?.documentedUnits?.units ?? 1)
    }
    return StreamDescription(
      name: kind.rawValue, kind: kind, sensor: name,
      clock: timing.hasDeviceClock ? "device" : "host", timestampSource: timing.source, unit: unit,
      scale: Set(scales).count == 1 ? [scales[0]] : scales, gain: gains[kind],
      mountMatrix: known?.mounting?.matrix, convention: convention)
  }

  /// The sensor, with the settings that do not change while it is read.
  func sensor(clockRefusal: SensorError?, version: UInt16, requestedHz: Double?) -> SensorDescription {
    var resolution = JSONObject()
    for range in inspection.axes {
      resolution.append(range.axis.kernelName, .integer(Int64(range.resolution)))
    }
    let kernelClock: JSONValue =
      clockRefusal.map {
        .unavailable(SensorReason.monotonicRefused(cause: $0.cause))
      } ?? "monotonic"
    var settings: JSONObject = [
      "kernel_name": .string(found.kernelName),
      "vendor": DiscoveredSensor.json(found.vendor), "product": DiscoveredSensor.json(found.product),
      "version": .integer(Int64(version)), "known": .bool(known != nil), "resolution": .object(resolution),
      "kernel_clock": kernelClock,
    ]
    if inspection.axes.contains(where: { inspection.layout.axes.contains($0.axis) && $0.resolution <= 0 }),
      let documented = known?.documentedUnits
    {
      settings["documented_units"] = ["units": .real(documented.units), "source": .string(documented.source)]
    }
    settings["mounting"] = mounting
    settings["gains"] =
      gains.isEmpty
      ? "none"
      : [
        "file": .string(gainPath),
        "streams": .array(gains.keys.map(\.rawValue).sorted().map { .string($0) }),
      ]
    if let requestedHz {
      settings["rate"] = [
        "wanted_hz": .real(requestedHz),
        "unavailable": .string(SensorReason.ownRate.text),
      ]
    }
    return SensorDescription(
      name: found.name, driver: found.driver, bus: found.bus, path: found.path, stableID: found.stableID,
      serial: found.serial, settings: settings)
  }

  private var mounting: JSONValue {
    guard let known else {
      return .unavailable(SensorReason.unknownMounting)
    }
    guard let mounting = known.mounting else {
      return .unavailable(SensorReason.signsUndocumented)
    }
    return ["standard": .string(StandardMounting.worn), "device_axes": .string(mounting.axes)]
  }
}
