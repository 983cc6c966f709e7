import Foundation
import IMUDriver
import MotionCore

/// Listens to one sensor for a few seconds, for `drillrunner devices --test`.
struct SensorTest {
  /// What was heard.
  struct Result {
    var sensor: SensorDescription
    var seconds: Double
    var check: SensorCheck
    /// Incidents that the driver reported, by kind.
    var incidents: [String: Int]
    /// Why it ended early; nil where it did not.
    var lost: String?
  }

  /// How long it listens.
  static let duration: Duration = .seconds(3)
  /// The rate that a sensor is asked for, as a drill does where it names none.
  static let requestedHz = 100.0

  /// What the reader thread leaves.
  private final class Heard: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var builders: [MotionStreamBuilder]
    private nonisolated(unsafe) var incidents: [String: Int] = [:]
    private nonisolated(unsafe) var end: String?

    init(_ streams: [StreamDescription]) { builders = streams.map(MotionStreamBuilder.init) }

    func take(_ event: SensorEvent) {
      lock.withLock {
        switch event {
        case .sample(let stream, let sample): builders[stream].append(sample)
        case .incident(let incident): incidents[incident.kind.rawValue, default: 0] += 1
        case .lost(let reason, _): end = reason
        case .ended: end = end ?? RunReason.recordingOver.text
        }
      }
    }

    var isOver: Bool { lock.withLock { end != nil } }
    var all: (streams: [MotionStream], incidents: [String: Int], end: String?) {
      lock.withLock { (builders.map(\.stream), incidents, end) }
    }
  }

  /// Listens to `source` and stops it, early where `isStopped` says so.
  static func run(
    _ source: any SensorSource, for duration: Duration = duration, isStopped: () -> Bool = { false }
  ) throws -> Result {
    let clock = MonotonicClock()
    let heard = Heard(source.streams)
    let start = clock.now()
    defer { source.stop() }
    try source.start { heard.take($0) }
    while clock.now() - start < duration, !heard.isOver, !isStopped() { usleep(20_000) }
    source.stop()
    let seconds = (clock.now() - start).inSeconds
    let (all, incidents, end) = heard.all
    // A stream that the sensor does not have is not missing.
    let streams = all.filter { $0.description.capability == .available }
    return Result(
      sensor: source.sensor, seconds: seconds,
      check: SensorCheck(streams, clocks: source.clocks + [.host()]), incidents: incidents, lost: end)
  }
}

extension SensorTest.Result {
  /// The result for a person.
  var lines: [String] {
    var lines = ["\(Printable.text(sensor.name))  \(sensor.path)"]
    func add(_ finding: SensorTestFinding) { lines.append("  " + Printable.text(finding.text)) }
    if let lost { add(.lost(seconds: format(seconds, 1), reason: lost)) }
    for stream in check.streams { lines.append("  " + line(of: stream)) }
    for stream in check.streams where stream.isFrozen {
      add(.frozen(stream: stream.name, seconds: format(stream.longestConstantSeconds, 1)))
    }
    lines.append("  clock: \(Printable.text(clockVerdict.text))")
    switch check.isStill {
    case .value(let still):
      let rate = format(check.rateRMS.map { $0 * 180 / .pi }, 2)
      add(still ? .still(degreesPerSecond: rate) : .moved(degreesPerSecond: rate))
    case .unavailable(let reason): add(.stillnessUnknown(reason: reason.text))
    }
    let norm = format(check.accelerationNorm, 3)
    switch check.isPlausible {
    case .value(true): add(.plausible(norm: norm))
    case .value(false): add(.implausible(norm: norm))
    case .unavailable(let reason): add(.plausibilityUnknown(norm: norm, reason: reason.text))
    }
    if incidents.isEmpty {
      add(.noLoss)
    } else {
      add(.losses(incidents.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }))
    }
    return lines
  }

  private func line(of stream: SensorCheck.Stream) -> String {
    let statistics = stream.statistics
    guard statistics.count > 0 else { return SensorTestFinding.nothingDelivered(stream: stream.name).text }
    func milliseconds(_ value: Measured<Double>) -> String { format(value.map { $0 * 1000 }, 2) }
    return
      "\(stream.name): \(format(statistics.meanHz, 1)) Hz, interval \(milliseconds(statistics.intervalMinSeconds))"
      + " to \(milliseconds(statistics.intervalMaxSeconds)) ms, SD \(milliseconds(statistics.intervalSDSeconds)),"
      + " p99 \(milliseconds(statistics.intervalP99Seconds)); \(statistics.gapCount.value ?? 0) gaps"
      + " (on its \(stream.mapping == nil ? "host" : "own") clock)"
  }

  /// What is to be thought of the device's clock.
  private var clockVerdict: SensorTestFinding {
    guard let stream = check.streams.first(where: { $0.mapping != nil }), let mapping = stream.mapping else {
      return .noClock
    }
    guard mapping.validated else { return .clockUnusable(reason: (mapping.reason ?? .notKnown).text) }
    let age = stream.statistics.ageP99Seconds.map { $0 * 1000 }
    return .clockMapped(ppm: format(mapping.driftPPM, 0), latenessMs: format(age, 1))
  }

  private func format(_ value: Double, _ decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
  private func format(_ value: Measured<Double>, _ decimals: Int) -> String {
    value.value.map { format($0, decimals) } ?? "unknown"
  }

  /// The result for a program.
  var json: JSONValue {
    [
      "name": .string(sensor.name), "path": .string(sensor.path), "stable_id": .string(sensor.stableID),
      "seconds": .real(seconds),
      "lost": lost.map { .string($0) } ?? .null,
      "streams": .object(
        JSONObject(
          check.streams.map { stream -> (String, JSONValue) in
            var entry = stream.statistics.json
            entry.append("frozen", .bool(stream.isFrozen))
            entry.append("counter_missing", stream.counterMissing.json)
            if let mapping = stream.mapping {
              entry.append(
                "clock",
                [
                  "validated": .bool(mapping.validated), "drift_ppm": .real(mapping.driftPPM),
                  "residual_ns": .real(mapping.residualNs),
                  "reason": mapping.reason.map { .string($0.text) } ?? .null,
                ])
            } else {
              entry.append("clock", .unavailable(ReportReason.noOwnClock))
            }
            return (stream.name, .object(entry))
          })),
      "rate_rms_deg_s": check.rateRMS.map { $0 * 180 / .pi }.json,
      "still": check.isStill.json { .bool($0) }, "acceleration_norm_g": check.accelerationNorm.json,
      "acceleration_norm_sd_g": check.accelerationNormSD.json,
      "plausible": check.isPlausible.json { .bool($0) },
      "incidents": .object(
        JSONObject(incidents.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })),
    ]
  }
}
