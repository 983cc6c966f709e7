import CLinux
import MotionCore

/// An IMU chip, read through the kernel's IIO subsystem by buffered capture.
///
/// Streams `accelerometer` in m/s² and `gyroscope` in rad/s, `magnetometer` in Gauss where the chip has one, and
/// `motion` with a quaternion where it computes one. A gyroscope that the chip has not is unavailable.
/// Rows hold the raw integers; scale, offset and mount matrix are those of the driver. A scan of the chip makes
/// one row in each stream that it feeds, with the same times. `t` is the kernel's time of the scan: on the host
/// clock when it stamps with CLOCK_MONOTONIC, which is asked for.
public final class IIOSource: SensorSource {
  public let clocks: [ClockDescription]
  public let isSynthetic = false

  private let found: DiscoveredSensor
  private let requestedHz: Double?
  private let captures: IIOCaptures
  private let findings: IIOFindings
  private let calls: IIOCalls
  private let udev: UdevCalls
  private let stopDescriptor: Int32
  private let clock: any HostClock

  private let life = ReaderLife()

  /// Opens a chip that discovery found and sets its devices up; they are not started yet.
  init(
    _ found: DiscoveredSensor, requestedHz: Double?, extras: SensorExtras = .all, clock: any HostClock,
    calls: IIOCalls, udev: UdevCalls
  ) throws(SensorError) {
    if let problem = found.problem { throw problem }
    self.found = found
    self.requestedHz = requestedHz
    self.calls = calls
    self.udev = udev
    self.clock = clock
    captures = try IIOCaptures(
      found.iioEntries, requestedHz: requestedHz, extras: extras, calls: calls)
    stopDescriptor = calls.makeStopDescriptor()
    guard stopDescriptor >= 0 else {
      captures.tearDown()
      throw .cannotStart(path: found.path, call: "eventfd", errno: -stopDescriptor)
    }
    let description = IIODescription(found: found, captures: captures.all, requestedHz: requestedHz)
    clocks = description.clocks
    findings = IIOFindings(captures: captures.all)
  }

  /// The streams; what the attitude means is what gravity has told until now.
  public var streams: [StreamDescription] {
    IIODescription(found: found, captures: captures.all, requestedHz: requestedHz)
      .streams(convention: findings.convention)
  }

  deinit {
    stop()
  }

  /// The sensor with its settings as they are at this moment.
  public var sensor: SensorDescription {
    var sensor = IIODescription(found: found, captures: captures.all, requestedHz: requestedHz).sensor
    if let test = findings.json { sensor.settings["gravity_test"] = test }
    if let realTime = life.realTime { sensor.settings["real_time"] = realTime }
    return sensor
  }

  public func start(
    priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void
  ) throws {
    do {
      try life.start(priority, calls: calls) {
        // Before the capture, so that no removal is missed. Without it a removal is noticed all the same, later.
        let removal = UdevMonitor(subsystem: "iio", calls: udev)
        try captures.enable()
        let (captures, calls, stopDescriptor, clock) = (captures, calls, stopDescriptor, clock)
        let findings = findings
        return {
          var reader = IIOReader(
            captures: captures, calls: calls, stopDescriptor: stopDescriptor, removal: removal, clock: clock,
            findings: findings, deliver: deliver)
          reader.run()
        }
      }
    } catch let error as ReaderThread.Failure {
      captures.tearDown()
      throw SensorError.cannotStart(path: found.path, call: "pthread_create", errno: error.errno)
    }
  }

  public func stop() {
    life.stop {
      calls.signal(stopDescriptor)
    } close: {
      captures.tearDown()
      calls.close(stopDescriptor)
    }
  }
}
