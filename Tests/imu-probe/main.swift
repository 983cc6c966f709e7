// Opens a sensor and prints what it delivers, for the tests that run under mock devices: a process must be
// started under them, so a test cannot look at such a sensor itself.
//
//   imu-probe devices                         one JSON object a sensor
//   imu-probe adapters                        one JSON object a USB serial adapter
//   imu-probe key-devices                     one JSON object a device with keys
//   imu-probe keys CHOICE SECONDS EVENTS      one JSON object an event of the keys (CHOICE: standard, or a device);
//                                              ends after SECONDS, or with EVENTS presses, losses and returns
//   imu-probe battery                         the battery of each sensor
//   imu-probe capture SELECTOR SECONDS ROWS   a description, then one JSON object an event; ends after SECONDS, or
//                                              with ROWS rows, or with the sensor
//
// Each may be followed by faults to inject, CALL,NTH,CODE (NTH 0: every one). Exits 4 when the sensor cannot be
// opened. The last line of a capture names the attributes that were set, in order.

import Foundation
import IMUDriver
import MotionCore

func say(_ value: JSONValue) {
  FileHandle.standardOutput.write(Data((value.text() + "\n").utf8))
}

func fail(_ error: Any, code: Int32) -> Never {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(code)
}

func faultPlan(_ texts: ArraySlice<String>) -> FaultPlan {
  FaultPlan(
    texts.map { text in
      let parts = text.split(separator: ",")
      guard parts.count == 3, let nth = Int(parts[1]), let code = Int32(parts[2]) else {
        fail("not a fault: \(text)", code: 2)
      }
      return .init(String(parts[0]), nth: nth == 0 ? nil : nth, code: code)
    })
}

func listDevices(_ catalog: SensorCatalog) throws {
  for sensor in try catalog.discover() {
    let axes = sensor.axes.map { axis -> JSONValue in
      ["axis": .string(axis.axis.kernelName), "resolution": .integer(Int64(axis.resolution))]
    }
    say([
      "name": .string(sensor.name), "bus": .string(sensor.bus), "path": .string(sensor.path),
      "stable_id": .string(sensor.stableID), "serial": sensor.serial.map { .string($0) } ?? .null,
      "vendor": sensor.identity.vendor, "product": sensor.identity.product,
      "axes": .array(axes), "device_clock": sensor.hasDeviceClock.map { .bool($0) } ?? .null,
      "gives": sensor.gives.map { .string($0) } ?? .null,
      "problem": sensor.problem.map { .string($0.description) } ?? .null,
      "kernel_name": .string(sensor.kernelName),
      "siblings": .array(
        sensor.siblings.map {
          ["kind": .string($0.kind.rawValue), "name": .string($0.name), "path": .string($0.path)]
        }),
      "notes": .array(sensor.notes.map { .string($0.text) }),
    ])
  }
}

func listAdapters(_ faults: FaultPlan) throws {
  for adapter in try SerialAdapter.connected(faults: faults) {
    say([
      "name": .string(adapter.name), "path": .string(adapter.path), "stable_id": .string(adapter.stableID),
      "driver": adapter.driver.map { .string($0) } ?? .null,
      "serial": adapter.serial.map { .string($0) } ?? .null,
      "problem": adapter.problem.map { .string($0.description) } ?? .null,
    ])
  }
}

func describe(_ source: any SensorSource) {
  say([
    "sensor": .string(source.sensor.name), "path": .string(source.sensor.path),
    "settings": .object(source.sensor.settings),
    "clocks": .array(
      source.clocks.map {
        [
          "name": .string($0.name), "unit": .string($0.unit.rawValue), "wraps_at": .integer($0.wrapsAt ?? 0),
          "epoch": .string($0.epoch),
        ]
      }),
    "streams": .array(
      source.streams.map {
        [
          "name": .string($0.name), "clock": .string($0.clock), "unit": .string($0.unit.rawValue),
          "timestamp_source": .string($0.timestampSource.rawValue),
          "scale": .array($0.scale.map { .real($0) }), "offset": .array($0.offset.map { .real($0) }),
          "gain": .array(($0.gain ?? []).map { .real($0) }),
          "mount_matrix": .array(($0.mountMatrix ?? []).map { .array($0.map { .real($0) }) }),
          "fields": $0.fields ?? .null,
          "capability": .string("\($0.capability)"),
        ]
      }),
  ])
}

func row(_ event: SensorEvent) -> JSONValue {
  switch event {
  case .sample(let stream, let sample):
    var row: JSONObject = ["stream": .integer(Int64(stream)), "t": JSONValue(sample.deviceTime)]
    row.append("h", .integer(sample.receipt.nanoseconds))
    if let kernel = sample.kernelTime { row.append("k", .integer(kernel.nanoseconds)) }
    row.append("values", .array(sample.values.map { JSONValue($0) }))
    if let temperature = sample.temperature { row.append("temp", JSONValue(temperature)) }
    if !sample.invalid.isEmpty { row.append("invalid", .array(sample.invalid.map { .string($0) })) }
    return .object(row)
  case .incident(let incident):
    return ["incident": .string(incident.kind.rawValue), "fields": .object(incident.fields)]
  case .lost(let reason, let at):
    return ["lost": .string(reason), "h": .integer(at.nanoseconds)]
  case .ended(let at):
    return ["ended": .integer(at.nanoseconds)]
  }
}

/// Counts rows up to a limit.
final class RowCount: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var rest: Int

  init(limit: Int) { rest = limit }

  /// True for the row that reaches the limit.
  func isLast() -> Bool {
    lock.withLock {
      rest -= 1
      return rest == 0
    }
  }
}

func capture(_ selector: SensorSelector, faults: FaultPlan, seconds: Double, rows: Int) throws {
  var isStopped = false
  var settings: JSONObject = [:]
  defer {
    let set = faults.trace.filter { $0.hasPrefix("iio_set ") }.map {
      JSONValue.string(String($0.dropFirst(8)))
    }
    say(["stopped": .bool(isStopped), "settings": .object(settings), "writes": .array(set)])
  }
  let source = try SensorCatalog(faults: faults).open(selector, requestedHz: 100)
  let over = DispatchSemaphore(value: 0)
  let count = RowCount(limit: rows)
  describe(source)
  try source.start { event in
    say(row(event))
    switch event {
    case .sample: if count.isLast() { over.signal() }
    case .lost: over.signal()
    default: break
    }
  }
  _ = over.wait(timeout: .now() + seconds)
  source.stop()
  source.stop()
  isStopped = true
  settings = source.sensor.settings
}

func keyDevice(_ device: KeyDevice) -> JSONValue {
  [
    "name": .string(device.name), "kind": .string(device.kind.rawValue), "path": .string(device.path),
    "stable_id": .string(device.stableID), "by_default": .bool(device.isListenedToByDefault),
  ]
}

func listen(_ choice: String, seconds: Double, events: Int, faults: FaultPlan) throws {
  let listener = KeyListener(choice == "standard" ? .standard : .named([choice]), faults: faults)
  let over = DispatchSemaphore(value: 0)
  let count = RowCount(limit: events)
  try listener.start { event in
    switch event {
    case .connected(let device): say(["connected": keyDevice(device)])
    case .unusable(let device, let error):
      say(["unusable": keyDevice(device), "problem": .string(error.description)])
    case .press(let press):
      say([
        "press": .string(press.key.name), "device": .string(press.device.stableID),
        "host_ns": .integer(press.host.nanoseconds), "source": .string(press.timeSource.rawValue),
        "receipt_ns": .integer(press.receipt.nanoseconds),
      ])
    case .dropped(let device, _): say(["dropped": .string(device.stableID)])
    case .disconnected(let device, let reason, _):
      say(["disconnected": .string(device.stableID), "reason": .string(reason)])
    case .cannotWatch(let reason): say(["cannot_watch": .string(reason)])
    }
    if count.isLast() { over.signal() }
  }
  _ = over.wait(timeout: .now() + seconds)
  listener.stop()
  listener.stop()
  say(["stopped": true])
}

let arguments = CommandLine.arguments.dropFirst()
do {
  switch arguments.first {
  case "devices":
    try listDevices(SensorCatalog(faults: faultPlan(arguments.dropFirst())))
  case "adapters":
    try listAdapters(faultPlan(arguments.dropFirst()))
  case "key-devices":
    for device in try KeyDiscovery(faults: faultPlan(arguments.dropFirst())).connected() {
      say(keyDevice(device))
    }
  case "keys" where arguments.count >= 4:
    let words = Array(arguments)
    guard let seconds = Double(words[2]), let events = Int(words[3]) else {
      fail("not a number of seconds or of events", code: 2)
    }
    try listen(words[1], seconds: seconds, events: events, faults: faultPlan(words[4...]))
  case "battery":
    for sensor in try SensorCatalog().discover() {
      say(["path": .string(sensor.path), "battery": .string(sensor.batteryCharge().text)])
    }
  case "capture" where arguments.count >= 4:
    let words = Array(arguments)
    guard let seconds = Double(words[2]), let rows = Int(words[3]) else {
      fail("not a number of seconds or of rows", code: 2)
    }
    try capture(
      SensorSelector(parsing: words[1]), faults: faultPlan(words[4...]), seconds: seconds, rows: rows)
  default:
    fail(
      "imu-probe devices | adapters | key-devices | keys CHOICE SECONDS EVENTS | battery | capture SELECTOR SECONDS ROWS, each with faults after it",
      code: 2)
  }
} catch let error as SensorError {
  fail(error, code: 4)
} catch {
  fail(error, code: 1)
}
