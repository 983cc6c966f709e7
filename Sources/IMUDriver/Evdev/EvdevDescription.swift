import MotionCore

/// How the manifest describes a motion node: the sensor, its clock and its two streams.
struct EvdevDescription {
  let found: DiscoveredSensor
  let inspection: EvdevInspection
  let timing: EvdevTiming
  /// Whoever joins several sensors in one session renames them, their streams and their clocks.
  private let name = "torso"

  /// The device's clock, where it has one: MSC_TIMESTAMP, a u32 of µs that wraps after 4294.967 s.
  var clocks: [ClockDescription] {
    guard timing.hasDeviceClock else { return [] }
    return [
      ClockDescription(name: "device", unit: .microseconds, epoch: "device", wrapsAt: 1 << 32)
    ]
  }

  var streams: [StreamDescription] {
    [
      stream(.accelerometer, MotionAxis.acceleration, unit: .g, convention: .specificForce),
      stream(.gyroscope, MotionAxis.rotation, unit: .degreesPerSecond, convention: nil),
    ]
  }

  private func stream(
    _ kind: StreamKind, _ axes: [MotionAxis], unit: MeasurementUnit, convention: AccelerationConvention?
  ) -> StreamDescription {
    let scales = axes.compactMap { axis in
      inspection.axes.first { $0.axis == axis }.map { 1 / Double($0.resolution) }
    }
    return StreamDescription(
      name: kind.rawValue, kind: kind, sensor: name,
      clock: timing.hasDeviceClock ? "device" : "host", timestampSource: timing.source, unit: unit,
      scale: Set(scales).count == 1 ? [scales[0]] : scales, convention: convention)
  }

  func sensor(
    clockRefusal: SensorError?, fuzz: FuzzSetting, version: UInt16, requestedHz: Double?
  ) -> SensorDescription {
    var resolution = JSONObject()
    for range in inspection.axes {
      resolution.append(range.axis.kernelName, .integer(Int64(range.resolution)))
    }
    let kernelClock: JSONValue =
      clockRefusal.map {
        .unavailable("the node refused CLOCK_MONOTONIC, so its event times are left out: \($0.cause)")
      } ?? "monotonic"
    var settings: JSONObject = [
      "vendor": .integer(Int64(found.vendor)), "product": .integer(Int64(found.product)),
      "version": .integer(Int64(version)), "resolution": .object(resolution), "kernel_clock": kernelClock,
      "fuzz": fuzz.settings,
    ]
    if let requestedHz {
      settings["rate"] = [
        "wanted_hz": .real(requestedHz),
        "unavailable": "the controller sends at its own rate and cannot be asked for another",
      ]
    }
    return SensorDescription(
      name: found.name, driver: found.driver, bus: found.bus, path: found.path, stableID: found.stableID,
      serial: found.serial, settings: settings)
  }
}
