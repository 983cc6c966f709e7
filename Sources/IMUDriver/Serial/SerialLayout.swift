import MotionCore

/// Which streams a serial sensor delivers, learnt from its first frames, and how a frame becomes their rows.
struct SerialLayout: Sendable {
  private(set) var streams: [StreamDescription] = []
  private(set) var clocks: [ClockDescription] = []
  /// Channels that were seen and are not recorded, because another one of the same kind is.
  private(set) var left: [SerialChannel] = []
  private var channels: [SerialChannel: Int] = [:]
  private var motion: [SerialChannel] = []
  private var motionStream: Int?
  private let hasDeviceTime: Bool

  init(
    frames: [SerialFrame], clock: ClockDescription?, name: String, sensor: String, requestedHz: Double?
  ) {
    var seen: [SerialChannel] = []
    for channel in frames.flatMap(\.readings).map(\.channel) where !seen.contains(channel) {
      seen.append(channel)
    }
    hasDeviceTime = clock != nil && frames.contains { if case .at = $0.time { true } else { false } }
    if hasDeviceTime, let clock { clocks = [clock] }
    for kind in [StreamKind.accelerometer, .gyroscope, .magnetometer] {
      let candidates = seen.filter { $0.kind == kind }
      // The first of equals; another number format of the same quantity is not recorded beside it.
      guard let chosen = candidates.min(by: { $0.priority < $1.priority }) else {
        streams.append(
          StreamDescription(
            name: kind.rawValue, kind: kind, sensor: sensor, clock: "host", timestampSource: .receipt,
            unit: SerialLayout.unit(of: kind), scale: [1],
            capability: .unavailable(
              reason: UnavailableReason(SensorReason.sendsNo(language: name, kind: kind.rawValue)))))
        continue
      }
      left += candidates.filter { $0 != chosen }
      channels[chosen] = streams.count
      streams.append(
        StreamDescription(
          name: kind.rawValue, kind: kind, sensor: sensor, clock: hasDeviceTime ? "device" : "host",
          timestampSource: hasDeviceTime ? .device : .receipt, unit: chosen.unit, scale: chosen.scale,
          offset: chosen.offset, convention: chosen.convention, requestedHz: requestedHz))
    }
    // A compensated rate beside a raw one is on-board fusion.
    let rates = left.filter { $0.kind == .gyroscope && $0.priority > 0 }.prefix(1)
    left.removeAll { rates.contains($0) }
    let moving = seen.filter { $0.kind == .motion } + rates
    for field in MotionField.allCases {
      let candidates = moving.filter { ($0.field ?? .rotationRate) == field }
      motion += candidates.prefix(1)
      left += candidates.dropFirst()
    }
    guard !motion.isEmpty else {
      streams.append(
        StreamDescription(
          name: StreamKind.motion.rawValue, kind: .motion, sensor: sensor, clock: "host",
          timestampSource: .receipt, unit: .one, scale: [1], valueKeys: [],
          capability: .unavailable(
            reason: UnavailableReason(SensorReason.sendsNoFusion(language: name)))))
      return
    }
    motionStream = streams.count
    streams.append(
      StreamDescription(
        name: StreamKind.motion.rawValue, kind: .motion, sensor: sensor,
        clock: hasDeviceTime ? "device" : "host", timestampSource: hasDeviceTime ? .device : .receipt,
        unit: .one, scale: [1], valueKeys: motion.flatMap { SerialLayout.keys($0) },
        fields: fields(conventions: [:]), requestedHz: requestedHz))
  }

  private static func keys(_ channel: SerialChannel) -> [String] {
    channel.kind == .motion ? channel.keys : MotionField.rotationRate.keys
  }

  private static func unit(of kind: StreamKind) -> MeasurementUnit {
    switch kind {
    case .accelerometer: .g
    case .gyroscope: .degreesPerSecond
    case .magnetometer: .microtesla
    case .motion: .one
    }
  }

  /// The `fields` of the motion stream; nil without one. `conventions` by field name.
  func fields(conventions: [String: String]) -> JSONValue? {
    guard !motion.isEmpty else { return nil }
    return .object(
      JSONObject(
        motion.map { channel in
          let name = (channel.field ?? .rotationRate).rawValue
          return (
            name,
            (channel.field ?? .rotationRate).entry(
              unit: channel.unit, scale: channel.scale[0], offset: channel.offset[0],
              convention: conventions[name])
          )
        }))
  }

  /// The streams with what is known of the conventions.
  func streams(conventions: [String: String]) -> [StreamDescription] {
    var streams = streams
    if let motionStream { streams[motionStream].fields = fields(conventions: conventions) }
    return streams
  }

  /// A row: the number of its stream, and the sample.
  struct Row: Sendable {
    var stream: Int
    var sample: MotionSample
  }

  /// The rows of a frame. `began` is when its first byte can have begun on the wire. Readings that the layout does
  /// not have are counted in `unexpected`.
  func rows(
    of frame: SerialFrame, receipt: HostTime, began: Int64, unexpected: inout Int
  ) -> [Row] {
    let time: RawNumber
    switch frame.time {
    case .at(let value) where hasDeviceTime: time = value
    case _ where hasDeviceTime: time = .real(.nan)
    default: time = .integer(began)
    }
    var rows: [Row] = []
    var moving: [SerialChannel: SerialReading] = [:]
    for reading in frame.readings {
      if let stream = channels[reading.channel] {
        rows.append(
          Row(
            stream: stream,
            sample: MotionSample(
              deviceTime: time, receipt: receipt, counter: frame.counter, values: reading.values,
              invalid: reading.invalid)))
      } else if motion.contains(reading.channel) {
        moving[reading.channel] = reading
      } else if !left.contains(reading.channel) {
        unexpected += 1
      }
    }
    // The temperature is the chip's: it stands in the first row of the frame, the accelerometer's where there is
    // one.
    if let temperature = frame.temperature,
      let index = rows.indices.min(by: { rows[$0].stream < rows[$1].stream })
    {
      rows[index].sample.temperature = temperature
    }
    if !moving.isEmpty, let motionStream {
      let values = motion.flatMap { channel in
        moving[channel]?.values ?? SerialLayout.keys(channel).map { _ in RawNumber.real(.nan) }
      }
      rows.append(
        Row(
          stream: motionStream,
          sample: MotionSample(
            deviceTime: time, receipt: receipt, counter: frame.counter, values: values)))
    }
    return rows.sorted { $0.stream < $1.stream }
  }

  /// The attitude fields that can be tested against gravity.
  var testable: [SerialChannel] { motion.filter { $0.field.flatMap(GravityTest.init) != nil } }

  func isAccelerometer(_ channel: SerialChannel) -> Bool {
    channels[channel].map { streams[$0].kind == .accelerometer } ?? false
  }
}
