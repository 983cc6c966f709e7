import Foundation
import MotionCore
import Testing

/// What happens to the times of a recording on the way.
enum TimingFault: String, CaseIterable, Sendable {
  /// Each time is off by up to 30 % of the interval.
  case jittered
  /// 5 % of the rows are lost one by one, and every two seconds or so 3 to 20 in a row.
  case dropped
  /// Rows are stamped when they arrive, in packets of eight, 0.1 ms apart; each packet is up to 3 ms late.
  case bunched

  /// The times that the filter is fed.
  enum Feed: Sendable {
    case realTimes
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
      return (Array(0..<count), times.map { $0 + interval * 0.6 * (random.uniform() - 0.5) })
    case .dropped:
      var kept: [Int] = []
      var row = 0
      while row < count {
        if random.uniform() < interval / 2 { row += 3 + Int(random.uniform() * 18) }
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
    }
  }

  /// RMSE of the inclination, degrees.
  func inclination(
    of recording: BroadRecording, fed feed: Feed,
    _ variant: (InertialRows, OrientationParameters, OrientationFilter.Intervals?) -> OrientationTrack?
  ) throws -> Double {
    let (kept, stamps) = apply(to: recording)
    let times = feed == .realTimes ? stamps : kept.indices.map { Double($0) * BroadRecording.interval }
    func rows(_ all: TimedVectors) -> TimedVectors {
      let taken = TimedVectors(times: times, vectors: kept.map { all.vectors[$0] })
      return taken.evened() ?? taken
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
