import CLinux
import Foundation
import MotionCore

/// The motion sensor of a game controller, read through its evdev node.
///
/// Two streams, `accelerometer` in g and `gyroscope` in °/s; one that the node does not have is unavailable. Rows
/// hold the raw integers in the device's own axes; scale, gain and mount matrix are in the stream's description.
/// One report of the device makes one row in each stream, with the same times.
public final class EvdevSource: SensorSource {
  static let accelerometerStream = 0
  static let gyroscopeStream = 1

  public let clocks: [ClockDescription]
  public let streams: [StreamDescription]
  public let isSynthetic = false

  private let node: EvdevNode
  private let stopDescriptor: Int32
  private let clock: any HostClock
  private let decoder: EvdevDecoder
  private let description: SensorDescription
  private let timestamps: ControllerClock
  private let found: DiscoveredSensor
  private let findings: EvdevFindings

  private let life = ReaderLife()
  private let lock = NSLock()
  private nonisolated(unsafe) var fuzz: FuzzSetting

  /// Opens a sensor that discovery found, has it stamp with the monotonic clock, and switches its fuzz off.
  init(
    _ found: DiscoveredSensor, requestedHz: Double?, extras: SensorExtras = .all, clock: any HostClock,
    calls: EvdevCalls,
    gains: GainFile = GainFile(), record: FuzzRecord = FuzzRecord()
  ) throws(SensorError) {
    let gainOfKind = try gains.gains(of: found.stableID)
    let known = found.known
    let node = try EvdevNode.open(found.path, calls: calls)
    let clockRefusal = EvdevSource.refusal { () throws(SensorError) in try node.useMonotonicClock() }
    // Before anything else is asked, and so in all likelihood before the next report.
    let values = Result { () throws(SensorError) in try node.settledValues() }
    var fuzz = FuzzSetting(axes: [], stableID: found.stableID, record: record)
    do throws(SensorError) {
      let inspection = try EvdevInspection(node, known: known)
      if let problem = inspection.problem { throw problem }
      fuzz = FuzzSetting(
        axes: inspection.axes.filter { inspection.layout.axes.contains($0.axis) },
        stableID: found.stableID, record: record)
      if extras == .all { fuzz.switchOff(on: node) }
      let timing = EvdevTiming(
        hasDeviceClock: inspection.hasDeviceClock, kernelClockIsHost: clockRefusal == nil)
      decoder = EvdevDecoder(timing: timing, layout: inspection.layout, values: try values.get())
      stopDescriptor = calls.makeStopDescriptor()
      guard stopDescriptor >= 0 else {
        throw .cannotStart(path: found.path, call: "eventfd", errno: -stopDescriptor)
      }
      let description = EvdevDescription(
        found: found, known: known, inspection: inspection, timing: timing, gains: gainOfKind,
        gainPath: gains.path)
      self.description = description.sensor(
        clockRefusal: clockRefusal, version: try node.identity().version, requestedHz: requestedHz)
      timestamps = description.clock
      clocks = description.clocks
      streams = description.streams
      findings = EvdevFindings(
        clock: timing.hasDeviceClock ? ClockWatch(wrapMicroseconds: timestamps.wrapMicroseconds) : nil,
        gravity: GravityWatch(accelerometer: streams[0], gyroscope: streams[1]))
    } catch {
      fuzz.restore(on: node)
      node.close()
      throw error
    }
    self.node = node
    self.fuzz = fuzz
    self.clock = clock
    self.found = found
  }

  deinit {
    stop()
  }

  /// The sensor, with what is known of it now: whether its fuzz is back, how its clock ran, whether its
  /// acceleration at rest was plausible.
  public var sensor: SensorDescription {
    var sensor = description
    let found = findings.settings
    var deviceClock: JSONObject = [
      "kind": .string(timestamps.kind), "note": .string(timestamps.note),
    ]
    if let watched = found.clock { deviceClock["watched"] = watched }
    sensor.settings["device_clock"] = .object(deviceClock)
    sensor.settings["fuzz"] = lock.withLock { fuzz.settings }
    sensor.settings["gravity_at_start"] = found.gravity
    if let realTime = life.realTime { sensor.settings["real_time"] = realTime }
    if !self.found.notes.isEmpty {
      sensor.settings["notes"] = .array(self.found.notes.map { .string($0.text) })
    }
    return sensor
  }

  public func batteryCharge() -> BatteryCharge { found.batteryCharge() }

  public func start(
    priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void
  ) throws {
    do {
      try life.start(priority, calls: node.calls) {
        let reader = EvdevReader(
          node: node, stopDescriptor: stopDescriptor, clock: clock, decoder: decoder, findings: findings
        ) { [weak self] event in
          // At once, so that the device can be opened anew when it comes back while this source still stands.
          if case .lost = event { self?.restoreFuzz() }
          deliver(event)
        }
        return {
          var reader = reader
          reader.run()
        }
      }
    } catch let error as ReaderThread.Failure {
      throw SensorError.cannotStart(path: node.path, call: "pthread_create", errno: error.errno)
    }
  }

  public func stop() {
    life.stop {
      node.calls.signal(stopDescriptor)
    } close: {
      restoreFuzz()
      node.close()
      node.calls.close(stopDescriptor)
    }
  }

  private func restoreFuzz() {
    lock.withLock { fuzz.restore(on: node) }
  }

  private static func refusal(of request: () throws(SensorError) -> Void) -> SensorError? {
    do throws(SensorError) {
      try request()
      return nil
    } catch {
      return error
    }
  }
}
