import MotionCore

/// One quantity that a serial device sends: what it is, and how its raw values become a value in `unit`.
struct SerialChannel: Hashable, Sendable {
  var kind: StreamKind
  /// For the motion stream.
  var field: MotionField?
  /// The device's own name of it: "0x51 acceleration", "UncompAccel".
  var name: String
  var unit: MeasurementUnit
  /// value = (raw + offset) · scale
  var scale: [Double] = [1]
  var offset: [Double] = [0]
  var convention: AccelerationConvention?
  /// Of several channels of a kind the one with the lowest is recorded.
  var priority = 0

  static func accelerometer(
    _ name: String, _ unit: MeasurementUnit, scale: Double = 1, priority: Int = 0
  ) -> SerialChannel {
    SerialChannel(
      kind: .accelerometer, name: name, unit: unit, scale: [scale], convention: .specificForce,
      priority: priority)
  }

  static func gyroscope(
    _ name: String, _ unit: MeasurementUnit, scale: Double = 1, priority: Int = 0
  ) -> SerialChannel {
    SerialChannel(kind: .gyroscope, name: name, unit: unit, scale: [scale], priority: priority)
  }

  static func magnetometer(
    _ name: String, _ unit: MeasurementUnit, scale: Double = 1, priority: Int = 0
  ) -> SerialChannel {
    SerialChannel(kind: .magnetometer, name: name, unit: unit, scale: [scale], priority: priority)
  }

  static func motion(
    _ field: MotionField, _ name: String, _ unit: MeasurementUnit, scale: Double = 1
  ) -> SerialChannel {
    SerialChannel(kind: .motion, field: field, name: name, unit: unit, scale: [scale])
  }

  /// The keys of its values in a row.
  var keys: [String] { field?.keys ?? StreamKind.axes }
}

/// The values of one channel in one frame, as the device sent them.
struct SerialReading: Hashable, Sendable {
  var channel: SerialChannel
  var values: [RawNumber]
  /// Keys of values that the device itself calls invalid.
  var invalid: [String] = []
}

/// The device's own time of a frame.
enum SerialTime: Hashable, Sendable {
  /// Frames of this kind carry none.
  case none
  case at(RawNumber)
  /// The frame that carries it was lost.
  case missing
}

/// What one frame, or several of one measuring cycle, said.
struct SerialFrame: Hashable, Sendable {
  /// Number in the byte stream of the first byte of the frame, or of the cycle that it belongs to.
  var start: Int
  /// Number of the byte after its last one.
  var end: Int
  var time = SerialTime.none
  var counter: Int64?
  /// °C.
  var temperature: RawNumber?
  var readings: [SerialReading] = []
  /// Four registers that were asked for (WitMotion).
  var registers: [UInt16] = []
}
