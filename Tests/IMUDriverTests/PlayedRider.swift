import Foundation
import MotionCore

@testable import IMUDriver

/// Rows of a rider played in virtual time, as values in rider axes.
struct PlayedRider {
  var rider: SimulatedRider
  var events: [SensorEvent] = []

  init(_ rider: SimulatedRider, seconds: Double, cues: [HeardCue] = []) {
    self.rider = rider
    let start = VirtualClock.rehearsalStart
    rider.begin(at: start)
    for cue in cues { rider.hear(cue) }
    var delivered: [SensorEvent] = []
    rider.advance(to: start + Duration(fromSeconds: seconds)) { delivered.append($0) }
    events = delivered
  }

  func samples(_ stream: Int) -> [MotionSample] {
    events.compactMap {
      if case .sample(let number, let sample) = $0, number == stream { sample } else { nil }
    }
  }

  /// Values by the stream's scale, turned into rider axes by the mounting.
  func values(_ stream: Int) -> [Vector3] {
    let scale = rider.streams[stream].scale[0]
    return samples(stream).map {
      let raw = Vector3($0.values[0].double, $0.values[1].double, $0.values[2].double)
      return rider.mounting.rotate(scale * raw)
    }
  }
}

/// A word audible `seconds` after the start of a rehearsal.
func cue(_ expect: ExpectedPosition, at seconds: Double, trial: Int? = 1) -> HeardCue {
  HeardCue(
    trial: trial, label: expect.rawValue.uppercased(), expect: expect,
    audible: VirtualClock.rehearsalStart + Duration(fromSeconds: seconds))
}

/// The rows among events, of all streams in order.
func samples(_ events: [SensorEvent]) -> [MotionSample] {
  events.compactMap { if case .sample(_, let sample) = $0 { sample } else { nil } }
}

/// Collects events from another thread.
final class EventBox: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var collected: [SensorEvent] = []

  @discardableResult func append(_ event: SensorEvent) -> Int {
    lock.withLock {
      collected.append(event)
      return collected.count
    }
  }

  var events: [SensorEvent] { lock.withLock { collected } }
}
