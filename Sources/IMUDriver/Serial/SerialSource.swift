import Foundation
import MotionCore

/// A sensor on a serial port.
///
/// Rows hold the raw numbers of its frames. `h` is the read that delivered the last byte of the frame. Where the
/// frames carry the device's own time, `t` is that; otherwise `t` is the latest instant at which the frame can
/// have begun on the wire, on the clock `host`: the receipt less ten bits a byte for what came since.
public final class SerialSource: SensorSource {
  public let clocks: [ClockDescription]
  public let isSynthetic = false
  /// How to open the same sensor again after a loss, even under another node.
  public let again: SerialSelector

  private let description: SerialDescription
  private let layout: SerialLayout
  private let findings: SerialFindings
  private let port: SerialPort
  private let clock: any HostClock
  private let decoder: SerialDecoder
  private let patience: Duration

  private let life = ReaderLife()

  /// Opens the port and listens until it is known what speaks there; that takes a second, and up to fifteen where
  /// neither rate nor protocol is usual.
  ///
  /// - Parameters:
  ///   - selector: The port and how to read it. The sensor is told only what the selector says.
  ///   - requestedHz: The rate that a drill asks for; noted, not sent.
  ///   - clock: Stamps receipts; for a device the monotonic clock.
  /// - Throws: `SerialError`.
  public convenience init(
    _ selector: SerialSelector, requestedHz: Double? = nil, clock: any HostClock = MonotonicClock()
  ) throws {
    try self.init(selector, requestedHz: requestedHz, clock: clock, calls: SerialCalls(), sysfs: "/sys")
  }

  init(
    _ selector: SerialSelector, requestedHz: Double?, clock: any HostClock, calls: SerialCalls, sysfs: String
  ) throws {
    // Without udev the port can still be opened by its path; it then has no name of its own.
    let adapters = (try? SerialAdapter.connected()) ?? []
    let adapter = SerialAdapter.find(selector.port, among: adapters)
    guard let path = selector.port.hasPrefix("/") ? selector.port : adapter?.path else {
      throw SerialError.notFound(port: selector.port, found: adapters.map { "\($0.stableID) (\($0.name))" })
    }
    let columns = try SerialColumns.declared(by: selector, path: path)
    let languages = selector.language.map { [$0] } ?? SerialProtocol.allCases
    let port = try SerialPort(path, calls: calls, sysfs: sysfs)
    do {
      let probe = SerialProbe(
        port: port,
        framings: languages.compactMap { language in
          language.framing(columns: columns).map { (language, $0) }
        }, clock: clock)
      var found = try probe.run(bauds: selector.baud.map { [$0] } ?? SerialProbe.bauds)
      var configuration: JSONObject?
      if selector.configures {
        (found, configuration) = try SerialConfigurator(port: port, clock: clock, selector: selector).run(
          found)
      }
      let isUART = SerialDescription.isUART(path: path, sysfs: sysfs)
      description = SerialDescription(
        path: path, adapter: adapter, language: found.language, baud: found.baud, isUART: isUART,
        latency: port.latency.settings, configuration: configuration, requestedHz: requestedHz)
      layout = SerialLayout(
        frames: found.frames, clock: found.decoder.framing.clock, name: found.language.title,
        sensor: "torso", requestedHz: selector.rate)
      again = selector.again(stableID: adapter?.stableID, language: found.language, baud: found.baud)
      decoder = found.decoder
      // Slow sensors are silent between frames.
      patience = max(.seconds(1), found.longestGap * 5)
      findings = SerialFindings(layout: layout)
      for frame in found.frames {
        // In the order of the bytes at their rate: near enough for what belongs together.
        findings.test(frame, began: Int64(Double(frame.start) * 10e9 / Double(found.baud)))
      }
    } catch {
      port.close()
      throw error
    }
    clocks = layout.clocks
    self.port = port
    self.clock = clock
  }

  deinit {
    stop()
  }

  /// The settings are as they are now: counts of damaged frames, what the gravity test has found.
  public var sensor: SensorDescription {
    var sensor = description.sensor(findings: findings, notRecorded: layout.left)
    if let realTime = life.realTime { sensor.settings["real_time"] = realTime }
    return sensor
  }

  /// The streams; the conventions of the motion fields are what gravity has told until now.
  public var streams: [StreamDescription] {
    layout.streams(conventions: findings.conventions)
  }

  public func start(
    priority: ReaderPriority, deliver: @escaping @Sendable (SensorEvent) -> Void
  ) throws {
    do {
      try life.start(priority, calls: port.calls) {
        // What came between opening and now is old, and the port's buffer may have run over.
        try port.flushInput()
        var decoder = decoder
        decoder.restart(at: 0)
        let reader = SerialReader(
          port: port, clock: clock, layout: layout, findings: findings, patience: patience, decoder: decoder,
          arrivals: ArrivalTimes(baud: description.isUART ? description.baud : nil), deliver: deliver)
        return {
          var reader = reader
          reader.run()
        }
      }
    } catch let error as ReaderThread.Failure {
      throw SerialError.callFailed(path: port.path, call: "pthread_create", errno: error.errno)
    }
  }

  public func stop() {
    life.stop {
      port.interrupt()
    } close: {
      port.close()
    }
  }
}
