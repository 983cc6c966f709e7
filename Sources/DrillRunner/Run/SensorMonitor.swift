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
    /// Of the last seconds (`RollingSampling.window`), at most one second old; nil before they were computed first.
    var sampling: SamplingStatistics?
    var lastReceipt: HostTime?
  }

  private struct Counter {
    /// All rows, before the bundle was attached too.
    var rows = 0
    var kept = 0
    var lastReceipt: HostTime?
    var recent: RollingSampling
  }

  /// How old shown statistics may become: they are sorted and fitted anew, which is not for ten times a second.
  private static let refresh: Duration = .seconds(1)

  private let names: [String]
  /// Taken by the reader threads for each row.
  private let lock = WaitLock()
  private nonisolated(unsafe) var counters: [Counter]
  private nonisolated(unsafe) var sink: (any SessionSink)?
  /// Losses that the sensors reported, by member and kind.
  private nonisolated(unsafe) var lostEvents: [Int: [String: Int64]] = [:]
  private let statisticsLock = NSLock()
  private nonisolated(unsafe) var statistics: (at: HostTime, of: [SamplingStatistics])?

  /// Sees every row of the primary sensor.
  private let body: (any BodyWatching)?
  private let bodyStreams: Range<Int>

  /// `body` sees the rows of the streams numbered `bodyStreams`, numbered from 0 among themselves.
  init(
    streams: [StreamDescription], clocks: [ClockDescription] = [], body: (any BodyWatching)? = nil,
    bodyStreams: Range<Int> = 0..<0
  ) {
    self.body = body
    self.bodyStreams = bodyStreams
    names = streams.map(\.name)
    counters = streams.map { stream in
      Counter(
        recent: RollingSampling(stream: stream, clock: clocks.first { $0.name == stream.clock }))
    }
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
      counters[stream].recent.add(sample)
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
    let counters = lock.withLock { self.counters }
    let sampling = statistics(of: counters.map(\.recent), at: now)
    return names.indices.map { index in
      StreamStatus(
        name: names[index], count: counters[index].kept, sampling: sampling[index],
        lastReceipt: counters[index].lastReceipt)
    }
  }

  /// Computed outside of the lock that the reader threads take.
  private func statistics(of recent: [RollingSampling], at now: HostTime) -> [SamplingStatistics] {
    statisticsLock.withLock {
      if let statistics, now - statistics.at < SensorMonitor.refresh, now >= statistics.at {
        return statistics.of
      }
      let fresh = recent.map { $0.statistics(at: now) }
      statistics = (now, fresh)
      return fresh
    }
  }
}
