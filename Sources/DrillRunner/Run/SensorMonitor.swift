import Foundation
import IMUDriver
import MotionCore

/// Stands between the sensors' reader threads and the bundle: passes every row on, in order, and keeps what the
/// live view shows. Rows that come before the bundle is attached are looked at and not kept.
final class SensorMonitor: Sendable {
  /// What is known of one stream at an instant.
  struct StreamStatus: Hashable, Sendable {
    var name: String
    /// Rows kept in the bundle.
    var count: Int
    /// Rows a second over the last two seconds; nil before there is enough to tell.
    var measuredHz: Double?
    var lastReceipt: HostTime?
  }

  private struct Counter {
    /// All rows, before the bundle was attached too.
    var rows = 0
    var kept = 0
    var lastReceipt: HostTime?
    /// Receipts of the last rows, at most `window` of them, oldest first from `next`.
    var recent: [HostTime] = []
    var next = 0
  }

  /// How many receipts the measured rate looks back on.
  private static let window = 512
  /// How far it looks back in time.
  private static let span: Duration = .seconds(2)

  private let names: [String]
  private let lock = NSLock()
  private nonisolated(unsafe) var counters: [Counter]
  private nonisolated(unsafe) var sink: (any SessionSink)?
  /// Losses that the sensors reported, by member and kind.
  private nonisolated(unsafe) var lostEvents: [Int: [String: Int64]] = [:]

  /// Sees every row of the primary sensor.
  private let body: (any BodyWatching)?
  private let bodyStreams: Range<Int>

  /// `body` sees the rows of the streams numbered `bodyStreams`, numbered from 0 among themselves.
  init(streams: [StreamDescription], body: (any BodyWatching)? = nil, bodyStreams: Range<Int> = 0..<0) {
    self.body = body
    self.bodyStreams = bodyStreams
    names = streams.map(\.name)
    counters = Array(repeating: Counter(), count: streams.count)
  }

  /// From now on rows are kept in `sink`; nil: no longer.
  func attach(_ sink: (any SessionSink)?) {
    lock.withLock { self.sink = sink }
  }

  /// A row of the bundle's stream number `stream`, from a reader thread.
  func receive(_ sample: MotionSample, stream: Int) {
    lock.withLock {
      counters[stream].rows += 1
      counters[stream].lastReceipt = sample.receipt
      if counters[stream].recent.count < SensorMonitor.window {
        counters[stream].recent.append(sample.receipt)
      } else {
        counters[stream].recent[counters[stream].next] = sample.receipt
        counters[stream].next = (counters[stream].next + 1) % SensorMonitor.window
      }
      guard let sink else { return }
      counters[stream].kept += 1
      sink.record(sample, stream: stream)
      // Rows that are recorded: their numbers are those of the calibration's evidence.
      if bodyStreams.contains(stream) { body?.receive(sample, stream: stream - bodyStreams.lowerBound) }
    }
  }

  /// A loss that sensor number `member` of the rig reported.
  func noteLoss(_ incident: Incident, member: Int) {
    lock.withLock { lostEvents[member, default: [:]][incident.kind.rawValue, default: 0] += 1 }
  }

  func losses(ofMember member: Int) -> [(String, Int64)] {
    lock.withLock { lostEvents[member] ?? [:] }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The losses of all sensors together, by kind.
  var losses: [String: Int64] {
    lock.withLock { lostEvents.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) } }
  }

  /// The names of those of the streams numbered `streams` that have not delivered a row.
  func silentStreams(among streams: [Int]) -> [String] {
    lock.withLock { streams.filter { counters[$0].rows == 0 }.map { names[$0] } }
  }

  /// When stream number `stream` delivered its last row; nil before the first.
  func lastReceipt(ofStream stream: Int) -> HostTime? {
    lock.withLock { counters[stream].lastReceipt }
  }

  func status(at now: HostTime) -> [StreamStatus] {
    lock.withLock {
      zip(names, counters).map { name, counter in
        let recent = counter.recent.filter { $0 > now - SensorMonitor.span }
        var hz: Double?
        if let first = recent.min(), let last = recent.max(), recent.count > 1, last > first {
          hz = Double(recent.count - 1) / (last - first).inSeconds
        }
        return StreamStatus(
          name: name, count: counter.kept, measuredHz: hz, lastReceipt: counter.lastReceipt)
      }
    }
  }
}
