import MotionCore

/// How the manifest describes a chip: the sensor, its clocks and its streams. It is asked of the captures alone: at
/// the end of a run the chip may be gone.
struct IIODescription {
  let found: DiscoveredSensor
  let captures: [IIOCapture]
  let requestedHz: Double?
  /// Whoever joins several sensors in one session renames them, their streams and their clocks.
  private let name = "torso"

  /// A scale that is printed more coarsely than this share of itself is noted.
  private static let notablePrecision = 0.001

  /// A stream of the chip: which device and quantity it comes from.
  struct Stream {
    var capture: Int
    var quantity: IIOQuantity
  }

  /// The streams in order. A quantity that two devices of a chip have is taken from the first.
  static func streams(of captures: [IIOCapture]) -> [Stream] {
    var streams: [Stream] = []
    for (index, capture) in captures.enumerated() {
      for quantity in capture.quantities where !streams.contains(where: { $0.quantity == quantity }) {
        streams.append(Stream(capture: index, quantity: quantity))
      }
    }
    return streams
  }

  private func clockName(_ index: Int) -> String {
    switch captures[index].clock.meaning {
    case .host, .none: "host"
    case .other: captures.count == 1 ? "device" : "device\(captures[index].device.entry.number)"
    }
  }

  /// The clocks that are not the host's. They count nanoseconds in 64 bits and do not wrap.
  var clocks: [ClockDescription] {
    captures.indices.compactMap { index in
      guard case .other(let epoch) = captures[index].clock.meaning else { return nil }
      return ClockDescription(name: clockName(index), unit: .nanoseconds, epoch: epoch)
    }
  }

  /// `convention` is what gravity has told of the attitude.
  func streams(convention: String?) -> [StreamDescription] {
    let streams = IIODescription.streams(of: captures)
    let delivered = streams.map { stream in
      let capture = captures[stream.capture]
      let scaling = capture.scalings[stream.quantity]!
      if stream.quantity == .attitude {
        return StreamDescription(
          name: StreamKind.motion.rawValue, kind: .motion, sensor: name, clock: clockName(stream.capture),
          timestampSource: capture.clock.meaning == .none ? .receipt : .kernel, unit: .one, scale: [1],
          valueKeys: MotionField.attitude.keys,
          fields: [
            MotionField.attitude.rawValue: MotionField.attitude.entry(
              unit: .one, scale: scaling.scale[0], offset: scaling.offset[0], convention: convention)
          ], requestedHz: capture.rates.isEmpty ? nil : requestedHz)
      }
      return StreamDescription(
        name: stream.quantity.kind.rawValue, kind: stream.quantity.kind, sensor: name,
        clock: clockName(stream.capture),
        timestampSource: capture.clock.meaning == .none ? .receipt : .kernel, unit: stream.quantity.unit,
        scale: scaling.scale, offset: scaling.offset, mountMatrix: scaling.mount?.rows,
        convention: stream.quantity.convention, requestedHz: capture.rates.isEmpty ? nil : requestedHz)
    }
    guard !streams.contains(where: { $0.quantity == .rotation }) else { return delivered }
    return delivered + [
      StreamDescription(
        name: StreamKind.gyroscope.rawValue, kind: .gyroscope, sensor: name, clock: "host",
        timestampSource: .receipt, unit: .radiansPerSecond, scale: [1],
        capability: .unavailable(
          reason: UnavailableReason(SensorReason.lacks(sensor: found.name, kind: "gyroscope"))))
    ]
  }

  var sensor: SensorDescription {
    var settings: JSONObject = ["devices": .array(captures.map { .object(IIODescription.settings(of: $0)) })]
    if !found.notes.isEmpty { settings["notes"] = .array(found.notes.map { .string($0.text) }) }
    return SensorDescription(
      name: found.name, driver: found.driver, bus: found.bus, path: found.path, stableID: found.stableID,
      settings: settings)
  }

  private static func settings(of capture: IIOCapture) -> JSONObject {
    let device = capture.device
    var types = JSONObject()
    for element in capture.layout.elements {
      types.append(element.channel.name, .string(element.channel.type.text))
    }
    var object: JSONObject = [
      "device": .string(device.entry.node), "name": .string(device.entry.name),
      "timestamp_clock": capture.clock.json,
      "rates": capture.rates.isEmpty
        ? .unavailable(SensorReason.noRateAttribute)
        : .array(capture.rates.map(\.json)),
      "scan_bytes": .integer(Int64(capture.layout.size)), "scan_types": .object(types),
      "buffer": [
        "length": .integer(Int64(capture.length)), "watermark": .integer(Int64(capture.watermark)),
      ],
      "trigger": capture.trigger?.json ?? .unavailable(SensorReason.noTrigger),
    ]
    if let temperature = capture.temperature {
      object["temperature"] = [
        "channel": .string(temperature.channel), "scale": .real(temperature.scale),
        "offset": .real(temperature.offset),
      ]
    }
    var coarse = JSONObject()
    for (quantity, scaling) in capture.scalings.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where scaling.printedPrecision > IIODescription.notablePrecision {
      coarse.append(quantity.kind.rawValue, .real(scaling.printedPrecision))
    }
    if !coarse.members.isEmpty { object["scale_may_be_off_by_share"] = .object(coarse) }
    var matrices = JSONObject()
    for (quantity, scaling) in capture.scalings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let text = scaling.mountText else { continue }
      var entry: JSONObject = ["text": .string(text)]
      if let refusal = scaling.mountRefusal { entry["not_applied"] = .string(refusal.text) }
      matrices.append(quantity.kind.rawValue, .object(entry))
    }
    if !matrices.members.isEmpty { object["mount_matrix"] = .object(matrices) }
    if let attitude = capture.scalings[.attitude], !attitude.isScaleKnown {
      object["quaternion_scale"] = .unavailable(SensorReason.noQuaternionScale)
    }
    for (name, hz) in capture.filters { object[name] = .real(hz) }
    if !device.unreadable.isEmpty {
      object["channels_not_read"] = .array(
        device.unreadable.map { .string("\($0.name): \($0.problem.text)") })
    }
    if capture.wasLeftOn { object["buffer_left_on_before"] = true }
    if !capture.refusals.isEmpty { object["refused"] = .array(capture.refusals.map { .string($0.text) }) }
    return object
  }
}
