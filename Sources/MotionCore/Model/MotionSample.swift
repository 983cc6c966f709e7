/// One row of a stream, as the device delivered it. Nothing in it is converted, filtered or joined.
public struct MotionSample: Hashable, Sendable {
  /// Key `t`: the device's timestamp in the unit of the stream's clock (a wrapping counter stays wrapped);
  /// without a device clock the back-dated arrival in ns on the clock `host`.
  public var deviceTime: RawNumber
  /// Key `h`: raw receipt on the host clock.
  public var receipt: HostTime
  /// Key `k`: the kernel's time of the event on the host clock, where there is one.
  public var kernelTime: HostTime?
  /// Key `c`: the device's packet counter, where there is one.
  public var counter: Int64?
  /// The raw values in the order of the stream's `valueKeys`. A value that is not finite is written to `bad`.
  public var values: [RawNumber]
  /// Key `temp`: temperature in °C, where delivered.
  public var temperature: RawNumber?
  /// Keys of values that were delivered but declared invalid by the device.
  public var invalid: [String]

  public init(
    deviceTime: RawNumber, receipt: HostTime, kernelTime: HostTime? = nil, counter: Int64? = nil,
    values: [RawNumber], temperature: RawNumber? = nil, invalid: [String] = []
  ) {
    self.deviceTime = deviceTime
    self.receipt = receipt
    self.kernelTime = kernelTime
    self.counter = counter
    self.values = values
    self.temperature = temperature
    self.invalid = invalid
  }
}
