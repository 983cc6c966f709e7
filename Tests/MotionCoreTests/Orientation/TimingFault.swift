import Foundation
import Testing

@testable import MotionCore

/// What happens to the times of a recording on the way. The sensor gives none: rows have the times of their arrival, as late
/// as real ones are.
enum TimingFault: String, CaseIterable, Sendable {
  /// Each row arrives up to 2 ms late, after the one before; the interval is 3.5 ms.
  case jittered
  /// 5 % of the rows are lost one by one, and every ten seconds or so 3 to 6 in a row.
  case dropped
  /// Rows arrive in packets of eight, 0.1 ms apart; each packet is up to 3 ms late.
  case bunched
  /// As those of a game controller on USB were recorded: the first 17 arrive together, later ones up to 1.5 ms late, and one in
  /// a hundred 4.3 ms.
  case controller

  /// The times that the filter is fed.
  enum Feed: Sendable {
    /// Those that the analysis derives from the arrivals.
    case derivedTimes
    /// One row after the other at the nominal rate.
    case nominalRate
  }

  /// The rows that arrive, with their times; without magnetometer, which does not touch the inclination.
  func apply(to recording: BroadRecording) -> (kept: [Int], times: [Double]) {
    var random = SeededRandom(seed: 20_261_130)
    let count = recording.rows.gyroscope.count
    let times = recording.rows.gyroscope.times
    let interval = BroadRecording.interval
    switch self {
    case .jittered:
      return (Array(0..<count), arrivals(times) { _ in 0.002 * random.uniform() })
    case .dropped:
      var kept: [Int] = []
      var row = 0
      while row < count {
        if random.uniform() < interval / 10 { row += 3 + Int(random.uniform() * 4) }
        if row < count, random.uniform() >= 0.05 { kept.append(row) }
        row += 1
      }
      return (kept, kept.map { times[$0] })
    case .bunched:
      var stamps = times
      for first in stride(from: 0, to: count, by: 8) {
        let packet = first..<min(first + 8, count)
        let arrival = times[packet.upperBound - 1] + 0.003 * random.uniform()
        for row in packet { stamps[row] = arrival - 1e-4 * Double(packet.upperBound - 1 - row) }
      }
      return (Array(0..<count), stamps)
    case .controller:
      return (
        Array(0..<count),
        arrivals(times) { row in
          row < 17 ? times[16] - times[row] : random.uniform() < 0.01 ? 0.0043 : 0.0015 * random.uniform()
        }
      )
    }
  }

  /// Times with a delay each, none before the one before it.
  private func arrivals(_ times: [Double], _ delay: (Int) -> Double) -> [Double] {
    var latest = -1.0
    return times.indices.map { row in
      latest = max(times[row] + delay(row), latest + 1e-6)
      return latest
    }
  }

  /// RMSE of the inclination, degrees.
  func inclination(
    of recording: BroadRecording, fed feed: Feed,
    _ variant: (InertialRows, OrientationParameters, OrientationFilter.Intervals?) -> OrientationTrack?
  ) throws -> Double {
    let (kept, stamps) = apply(to: recording)
    let times =
      feed == .nominalRate
      ? kept.indices.map { Double($0) * BroadRecording.interval }
      : try #require(IndexLine.fit(arrivals: stamps, numbers: kept.indices.map { Int64($0) }).value).times
    func rows(_ all: TimedVectors) -> TimedVectors {
      TimedVectors(times: times, vectors: kept.map { all.vectors[$0] })
    }
    let input = InertialRows(
      gyroscope: rows(recording.rows.gyroscope), accelerometer: rows(recording.rows.accelerometer))
    let track = try #require(variant(input, .default, nil))
    var place: [Int: Int] = [:]
    for (index, row) in kept.enumerated() { place[row] = index }
    return OrientationError(recording, rows: kept, freeHeading: true) {
      track.inclinationAttitudes[place[$0] ?? 0]
    }.inclination
  }
}
