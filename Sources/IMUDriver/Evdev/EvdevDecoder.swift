import CLinux
import MotionCore

/// Which times the events of a node carry.
struct EvdevTiming: Hashable, Sendable {
  /// The device stamps its reports (MSC_TIMESTAMP, µs in a u32).
  var hasDeviceClock: Bool
  /// The kernel stamps with CLOCK_MONOTONIC, as the host clock does. When it refused to, its stamps are of
  /// another clock and must never be written as host times.
  var kernelClockIsHost: Bool

  var source: TimestampSource {
    if hasDeviceClock { return .device }
    return kernelClockIsHost ? .kernel : .receipt
  }
}

/// Makes rows of the events of a motion node. Pure: it knows no device.
///
/// The input core drops axes that did not change, so values are carried forward; some drivers send the device's
/// time before the axes and some after them, so everything is bound at SYN_REPORT. A report that brings a device
/// time and no axis is a sample all the same: nothing moved.
struct EvdevDecoder: Sendable {
  enum Output: Hashable, Sendable {
    /// A row of each sensor that the node has.
    case samples(accelerometer: MotionSample?, gyroscope: MotionSample?)
    /// The kernel's queue was full (SYN_DROPPED) and events are lost; `discarded` more were thrown away up to
    /// the end of their report. The carried values are unknown until the device is asked: see `settle`.
    case dropped(discarded: Int, afterFirstSample: Bool)
    /// Axes came without the device's time before the device had ever told it: there is no time to write.
    case untimed
  }

  let timing: EvdevTiming
  let layout: MotionLayout
  private var values: MotionAxisValues
  /// The axes of which no value is known that belongs to the next report. Rows name them as invalid.
  private(set) var unknown: Set<MotionAxis>
  private var deviceTime: UInt32?
  private var hasAxis = false
  private var hasDeviceTime = false
  private var isDiscarding = false
  private var discarded = 0
  private var hasDelivered = false

  /// `values` are the axes' values before the next report (EVIOCGABS): what an axis that has not changed yet is
  /// at. nil where they are not known.
  init(timing: EvdevTiming, layout: MotionLayout = .both, values: MotionAxisValues?) {
    self.timing = timing
    self.layout = layout
    self.values = values ?? MotionAxisValues()
    unknown = values == nil ? Set(layout.axes) : []
  }

  /// Gives the axes' values before the next report, after a loss.
  mutating func settle(_ values: MotionAxisValues) {
    self.values = values
    unknown = []
  }

  /// Takes the next event, received at `receipt`.
  mutating func accept(_ event: EvdevEvent, receipt: HostTime) -> Output? {
    switch (Int32(event.type), Int32(event.code)) {
    case (EV_SYN, SYN_DROPPED):
      isDiscarding = true
      unknown = Set(layout.axes)
      hasAxis = false
      hasDeviceTime = false
      return nil
    case (EV_SYN, SYN_REPORT):
      return isDiscarding ? endOfDiscarded() : endOfReport(event, receipt: receipt)
    case _ where isDiscarding:
      discarded += 1
      return nil
    case (EV_MSC, MSC_TIMESTAMP):
      deviceTime = UInt32(bitPattern: event.value)
      hasDeviceTime = true
      return nil
    case (EV_ABS, let code):
      guard let axis = EvdevDecoder.axis(of: code), layout.axes.contains(axis) else { return nil }
      values[axis] = event.value
      unknown.remove(axis)
      hasAxis = true
      return nil
    default:
      return nil
    }
  }

  private mutating func endOfDiscarded() -> Output {
    defer {
      isDiscarding = false
      discarded = 0
    }
    return .dropped(discarded: discarded, afterFirstSample: hasDelivered)
  }

  private mutating func endOfReport(_ event: EvdevEvent, receipt: HostTime) -> Output? {
    defer {
      hasAxis = false
      hasDeviceTime = false
    }
    guard hasAxis || (hasDeviceTime && timing.hasDeviceClock) else { return nil }
    let time: RawNumber
    var invalid: [String] = []
    switch timing.source {
    case .device:
      guard let deviceTime else { return .untimed }
      // A report without the time that its device should give keeps the last one told, marked as invalid.
      if !hasDeviceTime { invalid = ["t"] }
      time = .integer(Int64(deviceTime))
    case .kernel: time = .integer(event.timeNs)
    case .receipt: time = .integer(receipt.nanoseconds)
    }
    hasDelivered = true
    func sample(_ axes: [MotionAxis]) -> MotionSample {
      MotionSample(
        deviceTime: time, receipt: receipt,
        kernelTime: timing.kernelClockIsHost ? HostTime(nanoseconds: event.timeNs) : nil,
        values: axes.map { .integer(Int64(values[$0])) },
        invalid: invalid + axes.filter(unknown.contains).map(\.rowKey))
    }
    return .samples(
      accelerometer: layout.accelerometer.map(sample), gyroscope: layout.gyroscope.map(sample))
  }

  private static func axis(of code: Int32) -> MotionAxis? {
    switch code {
    case ABS_X: .accelerationX
    case ABS_Y: .accelerationY
    case ABS_Z: .accelerationZ
    case ABS_RX: .rotationX
    case ABS_RY: .rotationY
    case ABS_RZ: .rotationZ
    default: nil
    }
  }
}
