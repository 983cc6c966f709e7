/// What a stream measures.
public enum StreamKind: String, Sendable, CaseIterable {
  case accelerometer, gyroscope, magnetometer, motion

  /// The keys of a row's values, for the three-axis kinds; a motion stream declares its own.
  public static let axes = ["x", "y", "z"]
}

/// Whether a stream or field can be had. A missing one has a reason; it is never zero.
public enum Capability: Hashable, Sendable {
  case available
  case unavailable(reason: UnavailableReason)
  case invalid(reason: UnavailableReason)
}

/// Where the timestamps `t` of a stream come from.
public enum TimestampSource: String, Sendable {
  case device, kernel, receipt
}

/// The sign convention of an acceleration stream.
public enum AccelerationConvention: String, Sendable {
  /// +1 g upwards at rest: evdev, IIO, serial.
  case specificForce = "specific_force"
  /// −1 g upwards at rest: Core Motion.
  case gravity
}

/// How the rows of one stream are to be read: the manifest's entry for it.
///
/// For a three-axis stream `value = mountMatrix · (gain ∘ ((raw + offset) ∘ scale))` in `unit`, in the sensor
/// frame.
public struct StreamDescription: Hashable, Sendable {
  /// The stream's name in the manifest: its kind, or `kind@sensor` for a second sensor.
  public var name: String
  public var kind: StreamKind
  /// The name of the sensor in the manifest.
  public var sensor: String
  /// The name of the clock of `t`.
  public var clock: String
  public var timestampSource: TimestampSource
  public var unit: MeasurementUnit
  /// One number, or one an axis.
  public var scale: [Double]
  public var offset: [Double]
  public var gain: [Double]?
  /// Three rows of three; nil is the identity.
  public var mountMatrix: [[Double]]?
  public var convention: AccelerationConvention?
  public var frame: String
  /// Keys of a row's values, in the order of `MotionSample.values`.
  public var valueKeys: [String]
  /// The `fields` of a motion stream, as the manifest holds them.
  public var fields: JSONValue?
  /// The rate asked for, in Hz; nil where nothing could be asked.
  public var requestedHz: Double?
  public var capability: Capability

  public init(
    name: String, kind: StreamKind, sensor: String, clock: String, timestampSource: TimestampSource,
    unit: MeasurementUnit, scale: [Double], offset: [Double] = [0], gain: [Double]? = nil,
    mountMatrix: [[Double]]? = nil, convention: AccelerationConvention? = nil, frame: String = "sensor",
    valueKeys: [String] = StreamKind.axes, fields: JSONValue? = nil, requestedHz: Double? = nil,
    capability: Capability = .available
  ) {
    self.name = name
    self.kind = kind
    self.sensor = sensor
    self.clock = clock
    self.timestampSource = timestampSource
    self.unit = unit
    self.scale = scale
    self.offset = offset
    self.gain = gain
    self.mountMatrix = mountMatrix
    self.convention = convention
    self.frame = frame
    self.valueKeys = valueKeys
    self.fields = fields
    self.requestedHz = requestedHz
    self.capability = capability
  }
}
