import CueAudio
import IMUDriver
import MotionCore

/// The sensors and sound outputs of this machine, for `drillrunner devices`: usable, or why not and what next.
struct DeviceReport {
  var sensors: Result<[DiscoveredSensor], SensorError>
  var outputs: [AudioOutputDescription]
  /// What `drillrunner latency` has measured, by stable id.
  var latencies: Result<[String: LatencyStore.Entry], LatencyStoreError> = .success([:])
  /// USB serial adapters: possible sensors, which nobody has opened to find out.
  var adapters: [SerialAdapter] = []
  /// Devices with keys, none of which was opened; nil where udev cannot be asked.
  var keyDevices: [KeyDevice]? = []
  /// The charge of the sensors' batteries, by node.
  var batteries: [String: BatteryCharge] = [:]

  static func gather() -> DeviceReport {
    let sensors: Result<[DiscoveredSensor], SensorError>
    do throws(SensorError) {
      sensors = .success(try SensorCatalog().discover())
    } catch {
      sensors = .failure(error)
    }
    // Where udev fails, the sensors say so already.
    let adapters = (try? SerialAdapter.connected()) ?? []
    let latencies: Result<[String: LatencyStore.Entry], LatencyStoreError>
    do throws(LatencyStoreError) {
      latencies = .success(try LatencyStore().entries())
    } catch {
      latencies = .failure(error)
    }
    let found = (try? sensors.get()) ?? []
    return DeviceReport(
      sensors: sensors, outputs: AudioOutputs.list(), latencies: latencies, adapters: adapters,
      keyDevices: try? KeyDiscovery().connected(),
      batteries: Dictionary(
        found.map { ($0.path, $0.batteryCharge()) }, uniquingKeysWith: { first, _ in first }))
  }

  var text: String {
    var lines = ["Sensors"]
    switch sensors {
    case .failure(let error): lines += DeviceReport.indented("\(error)", by: 2)
    case .success(let found) where found.isEmpty:
      lines += [DeviceLine.noneFound(lookedFor: SensorCatalog.lookedFor), .connectSensor].map {
        "  " + $0.text
      }
    case .success(let found):
      for sensor in found {
        lines.append("  \(Printable.text(sensor.name))")
        lines.append("    " + Printable.text("\(sensor.path)  \(sensor.bus)  \(sensor.stableID)"))
        if let problem = sensor.problem {
          lines += DeviceReport.lines(problem)
        } else {
          let gives = sensor.gives ?? DeviceLine.axisCount(sensor.axes.count).text
          lines += DeviceReport.lines(.sensorUsable(gives: gives, clock: DeviceReport.clock(of: sensor)))
        }
        for sibling in sensor.siblings {
          lines += DeviceReport.lines(
            .sibling(kind: sibling.kind.rawValue, name: "\(sibling.name)  \(sibling.path)"))
        }
        if let charge = batteries[sensor.path], sensor.siblings.contains(where: { $0.kind == .battery }) {
          lines += DeviceReport.lines(.batteryCharge(charge.text))
        }
        for note in sensor.notes { lines += DeviceReport.lines(.remark(note.text)) }
      }
    }
    if !adapters.isEmpty { lines += ["", DeviceLine.adaptersUnopened.text] }
    for adapter in adapters {
      lines.append("  \(Printable.text(adapter.name))")
      lines.append("    \(adapter.path)  usb  \(Printable.text(adapter.stableID))")
      if let problem = adapter.problem {
        lines += DeviceReport.lines(problem)
      } else {
        lines += DeviceReport.lines(.readWith(path: adapter.path))
      }
    }
    if let keyDevices { lines += KeyDeviceList(devices: keyDevices).lines }
    lines += ["", "Sound outputs"]
    for output in outputs {
      lines.append("  \(Printable.text(output.pcm))  \(Printable.text(output.description))")
      if let problem = output.problem {
        lines += DeviceReport.lines(problem)
      } else {
        lines += DeviceReport.lines(output.device.map(line) ?? .outputUsable)
        for attention in output.device?.attentions ?? [] {
          lines += TextColumns.wrapped(
            Printable.text(DeviceLine.attention(attention.text).text), width: TextColumns.page, first: "    ",
            rest: "      ")
          lines += DeviceReport.lines(.nextStep(attention.remedy))
        }
      }
    }
    if case .failure(let error) = latencies { lines += DeviceReport.indented("\(error)", by: 2) }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    var object: JSONObject = [:]
    switch sensors {
    case .failure(let error): object["sensors"] = .unavailable(ReportReason.refused(cause: error.cause))
    case .success(let found):
      object["sensors"] = .array(
        found.map { sensor in
          var entry = DeviceReport.json(sensor).object ?? [:]
          if let charge = batteries[sensor.path] { entry["battery"] = charge.json }
          return .object(entry)
        })
    }
    object["key_devices"] = KeyDeviceList(devices: keyDevices ?? []).json
    object["serial_adapters"] = .array(
      adapters.map { adapter in
        var entry: JSONObject = [
          "name": .string(adapter.name), "bus": "usb", "path": .string(adapter.path),
          "stable_id": .string(adapter.stableID), "usable": .bool(adapter.problem == nil),
        ]
        if let driver = adapter.driver { entry["kernel_driver"] = .string(driver) }
        if let serial = adapter.serial { entry["serial"] = .string(serial) }
        DeviceReport.add(adapter.problem, to: &entry)
        return .object(entry)
      })
    object["outputs"] = .array(
      outputs.map { output in
        var entry: JSONObject = [
          "pcm": .string(output.pcm), "description": .string(output.description),
          "usable": .bool(output.isUsable),
        ]
        if let device = output.device {
          entry["stable_id"] = .string(device.stableID)
          entry["timing_class"] = .string(device.timingClass.rawValue)
          entry["bluetooth"] = .bool(device.isBluetooth)
          entry["attention"] = .array(
            device.attentions.map {
              [
                "kind": .string($0.key), "text": .string($0.text), "next_step": .string($0.remedy),
              ]
            })
          entry["latency_constant_ns"] =
            latency(of: device).map { .integer($0.latency.constant.wholeNanoseconds) }
            ?? .unavailable(ReportReason.latencyNotMeasured)
        }
        DeviceReport.add(output.problem, to: &entry)
        return .object(entry)
      })
    if case .failure(let error) = latencies {
      object["latencies"] = .unavailable(ReportReason.refused(cause: error.cause))
    }
    return .object(object)
  }

  private func latency(of device: AudioOutputDescription.Device) -> LatencyStore.Entry? {
    (try? latencies.get())?[device.stableID]
  }

  /// "usable: sink:…, server class, latency 12.31 ms (measured 2026-11-30T10:00:00Z)".
  private func line(_ device: AudioOutputDescription.Device) -> DeviceLine {
    let known: DeviceLine.Latency =
      if let entry = latency(of: device) {
        DeviceReport.known(entry, of: device)
      } else if device.isBluetooth {
        .unknownBluetooth
      } else {
        .notMeasured
      }
    return .outputUsableAs(id: device.stableID, timing: device.timingClass.rawValue, latency: known)
  }

  private static func known(
    _ entry: LatencyStore.Entry, of device: AudioOutputDescription.Device
  ) -> DeviceLine.Latency {
    let milliseconds = FixedNumber.text(entry.latency.constant.inSeconds * 1000, digits: 2)
    if !entry.isOfUsualSetUp(for: device.timingClass) {
      return .measuredWith(
        milliseconds: milliseconds, period: entry.periodFrames, buffer: entry.bufferFrames)
    }
    return entry.latency.isOfServerAlone && device.isBehindServer
      ? .ofServerAlone(milliseconds: milliseconds, on: entry.measured)
      : .measured(milliseconds: milliseconds, on: entry.measured)
  }

  /// A line below the name of a device.
  private static func lines(_ line: DeviceLine) -> [String] {
    // What to do may take several lines; names may not.
    if case .nextStep = line { return indented(Printable.lines(line.text), by: 4) }
    return ["    " + Printable.text(line.text)]
  }

  /// Why a device cannot be used, and what to do.
  private static func lines(_ problem: some DiagnosedError) -> [String] {
    lines(.cannotBeUsed(cause: problem.cause))
      + (problem.remedy.map { lines(.nextStep($0)) } ?? [])
  }

  static func json(_ sensor: DiscoveredSensor) -> JSONValue {
    var entry: JSONObject = [
      "name": .string(sensor.name), "driver": .string(sensor.driver), "bus": .string(sensor.bus),
      "path": .string(sensor.path), "stable_id": .string(sensor.stableID),
      "vendor": sensor.identity.vendor, "product": sensor.identity.product,
      "gyroscope": .bool(sensor.measuresRotation),
      "usable": .bool(sensor.isUsable),
      "device_clock": sensor.hasDeviceClock.map { .bool($0) } ?? .unavailable(ReportReason.nodeUnreadable),
      "axes": .array(
        sensor.axes.map { axis in
          [
            "axis": .string(axis.axis.kernelName), "minimum": .integer(Int64(axis.minimum)),
            "maximum": .integer(Int64(axis.maximum)), "fuzz": .integer(Int64(axis.fuzz)),
            "resolution": .integer(Int64(axis.resolution)),
          ]
        }),
    ]
    if let gives = sensor.gives { entry["gives"] = .string(gives) }
    if let serial = sensor.serial { entry["serial"] = .string(serial) }
    entry["kernel_name"] = .string(sensor.kernelName)
    entry["siblings"] = .array(
      sensor.siblings.map {
        ["kind": .string($0.kind.rawValue), "name": .string($0.name), "path": .string($0.path)]
      })
    if !sensor.notes.isEmpty { entry["notes"] = .array(sensor.notes.map { .string($0.text) }) }
    add(sensor.problem, to: &entry)
    return .object(entry)
  }

  private static func add(_ problem: (any DiagnosedError)?, to entry: inout JSONObject) {
    guard let problem else { return }
    entry["reason"] = .string(problem.cause)
    if let remedy = problem.remedy { entry["next_step"] = .string(remedy) }
  }

  private static func clock(of sensor: DiscoveredSensor) -> DeviceLine.Clock {
    if sensor.driver == "iio" { return sensor.hasDeviceClock == true ? .kernel : .unstamped }
    return sensor.hasDeviceClock == true ? .own : .noneOfItsOwn
  }

  private static func indented(_ text: String, by count: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String(repeating: " ", count: count) + $0
    }
  }
}
