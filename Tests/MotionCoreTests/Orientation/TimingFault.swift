import Foundation
import MotionCore
import Testing

/// What happens to the times of a recording on the way.
enum TimingFault: String, CaseIterable, Sendable {
  /// Each time is off by 0.3 ms (SD), but after the one before.
  case jittered
  /// 5 % of the rows are lost one by one, and every ten seconds or so 3 to 6 in a row.
  case dropped
  /// Rows are stamped when they arrive, in packets of eight, 0.1 ms apart; each packet is up to 0.5 ms late.
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
      var latest = -1.0
      return (
        Array(0..<count),
        times.map { time in
          latest = max(time + 3e-4 * random.normal(), latest + 1e-6)
          return latest
        }
      )
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
        let arrival = times[packet.upperBound - 1] + 0.0005 * random.uniform()
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
