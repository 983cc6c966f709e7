import CLinux
import Foundation
import MotionCore

/// The motion sensor of a game controller, read through its evdev node.
///
/// Two streams, `accelerometer` in g and `gyroscope` in °/s, both in the device's own axes. Rows hold the raw
/// integers; the scale is the reciprocal of the resolution that the node itself gives. One report of the device
/// makes one row in each stream, with the same times.
public final class EvdevSource: SensorSource {
  static let accelerometerStream = 0
  static let gyroscopeStream = 1

  public let sensor: SensorDescription
  public let clocks: [ClockDescription]
  public let streams: [StreamDescription]
  public let isSynthetic = false

  private let node: EvdevNode
  private let stopDescriptor: Int32
  private let clock: any HostClock
  private let decoder: EvdevDecoder

  private enum Phase {
    case open
    case reading(ReaderThread)
    case closed
  }

  private let lock = NSLock()
  private nonisolated(unsafe) var phase = Phase.open
  private nonisolated(unsafe) var fuzz: FuzzSetting

  /// Opens a sensor that discovery found, has it stamp with the monotonic clock, and switches its fuzz off.
  init(
    _ found: DiscoveredSensor, requestedHz: Double?, clock: any HostClock, calls: EvdevCalls
  ) throws(SensorError) {
    let node = try EvdevNode.open(found.path, calls: calls)
    let clockRefusal = EvdevSource.refusal { () throws(SensorError) in try node.useMonotonicClock() }
    // Before anything else is asked, and so in all likelihood before the next report.
    let values = Result { () throws(SensorError) in try node.settledValues() }
    var fuzz = FuzzSetting(axes: [])
    do throws(SensorError) {
      let inspection = try EvdevInspection(node)
      if let problem = inspection.problem { throw problem }
      fuzz = FuzzSetting(axes: inspection.axes)
      fuzz.switchOff(on: node)
      let timing = EvdevTiming(
        hasDeviceClock: inspection.hasDeviceClock, kernelClockIsHost: clockRefusal == nil)
      decoder = EvdevDecoder(timing: timing, values: try values.get())
      stopDescriptor = calls.makeStopDescriptor()
      guard stopDescriptor >= 0 else {
        throw .cannotStart(path: found.path, call: "eventfd", errno: -stopDescriptor)
      }
      let description = EvdevDescription(
        found: found, inspection: inspection, timing: timing)
      sensor = description.sensor(
        clockRefusal: clockRefusal, fuzz: fuzz, version: try node.identity().version, requestedHz: requestedHz
      )
      clocks = description.clocks
      streams = description.streams
    } catch {
      fuzz.restore(on: node)
      node.close()
      throw error
    }
    self.node = node
    self.fuzz = fuzz
    self.clock = clock
  }

  deinit {
    stop()
  }

  public func start(deliver: @escaping @Sendable (SensorEvent) -> Void) throws {
    try lock.withLock {
      guard case .open = phase else { return }
      let reader = EvdevReader(
        node: node, stopDescriptor: stopDescriptor, clock: clock, decoder: decoder,
        deliver: deliver)
      do throws(ReaderThread.Failure) {
        phase = .reading(
          try ReaderThread {
            var reader = reader
            reader.run()
          })
      } catch {
        throw SensorError.cannotStart(path: node.path, call: "pthread_create", errno: error.errno)
      }
    }
  }

  public func stop() {
    let ended = lock.withLock { () -> Phase in
      defer { phase = .closed }
      return phase
    }
    switch ended {
    case .closed: return
    case .open: break
    case .reading(let thread):
      node.calls.signal(stopDescriptor)
      thread.join()
    }
    lock.withLock { fuzz.restore(on: node) }
    node.close()
    node.calls.close(stopDescriptor)
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
