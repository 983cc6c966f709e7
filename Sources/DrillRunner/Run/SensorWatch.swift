import IMUDriver
import MotionCore

/// Listens to sensors for `devices --watch --imu`: what their streams are like, from second to second. Nothing is
/// kept.
final class SensorWatch {
  private let rig: SensorRig
  private let monitor: SensorMonitor
  private let words = Mailbox<Notice>()

  /// Starts the opened sensors of `rig`.
  init(_ rig: SensorRig) throws {
    self.rig = rig
    let monitor = SensorMonitor(streams: rig.streams, clocks: rig.clocks)
    self.monitor = monitor
    for member in rig.members {
      let (words, name, first) = (words, member.name, member.streams.lowerBound)
      try member.source.start { event in
        switch event {
        case .sample(let stream, let sample): monitor.receive(sample, stream: first + stream)
        case .incident(let incident):
          words.post(.sensorIncident(sensor: name, kind: incident.kind.rawValue))
        case .lost(let reason, _): words.post(.sensorLost(sensor: name, reason: reason))
        case .ended: words.post(.recordingOver(sensor: name))
        }
      }
    }
  }

  func stop() {
    for member in rig.members { member.source.stop() }
  }

  /// What the drivers told since the last call: losses and other incidents.
  func news(at now: HostTime, clock: any HostClock) -> [Notice] { words.take(until: now, clock: clock) }

  /// The available streams with their statistics of the last seconds.
  func statistics(at now: HostTime) -> [(name: String, sampling: SamplingStatistics)] {
    zip(monitor.status(at: now), rig.streams).filter { $1.capability == .available }.compactMap { status, _ in
      status.sampling.map { (status.name, $0) }
    }
  }
}
